# SPDX-License-Identifier: Apache-2.0
"""From a task in PDDL to numbered facts and instances of operators: only those that the initial state can lead to.

Instances are found by joining the positive conjuncts of a precondition with the facts that are reached when
nothing is ever deleted, fact by fact, so that what cannot happen is never written down. Negated literals that some
condition needs get numbers of their own, alternatives split an instance, and static literals are evaluated away.

Source: Helmert, Concise finite-domain representations for PDDL planning tasks, Artificial Intelligence 2009
    (section 6, reachability by a logic program).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from makedo_core.goals.goal import AllOf, Goal, Holds, Not, bound, conjuncts, constants
from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.alternatives import Branch, branches, without_derived
from planner_node.pddl.model import EQUALITY, DomainError, Operator, PddlTask
from planner_node.proof.problem import OperatorInstance, Problem

MOST_INSTANCES = 500_000
_MOST_OUTCOMES = 256  # of one instance's conditional effects

Atom = tuple[str, tuple[str, ...]]
"""A fact: predicate and terms."""


def instantiate(task: PddlTask, extra: Sequence[Literal] = ()) -> Problem:
    """The numbered problem of a task. Its goal is not looked at.

    Args:
        task: without numeric effects; derived predicates must not be defined by themselves.
        extra: literals that get numbers in any case, reachable or not: those of the goal, mostly.

    Raises:
        DomainError: for what the in-process search cannot do, or if there are too many instances.
    """
    return Instances(task).problem(extra)


class Instances:
    """The instances of a task's operators, which serve whatever literals are asked about."""

    def __init__(self, task: PddlTask) -> None:
        """Find them. The arguments and errors are those of `instantiate`."""
        self._initial = task.initial
        drafts = _Reach(task).drafts()
        reachable: frozenset[Atom] = frozenset(_atom(f) for f in task.initial).union(*(d.true for d in drafts))
        self.atoms = reachable
        """Every fact that is true at the start or may become true."""
        spelt = {n: str(n) for d in drafts for n in d.needs}
        # What never becomes true need not be asked about.
        self._drafts = [
            (d, [n for n in sorted(d.needs, key=spelt.__getitem__) if not n.negated or _atom(n) in reachable])
            for d in drafts
        ]

    def problem(self, extra: Sequence[Literal] = ()) -> Problem:
        """The numbered problem, with numbers for more literals."""
        return _numbered(self._initial, self._drafts, extra)


@dataclass(frozen=True, slots=True)
class _Schema:
    """An operator prepared for joining.

    Attributes:
        atoms: positive conjuncts, without equality.
        changing: those atoms that some operator changes; the others hold from the start wherever they are joined.
        adds: literals of effects that become true.
        deletes: those that become false.
        rest: every other conjunct.
        is_plain: whether no effect has a condition or variables of its own.
    """

    operator: Operator
    types: Mapping[str, str]
    atoms: tuple[Literal, ...]
    changing: tuple[Literal, ...]
    rest: tuple[Goal, ...]
    adds: tuple[Literal, ...]
    deletes: tuple[Literal, ...]
    is_plain: bool


@dataclass(frozen=True, slots=True)
class _Draft:
    """An instance before its facts are numbered: one way to satisfy its precondition."""

    call: SkillCall
    needs: Branch
    true: frozenset[Atom]
    false: frozenset[Atom]


class _Memory:
    """The facts that may be one atom of a precondition, by the terms that they share with a binding."""

    def __init__(self, atom: Literal, schema: _Schema, members: Mapping[str, frozenset[str]]) -> None:
        self._constants = [(i, t) for i, t in enumerate(atom.terms) if not t.startswith("?")]
        places: dict[str, list[int]] = {}
        for place, term in enumerate(atom.terms):
            if term.startswith("?"):
                places.setdefault(term, []).append(place)
        self.variables = tuple((v, where[0]) for v, where in places.items())
        self._same = [where for where in places.values() if len(where) > 1]
        self._types = [(place, members[schema.types[v]]) for v, place in self.variables]
        self._facts: list[tuple[str, ...]] = []
        self._by_term: dict[tuple[int, str], list[tuple[str, ...]]] = {}

    def admit(self, terms: tuple[str, ...]) -> bool:
        """Keep a fact of the atom's predicate, if it can be the atom."""
        if any(terms[i] != c for i, c in self._constants) or any(terms[i] not in ids for i, ids in self._types):
            return False
        if any(terms[i] != terms[where[0]] for where in self._same for i in where):
            return False
        self._facts.append(terms)
        for _, place in self.variables:
            self._by_term.setdefault((place, terms[place]), []).append(terms)
        return True

    def candidates(self, binding: Mapping[str, str]) -> Sequence[tuple[str, ...]]:
        """Facts that may agree with a binding: those that share one of its terms, the fewest."""
        found: Sequence[tuple[str, ...]] = self._facts
        for variable, place in self.variables:
            if variable in binding:
                sharing = self._by_term.get((place, binding[variable]), ())
                if len(sharing) < len(found):
                    found = sharing
        return found


class _Reach:
    """Facts and instances that are reached when nothing is deleted."""

    def __init__(self, task: PddlTask) -> None:
        self._universe = task.universe
        members = {name: frozenset(ids) for name, ids in task.universe.objects.items()}
        self._fluents = task.domain.fluents
        self._initial = {(f.predicate, f.terms) for f in task.initial}
        self._schemas = tuple(_prepared(a, task) for a in task.domain.operators.values())
        self._memories = tuple(tuple(_Memory(a, s, members) for a in s.atoms) for s in self._schemas)
        self._watching: dict[str, list[tuple[int, int]]] = {}
        for number, schema in enumerate(self._schemas):
            for index, atom in enumerate(schema.atoms):
                self._watching.setdefault(atom.predicate, []).append((number, index))
        self._reached: set[Atom] = set()
        self._queue: deque[Atom] = deque()
        self._seen: set[tuple[int, tuple[str, ...]]] = set()
        self._drafts: list[_Draft] = []

    def drafts(self) -> list[_Draft]:
        """Every instance."""
        for atom in sorted(self._initial):
            self._reach(atom)
        for number, schema in enumerate(self._schemas):
            if not schema.atoms:
                self._complete(number, {})
        while self._queue:
            # A fact meets those that came before it and itself, so that no set of facts meets twice but by itself.
            predicate, terms = self._queue.popleft()
            watching = self._watching.get(predicate, ())
            for number, index in [w for w in watching if self._memories[w[0]][w[1]].admit(terms)]:
                memories = self._memories[number]
                binding = {v: terms[place] for v, place in memories[index].variables}
                self._join(number, [m for i, m in enumerate(memories) if i != index], binding)
        return self._drafts

    def _reach(self, atom: Atom) -> None:
        if atom not in self._reached:
            self._reached.add(atom)
            self._queue.append(atom)

    def _join(self, number: int, memories: Sequence[_Memory], binding: dict[str, str]) -> None:
        """Find facts for the remaining atoms, that with the fewest candidates first."""
        if not memories:
            self._complete(number, binding)
            return
        options = [m.candidates(binding) for m in memories]
        best = min(range(len(memories)), key=lambda i: len(options[i]))
        rest = [m for i, m in enumerate(memories) if i != best]
        variables = memories[best].variables
        for terms in tuple(options[best]):
            if all(binding.get(v, terms[place]) == terms[place] for v, place in variables):
                self._join(number, rest, {**binding, **{v: terms[place] for v, place in variables}})

    def _complete(self, number: int, binding: Mapping[str, str]) -> None:
        """Give values to what no atom binds, and write the instances down."""
        schema = self._schemas[number]
        free = [v for v in schema.operator.parameters if v.name not in binding]
        for values in product(*(self._universe.objects[v.type] for v in free)):
            whole = {**binding, **{v.name: value for v, value in zip(free, values, strict=True)}}
            arguments = tuple(whole[v.name] for v in schema.operator.parameters)
            if (number, arguments) not in self._seen:
                self._seen.add((number, arguments))
                self._write(schema, whole, arguments)

    def _write(self, schema: _Schema, binding: dict[str, str], arguments: tuple[str, ...]) -> None:
        if len(self._drafts) >= MOST_INSTANCES:
            raise DomainError(f"the problem has more than {MOST_INSTANCES} operators; prune the scene first")
        ways: list[Branch] = [frozenset([a.bind(binding) for a in schema.changing])]
        for part in schema.rest:
            found = [w for w in map(self._fluent, branches(bound(part, binding), self._universe)) if w is not None]
            ways = [a | b for a, b in product(ways, found)]
        call = SkillCall(schema.operator.name, arguments)
        if schema.is_plain and len(ways) == 1:
            true = frozenset([_bound(x, binding) for x in schema.adds])
            self._draft(call, ways[0], true, frozenset([_bound(x, binding) for x in schema.deletes]) - true)
            return
        for way in ways:
            for more, true, false in self._outcomes(schema.operator, binding):
                self._draft(call, way | more, true, false)

    def _draft(self, call: SkillCall, needs: Branch, true: frozenset[Atom], false: frozenset[Atom]) -> None:
        self._drafts.append(_Draft(call, needs, true, false))
        for atom in sorted(true):
            self._reach(atom)

    def _fluent(self, branch: Branch) -> Branch | None:
        """A branch without static literals; None if one of those is false."""
        kept = []
        for literal in branch:
            if literal.predicate in self._fluents:
                kept.append(literal)
            elif ((literal.predicate, literal.terms) in self._initial) is literal.negated:
                return None
        return frozenset(kept)

    def _outcomes(
        self, operator: Operator, binding: Mapping[str, str]
    ) -> Iterator[tuple[Branch, frozenset[Atom], frozenset[Atom]]]:
        """What becomes true and false, for each way in which the conditions of effects may turn out."""
        always: list[Literal] = []
        found: list[tuple[Branch, tuple[Literal, ...]]] = [(frozenset(), ())]
        for effect, literal in self._effects(operator, binding):
            condition = bound(effect, binding)
            ways = self._possible(branches(condition, self._universe))
            if any(not w or (literal.negated and w == {~literal}) for w in ways):  # to end it if it holds is to end it
                always.append(literal)
                continue
            if ways:
                without = self._possible(branches(Not(condition), self._universe))
                turns = [*((w, (literal,)) for w in ways), *((w, ()) for w in without)]
                found = [(n | w, (*done, *more)) for n, done in found for w, more in turns if not _contradict(n, w)]
            if len(found) > _MOST_OUTCOMES:
                raise DomainError(f"{operator.name} has effects that turn out in more than {_MOST_OUTCOMES} ways")
        for needs, literals in found:
            yield (needs, *_sides([*always, *literals]))

    def _possible(self, ways: Sequence[Branch]) -> tuple[Branch, ...]:
        return tuple(w for w in map(self._fluent, ways) if w is not None)

    def _effects(self, operator: Operator, binding: Mapping[str, str]) -> Iterator[tuple[Goal, Literal]]:
        for effect in operator.effects:
            for values in self._universe.bindings(effect.variables) if effect.variables else ({},):
                whole = {**binding, **values}
                yield bound(effect.condition, values), effect.literal.bind(whole)


def _atom(literal: Literal) -> Atom:
    return literal.predicate, literal.terms


def _bound(literal: Literal, binding: Mapping[str, str]) -> Atom:
    return literal.predicate, tuple([binding.get(t, t) for t in literal.terms])


def _contradict(first: Branch, second: Branch) -> bool:
    return any(~x in first for x in second)


def _sides(literals: Sequence[Literal]) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """What becomes true, and what becomes false; what is said to become both is true."""
    true = frozenset((x.predicate, x.terms) for x in literals if not x.negated)
    return true, frozenset((x.predicate, x.terms) for x in literals if x.negated) - true


def _prepared(operator: Operator, task: PddlTask) -> _Schema:
    if operator.numeric:
        raise DomainError(f"{operator.name} changes numbers, which the in-process search does not do")
    universe, domain = task.universe, task.domain
    known = {name for ids in universe.objects.values() for name in ids}
    unknown = sorted(c for c in constants(operator.precondition) if c not in known)
    if unknown:
        raise DomainError(f"{operator.name} names {', '.join(unknown)}, which the task does not have")
    parts = conjuncts(without_derived(operator.precondition, domain))
    atoms = tuple(
        p.literal for p in parts if isinstance(p, Holds) and not p.literal.negated and p.literal.predicate != EQUALITY
    )
    rest = tuple(p for p in parts if not (isinstance(p, Holds) and p.literal in atoms))
    effects = tuple(replace(e, condition=without_derived(e.condition, domain)) for e in operator.effects)
    types = {v.name: v.type for v in operator.parameters}
    is_plain = all(e.condition == AllOf(()) and not e.variables for e in effects)
    said = [e.literal for e in effects]
    return _Schema(
        replace(operator, effects=effects),
        types,
        atoms,
        tuple(a for a in atoms if a.predicate in domain.fluents),
        rest,
        tuple(x for x in said if not x.negated),
        tuple(x for x in said if x.negated),
        is_plain,
    )


def _numbered(
    initial: frozenset[Literal], drafts: Sequence[tuple[_Draft, Sequence[Literal]]], extra: Sequence[Literal]
) -> Problem:
    """Number what conditions and goals ask about; what nothing asks about is no fact."""
    numbers: dict[Literal, int] = {}
    for literal in extra:
        numbers.setdefault(literal, len(numbers))
    for _, needs in drafts:
        for literal in needs:
            numbers.setdefault(literal, len(numbers))
    true = {_atom(x): n for x, n in numbers.items() if not x.negated}
    false = {_atom(x): n for x, n in numbers.items() if x.negated}
    instances = [_instance(draft, sorted({numbers[n] for n in needs}), true, false) for draft, needs in drafts]
    atoms = {_atom(x) for x in initial}
    start = frozenset(n for x, n in numbers.items() if (_atom(x) in atoms) is not x.negated)
    changing = tuple(o for o in instances if o.adds or o.deletes)
    return Problem(numbers, start, changing, tuple(numbers), initial)


def _instance(
    draft: _Draft, needs: Sequence[int], true: Mapping[Atom, int], false: Mapping[Atom, int]
) -> OperatorInstance:
    """An instance over numbers.

    Args:
        draft: to be numbered.
        needs: numbers of its conditions, in order.
        true: numbers of the facts that something asks about.
        false: numbers of the facts that something asks not to hold.
    """
    adds = [true[a] for a in draft.true if a in true]
    adds += [false[a] for a in draft.false if a in false]
    deletes = [true[a] for a in draft.false if a in true]
    deletes += [false[a] for a in draft.true if a in false]
    return OperatorInstance(draft.call, tuple(needs), tuple(sorted(adds)), frozenset(deletes))
