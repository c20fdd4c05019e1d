# SPDX-License-Identifier: Apache-2.0
"""Places learnt from examples: what speaks for one is what a thing has in common with the examples there alone.

The strongest trait of each respect counts. It counts the more, the rarer it is among household things, the more of the
place's examples have it, and the fewer of the others'. A trait that all examples of a place lack in the same way, where
all of another place have it, speaks against the place: among heavy things a feather does not belong, whatever else it
has in common with them.

Sources of the ideas: Tversky, Features of similarity, 1977 (what things share, and what tells them apart); Tenenbaum
and Griffiths, Generalization, similarity, and Bayesian inference, 2001 (what is rarer among all things says more).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from makedo_core.ontology.words import spaced
from makedo_core.preferences.describing import Describer
from makedo_core.preferences.values import PreferencesError, PreferredPlace, Reason, Trait, Traits, TraitSource

_NEXT = 0.5  # how much the strongest trait of a further respect counts, as a share of the one before
_OF_ONE = 0.4  # how much a trait counts that only one of many examples has, as a share of one that all have
_SHARPNESS = 1.5  # of the advantage of a trait that examples elsewhere lack
_AGAINST = 0.4  # what is left of what speaks for a place for each respect that speaks against it


class Preferences:
    """Where things belong, by examples. Never changed once learnt.

    Attributes:
        examples: place -> the things that were put there.
    """

    def __init__(self, examples: Mapping[str, Sequence[str]], describer: Describer) -> None:
        """Learn from examples.

        Args:
            examples: place -> labels of things that belong there.
            describer: says what things have in common.

        Raises:
            PreferencesError: if there are no examples, a place has none, or a thing is at two places.
        """
        _check(examples)
        self.examples: Mapping[str, tuple[str, ...]] = MappingProxyType({p: tuple(t) for p, t in examples.items()})
        self._describer = describer
        self._known = {spaced(thing): place for place, things in self.examples.items() for thing in things}
        self._shares = {p: self._shared(things) for p, things in self.examples.items()}
        self._kinds = {p: self._own_kinds(p) for p in self.examples}
        self._common = {p: _common([describer.traits(t) for t in things]) for p, things in self.examples.items()}

    def place_of(self, thing: str) -> PreferredPlace:
        """Where a thing belongs, and why; an example where it was put."""
        known = self._known.get(spaced(thing))
        if known is not None:
            return PreferredPlace(thing, known, lead=1.0)
        traits = self._describer.traits(thing)
        found = [(self._reasons(traits, place), place) for place in self.examples]
        scored = sorted(
            ((self._speaks(traits, some, place), place, some) for some, place in found), key=lambda s: -s[0]
        )
        most, place, reasons = scored[0]
        second = scored[1][0] if len(scored) > 1 else 0.0
        if most <= second:
            return PreferredPlace(thing, None)
        return PreferredPlace(thing, place, reasons, (most - second) / most)

    def rules(self, place: str) -> tuple[Reason, ...]:
        """What the examples of a place have in common and others do not: as few traits as say all of them.

        An example about which nothing of the kind is to be said is in none.
        """
        candidates = [self._reason(trait, 1.0, place) for trait in self._shares[place]]
        left = set(self.examples[place])
        rules = []
        while reasons := [r for r in candidates if r is not None and left.intersection(r.like)]:
            best = max(reasons, key=lambda r: (r.weight * len(left.intersection(r.like)), r.trait))
            rules.append(best)
            left -= set(best.like)
        return tuple(rules)

    def _shared(self, things: Sequence[str]) -> Traits:
        """The mean of how sure the things' traits are, over the things."""
        shares: dict[Trait, float] = {}
        for thing in things:
            for trait, sure in self._describer.traits(thing).items():
                shares[trait] = shares.get(trait, 0.0) + sure / len(things)
        return shares

    def _own_kinds(self, place: str) -> frozenset[Trait]:
        """The classes that all examples of a place have and none elsewhere."""
        things = [set(self._describer.traits(t)) for t in self.examples[place]]
        shared = things[0].intersection(*things[1:]) if len(things) > 1 else set()
        elsewhere = {t for p, shares in self._shares.items() if p != place for t in shares}
        return frozenset(t for t in shared - elsewhere if t.source is TraitSource.CLASS)

    def _reasons(self, traits: Traits, place: str) -> tuple[Reason, ...]:
        """The strongest for each respect, strongest first."""
        found = (self._reason(trait, sure, place) for trait, sure in traits.items())
        ordered = sorted((r for r in found if r is not None), key=lambda r: (-r.weight, r.trait))
        best: dict[str, Reason] = {}
        for reason in ordered:
            best.setdefault(reason.trait.respect, reason)
        return tuple(best.values())

    def _reason(self, trait: Trait, sure: float, place: str) -> Reason | None:
        """What a trait says for a place; None if nothing."""
        here = self._shares[place].get(trait, 0.0)
        if not here:
            return None
        things = self.examples[place]
        like = tuple(t for t in things if trait in self._describer.traits(t))
        alone = here / sum(shares.get(trait, 0.0) for shares in self._shares.values())
        wide = _OF_ONE + (1.0 - _OF_ONE) * len(like) / len(things)
        weight = self._describer.rarity(trait) * sure * alone**_SHARPNESS * wide
        return Reason(trait, weight, like) if weight > 0.0 else None

    def _speaks(self, traits: Traits, reasons: Iterable[Reason], place: str) -> float:
        """How much speaks for a place."""
        total: float = sum(r.weight * _NEXT**n for n, r in enumerate(reasons))
        return total * _AGAINST ** self._against(traits, place)

    def _against(self, traits: Traits, place: str) -> int:
        """In how many respects all examples of a place are otherwise, where all of another place are like the thing.

        In none if the thing is of a kind with all examples of the place and with none elsewhere.
        """
        if any(t in traits for t in self._kinds[place]):
            return 0
        here = self._common[place] if len(self.examples[place]) > 1 else {}
        other = [common for p, common in self._common.items() if p != place]
        own = {t.respect: t for t in traits if t.source is TraitSource.PROPERTY}
        return sum(
            here.get(respect, trait) != trait and any(common.get(respect) == trait for common in other)
            for respect, trait in own.items()
        )


def _common(things: Sequence[Traits]) -> Mapping[str, Trait]:
    """Respect -> the property that all of some things have."""
    properties = [{t for t in traits if t.source is TraitSource.PROPERTY} for traits in things]
    return {t.respect: t for t in properties[0].intersection(*properties[1:])}


def _check(examples: Mapping[str, Sequence[str]]) -> None:
    if not examples:
        raise PreferencesError("no examples: name a place and things that belong there")
    places: dict[str, str] = {}
    for place, things in examples.items():
        if not things:
            raise PreferencesError(f"{place}: no example; name at least one thing that belongs there")
        for thing in things:
            if places.setdefault(spaced(thing), place) != place:
                raise PreferencesError(f"{thing}: is to be at {places[spaced(thing)]} and at {place}; name one place")
