# SPDX-License-Identifier: Apache-2.0
"""The planning problem of a goal, instantiated from the skill catalogue over the relevant part of a scene.

Facts are numbered; a state is a set of numbers. Static literals are evaluated away, disjunctive preconditions
split an instance of an operator, a negated literal that some condition needs becomes a fact of its own, and `clear(x)`,
which is derived, becomes "no longer here" for each thing that rests on x now (nothing is ever stacked by a
skill).

Things are put down at their goals only, except what is in the way or in the hand: that may be parked on furniture close
by. So a plan sets no wanted thing down half-way but the one that the robot begins with. If the problem is unsolvable
like this, `parking=True` allows it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from makedo_core.goals.facts import ELSEWHERE, Facts
from makedo_core.goals.facts import facts as facts_of
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import FLUENTS, SKILLS, Literal, Predicate, SkillCall, Type
from planner_node.proof.prune import literals_of_placement, parking_places, relevant

_NO_PARKING = frozenset({FailureKind.FULL, FailureKind.FULL_ON, FailureKind.BLOCKED})
_ONLY_IF_WANTED = {
    "turn_on": Predicate.SWITCHED_ON,
    "turn_off": Predicate.SWITCHED_ON,
    "press": Predicate.PRESSED,
    "discover_objects": Predicate.EXPLORED,
}


_LEADS_TO = {
    "put_on": Predicate.ON,
    "put_inside": Predicate.INSIDE,
    "hand_over": Predicate.GIVEN,
    "pour": Predicate.POURED,
}
_NOT_TAKEN_FROM = (Predicate.GIVEN, Predicate.POURED)


class OperatorInstance(NamedTuple):
    """An operator with its arguments, on numbered facts; one of possibly several ways to satisfy its preconditions.

    It is a tuple because a problem has hundreds: that takes a third of what it does to make a dataclass.
    """

    call: SkillCall
    needs: tuple[int, ...]
    adds: tuple[int, ...]
    deletes: frozenset[int]


@dataclass(frozen=True, slots=True)
class Problem:
    """Numbered facts, the initial state and all instances.

    Attributes:
        numbers: literal -> number; a negated literal has a number of its own.
        initial: what holds at the start.
        instances: every operator with every choice of arguments that may serve.
        literals: number -> literal.
        statics: every fact of the relevant part, for explanations.
        parts: of wanted literals that are no facts of their own: numbers of the facts that they stand for.
        learnt: what was learnt while moving, for explanations.
    """

    numbers: dict[Literal, int]
    initial: frozenset[int]
    instances: tuple[OperatorInstance, ...]
    literals: tuple[Literal, ...]
    statics: Facts
    parts: Mapping[Literal, tuple[int, ...]] = field(default_factory=dict)
    learnt: tuple[KnownFailure, ...] = ()

    def numbers_of(self, literal: Literal) -> tuple[int, ...]:
        """Numbers of the facts that together mean a literal. It must be among those that the problem was made for."""
        return self.parts[literal] if literal in self.parts else (self.numbers[literal],)

    def goal(self, wanted: Iterable[Literal]) -> frozenset[int]:
        """Numbers of the facts that together mean some literals, as those of `numbers_of`."""
        return frozenset(number for literal in wanted for number in self.numbers_of(literal))


@lru_cache(maxsize=64)
def _branches(skill: str) -> tuple[tuple[Literal, ...], ...]:
    """Ways to satisfy the preconditions of a skill, without those that another way makes superfluous."""
    ways = {frozenset(way) for way in product(*SKILLS[skill].preconditions)}
    minimal = [way for way in ways if not any(other < way for other in ways)]
    return tuple(tuple(sorted(way, key=str)) for way in sorted(minimal, key=lambda w: sorted(map(str, w))))


def make_problem(
    graph: SceneGraph,
    wanted: Sequence[Literal],
    known_failures: Collection[KnownFailure] = (),
    parking: bool = False,
) -> Problem:
    """The problem of reaching some grounded literals with the robot's skills.

    Args:
        graph: the snapshot.
        wanted: every literal that will be asked about: goals, alternatives, what is to be closed in the end.
        known_failures: what was learnt while moving.
        parking: allow wanted things to be put down near the robot on their way.
    """
    part = relevant(graph, wanted)
    held = graph.held()
    parked = part.objects if parking else (*part.obstacles, *((held,) if held is not None else ()))
    useless = [f.node_id for f in known_failures if f.kind in _NO_PARKING]
    places = parking_places(graph, without=useless) if parked else ()
    assets = tuple(dict.fromkeys((*part.assets, *places)))
    facts = facts_of(graph, known_failures, only=(*part.objects, *assets))
    targets = literals_of_placement(wanted)
    puts = {(t.predicate, t.terms) for t in targets}
    puts |= {(w.predicate, w.terms) for w in wanted if w.predicate is Predicate.POURED}
    puts |= {(Predicate.ON, (o, a)) for o in parked for a in places}
    picks = {f.terms for f in facts if f.predicate in (Predicate.ON, Predicate.INSIDE)}
    picks |= {terms for predicate, terms in puts if predicate not in _NOT_TAKEN_FROM}
    calls: list[SkillCall] = []
    for name, spec in SKILLS.items():
        only = _ONLY_IF_WANTED.get(name)
        if only is not None and all(w.predicate is not only for w in wanted):
            continue
        if len(spec.parameters) == 1:
            arguments: Collection[tuple[str, ...]] = [(a,) for a in assets]
        else:
            arguments = sorted(_pairs(name, picks, puts))
        assert spec.parameters[-1].type is Type.ASSET
        for args in arguments:
            if args[-1] in assets:
                calls.append(SkillCall(name, tuple(args)))
    return replace(instantiate(facts, calls, wanted), learnt=tuple(known_failures))


def instantiate(facts: Facts, calls: Iterable[SkillCall], wanted: Sequence[Literal]) -> Problem:
    """The problem of reaching some grounded literals by some skill calls.

    Args:
        facts: what holds at the start.
        calls: everything that may be done.
        wanted: every literal that will be asked about.
    """
    builder = _Builder(facts)
    for call in calls:
        builder.add(call)
    return builder.problem(wanted)


def _pairs(
    skill: str, picks: Collection[tuple[str, ...]], puts: Collection[tuple[str, tuple[str, ...]]]
) -> set[tuple[str, ...]]:
    """Pairs of object and asset that a skill is worth instantiating for."""
    if skill == "pick_up":
        return set(picks)
    return {terms for p, terms in puts if p is _LEADS_TO[skill]}


@dataclass(frozen=True, slots=True)
class _Draft:
    """An instance before its facts are numbered."""

    call: SkillCall
    needs: tuple[Literal, ...]
    effects: tuple[Literal, ...]


class _Builder:
    """Collects instances, then numbers the facts."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.drafts: list[_Draft] = []
        self.resting: dict[str, list[Literal]] = {}  # by what things rest on or in
        for fact in facts:
            if fact.predicate in (Predicate.ON, Predicate.INSIDE):
                self.resting.setdefault(fact.terms[1], []).append(fact)

    def add(self, call: SkillCall) -> None:
        """Instantiate a call in every way that statics allow."""
        spec = SKILLS[call.skill]
        binding = spec.binding(call.arguments)
        effects = tuple(e.bind(binding) for e in spec.effects)
        for branch in _branches(call.skill):
            needs: list[Literal] = []
            for literal in branch:
                bound = literal.bind(binding)
                if bound.predicate not in FLUENTS:
                    if (Literal(bound.predicate, bound.terms) in self.facts) is bound.negated:
                        break
                else:
                    needs.extend(self.expanded(bound))
            else:
                self.drafts.append(_Draft(call, tuple(needs), effects))

    def expanded(self, literal: Literal) -> tuple[Literal, ...]:
        """The literal itself, or for clear(x) that everything that rests on x now is gone from there."""
        if literal.predicate is not Predicate.CLEAR or literal.negated:
            return (literal,)
        resting = sorted(self.resting.get(literal.terms[0], ()), key=str)
        return tuple(Literal(f.predicate, f.terms, negated=True) for f in resting)

    def problem(self, wanted: Sequence[Literal]) -> Problem:
        """Number everything."""
        numbers: dict[Literal, int] = {}

        def number(literal: Literal) -> int:
            return numbers.setdefault(literal, len(numbers))

        for literal in wanted:
            number(literal)
            for part in self.expanded(literal):
                number(part)
        for draft in self.drafts:
            for literal in (*draft.needs, *(e for e in draft.effects if not e.negated)):
                number(literal)
        for fact in self.facts:
            if fact.predicate in (Predicate.AT, Predicate.ON, Predicate.INSIDE, Predicate.OPEN):
                number(fact)
        opposite = {n: numbers[~literal] for literal, n in numbers.items() if ~literal in numbers}
        patterns: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        for literal, n in numbers.items():
            if not literal.negated and literal.terms:
                patterns.setdefault((literal.predicate, (*literal.terms[:-1], ELSEWHERE)), []).append(n)
        instances = tuple(_instance(draft, numbers, opposite, patterns) for draft in self.drafts)
        initial = frozenset(
            n
            for literal, n in numbers.items()
            if (Literal(literal.predicate, literal.terms) in self.facts) is not literal.negated
        )
        return Problem(numbers, initial, instances, tuple(numbers), self.facts, _cleared(wanted, numbers))


def _cleared(wanted: Iterable[Literal], numbers: Mapping[Literal, int]) -> dict[Literal, tuple[int, ...]]:
    """What each wanted clear(x) stands for: that nothing of what can be on or in x is there."""
    places = {x.terms[0]: x for x in wanted if x.predicate == Predicate.CLEAR and not x.negated}
    gone: dict[Literal, list[int]] = {literal: [] for literal in places.values()}
    for fact, n in numbers.items() if places else ():
        if fact.negated and fact.predicate in (Predicate.ON, Predicate.INSIDE) and fact.terms[1] in places:
            gone[places[fact.terms[1]]].append(n)
    return {literal: tuple(facts) for literal, facts in gone.items()}


def _instance(
    draft: _Draft,
    numbers: Mapping[Literal, int],
    opposite: Mapping[int, int],
    patterns: Mapping[tuple[str, tuple[str, ...]], Sequence[int]],
) -> OperatorInstance:
    """An instance with numbered facts; what becomes true and false, and their complements.

    Args:
        draft: the instance.
        numbers: of facts.
        opposite: numbers of facts and of their negations, where both have one.
        patterns: numbers of the facts that a term "?elsewhere" stands for.
    """
    true: set[int] = set()
    false: set[int] = set()
    adds: set[int] = set()
    for effect in draft.effects:
        if not effect.negated:
            true.add(numbers[effect])
        elif ELSEWHERE in effect.terms:
            false.update(patterns.get((effect.predicate, effect.terms), ()))
        elif ~effect in numbers:
            false.add(numbers[~effect])
        elif effect in numbers:
            adds.add(numbers[effect])
    false -= true
    adds.update(true, (opposite[n] for n in false if n in opposite))
    deletes = false.union(opposite[n] for n in true if n in opposite)
    needs = tuple(sorted({numbers[x] for x in draft.needs}))
    return OperatorInstance(draft.call, needs, tuple(sorted(adds)), frozenset(deletes))
