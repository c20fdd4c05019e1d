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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from makedo_core.goals.goal import AllOf, Goal, Holds, Not, bound, conjuncts, constants
from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.alternatives import Branch, branches, without_derived
from planner_node.pddl.model import EQUALITY, Domain, DomainError, Operator, PddlTask
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
        reach = _Reach(task)
        self._drafts = reach.drafts()
        self._ids = reach.ids
        self.atoms = frozenset([reach.atoms[n] for n in reach.reached])
        """Every fact that is true at the start or may become true."""
        # What never becomes true need not be asked about.
        asked = frozenset[int]().union(*(d.needs for d in self._drafts))
        needed = {n for n in asked if n >= 0 or ~n in reach.reached}
        self._literals = {n: Literal(*reach.atoms[n if n >= 0 else ~n], n < 0) for n in needed}
        spelt = {n: str(literal) for n, literal in self._literals.items()}
        self._needs = [sorted(needed.intersection(d.needs), key=spelt.__getitem__) for d in self._drafts]
        self._asked = tuple(dict.fromkeys(n for needs in self._needs for n in needs))

    def problem(self, extra: Sequence[Literal] = ()) -> Problem:
        """The numbered problem, with numbers for more literals; what nothing asks about is no fact."""
        numbers: dict[Literal, int] = {}
        of: dict[int, int] = {}  # from a condition to its number
        for literal in extra:
            number = numbers.setdefault(literal, len(numbers))
            known = self._ids.get(_atom(literal))
            if known is not None:
                of[~known if literal.negated else known] = number
        for n in self._asked:
            if n not in of:
                of[n] = numbers[self._literals[n]] = len(numbers)
        atoms = {_atom(x) for x in self._initial}
        start = frozenset(n for x, n in numbers.items() if (_atom(x) in atoms) is not x.negated)
        negative = any(n < 0 for n in of)
        instances = [_instance(d, needs, of, negative) for d, needs in zip(self._drafts, self._needs, strict=True)]
        changing = tuple(o for o in instances if o.adds or o.deletes)
        return Problem(numbers, start, changing, tuple(numbers), self._initial)


class _Pattern(NamedTuple):
    """An atom of an operator, to be filled in with the arguments of an instance."""

    predicate: str
    terms: Callable[[tuple[str, ...]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Schema:
    """An operator prepared for joining.

    Attributes:
        places: each parameter's place among the arguments.
        atoms: positive conjuncts, without equality.
        changing: those atoms that some operator changes; the others hold from the start wherever they are joined.
        adds: effects that become true.
        deletes: those that become false.
        rest: every other conjunct.
        is_plain: whether no effect has a condition or variables of its own.
        named: constants of the precondition.
    """

    operator: Operator
    places: Mapping[str, int]
    atoms: tuple[Literal, ...]
    changing: tuple[_Pattern, ...]
    rest: tuple[Goal, ...]
    adds: tuple[_Pattern, ...]
    deletes: tuple[_Pattern, ...]
    is_plain: bool
    named: frozenset[str]


class _Draft(NamedTuple):
    """An instance before what it asks about is numbered: one way to satisfy its precondition.

    Atoms are counted as they are met. A need that is negative is that the atom with its complement does not hold.
    """

    call: SkillCall
    needs: frozenset[int]
    true: frozenset[int]
    false: frozenset[int]


class _Memory:
    """The facts that may be one atom of a precondition, by the terms that they share with some arguments.

    Attributes:
        variables: of each variable of the atom: its place among the arguments, and its first one in the atom.
    """

    def __init__(self, atom: Literal, schema: _Schema, members: Mapping[str, frozenset[str]]) -> None:
        self._constants = [(i, t) for i, t in enumerate(atom.terms) if not t.startswith("?")]
        where: dict[str, list[int]] = {}
        for place, term in enumerate(atom.terms):
            if term.startswith("?"):
                where.setdefault(term, []).append(place)
        self.variables = tuple((schema.places[v], at[0]) for v, at in where.items())
        self._same = [(at[0], other) for at in where.values() for other in at[1:]]
        types = {v.name: v.type for v in schema.operator.parameters}
        self._types = [(at[0], members[types[v]]) for v, at in where.items()]
        self._facts: list[tuple[str, ...]] = []
        self._by_term: dict[tuple[int, str], list[tuple[str, ...]]] = {}

    def admit(self, terms: tuple[str, ...]) -> bool:
        """Keep a fact of the atom's predicate, if it can be the atom."""
        for place, ids in self._types:
            if terms[place] not in ids:
                return False
        if self._constants and any(terms[i] != c for i, c in self._constants):
            return False
        if self._same and any(terms[i] != terms[j] for i, j in self._same):
            return False
        self._facts.append(terms)
        for _, place in self.variables:
            self._by_term.setdefault((place, terms[place]), []).append(terms)
        return True

    def candidates(self, arguments: Sequence[str | None]) -> Sequence[tuple[str, ...]]:
        """Facts that may agree with the arguments so far: those that share one of them, the fewest."""
        found: Sequence[tuple[str, ...]] = self._facts
        for index, place in self.variables:
            argument = arguments[index]
            if argument is not None:
                sharing = self._by_term.get((place, argument), ())
                if len(sharing) < len(found):
                    found = sharing
        return found


class _Reach:
    """Facts and instances that are reached when nothing is deleted.

    Attributes:
        atoms: all that are spoken of, as they were met.
        ids: their numbers.
        reached: the numbers of those that are true at the start or may become true.
    """

    def __init__(self, task: PddlTask) -> None:
        self._universe = task.universe
        members = {name: frozenset(ids) for name, ids in task.universe.objects.items()}
        self._fluents = task.domain.fluents
        self._initial = {(f.predicate, f.terms) for f in task.initial}
        _check_constants(task)
        self._schemas = _schemas(task.domain)
        self._memories = tuple(tuple(_Memory(a, s, members) for a in s.atoms) for s in self._schemas)
        self._watching: dict[str, list[tuple[int, int]]] = {}
        for number, schema in enumerate(self._schemas):
            for index, atom in enumerate(schema.atoms):
                self._watching.setdefault(atom.predicate, []).append((number, index))
        self.atoms: list[Atom] = []
        self.ids: dict[Atom, int] = {}
        self.reached: set[int] = set()
        self._queue: deque[Atom] = deque()
        self._seen: set[tuple[int, tuple[str, ...]]] = set()
        self._drafts: list[_Draft] = []

    def drafts(self) -> list[_Draft]:
        """Every instance."""
        for atom in sorted(self._initial):
            self._reach(self._id(atom))
        for number, schema in enumerate(self._schemas):
            if not schema.atoms:
                self._complete(number, [None] * len(schema.places))
        while self._queue:
            # A fact meets those that came before it and itself, so that no set of facts meets twice but by itself.
            predicate, terms = self._queue.popleft()
            watching = self._watching.get(predicate, ())
            for number, index in [w for w in watching if self._memories[w[0]][w[1]].admit(terms)]:
                memories = self._memories[number]
                arguments: list[str | None] = [None] * len(self._schemas[number].places)
                for argument, place in memories[index].variables:
                    arguments[argument] = terms[place]
                self._join(number, [m for i, m in enumerate(memories) if i != index], arguments)
        return self._drafts

    def _id(self, atom: Atom) -> int:
        """The number of an atom."""
        number = self.ids.get(atom)
        if number is None:
            number = self.ids[atom] = len(self.atoms)
            self.atoms.append(atom)
        return number

    def _need(self, literal: Literal) -> int:
        """A condition as drafts hold it."""
        number = self._id(_atom(literal))
        return ~number if literal.negated else number

    def _reach(self, number: int) -> None:
        if number not in self.reached:
            self.reached.add(number)
            self._queue.append(self.atoms[number])

    def _join(self, number: int, memories: Sequence[_Memory], arguments: list[str | None]) -> None:
        """Find facts for the remaining atoms, that with the fewest candidates first."""
        if not memories:
            self._complete(number, arguments)
            return
        options = [m.candidates(arguments) for m in memories]
        best = min(range(len(memories)), key=[len(o) for o in options].__getitem__)
        rest = [m for i, m in enumerate(memories) if i != best]
        variables = memories[best].variables
        for terms in tuple(options[best]):
            more = arguments.copy()
            for index, place in variables:
                if more[index] is None:
                    more[index] = terms[place]
                elif more[index] != terms[place]:
                    break
            else:
                self._join(number, rest, more)

    def _complete(self, number: int, found: Sequence[str | None]) -> None:
        """Give values to what no atom binds, and write the instances down."""
        schema = self._schemas[number]
        for arguments in self._filled_up(schema.operator, found):
            if (number, arguments) not in self._seen:
                self._seen.add((number, arguments))
                self._write(schema, arguments)

    def _filled_up(self, operator: Operator, found: Sequence[str | None]) -> Iterator[tuple[str, ...]]:
        """Arguments with every choice of values for those that were not found."""
        if None not in found:
            yield tuple([value for value in found if value is not None])
            return
        free = [v for v, value in zip(operator.parameters, found, strict=True) if value is None]
        for values in product(*(self._universe.objects[v.type] for v in free)):
            rest = iter(values)
            yield tuple([next(rest) if value is None else value for value in found])

    def _write(self, schema: _Schema, arguments: tuple[str, ...]) -> None:
        if len(self._drafts) >= MOST_INSTANCES:
            raise DomainError(f"the problem has more than {MOST_INSTANCES} operators; prune the scene first")
        ways = [frozenset(self._filled(schema.changing, arguments))]
        binding = dict(zip(schema.places, arguments, strict=True)) if schema.rest or not schema.is_plain else {}
        for part in schema.rest:
            branched = map(self._fluent, branches(bound(part, binding), self._universe))
            found = [frozenset(map(self._need, w)) for w in branched if w is not None]
            ways = [a | b for a, b in product(ways, found)]
        call = SkillCall(schema.operator.name, arguments)
        if schema.is_plain and len(ways) == 1:
            true = frozenset(self._filled(schema.adds, arguments))
            self._draft(call, ways[0], true, frozenset(self._filled(schema.deletes, arguments)) - true)
            return
        for way in ways:
            for more, made_true, made_false in self._outcomes(schema.operator, binding):
                true = frozenset(map(self._id, made_true))
                self._draft(call, way.union(map(self._need, more)), true, frozenset(map(self._id, made_false)))

    def _filled(self, patterns: Sequence[_Pattern], arguments: tuple[str, ...]) -> list[int]:
        """The numbers of an operator's atoms for some arguments."""
        numbers = []
        for predicate, terms in patterns:
            atom = (predicate, terms(arguments))
            number = self.ids.get(atom)
            numbers.append(self._id(atom) if number is None else number)
        return numbers

    def _draft(self, call: SkillCall, needs: frozenset[int], true: frozenset[int], false: frozenset[int]) -> None:
        self._drafts.append(_Draft(call, needs, true, false))
        if not true <= self.reached:
            for number in sorted(true - self.reached, key=self.atoms.__getitem__):
                self._reach(number)

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


def _pattern(literal: Literal, places: Mapping[str, int]) -> _Pattern:
    """The atom of a literal over an operator's parameters."""
    where = [places.get(term, -1) for term in literal.terms]
    if len(where) == 1 and where[0] >= 0:
        only = where[0]
        return _Pattern(literal.predicate, lambda arguments: (arguments[only],))
    if len(where) < 2 or -1 in where:
        given = tuple(zip(literal.terms, where, strict=True))
        return _Pattern(literal.predicate, lambda arguments: tuple([arguments[i] if i >= 0 else t for t, i in given]))
    return _Pattern(literal.predicate, itemgetter(*where))


def _contradict(first: Branch, second: Branch) -> bool:
    return any(~x in first for x in second)


def _sides(literals: Sequence[Literal]) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """What becomes true, and what becomes false; what is said to become both is true."""
    true = frozenset((x.predicate, x.terms) for x in literals if not x.negated)
    return true, frozenset((x.predicate, x.terms) for x in literals if x.negated) - true


def _check_constants(task: PddlTask) -> None:
    """Whether there is all that operators name.

    Raises:
        DomainError: if not.
    """
    known = {name for ids in task.universe.objects.values() for name in ids}
    for schema in _schemas(task.domain):
        if not schema.named <= known:
            unknown = ", ".join(sorted(schema.named - known))
            raise DomainError(f"{schema.operator.name} names {unknown}, which the task does not have")


@lru_cache(maxsize=8)
def _schemas(domain: Domain) -> tuple[_Schema, ...]:
    """The operators of a domain, prepared once for all its tasks."""
    return tuple(_prepared(operator, domain) for operator in domain.operators.values())


def _prepared(operator: Operator, domain: Domain) -> _Schema:
    if operator.numeric:
        raise DomainError(f"{operator.name} changes numbers, which the in-process search does not do")
    parts = conjuncts(without_derived(operator.precondition, domain))
    atoms = tuple(
        p.literal for p in parts if isinstance(p, Holds) and not p.literal.negated and p.literal.predicate != EQUALITY
    )
    rest = tuple(p for p in parts if not (isinstance(p, Holds) and p.literal in atoms))
    effects = tuple(replace(e, condition=without_derived(e.condition, domain)) for e in operator.effects)
    places = {v.name: i for i, v in enumerate(operator.parameters)}
    is_plain = all(e.condition == AllOf(()) and not e.variables for e in effects)
    said = [e.literal for e in effects]
    return _Schema(
        replace(operator, effects=effects),
        places,
        atoms,
        tuple(_pattern(a, places) for a in atoms if a.predicate in domain.fluents),
        rest,
        tuple(_pattern(x, places) for x in said if not x.negated),
        tuple(_pattern(x, places) for x in said if x.negated),
        is_plain,
        frozenset(constants(operator.precondition)),
    )


def _instance(draft: _Draft, needs: Sequence[int], of: Mapping[int, int], negative: bool) -> OperatorInstance:
    """An instance over numbers.

    Args:
        draft: to be numbered.
        needs: its conditions of which some can be false.
        of: from a condition that something asks about to its number.
        negative: whether one of those is negative.
    """
    adds = [of[a] for a in draft.true if a in of]
    deletes = [of[a] for a in draft.false if a in of]
    if negative:
        adds += [of[~a] for a in draft.false if ~a in of]
        deletes += [of[~a] for a in draft.true if ~a in of]
    return OperatorInstance(draft.call, tuple(sorted([of[n] for n in needs])), tuple(sorted(adds)), frozenset(deletes))
