# SPDX-License-Identifier: Apache-2.0
"""Takes the sentences of a final report apart, and compares each with the true scene graph.

It reads the words that a person gets, not the values that they were made of: a value that is put into wrong words is
false too. A thing is known by what a person knows it by, its kind and its colours: the robot may have numbered two
cola cans otherwise than the scene does, and a red apple is never the green one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph, State
from makedo_core.sight.colours import colours_among

_NAME = r"[a-z][a-z']*(?: [a-z][a-z']*)*(?: \d+)+"
_NAMES = rf"{_NAME}(?:(?:, | and ){_NAME})*"
_ROOM = r"(?: in the (?P<room>[a-z ]+?)(?=$|[,.]| and ))?(?:, seen (?:just now|\d+ \w+ ago))?"
_WHERE = rf"(?P<how>on|inside|with|in) (?P<place>(?:the )?{_NAME}|(?:the robot's|my) hand){_ROOM}"
_STATE = r"(?P<state>open|closed|ajar|switched on|switched off)"
_CLAIM = re.compile(rf"(?P<who>{_NAMES}) (?:is|are) (?P<no>not )?(?:{_WHERE}|{_STATE})")
_LEFT = re.compile(rf"(?:the )?(?P<who>{_NAME}) was left (?P<state>open|ajar)")
_LOST = re.compile(r"i do not know where (?P<who>[a-z0-9_' ]+?) (?:is|are)\b")
_DOUBTS = ("no image shows ", "i have not seen ")  # what was seen, the physics does not know
_COUNTED = re.compile(r"^(?:the |an? |any |some |one )")
_STATES = {
    "open": State.OPEN,
    "closed": State.CLOSED,
    "ajar": State.AJAR,
    "switched on": State.ON,
    "switched off": State.OFF,
}
_RELATIONS = {"on": RelationType.ON, "inside": RelationType.INSIDE, "in": RelationType.INSIDE}


class SentenceTruth(Enum):
    """What the physics says of a sentence."""

    TRUE = auto()
    FALSE = auto()
    NOT_JUDGED = auto()  # it says nothing of how things are now, or of what the physics does not know


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence, and whether it is so."""

    sentence: str
    verdict: SentenceTruth


@dataclass(frozen=True, slots=True)
class _Claim:
    """One thing of a sentence.

    Attributes:
        who: name of the thing, as it was said.
        no: whether the contrary is said.
        how: "on", "inside", "with" or "in"; empty: `state` is said of it.
        room: of the place, where one is said.
    """

    who: str
    no: bool
    how: str
    place: str
    state: str
    room: str = ""


def judge_report(report: str, after: SceneGraph, laid: SceneGraph | None = None) -> tuple[Judged, ...]:
    """What the physics says of each sentence of a report: "apple 2 is on table 2; drawer 1 was left open".

    Of what is said to have been first and then otherwise only the last is judged.

    Args:
        report: what a successful instruction says was done.
        after: how things truly are at its end.
        laid: how they were when the robot came to know them, where a thing may have got another colour since: a number
            of the robot's stands for the thing that had the colour then. None: none has.
    """
    laid = laid or after
    judged = []
    for part in filter(None, (p.strip() for p in report.split(";"))):
        *earlier, last = part.split(", then ")
        judged += [Judged(sentence, SentenceTruth.NOT_JUDGED) for sentence in earlier]
        judged.append(Judged(last, _verdict(last, after, laid)))
    return tuple(judged)


def false_sentences(report: str, after: SceneGraph) -> tuple[str, ...]:
    """The sentences of a report that are not so."""
    return tuple(j.sentence for j in judge_report(report, after) if j.verdict is SentenceTruth.FALSE)


def _verdict(sentence: str, after: SceneGraph, laid: SceneGraph) -> SentenceTruth:
    if sentence.lower().startswith(_DOUBTS):
        return SentenceTruth.NOT_JUDGED
    claims, whole = list(_claims(sentence)), _is_whole(sentence)
    told: Counter[tuple[str, str, str]] = Counter()
    verdicts = [_holds(claim, after, laid, told) for claim in claims]
    if any(_is_in_hand(found["who"], after, laid) for found in _LOST.finditer(sentence.lower())):
        return SentenceTruth.FALSE
    if SentenceTruth.FALSE in verdicts:
        return SentenceTruth.FALSE
    judged = whole and claims and SentenceTruth.NOT_JUDGED not in verdicts
    return SentenceTruth.TRUE if judged else SentenceTruth.NOT_JUDGED


def _claims(sentence: str) -> Iterator[_Claim]:
    text = sentence.lower()
    for found in _LEFT.finditer(text):
        yield _Claim(found["who"], False, "", "", found["state"])
    for found in _CLAIM.finditer(text):
        names = re.split(r", | and ", found["who"].removeprefix("and "))
        for who in names:
            place = (found["place"] or "").removeprefix("the ")
            how, state = found["how"] or "", found["state"] or ""
            yield _Claim(who.removeprefix("the "), bool(found["no"]), how, place, state, found["room"] or "")


def _is_whole(sentence: str) -> bool:
    """Whether nothing is left of a sentence once what can be judged is taken out."""
    left = _CLAIM.sub("", _LEFT.sub("", sentence.lower()))
    return not re.sub(r"\band\b|[ ,.]", "", left)


def _holds(claim: _Claim, after: SceneGraph, laid: SceneGraph, told: Counter[tuple[str, str, str]]) -> SentenceTruth:
    """Whether a claim is so; `told` counts how often the same was said of things that cannot be told apart."""
    if claim.state:
        node = after.nodes.get(_id(claim.who))
        if node is None:
            return SentenceTruth.NOT_JUDGED
        return _as_said((_STATES[claim.state] in node.states) is not claim.no)
    alike = _alike(claim.who, after, laid)
    if not alike:
        return SentenceTruth.FALSE if not claim.no else SentenceTruth.NOT_JUDGED  # there is nothing of this kind
    there = [n for n in alike if _is_at(n, claim, after)]
    if claim.no:
        return _as_said(len(there) < len(alike))
    kind = ",".join(sorted(n.id for n in alike)), claim.how, claim.place
    told[kind] += 1
    return _as_said(len(there) >= told[kind])


def _is_in_hand(name: str, after: SceneGraph, laid: SceneGraph) -> bool:
    """Whether what somebody is said not to know the place of is in the robot's hand.

    A thing with a number is in it if nothing else looks as it does; one without a number, if it is of the kind and of
    all the colours that are said. Other words of what it is like tell nothing.
    """
    held = after.held()
    if held is None:
        return False
    name = _COUNTED.sub("", name.replace("_", " "))
    if re.search(r" \d+$", name):
        return [node.id for node in _alike(name, after, laid)] == [held]
    label = after[held].label.replace("_", " ")
    for kind in (label, f"{label}s"):
        looks = name.removesuffix(kind).split()
        if name.endswith(kind) and all(word in set(map(str, colours_among(after[held].attributes))) for word in looks):
            return True
    return False


def _is_at(node: Node, claim: _Claim, after: SceneGraph) -> bool:
    relation = after.placement(node.id)
    if relation is None:
        return False
    if claim.room and after.room_of(node.id) != _id(claim.room):
        return False
    if claim.place.endswith(" hand"):
        return relation.target == AGENT_ID
    wanted = _RELATIONS.get(claim.how)
    places = {n.id for n in _alike(claim.place, after, after)} or {_id(claim.place)}
    return relation.target in places and (wanted is None or relation.type is wanted)


def _alike(name: str, after: SceneGraph, laid: SceneGraph) -> Sequence[Node]:
    """The things that a person would call so: furniture by its name, things by their kind and the colours they had."""
    node = laid.nodes.get(_id(name))
    if node is not None and node.kind is not NodeKind.OBJECT:
        return (node,)
    label = node.label if node is not None else re.sub(r"(_\d+)+$", "", _id(name))
    colours = set(colours_among(node.attributes)) if node is not None else set()
    things = after.of_kind(NodeKind.OBJECT)
    return tuple(n for n in things if n.label == label and colours <= set(colours_among(n.attributes)))


def _as_said(holds: bool) -> SentenceTruth:
    return SentenceTruth.TRUE if holds else SentenceTruth.FALSE


def _id(name: str) -> str:
    return name.replace(" ", "_").replace("'", "")
