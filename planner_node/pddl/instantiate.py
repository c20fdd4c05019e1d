# SPDX-License-Identifier: Apache-2.0
"""From a task in PDDL to numbered facts and operators: only those that the initial state can lead to.

Operators are found by joining the positive conjuncts of a precondition with the facts that are reached when
nothing is ever deleted, fact by fact, so that what cannot happen is never written down. Negated literals that some
condition needs get numbers of their own, alternatives split an operator, and static literals are evaluated away.

Source: Helmert, Concise finite-domain representations for PDDL planning tasks, Artificial Intelligence 2009
    (section 6, reachability by a logic program).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from makedo_core.goal import Goal, Holds, bound, conjuncts, constants
from makedo_core.plan import SkillCall
from makedo_core.skills import Literal
from planner_node.pddl.alternatives import Branch, branches, without_derived
from planner_node.pddl.model import EQUALITY, Action, DomainError, Task
from planner_node.problem import Operator, Problem

MOST_OPERATORS = 500_000
_MOST_CONDITIONAL = 6

Atom = tuple[str, tuple[str, ...]]
"""A fact: predicate and terms."""


def instantiate(task: Task, extra: Sequence[Literal] = ()) -> Problem:
    """The numbered problem of a task. Its goal is not looked at.

    Args:
        task: without numeric effects; derived predicates must not be defined by themselves.
        extra: literals that get numbers in any case, reachable or not: those of the goal, mostly.

    Raises:
        DomainError: for what the in-process search cannot do, or if there are too many operators.
    """
    drafts = _Reach(task).drafts()
    return _numbered(task, drafts, extra)


@dataclass(frozen=True, slots=True)
class _Schema:
    """An action prepared for joining.

    Attributes:
        atoms: positive conjuncts, without equality.
        rest: every other conjunct.
    """

    action: Action
    types: Mapping[str, str]
    atoms: tuple[Literal, ...]
    rest: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    """An operator before its facts are numbered: one way to satisfy its precondition."""

    call: SkillCall
    needs: Branch
    true: frozenset[Atom]
    false: frozenset[Atom]


class _Reach:
    """Facts and operators that are reached when nothing is deleted."""

    def __init__(self, task: Task) -> None:
        self._universe = task.universe
        self._members = {name: frozenset(ids) for name, ids in task.universe.objects.items()}
        self._fluents = task.domain.fluents
        self._initial = {(f.predicate, f.terms) for f in task.initial}
        self._schemas = tuple(_prepared(a, task) for a in task.domain.actions.values())
        self._watching: dict[str, list[tuple[int, int]]] = {}
        for number, schema in enumerate(self._schemas):
            for index, atom in enumerate(schema.atoms):
                self._watching.setdefault(atom.predicate, []).append((number, index))
        self._facts: dict[str, list[tuple[str, ...]]] = {}
        self._at: dict[tuple[str, int, str], list[tuple[str, ...]]] = {}
        self._reached: set[Atom] = set()
        self._queue: deque[Atom] = deque()
        self._seen: set[tuple[int, tuple[str, ...]]] = set()
        self._drafts: list[_Draft] = []

    def drafts(self) -> list[_Draft]:
        """Every operator."""
        for atom in sorted(self._initial):
            self._reach(atom)
        for number, schema in enumerate(self._schemas):
            if not schema.atoms:
                self._complete(number, {})
        while self._queue:
            predicate, terms = self._queue.popleft()
            for number, index in self._watching.get(predicate, ()):
                schema = self._schemas[number]
                binding = self._unified(schema, schema.atoms[index], terms, {})
                if binding is not None:
                    self._join(number, tuple(a for i, a in enumerate(schema.atoms) if i != index), binding)
        return self._drafts

    def _reach(self, atom: Atom) -> None:
        if atom in self._reached:
            return
        self._reached.add(atom)
        self._queue.append(atom)
        predicate, terms = atom
        self._facts.setdefault(predicate, []).append(terms)
        for place, term in enumerate(terms):
            self._at.setdefault((predicate, place, term), []).append(terms)

    def _unified(
        self, schema: _Schema, atom: Literal, terms: tuple[str, ...], binding: Mapping[str, str]
    ) -> dict[str, str] | None:
        """The binding extended so that an atom is a fact; None if it cannot be."""
        result = dict(binding)
        for pattern, term in zip(atom.terms, terms, strict=True):
            if not pattern.startswith("?"):
                if pattern != term:
                    return None
            elif result.setdefault(pattern, term) != term:
                return None
            elif term not in self._members[schema.types[pattern]]:
                return None
        return result

    def _join(self, number: int, atoms: tuple[Literal, ...], binding: dict[str, str]) -> None:
        """Find facts for the remaining atoms, that with the fewest candidates first."""
        if not atoms:
            self._complete(number, binding)
            return
        schema = self._schemas[number]
        options = [self._candidates(atom, binding) for atom in atoms]
        best = min(range(len(atoms)), key=lambda i: len(options[i]))
        rest = (*atoms[:best], *atoms[best + 1 :])
        for terms in list(options[best]):
            found = self._unified(schema, atoms[best], terms, binding)
            if found is not None:
                self._join(number, rest, found)

    def _candidates(self, atom: Literal, binding: Mapping[str, str]) -> Sequence[tuple[str, ...]]:
        """Facts that may be the atom: those that share one bound term, the fewest."""
        found: Sequence[tuple[str, ...]] = self._facts.get(atom.predicate, ())
        for place, pattern in enumerate(atom.terms):
            term = binding.get(pattern, pattern)
            if not term.startswith("?"):
                sharing = self._at.get((atom.predicate, place, term), ())
                if len(sharing) < len(found):
                    found = sharing
        return found

    def _complete(self, number: int, binding: Mapping[str, str]) -> None:
        """Give values to what no atom binds, and write the operators down."""
        schema = self._schemas[number]
        free = [v for v in schema.action.parameters if v.name not in binding]
        for values in product(*(self._universe.objects[v.type] for v in free)):
            whole = {**binding, **{v.name: value for v, value in zip(free, values, strict=True)}}
            arguments = tuple(whole[v.name] for v in schema.action.parameters)
            if (number, arguments) not in self._seen:
                self._seen.add((number, arguments))
                self._write(schema, whole, arguments)

    def _write(self, schema: _Schema, binding: dict[str, str], arguments: tuple[str, ...]) -> None:
        if len(self._drafts) >= MOST_OPERATORS:
            raise DomainError(f"the problem has more than {MOST_OPERATORS} operators; prune the scene first")
        atoms = frozenset(a.bind(binding) for a in schema.atoms)
        ways: list[Branch] = [atoms]
        for part in schema.rest:
            found = [w for w in map(self._fluent, branches(bound(part, binding), self._universe)) if w is not None]
            ways = [a | b for a, b in product(ways, found)]
        call = SkillCall(schema.action.name, arguments)
        for way in ways:
            needs = frozenset(n for n in way if n.negated or n.predicate in self._fluents)
            for more, true, false in self._outcomes(schema.action, binding):
                self._drafts.append(_Draft(call, needs | more, true, false))
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
        self, action: Action, binding: Mapping[str, str]
    ) -> Iterator[tuple[Branch, frozenset[Atom], frozenset[Atom]]]:
        """What becomes true and false, for each way in which the conditions of effects may turn out."""
        always: list[Literal] = []
        conditional: list[tuple[Literal, tuple[Branch, ...]]] = []
        for effect, literal in self._effects(action, binding):
            ways = branches(bound(effect, binding), self._universe)
            kept = tuple(w for w in map(self._fluent, ways) if w is not None)
            if any(not w for w in kept):
                always.append(literal)
            elif kept:
                conditional.append((literal, kept))
        if len(conditional) > _MOST_CONDITIONAL:
            raise DomainError(f"{action.name} has more than {_MOST_CONDITIONAL} conditional effects at once")
        for chosen in product(*((None, *ways) for _, ways in conditional)):
            needs: set[Literal] = set()
            literals = list(always)
            for (literal, ways), way in zip(conditional, chosen, strict=True):
                if way is not None:
                    needs |= way
                    literals.append(literal)
                elif len(ways) == 1 and len(ways[0]) == 1:
                    needs |= {~x for x in ways[0]}
                else:
                    raise DomainError(f"{action.name} has an effect with a condition of several literals")
            if any(~n in needs for n in needs):
                continue
            true = frozenset((x.predicate, x.terms) for x in literals if not x.negated)
            false = frozenset((x.predicate, x.terms) for x in literals if x.negated)
            yield frozenset(needs), true, false - true

    def _effects(self, action: Action, binding: Mapping[str, str]) -> Iterator[tuple[Goal, Literal]]:
        for effect in action.effects:
            for values in self._universe.bindings(effect.variables) if effect.variables else ({},):
                whole = {**binding, **values}
                yield bound(effect.condition, values), effect.literal.bind(whole)


def _prepared(action: Action, task: Task) -> _Schema:
    if action.numeric:
        raise DomainError(f"{action.name} changes numbers, which the in-process search does not do")
    universe, domain = task.universe, task.domain
    known = {name for ids in universe.objects.values() for name in ids}
    unknown = sorted(c for c in constants(action.precondition) if c not in known)
    if unknown:
        raise DomainError(f"{action.name} names {', '.join(unknown)}, which the task does not have")
    parts = conjuncts(without_derived(action.precondition, domain))
    atoms = tuple(
        p.literal for p in parts if isinstance(p, Holds) and not p.literal.negated and p.literal.predicate != EQUALITY
    )
    rest = tuple(p for p in parts if not (isinstance(p, Holds) and p.literal in atoms))
    effects = tuple(replace(e, condition=without_derived(e.condition, domain)) for e in action.effects)
    types = {v.name: v.type for v in action.parameters}
    return _Schema(replace(action, effects=effects), types, atoms, rest)


def _numbered(task: Task, drafts: Sequence[_Draft], extra: Sequence[Literal]) -> Problem:
    """Number what conditions and goals ask about; what nothing asks about is no fact."""
    reachable: set[Atom] = {(f.predicate, f.terms) for f in task.initial}
    for draft in drafts:
        reachable |= draft.true
    numbers: dict[Literal, int] = {}

    def number(literal: Literal) -> int:
        return numbers.setdefault(literal, len(numbers))

    for literal in extra:
        number(literal)
    useful: list[tuple[_Draft, list[Literal]]] = []
    for draft in drafts:
        # What never becomes true need not be asked about.
        needs = [n for n in sorted(draft.needs, key=str) if not n.negated or (n.predicate, n.terms) in reachable]
        for literal in needs:
            number(literal)
        useful.append((draft, needs))
    initial = {(f.predicate, f.terms) for f in task.initial}
    operators = tuple(_operator(draft, needs, numbers) for draft, needs in useful)
    start = frozenset(n for x, n in numbers.items() if ((x.predicate, x.terms) in initial) is not x.negated)
    changing = tuple(o for o in operators if o.adds or o.deletes)
    return Problem(numbers, start, changing, tuple(numbers), task.initial)


def _operator(draft: _Draft, needs: Sequence[Literal], numbers: Mapping[Literal, int]) -> Operator:
    true = [Literal(p, t) for p, t in sorted(draft.true)]
    false = [Literal(p, t) for p, t in sorted(draft.false)]
    adds = [numbers[x] for x in (*true, *(~x for x in false)) if x in numbers]
    deletes = [numbers[x] for x in (*false, *(~x for x in true)) if x in numbers]
    return Operator(draft.call, tuple(sorted({numbers[n] for n in needs})), tuple(sorted(adds)), frozenset(deletes))


