# SPDX-License-Identifier: Apache-2.0
"""What must be true in the end, in the words of the corpus.

A fact is a line; several ids are joined by "+", and each of them is meant:

- `on apple_1+apple_2 table_2`, `in ...`: directly on or inside; `at ...`: either
- `open x`, `closed x`, `lit x` (switched on), `holding x`, `given x anna`, `explored x`, `pressed x`, `near x` (the
  robot stands there)
- `room apple_1 kitchen`, `robot kitchen`: in that room in the end
- `2 of mug|cup at table_1`: just so many of these classes or ids (`given`: with a person);
  `2+ of` at least, `2- of` at most
- `was ...`: true at some time on the way
- `not ...`; alternatives are joined by " or "
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from makedo_core.goals.facts import Facts
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, SceneGraph
from makedo_core.skills import Literal, Predicate
from makedo_eval.case import DatasetError

COUNT = re.compile(r"(\d+)([+-]?) of (\S+) (on|in|at|given) (\S+)")
FACTS = {
    "on": (Predicate.ON,),
    "in": (Predicate.INSIDE,),
    "at": (Predicate.ON, Predicate.INSIDE),
    "open": (Predicate.OPEN,),
    "closed": (Predicate.CLOSED,),
    "lit": (Predicate.SWITCHED_ON,),
    "holding": (Predicate.HOLDING,),
    "given": (Predicate.GIVEN,),
    "explored": (Predicate.EXPLORED,),
    "pressed": (Predicate.PRESSED,),
    "poured": (Predicate.POURED,),
    "near": (Predicate.AT,),
}
_KEPT = frozenset(
    {
        Predicate.ON,
        Predicate.INSIDE,
        Predicate.GIVEN,
        Predicate.HOLDING,
        Predicate.OPEN,
        Predicate.CLOSED,
        Predicate.SWITCHED_ON,
        Predicate.UPSIDE_DOWN,
        Predicate.FULL,
    }
)
"""What stays as it was, of everything that nobody spoke of."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a plan makes true: the scene, and the facts before it and after each of its calls."""

    graph: SceneGraph
    states: Sequence[Facts]


def failing(ends: Sequence[str], course: Course) -> tuple[str, ...]:
    """The facts that do not hold in the end."""
    return tuple(line for line in ends if not _holds(line, course, course.states[-1]))


def disturbed(ends: Sequence[str], may: Collection[str], course: Course) -> tuple[str, ...]:
    """What is not as it was although no fact names it, sorted."""
    named = {*may, *(node_id for line in ends for node_id in _named(line, course.graph))}
    return tuple(sorted(_changed(course) - named))


def misplaced(ends: Sequence[str], course: Course) -> tuple[str, ...]:
    """What was changed, but not to what a fact of its own says, sorted; what was left undone is no part of it."""
    singles = [single for line in ends for single in _one_by_one(line)]
    off = {thing for thing, line in singles if not _holds(line, course, course.states[-1])}
    return tuple(sorted(off & _changed(course)))


def _changed(course: Course) -> set[str]:
    before, after = (frozenset(x for x in s if x.predicate in _KEPT) for s in (course.states[0], course.states[-1]))
    return {x.terms[0] for x in before ^ after if x.terms}


def _one_by_one(line: str) -> Iterator[tuple[str, str]]:
    """Each thing of a line without alternatives, and the line about it alone."""
    word, *terms = line.split()
    if word in FACTS and " or " not in line:
        yield from ((thing, " ".join((word, thing, *terms[1:]))) for thing in terms[0].split("+"))


def check(line: str, graph: SceneGraph) -> None:
    """That a line can be read and names what there is.

    Raises:
        DatasetError: naming the line.
    """
    for part in _alternatives(line):
        count = COUNT.fullmatch(part)
        if count is None and part.split()[0] not in (*FACTS, "room", "robot"):
            raise DatasetError(f"{line!r} begins with no word that is known; known are {', '.join(FACTS)}")
        unknown = [n for n in _ids(part) if n not in graph and n not in {node.label for node in graph}]
        if unknown:
            raise DatasetError(f"{line!r} names {', '.join(unknown)}, which the scene does not have")


def _alternatives(line: str) -> Iterator[str]:
    for part in line.split(" or "):
        yield part.removeprefix("was ").removeprefix("not ")


def _ids(part: str) -> list[str]:
    count = COUNT.fullmatch(part)
    words = [count[3], count[5]] if count else part.split()[1:]
    return [n for word in words for n in re.split(r"[+|]", word) if n != "*"]


def _named(line: str, graph: SceneGraph) -> Iterator[str]:
    """Ids of a line; a class is all its things."""
    for part in _alternatives(line):
        if "of *" in part:
            yield from (node.id for node in graph.of_kind(NodeKind.OBJECT))
        for name in _ids(part):
            yield name
            yield from (node.id for node in graph if node.label == name)


def _holds(line: str, course: Course, facts: Facts) -> bool:
    return any(_part_holds(part, course, facts) for part in line.split(" or "))


def _part_holds(part: str, course: Course, facts: Facts) -> bool:
    if part.startswith("was "):
        rest = part.removeprefix("was ")
        return any(_part_holds(rest, course, state) for state in course.states)
    if part.startswith("not "):
        return not _part_holds(part.removeprefix("not "), course, facts)
    count = COUNT.fullmatch(part)
    if count is not None:
        return _counted(int(count[1]), count[2], things_named(count[3], course.graph), count[4], count[5], facts)
    word, *terms = part.split()
    things = terms[0].split("+")
    if word == "room":
        return all(_room(thing, course.graph, facts) == terms[1] for thing in things)
    if word == "robot":
        return _robots_room(course.graph, facts) == terms[0]
    return all(any(Literal(p, (thing, *terms[1:])) in facts for p in FACTS[word]) for thing in things)


def _counted(number: int, bound: str, things: Collection[str], word: str, place: str, facts: Facts) -> bool:
    found = sum(any(Literal(p, (thing, place)) in facts for p in FACTS[word]) for thing in things)
    return found >= number if bound == "+" else found <= number if bound == "-" else found == number


def things_named(names: str, graph: SceneGraph) -> list[str]:
    """Ids of the objects that classes or ids stand for; "*" is all."""
    wanted = names.split("|")
    return [n.id for n in graph.of_kind(NodeKind.OBJECT) if n.id in wanted or n.label in wanted or wanted == ["*"]]


def _room(thing: str, graph: SceneGraph, facts: Facts) -> str | None:
    places = (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN)
    held_at = [x.terms[1] for x in facts if x.predicate in places and x.terms[0] == thing]
    return next((room for room in map(graph.room_of, held_at) if room is not None), None)


def _robots_room(graph: SceneGraph, facts: Facts) -> str | None:
    at = [x.terms[0] for x in facts if x.predicate is Predicate.AT]
    return graph.room_of(at[0]) if at else graph.room_of(AGENT_ID)
