# SPDX-License-Identifier: Apache-2.0
"""From the words behind a verb to the things, places and people that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from makedo_core.danger.clauses import DETERMINERS
from makedo_core.danger.kinds import ThingKinds
from makedo_core.danger.values import NamedThing
from makedo_core.ontology.words import tails

_PRONOUNS = frozenset("it them 'em em itself themselves".split())
_MAYBE_PRONOUNS = frozenset("this that these those one there".split())
_RELATIONS = {
    "in": "in into inside within through",
    "on": "on onto upon over above across atop against",
    "near": "near beside by around alongside towards toward at behind",
    "under": "under underneath below beneath",
    "from": "from off",
    "to": "to for",
    "with": "with using via containing holding",
    "full": "full-of",
}
_RELATION = {word: relation for relation, words in _RELATIONS.items() for word in words.split()}
_ENDS_ALL = frozenset({"without", "instead", "not", "rather"})
_DENIED = frozenset("can't cannot couldn't won't don't doesn't mustn't shouldn't".split())
_POSTURES = frozenset("down up upright sideways flat open closed".split())
_PARTS_OF_PLACES = frozenset("middle top bottom side corner centre center end front back edge foot".split())
_LAST_PART = 6
_ONE_OF_A_KIND = ("stove", "sink", "bathtub")


def _without_posture(run: Sequence[str]) -> Sequence[str]:
    """A noun phrase without how the thing lies or stands: "iron face down"."""
    kept = list(run)
    while len(kept) > 1 and kept[-1] in _POSTURES:
        kept.pop()
        if len(kept) > 1 and kept[-1] in ("face", "upside"):
            kept.pop()
    return kept


def is_subject(run: Sequence[str]) -> bool:
    """Whether what is named is what a clause within the words speaks of: "the kids can't see"."""
    return any(word in _DENIED for word in run[1:])


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A noun phrase in its role: "thing", or the relation that it is named with; `named` is None for a pronoun."""

    role: str
    named: NamedThing | None


class NamedPhrases:
    """Finds noun phrases."""

    def __init__(self, kinds: ThingKinds) -> None:
        self._kinds = kinds
        self._ontology = kinds.ontology
        spoken = {word for kind in kinds.book.kinds.values() for word in kind.words}
        forms = {form: word for word in sorted(spoken) for form in (f"{word}s", f"{word}es")}
        self._words = {**forms, **{word: word for word in spoken}}

    def parts(self, words: Sequence[str], to_somebody: bool = False) -> tuple[NamedPart, ...]:
        """The noun phrases of words, each with its role.

        Args:
            words: behind a verb.
            to_somebody: whether somebody may be named right before a thing: "feed the dog chocolate".
        """
        found: list[NamedPart] = []
        role, run, is_told = "thing", list[str](), False
        for i, word in enumerate((*words, ".")):
            last = i == len(words)
            relation = _RELATION.get(word, "")
            next_word = words[i + 1] if i + 1 < len(words) else ""
            if word == "of" and run:
                run.append(word)
                continue
            if word in DETERMINERS and run[-1:] == ["of"]:
                continue  # "the drawer of the kids" is one phrase
            pronoun = word in _PRONOUNS or (word in _MAYBE_PRONOUNS and not self._begins_noun(next_word))
            if not (last or relation or pronoun or word in DETERMINERS or word in ("and", "of") or word in _ENDS_ALL):
                run.append(word)
                continue
            if pronoun and run[-1:] == ["of"]:
                run = []  # "the back of it" is it
            is_told = is_subject(run) or (is_told and not run and not relation)
            if is_told:
                pronoun = False  # "somewhere the kids can't see them": nothing is done with the kids
            elif not (found and found[-1].named is None and words[i - len(run) - 1] in _PRONOUNS):
                self._close(role, run, found, to_somebody)
            run = []
            if last or word in _ENDS_ALL:
                break
            if relation:
                role = relation
                if relation in ("in", "on") and (not next_word or next_word in ("and", *_ENDS_ALL)):
                    found.append(NamedPart(role, None))
                    role = "thing"
            elif pronoun:
                found.append(NamedPart(role, None))
        return tuple(found)

    def _begins_noun(self, word: str) -> bool:
        return bool(word) and word not in _RELATION and word not in ("and", "on", "off", "to", "while", "of")

    def _close(self, role: str, run: Sequence[str], found: list[NamedPart], to_somebody: bool) -> None:
        """Take a run of words in; what something is full of belongs to it."""
        first = self.named(run[:1]) if to_somebody and len(run) > 1 else None
        if first is not None and self._kinds.has("somebody", first):
            found.append(NamedPart("to", first))
            run = run[1:]
        named = self.named(run) if run else None
        if named is None:
            return
        if role == "full":
            before = next((i for i in range(len(found) - 1, -1, -1) if found[i].named is not None), None)
            if before is not None and (holder := found[before].named) is not None:
                found[before] = replace(found[before], named=replace(holder, full_of=(*holder.full_of, named)))
                return
        found.append(NamedPart("using" if role in ("with", "full") else role, named))

    def named(self, run: Sequence[str]) -> NamedThing | None:
        """What a run of words without determiners names, with its adjectives; None: nothing."""
        run = _without_posture(run)
        if "of" in run:
            return self._of(run)
        for end in range(len(run), 0, -1):
            for begin in range(max(0, end - _LAST_PART), end):
                label = self._label(" ".join(run[begin:end]))
                if label and end == len(run) and label not in self._ontology and self._is_longer(run[:begin], label):
                    return self._unlisted(run)  # fish fingers are no fingers
                if label:
                    head = run[begin:end]
                    words = run if end == len(run) else (*run, *head)
                    spoken = self._words.get(" ".join(head), "")
                    thing = NamedThing(label, " ".join((*words, spoken) if spoken else words), label)
                    return replace(thing, key=self._key(thing))
            if end == len(run) and any(self._ontology.is_compound(tail) for tail in tails(" ".join(run))):
                break  # a gas tank is no gas
        return self._unlisted(run)

    def _is_longer(self, before: Sequence[str], words: str) -> bool:
        """Whether the word before some words makes one name with them."""
        return bool(before) and self._ontology.is_compound(f"{before[-1]} {words}")

    def _unlisted(self, run: Sequence[str]) -> NamedThing | None:
        words = " ".join(w for w in run if not w.endswith("ly"))
        return NamedThing(words, " ".join(run), words) if words else None

    def _key(self, thing: NamedThing) -> str:
        """What tells a thing from others: a burner and its knob are one stove."""
        return next((kind for kind in _ONE_OF_A_KIND if self._kinds.has(kind, thing)), thing.label)

    def _of(self, run: Sequence[str]) -> NamedThing | None:
        """Of words with "of": a "cup of coffee" is a cup that is full of it, a "slice of bread" is bread."""
        at = list(run).index("of")
        if run[at - 1] in _PARTS_OF_PLACES:
            return self.named([w for w in run[at + 1 :] if w not in DETERMINERS])  # the middle of the stairs
        holder, inner = self.named(run[:at]), self.named([w for w in run[at + 1 :] if w not in DETERMINERS])
        if holder is None or inner is None:
            return inner or holder
        if self._kinds.has("somebody", inner) and not self._kinds.has("somebody", holder):
            return replace(holder, words=f"{inner.words}'s {holder.words}")  # the drawer of the kids is theirs
        if self._kinds.has("vessel", holder):
            return replace(holder, full_of=(inner,))
        return replace(inner, words=f"{inner.words} {holder.words}")

    def _label(self, words: str) -> str:
        """The class or the words of a kind that words are, whole; empty: they are none."""
        plain = words.rstrip("0123456789 ") or words
        spoken = self._words.get(plain)
        if spoken is not None and self._ontology.class_of(spoken) is None:
            return spoken
        return self._ontology.class_of(plain) or self._ontology.class_of(plain.replace(" ", "")) or spoken or ""

    def people_and_animals(self, parts: Sequence[NamedPart]) -> Iterator[NamedPart]:
        """Those parts that name somebody."""
        return (p for p in parts if p.named is not None and self._kinds.has("somebody", p.named))
