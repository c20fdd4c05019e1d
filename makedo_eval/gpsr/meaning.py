# SPDX-License-Identifier: Apache-2.0
"""What a command means, step by step, in a form in which a reading can be held against what was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import auto

from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from planner_node.language.kinds import Asking, Deed
from planner_node.language.request import Attend, Clause, GoTo, Hold, Inquire, Look, Put, Request
from planner_node.language.things import NounPhrase, Place


class StepKind(StrEnum):
    """What one step of a command is."""

    GO = auto()
    FIND = auto()  # a thing
    HOLD = auto()
    BRING = auto()  # to furniture or somebody
    COUNT = auto()
    MOST = auto()
    WHAT = auto()
    COUNT_PEOPLE = auto()
    ASPECT = auto()  # of somebody
    FIND_PERSON = auto()
    MEET = auto()
    GREET = auto()
    INTRODUCE = auto()
    FOLLOW = auto()
    GUIDE = auto()
    SAY = auto()
    ANSWER = auto()
    OFFER = auto()
    OTHER = auto()


WITH_SKILL = frozenset(
    {
        StepKind.GO,
        StepKind.FIND,
        StepKind.HOLD,
        StepKind.BRING,
        StepKind.COUNT,
        StepKind.MOST,
        StepKind.WHAT,
        StepKind.COUNT_PEOPLE,
        StepKind.ASPECT,
    }
)
"""Steps that the robot has all it needs for, once people are known."""

TO_PEOPLE = frozenset({StepKind.FIND_PERSON, StepKind.MEET})
"""Steps that the robot can do with people whom it knows."""


TOLD = "told"
"""The thing of a question whose answer somebody else than the speaker is told."""

MEASURES = {
    **dict.fromkeys(("biggest", "largest"), "greatest_volume"),
    "smallest": "least_volume",
    "heaviest": "greatest_weight",
    "lightest": "least_weight",
    "thinnest": "least_width",
}
"""What the superlatives of commands compare."""

_MARKS = {
    "raising their left arm": "raising_left_arm",
    "raising their right arm": "raising_right_arm",
    "pointing to the left": "pointing_left",
    "pointing to the right": "pointing_right",
    "waving": "waving",
    "sitting": "sitting",
    "standing": "standing",
    "lying": "lying",
}


@dataclass(frozen=True, slots=True)
class Meant:
    """One step.

    Attributes:
        kind: what it is.
        thing: class of the ontology or label; of SAY and ANSWER the words.
        whom: name or looks of somebody, "me" for the speaker; of BRING whom it goes to.
        source: label of where things or people are, or of where the way begins.
        place: label of where it ends.
        measure: of MOST and ASPECT.
    """

    kind: StepKind
    thing: str = ""
    whom: str = ""
    source: str = ""
    place: str = ""
    measure: str = ""


@dataclass(frozen=True, slots=True)
class StepReader:
    """Turns requests, and names in plain words, into steps over one home."""

    graph: SceneGraph
    ontology: Ontology

    def label(self, words: str) -> str:
        """The class or label that some words name; the words themselves if they name none."""
        plain = " ".join(words.lower().split())
        for node in self.graph:
            if plain in (node.id.replace("_", " "), node.label.replace("_", " ")):
                return node.id if node.label == "person" else node.label
        return self.ontology.names.get(plain, plain.replace(" ", "_"))

    def looks(self, words: str) -> str:
        """Somebody by name, or by what they do or wear: "waving person", "red shirts"."""
        plain = words.lower()
        marks = [mark for said, mark in _MARKS.items() if said in plain]
        if marks:
            return "+".join(marks)
        parts = [part.removesuffix("s") for part in plain.replace("-", " ").split()]
        return plain if len(parts) == 1 else "_".join(("wearing", *parts)).replace("_gray_", "_grey_")

    def steps(self, request: Request) -> tuple[Meant, ...]:
        """The steps of a request."""
        return tuple(step for clause in request.clauses for step in self._steps(clause))

    def _steps(self, clause: Clause) -> Iterator[Meant]:
        match clause:
            case GoTo(what):
                yield Meant(StepKind.GO, place=self._place(what))
            case Look(what):
                yield Meant(StepKind.FIND, self._thing(what), source=self._source(what))
            case Hold(what):
                yield Meant(StepKind.HOLD, self._thing(what), source=self._source(what))
            case Put(things, place):
                for what in things:
                    yield self._brought(what, place)
            case Inquire():
                yield self._asked(clause)
            case Attend():
                yield self._attended(clause)
            case _:
                yield Meant(StepKind.OTHER)

    def _brought(self, what: NounPhrase, place: Place) -> Meant:
        step = Meant(StepKind.BRING, self._thing(what), source=self._source(what))
        if place.what.concept == "person":
            return replace(step, whom=self._whom(place.what), place=self._source(place.what))
        return replace(step, place=self._place(place.what))

    def _asked(self, clause: Inquire) -> Meant:
        question = clause.question
        thing = question.things[0] if question.things else None
        place = question.place or (thing.source if thing else None)
        where = self._place(place.what) if place else ""
        people = thing is not None and thing.concept == "person"
        whom = "" if clause.whom is None else self._whom(clause.whom)
        told = TOLD if clause.whom is not None and whom != "me" else ""
        if question.asking is Asking.ASPECT and thing is not None:
            return Meant(StepKind.ASPECT, told, self._whom(thing), where, measure=str(question.aspect))
        if people:
            return Meant(StepKind.COUNT_PEOPLE, told, self._whom(thing) if thing else "", where)
        acts = {Asking.COUNT: StepKind.COUNT, Asking.MOST: StepKind.MOST, Asking.WHAT: StepKind.WHAT}
        act = acts.get(question.asking, StepKind.OTHER)
        return Meant(act, self._thing(thing) if thing else "", source=where, measure=str(question.measure or ""))

    def _attended(self, clause: Attend) -> Meant:
        acts = {deed: StepKind(str(deed)) for deed in Deed if str(deed) in set(StepKind)}
        if clause.deed is Deed.INTRODUCE and clause.words == "yourself":
            return replace(self._attended(replace(clause, deed=Deed.GREET)), thing="")
        act = StepKind.FIND_PERSON if clause.deed is Deed.FIND else acts.get(clause.deed, StepKind.OTHER)
        whom = self._whom(clause.whom) if clause.whom else ""
        at = self._source(clause.whom) if clause.whom else ""
        whom = "" if whom == "me" else whom
        source = self._place(clause.source.what) if clause.source else at
        place = self._place(clause.place.what) if clause.place else ""
        return Meant(act, clause.words, whom, source, place)

    def _thing(self, phrase: NounPhrase) -> str:
        if phrase.node_id is not None:
            return self.graph[phrase.node_id].label
        return phrase.concept or ""

    def _place(self, phrase: NounPhrase) -> str:
        if phrase.node_id is None:
            return self._whom(phrase) if phrase.concept == "person" else phrase.concept or ""
        node = self.graph[phrase.node_id]
        return node.id if node.label == "person" else node.label

    def _source(self, phrase: NounPhrase) -> str:
        return self._place(phrase.source.what) if phrase.source else ""

    def _whom(self, phrase: NounPhrase) -> str:
        """The name of somebody, or what tells them apart."""
        if phrase.node_id is not None:
            return "me" if "operator" in self.graph[phrase.node_id].attributes else phrase.node_id
        named = next((a.removeprefix("named_") for a in phrase.attributes if a.startswith("named_")), "")
        looks = phrase.attributes - {"speaker", *(a for a in phrase.attributes if a.startswith("named_"))}
        return "me" if "speaker" in phrase.attributes else named or "+".join(sorted(looks))


def joined(steps: Sequence[Meant]) -> tuple[Meant, ...]:
    """Steps as they are read: what is found and taken only to be brought somewhere is one step.

    Where a thing is looked for is where it is brought from, unless something else is said; what is looked for where
    the robot was just sent is there.
    """
    result: list[Meant] = []
    for step in steps:
        if step.kind is StepKind.FIND and not step.source and result and result[-1].kind is StepKind.GO:
            step = replace(step, source=result[-1].place)
        if step.kind in (StepKind.HOLD, StepKind.BRING) and result:
            last = result[-1]
            if last.kind in (StepKind.FIND, StepKind.HOLD) and step.thing in ("it", last.thing):
                result.pop()
                step = replace(step, thing=last.thing, source=step.source or last.source)
        result.append(step)
    return tuple(result)
