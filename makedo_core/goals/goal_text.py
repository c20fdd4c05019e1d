# SPDX-License-Identifier: Apache-2.0
"""Goals in plain English, and which parts of a goal a state fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet

from makedo_core.goals.facts import words
from makedo_core.goals.goal import (
    NO_UNIVERSE,
    OBJECT_VARIABLE,
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    conjuncts,
    holds_in,
    satisfied,
)
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.skills import Literal, Predicate

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


_OPEN_GROUND = frozenset("terrace balcony patio porch veranda deck driveway lawn roof".split())


def within(place: str) -> str:
    """The preposition for somebody or something in a room: one is on a terrace.

    Args:
        place: its id or label.
    """
    named = [word for word in place.split("_") if not word.isdigit()]
    return "on" if named and named[-1] in _OPEN_GROUND else "in"


def number_word(count: int) -> str:
    """A small number in words, a large one in digits."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def enumerate_words(items: Iterable[str], last: str = "and") -> str:
    """A list as people write it: "a, b and c"."""
    listed = list(items)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"


def spoken(node_id: str) -> str:
    """A node id as people say it: "cola can 1"."""
    return node_id.replace("_", " ")


def named(node_id: str) -> str:
    """A node as it stands in a sentence: "cola can 1", "the living room"."""
    return spoken(node_id) if node_id[-1:].isdigit() else f"the {spoken(node_id)}"


def describe(goal: Goal, graph: SceneGraph | None = None) -> str:
    """A goal in plain English.

    Args:
        goal: what to describe.
        graph: gives the classes of objects; without it every object is named.
    """
    match goal:
        case Holds(literal):
            return words(literal)
        case Not(Holds(literal)):
            return words(~literal)
        case Not(part):
            return f"it is not so that {describe(part, graph)}"
        case AllOf(parts):
            return enumerate_words(describe(p, graph) for p in parts) if parts else "nothing is asked for"
        case AnyOf(parts):
            return (
                enumerate_words((describe(p, graph) for p in parts), "or") if parts else "the impossible is asked for"
            )
        case AtLeast(count, objects, literal):
            return _describe_count(count, objects, literal, graph)
        case Compare(function, terms, comparator, value):
            of = f" of {enumerate_words(spoken(t) for t in terms)}" if terms else ""
            return f"the {spoken(function.replace('-', '_'))}{of} is {_COMPARED[comparator]} {value:g}"
        case Exists(variables, part):
            return f"for some {_ranging(variables)}, {describe(part, graph)}"
        case ForAll(variables, part):
            return f"for every {_ranging(variables)}, {describe(part, graph)}"
        case InOrder(parts):
            return ", then ".join(describe(p, graph) for p in parts) if parts else "nothing is asked for"


_COMPARED = {
    Comparator.LESS: "less than",
    Comparator.AT_MOST: "at most",
    Comparator.EQUAL: "exactly",
    Comparator.AT_LEAST: "at least",
    Comparator.MORE: "more than",
}


def _ranging(variables: Iterable[Variable]) -> str:
    return enumerate_words(f"{spoken(v.type)} {v.name}" for v in variables)


def _describe_count(count: int, objects: tuple[str, ...], literal: Literal, graph: SceneGraph | None) -> str:
    if count == len(objects) == 1:
        return words(literal.bind({OBJECT_VARIABLE: objects[0]}))
    if literal.terms[:1] != (OBJECT_VARIABLE,):  # nothing is said of the objects: they are said of something else
        cases = enumerate_words((words(literal.bind({OBJECT_VARIABLE: o})) for o in objects), "or")
        return cases if count == 1 else f"{number_word(count)} of these: {cases}"
    if count == len(objects):
        subject = enumerate_words(spoken(o) for o in objects)
        verb = "are" if len(objects) > 1 else "is"
    elif count > len(objects):
        subject = f"{number_word(count)} of {enumerate_words(spoken(o) for o in objects) or 'nothing'}"
        verb = "are"
    else:
        subject = f"{number_word(count)} of {_choices(objects, graph)}"
        verb = "are" if count > 1 else "is"
    return f"{subject} {verb} {predicate_words(literal)}"


def _choices(objects: tuple[str, ...], graph: SceneGraph | None) -> str:
    """What can be chosen from: named one by one while they are few, else counted by class."""
    if graph is None or len(objects) <= 6 or not all(o in graph for o in objects):
        return enumerate_words((spoken(o) for o in objects), "or")
    counts = Counter(spoken(graph[o].label) for o in objects)
    return enumerate_words((f"{n} {label}{'s' if n > 1 else ''}" for label, n in counts.items()), "or")


def predicate_words(literal: Literal) -> str:
    """What is said of the objects: the words of the literal after its subject."""
    place = " ".join(spoken(t) for t in literal.terms if t != OBJECT_VARIABLE)
    phrases: dict[str, str] = {
        Predicate.ON: f"on {place}",
        Predicate.INSIDE: f"inside {place}",
        Predicate.GIVEN: f"with {place}",
        Predicate.POURED: f"poured into {place}",
        Predicate.HOLDING: "in the robot's hand",
        Predicate.CLEAR: "clear",
    }
    if not isinstance(literal.predicate, Predicate):
        subject, _, said = words(literal).partition(" is ")
        return said or subject
    if literal.negated and literal.predicate is Predicate.SWITCHED_ON:
        return "switched off"
    phrase = phrases.get(literal.predicate, literal.predicate.replace("_", " "))
    return f"not {phrase}" if literal.negated else phrase


def achieved(goal: Goal, facts: Collection[Literal]) -> str:
    """What makes a goal true where it holds, in plain English: of "three of these ten", the three.

    Args:
        goal: holds in `facts`.
        facts: the positive ones.
    """
    if not conjuncts(goal):
        return describe(goal)
    if isinstance(goal, InOrder):
        return ", then ".join(text for part in _told_once(goal, facts) if (text := achieved(part, facts)))
    subjects: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    sentences: list[str] = []
    for part in conjuncts(goal):
        if isinstance(part, AnyOf):
            part = next((p for p in part.parts if satisfied(p, facts)), part)
        match part:
            case Holds(literal) if not literal.negated and _rests(literal):
                _note(subjects, [literal])
            case AtLeast() if not part.literal.negated:
                there = part.true_in(facts)
                if _rests(part.literal):
                    _note(subjects, there)
                else:
                    sentences.extend(words(i) for i in there)
            case _:
                sentences.append(describe(part))
    for (predicate, place), objects in subjects.items():
        verb = "are" if len(objects) > 1 else "is"
        where = predicate_words(Literal(predicate, (OBJECT_VARIABLE, *place)))
        sentences.insert(0, f"{enumerate_words(spoken(o) for o in objects)} {verb} {where}")
    return enumerate_words(sentences)


def so_already(
    goal: Goal, begin: Collection[Literal], end: Collection[Literal], moved: AbstractSet[str]
) -> dict[str, tuple[str, ...]]:
    """What a goal wants that is so before anything is done: the names of the things by what is said of them.

    Args:
        goal: holds in `end`.
        begin: the positive facts before the plan.
        end: those after it.
        moved: ids of what the plan moves, opens, closes or switches, which is told as what is done.
    """
    found: dict[str, dict[str, None]] = {}
    parts = [part for stage in (goal.parts if isinstance(goal, InOrder) else (goal,)) for part in conjuncts(stage)]
    for part in parts:
        made = _made_true_by(part, end) if isinstance(part, Holds | AtLeast) else frozenset()
        brought = sum(bool(literal.terms) and literal.terms[0] in moved for literal in made)
        if isinstance(part, AtLeast) and brought >= part.count:
            continue  # others stand there and are not counted: dirty glasses
        for literal in made:
            told = len(literal.terms) == 1 or (literal.terms and not literal.negated)  # "not on the table" says little
            if not told or literal.terms[0] in moved or not (holds_in(literal, begin) and holds_in(literal, end)):
                continue
            subject = spoken(literal.terms[0])
            _, is_told, state = words(literal).partition(f"{subject} is ")
            there = predicate_words(Literal(literal.predicate, (OBJECT_VARIABLE, *literal.terms[1:]), literal.negated))
            found.setdefault(state if is_told and len(literal.terms) == 1 else there, {}).setdefault(subject)
    return {said: tuple(sorted(names)) for said, names in found.items()}


def _told_once(goal: InOrder, facts: Collection[Literal]) -> list[Goal]:
    """The parts of an ordered goal without what an earlier part says already, if nothing was said against it since."""
    told: set[Literal] = set()
    fresh: list[Goal] = []
    for part in goal.parts:
        new = []
        for conjunct in conjuncts(part):
            said = _made_true_by(conjunct, facts)
            if not said or not said <= told:
                new.append(conjunct)
            subjects = {literal.terms[:1] for literal in said - told}
            told = {old for old in told if old.terms[:1] not in subjects} | said
        if new:
            fresh.append(new[0] if len(new) == 1 else AllOf(tuple(new)))
    return fresh


def _made_true_by(part: Goal, facts: Collection[Literal]) -> frozenset[Literal]:
    """The literals of a part that hold, or else all that it mentions; empty: literals cannot express it."""
    match part:
        case Holds(literal):
            return frozenset({literal})
        case AtLeast():
            there = frozenset(part.true_in(facts))
            return there or frozenset(part.instances())
        case _:
            return frozenset()


def _rests(literal: Literal) -> bool:
    """Whether it says where a thing is, so that things can be listed together."""
    if isinstance(literal.predicate, Predicate):
        return literal.predicate in (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN, Predicate.POURED)
    return len(literal.terms) == 2 and literal.terms[1] != OBJECT_VARIABLE


def _note(subjects: dict[tuple[str, tuple[str, ...]], list[str]], found: Iterable[Literal]) -> None:
    for literal in found:
        objects = subjects.setdefault((literal.predicate, literal.terms[1:]), [])
        if literal.terms[0] not in objects:
            objects.append(literal.terms[0])


def failing(goal: Goal, facts: Collection[Literal], universe: Universe = NO_UNIVERSE) -> tuple[str, ...]:
    """The conjuncts of a goal that do not hold, each in plain English with what is missing."""
    result = []
    for part in conjuncts(goal):
        if satisfied(part, facts, universe):
            continue
        if isinstance(part, Holds):
            result.append(words(~part.literal))
        elif isinstance(part, AtLeast):
            if part.count == len(part.objects) == 1:
                result.append(words(~part.instances()[0]))
                continue
            there = sum(satisfied(Holds(instance), facts) for instance in part.instances())
            result.append(f"only {number_word(there)} instead of {number_word(part.count)}: {describe(part)}")
        else:
            result.append(f"not so: {describe(part)}")
    return tuple(result)
