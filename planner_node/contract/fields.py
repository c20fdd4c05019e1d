# SPDX-License-Identifier: Apache-2.0
"""What there is to be chosen from, part by part, and what of it a name means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand, manner_of
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import Scene
from planner_node.language.words import lexicon
from planner_node.relaxation.options import DemandOptions, Reachability, Target, make_options
from planner_node.relaxation.shift import Substitute

_EVERY = 100_000
_MOST_NAMED = 4
_ARTICLES = frozenset("the a an some one of".split()) | frozenset(lexicon.NUMBERS)


@dataclass(frozen=True, slots=True)
class PartField:
    """What there is for one part of what was asked, reachable or not.

    Attributes:
        number: of the part, from 1.
        demand: as it was asked, without what an operator chose.
        options: things and places.
    """

    number: int
    demand: Demand
    options: DemandOptions

    @property
    def things(self) -> tuple[str, ...]:
        """Ids of what was asked for, then of what may stand in."""
        return (*self.options.wanted, *(s.node_id for s in self.options.substitutes))

    @property
    def places(self) -> dict[str, Target]:
        """Where it could go, by id; nothing where it is about no place."""
        if self.demand.place is None and not any(len(t.literal.terms) > 1 for t in self.options.targets):
            return {}
        return {t.literal.terms[-1]: t for t in reversed(self.options.targets)}

    @property
    def asked_places(self) -> frozenset[str]:
        """Ids of the places that were asked for."""
        return frozenset(x.terms[-1] for x in self.demand.literals if x.terms[-1] in self.places)

    def substitute(self, node_id: str) -> Substitute | None:
        """What a thing gives up; None: it is just what was asked for, or cannot stand in."""
        return next((s for s in self.options.substitutes if s.node_id == node_id), None)

    def reaching(self, node_id: str, place: str = "") -> Iterable[Literal]:
        """That a thing is where it was asked to be, or at another place."""
        for target in self.options.targets:
            if (place and target.literal.terms[-1] == place) or (not place and target.literal in self.demand.literals):
                yield target.literal.bind({OBJECT_VARIABLE: node_id})


def part_fields(demands: Sequence[Demand], scene: Scene, most: int = _EVERY) -> tuple[PartField, ...]:
    """What there is to be chosen from, of every part for which something can be done.

    Args:
        demands: what is asked, with or without choices.
        scene: what there is.
        most: things and substitutes of a part beyond the number that was asked for.
    """
    plain = ((number, replace(demands[index], chosen=None)) for number, index in numbered(demands))
    return tuple(
        PartField(number, demand, make_options(demand, scene, True, most))
        for number, demand in plain
        if not demand.is_void and not demand.doubt and demand.answer is None
    )


def numbered(demands: Sequence[Demand]) -> tuple[tuple[int, int], ...]:
    """The number of each part for which something may be done, from 1, and its index among all that is asked."""
    pursued = (index for index, d in enumerate(demands) if d.answer is None or d.count > 0)
    return tuple(enumerate(pursued, start=1))


def reachable_of(fields: Sequence[PartField], scene: Scene) -> Reachability:
    """Which of everything that there is can be reached."""
    literals = (x for f in fields for x in f.options.literals())
    return Reachability(scene.backend, literals, manner_of(f.demand for f in fields))


def named_among(name: str, ids: Iterable[str], scene: Scene) -> tuple[str, ...]:
    """Which of some nodes a name means: by its id, else all of its label, else all of its class."""
    ids = tuple(ids)
    bare = _bare(name)
    exact = tuple(i for i in ids if spoken(i) in (bare, _plain(name)))
    if exact:
        return exact
    labelled = tuple(i for i in ids if spoken(scene.graph[i].label) == bare)
    if labelled:
        return labelled
    concept = scene.ontology.class_of(bare)
    return tuple(i for i in ids if concept is not None and scene.is_of(scene.graph[i], concept))


def is_called_so(name: str, demand: Demand, scene: Scene) -> bool:
    """Whether a name is that of a part: its words, with or without article and number, or its class."""
    phrase = demand.phrase
    texts = [demand.text, *((phrase.text, bare_text(phrase)) if phrase is not None else ())]
    if any(_plain(name) == _plain(text) or _bare(name) == _bare(text) for text in texts):
        return True
    concept = scene.ontology.class_of(_bare(name))
    return phrase is not None and concept is not None and concept == phrase.concept


def possible(field: PartField, scene: Scene) -> tuple[str, tuple[str, ...]]:
    """What can be used for a part, as far as can be seen without a search: in words, and ids of things and places."""
    reach = reachable_of((field,), scene)
    things = [i for i in field.things if any(x in reach for x in field.reaching(i))]
    places = [p for p in field.places if any(x in reach for i in field.things for x in field.reaching(i, p))]
    words = [f"{_few(things)} as things" if things else ""]
    most = min(field.demand.count, len(things))
    words.append(f"a number up to {number_word(most)}" if most > 1 else "")
    words.append(f"{_few(places)} as places" if len(places) > 1 else "")
    return enumerate_words((w for w in words if w), "or") or "nothing else", tuple((*things, *places))


def _few(ids: Sequence[str]) -> str:
    """Some by name, and how many more."""
    if len(ids) <= _MOST_NAMED + 1:
        return enumerate_words(map(spoken, ids))
    return f"{', '.join(map(spoken, ids[:_MOST_NAMED]))} and {len(ids) - _MOST_NAMED} more"


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").lower().split())


def _bare(name: str) -> str:
    """A name without article and number."""
    words = _plain(name).split()
    while len(words) > 1 and (words[0] in _ARTICLES or words[0].isdigit()):
        words.pop(0)
    return " ".join(words)
