# SPDX-License-Identifier: Apache-2.0
"""Groups of which an instruction says "each", "every", "all" or "both", found by its words alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.tokens import stems, tokens

_PARTITIVE = frozenset("of the single one these those my our your".split())
_MOST_ADJECTIVES = 3
_LONGEST_NAME = 4
_WITHIN = frozenset("from in of across throughout within around".split())
_MEASURING = frozenset("for to with beside by near behind alongside".split())
_NEXT_TO = (("next", "to"), ("left", "of"), ("right", "of"), ("front", "of"), ("side", "of"))
_WHERE = frozenset("on in at inside".split())
_MAY_DO = frozenset({"stay", "remain", "be", "go", "wait"})
_FAR = 8  # words from "as many" to "as"
_TIMES = {"twice": Fraction(2), "double": Fraction(2), "half": Fraction(1, 2)}
_GIVING = frozenset({"give", "provide", "supply", "equip"})
_HAVING = frozenset({"get", "gets", "need", "needs", "have", "wants", "deserves", "requires"})
_MORE_OR_LESS = frozenset({"more", "fewer", "less"})
_EVERYBODY = {"everyone": "person", "everybody": "person"}


@dataclass(frozen=True, slots=True)
class EachOf:
    """A group with a universal quantifier.

    Attributes:
        span: positions of the quantifier, what joins it to its noun, and the noun; what is said between of how the
            things are ("every other book", "every blue book") has to be mirrored like other words, but where the group
            only counts others.
        before: the words before it.
        is_scope: whether it only says that things may be anywhere: "from every room".
        measures: whether it says how many others there are to be: "a fork for each plate", "as many forks as plates".
        times: how many times as many: two for "twice as many forks as plates".
        more: how many more than so many: one for "one more fork than there are plates".
        compared: "more", "fewer", "less" or "enough", where others are only said to be so: "more forks than knives",
            "enough forks for all plates"; empty: no.
        is_number: whether it says nothing but a number, furniture too: "as many forks as there are tables".
        is_placed: whether a preposition of place stands behind it.
        text: the words from it to the noun.
        concept: class of the ontology or label of the graph.
        room: id of the room that is named right behind it; empty: none is.
    """

    span: frozenset[int]
    text: str
    concept: str
    before: str = ""
    room: str = ""
    is_scope: bool = False
    measures: bool = False
    is_placed: bool = False
    times: Fraction = Fraction(1)
    more: int = 0
    compared: str = ""
    is_number: bool = False


def quantified(instruction: str, graph: SceneGraph, ontology: Ontology) -> tuple[EachOf, ...]:
    """Every quantifier whose noun is known."""
    words = tokens(instruction)
    rooms = {"room", *(node.label for node in graph.of_kind(NodeKind.ROOM))}
    labels = {tokens(node.label): node.label for node in graph}
    found: list[EachOf] = []
    for at, word in enumerate(words):
        before = " ".join(words[:at])
        if word == "enough":
            found += _sufficing(words, at, labels, ontology)
        elif found and found[-1].compared and at in found[-1].span:
            continue
        elif word in _EVERYBODY:
            own = _its_own(words, at + 1) if _is_to_have(words, at, at + 1) else frozenset()
            room = _room(words, at + 1, graph)
            found.append(EachOf(frozenset({at}) | own, word, _EVERYBODY[word], before, room))
        elif word in word_lists().universal:
            noun = _noun(words, at + 1, labels, ontology)
            may = noun is not None and words[noun[1] - 1] == "can" and words[noun[1] : noun[1] + 1] != ()
            if noun is not None and may and words[noun[1]] in _MAY_DO:
                continue  # "the rest can stay"
            if noun is not None and words[at + 1] == "of" and words[noun[1] : noun[1] + 1] in _numbered(graph):
                continue  # "all of shelf 3" is what is on it
            if noun is not None and not (word == "both" and _joins(words, noun[1], labels, ontology)):
                first, end, concept = noun
                scope = concept in rooms and at > 0 and words[at - 1] in _WITHIN
                text, room = " ".join(words[at:end]), _room(words, end, graph)
                measures = (
                    word == "per" or words[max(0, at - 1)] in _MEASURING or words[max(0, at - 2) : at] in _NEXT_TO
                )
                own = _its_own(words, end) if _is_to_have(words, at, end) else frozenset()
                measures |= _is_to_have(words, at, end)
                placed = words[end : end + 1] != () and words[end] in _WHERE
                binding = frozenset(range(at, end)) if measures else _binding(words, at, first, end)
                found.append(EachOf(binding | own, text, concept, before, room, scope, measures, placed))
        elif word == "as" and words[at + 1 : at + 2] == ("many",):
            found += _as_many(words, at, labels, ontology)
        elif word in _MORE_OR_LESS:
            found += _more_than(words, at, labels, ontology)
    return tuple(found)


def _is_to_have(words: Sequence[str], at: int, end: int) -> bool:
    """Whether what is said around a group tells what each of it is to have: "give each plate", "each plate gets"."""
    behind = next((word for word in words[end : end + _FAR] if word in _HAVING), "")
    return (at > 0 and words[at - 1] in _GIVING) or bool(behind)


def _numbered(graph: SceneGraph) -> frozenset[tuple[str, ...]]:
    """The numbers of furniture, as they are said."""
    ends = (node.id.rpartition("_")[2] for node in graph.of_kind(NodeKind.ASSET))
    return frozenset((end,) for end in ends if end.isdecimal())


def _its_own(words: Sequence[str], end: int) -> frozenset[int]:
    """Positions of "its own" behind a group each of which is to have something."""
    behind = range(end, min(len(words) - 1, end + _FAR))
    at = next((i for i in behind if words[i] in ("its", "their") and words[i + 1] == "own"), None)
    return frozenset() if at is None else frozenset((at, at + 1))


def _sufficing(
    words: Sequence[str], at: int, labels: dict[tuple[str, ...], str], ontology: Ontology
) -> Iterator[EachOf]:
    """The others of "enough forks for all the plates", "enough glasses for everyone"."""
    link = next((i for i in range(at + 2, min(len(words) - 1, at + _FAR)) if words[i] == "for"), None)
    if link is None:
        return
    start = link + 1 + (words[link + 1] in word_lists().universal)
    everybody = _EVERYBODY.get(words[link + 1])
    noun = (link + 1, link + 2, everybody) if everybody else _noun(words, start, labels, ontology)
    if noun is not None:
        first, end, concept = noun
        span, placed = frozenset((at, *range(link, end))), words[end : end + 1] != () and words[end] in _WHERE
        text, before = " ".join(words[first:end]), " ".join(words[:at])
        yield EachOf(span, text, concept, before, measures=True, is_placed=placed, compared="enough", is_number=True)


def _as_many(words: Sequence[str], at: int, labels: dict[tuple[str, ...], str], ontology: Ontology) -> Iterator[EachOf]:
    """The others of "as many forks as there are plates", "twice as many", "three times as many"."""
    link = next((i for i in range(at + 2, min(len(words), at + _FAR)) if words[i] == "as"), None)
    noun = _noun(words, link + 1 + 2 * (words[link + 1 : link + 2] == ("there",)), labels, ontology) if link else None
    if link is not None and noun is not None:
        first, end, concept = noun
        number = _number(words, at - 2) if at > 1 and words[at - 1] == "times" else 0
        times = Fraction(number) if number else _TIMES.get(words[at - 1] if at else "", Fraction(1))
        begin = at - (2 if number else times != 1)
        span = frozenset((*range(begin, at + 2), *range(link, end)))
        placed = words[end : end + 1] != () and words[end] in _WHERE
        text, before = " ".join(words[first:end]), " ".join(words[:begin])
        yield EachOf(span, text, concept, before, measures=True, is_placed=placed, times=times, is_number=True)


def _more_than(
    words: Sequence[str], at: int, labels: dict[tuple[str, ...], str], ontology: Ontology
) -> Iterator[EachOf]:
    """The others of "one more fork than there are plates"; of "more forks than knives", which are only compared."""
    link = next((i for i in range(at + 2, min(len(words), at + _FAR)) if words[i] == "than"), None)
    noun = _noun(words, link + 1 + 2 * (words[link + 1 : link + 2] == ("there",)), labels, ontology) if link else None
    if link is None or noun is None:
        return
    first, end, concept = noun
    text = " ".join(words[first:end])
    number = _number(words, at - 1) if words[at] == "more" and at else 0
    span = frozenset((*range(at - bool(number), at + 1), *range(link, end)))
    if number and words[max(0, at - 2)] not in ("are", "is"):
        yield EachOf(span, text, concept, " ".join(words[: at - 1]), measures=True, more=number, is_number=True)
    elif not number:
        yield EachOf(span, text, concept, " ".join(words[:at]), compared=words[at])


def _number(words: Sequence[str], at: int) -> int:
    """The number that a word says; 0: none."""
    return (
        int(words[at]) if words[at].isdigit() else 1 if words[at] == "one" else word_lists().numbers.get(words[at], 0)
    )


def _joins(words: Sequence[str], end: int, labels: dict[tuple[str, ...], str], ontology: Ontology) -> bool:
    """Whether "both" only joins two things: a noun in the singular ends before "and"."""
    is_singular = (words[end - 1],) in labels or ontology.class_of(words[end - 1]) == words[end - 1]
    return is_singular and words[end : end + 1] == ("and",)


def _binding(words: Sequence[str], at: int, first: int, end: int) -> frozenset[int]:
    """Positions of a quantifier, of the words that join it to a noun, and of the noun."""
    joining = range(at + 1, first)
    joined = next((i for i in joining if words[i] not in _PARTITIVE), first)
    return frozenset((*range(at, joined), *range(first, end)))


def _noun(
    words: Sequence[str],
    start: int,
    labels: dict[tuple[str, ...], str],
    ontology: Ontology,
) -> tuple[int, int, str] | None:
    """Where the first noun begins and ends, and which class it names; words of looks may stand before it."""
    while start < len(words) and words[start] in _PARTITIVE:
        start += 1
    for first in range(start, min(start + _MOST_ADJECTIVES + 1, len(words))):
        for end in range(min(first + _LONGEST_NAME, len(words)), first, -1):
            concept = None if words[end - 1] in word_lists().things else _class(words[first:end], labels, ontology)
            if concept is not None:
                return first, end, concept
        if words[first] in word_lists().function or words[first] in word_lists().exclusion:
            return None
    return None


def _class(words: Sequence[str], labels: dict[tuple[str, ...], str], ontology: Ontology) -> str | None:
    forms = [(*words[:-1], last) for last in sorted(stems(words[-1]))]
    own = next((label for form in forms if (label := labels.get(form)) and ontology.class_of(label) != label), None)
    concept = own or ontology.class_of(" ".join(words))  # teacups may be here beside cups
    if concept is not None:
        return concept
    for singular in forms:
        label = labels.get(singular) or ontology.class_of(" ".join(singular))
        if label is not None:
            return label
    return None


def _room(words: Sequence[str], at: int, graph: SceneGraph) -> str:
    """The room that the words right behind a noun name: "in the kitchen"."""
    behind = words[at : at + 5]
    if not behind or behind[0] not in ("in", "of", "from", "inside"):
        return ""
    text = f" {' '.join(behind)} "
    return next((r.id for r in _rooms(graph) if f" {' '.join(r.names)} " in text), "")


@dataclass(frozen=True, slots=True)
class _Room:
    id: str
    names: tuple[str, ...]


def _rooms(graph: SceneGraph) -> Iterator[_Room]:
    for node in graph.of_kind(NodeKind.ROOM):
        yield _Room(node.id, tokens(node.id))
        yield _Room(node.id, tokens(node.label))
