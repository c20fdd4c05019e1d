# SPDX-License-Identifier: Apache-2.0
"""Judges plans and certificates by the PDDL text alone; nothing of the planner is used, its reader neither.

It knows what classical tasks say: types, conjunctions, negations and equality. It refuses everything else, so that
nothing is judged right that was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Union

from makedo_eval.case import DatasetError

Tree = Union[str, "list[Tree]"]
Fact = tuple[str, ...]
"""Predicate and terms."""

FactSet = frozenset[Fact]


@dataclass(frozen=True, slots=True)
class Schema:
    """An action as it is written.

    Attributes:
        parameters: variable and type of each.
        needs: facts over variables, and whether they must hold.
        adds: facts over variables.
        deletes: facts over variables; what is added as well stays.
    """

    parameters: tuple[tuple[str, str], ...]
    needs: tuple[tuple[Fact, bool], ...]
    adds: tuple[Fact, ...]
    deletes: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Classical:
    """A domain and a problem, read."""

    schemas: Mapping[str, Schema]
    members: Mapping[str, tuple[str, ...]]
    initial: FactSet
    goal: tuple[tuple[Fact, bool], ...]

    def reaches(self, plan: Sequence[tuple[str, Sequence[str]]]) -> str:
        """Why a plan is none, e.g. "step 3, stack a b: (clear b) does not hold"; empty: it reaches the goal."""
        state = self.initial
        for number, (name, arguments) in enumerate(plan, start=1):
            told = f"step {number}, {' '.join((name, *arguments))}"
            schema = self.schemas.get(name)
            if schema is None or len(schema.parameters) != len(arguments):
                return f"{told}: there is no such action"
            if any(a not in self.members.get(t, ()) for a, (_, t) in zip(arguments, schema.parameters, strict=True)):
                return f"{told}: an argument is of another type, or unknown"
            values = {v: a for a, (v, _) in zip(arguments, schema.parameters, strict=True)}
            if wrong := _unmet(schema.needs, values, state):
                return f"{told}: {wrong}"
            state = _next(schema, values, state)
        wrong = _unmet(self.goal, {}, state)
        return f"in the end {wrong}" if wrong else ""

    def is_never_left(self, states: Collection[FactSet]) -> str:
        """Why states are no certificate that there is no plan; empty: they are one."""
        known = set(states)
        if self.initial not in known:
            return "the first state is not among them"
        for state in known:
            if not _unmet(self.goal, {}, state):
                return "one of them is a goal"
            for name, schema in self.schemas.items():
                for values in self._ways(schema, state):
                    if _next(schema, values, state) not in known:
                        return f"{name} {' '.join(values.values())} leads out of them"
        return ""

    def _ways(self, schema: Schema, state: FactSet) -> Iterator[dict[str, str]]:
        """Every choice of arguments for which the action can be taken."""
        by_predicate: dict[str, list[Fact]] = {}
        for fact in state:
            by_predicate.setdefault(fact[0], []).append(fact)
        partial: list[dict[str, str]] = [{}]
        for fact, wanted in schema.needs:
            if wanted and fact[0] != "=":
                pairs = product(partial, by_predicate.get(fact[0], ()))
                partial = [more for values, has in pairs if (more := _met(fact, has, values)) is not None]
        for values in partial:
            open_ = [v for v, _ in schema.parameters if v not in values]
            types = dict(schema.parameters)
            if any(a not in self.members[types[v]] for v, a in values.items()):
                continue
            for chosen in product(*(self.members[types[v]] for v in open_)):
                whole = {v: {**values, **dict(zip(open_, chosen, strict=True))}[v] for v, _ in schema.parameters}
                if not _unmet(schema.needs, whole, state):
                    yield whole


def read(domain: str, problem: str) -> Classical:
    """Read a domain and a problem.

    Raises:
        DatasetError: if something there is not classical.
    """
    parts, task = _sections(domain), _sections(problem)
    types = _typed(parts.get(":types", [[]])[0])
    above = {name: parent for name, parent in types if name != parent}
    things = [*_typed(parts.get(":constants", [[]])[0]), *_typed(task.get(":objects", [[]])[0])]
    members: dict[str, list[str]] = {name: [] for name in ("object", *above, *above.values())}
    for name, kind in things:
        while kind != "object":
            members[kind].append(name)
            kind = above.get(kind, "object")
        members["object"].append(name)
    schemas = dict(_schema(group) for group in parts.get(":action", []))
    initial = frozenset(_fact(item) for item in task[":init"][0])
    goal = tuple(_conjuncts(task[":goal"][0][0]))
    return Classical(schemas, {n: tuple(m) for n, m in members.items()}, initial, goal)


def _sections(text: str) -> dict[str, list[list[Tree]]]:
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower())
    stack: list[list[Tree]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            closed = stack.pop()
            stack[-1].append(closed)
        elif token == ")":
            raise DatasetError("there is a ) too many")
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], list):
        raise DatasetError("a file must be one (define ...)")
    found: dict[str, list[list[Tree]]] = {}
    for group in stack[0][0][1:]:
        if isinstance(group, list) and group and isinstance(group[0], str):
            found.setdefault(group[0], []).append(group[1:])
    return found


def _typed(items: Iterable[Tree]) -> list[tuple[str, str]]:
    result: list[tuple[str, str]] = []
    names: list[str] = []
    kinds = iter(items)
    for item in kinds:
        if not isinstance(item, str):
            raise DatasetError(f"{item} is no name")
        if item == "-":
            kind = next(kinds, None)
            if not isinstance(kind, str):
                raise DatasetError(f"{kind} is no type")
            result += [(name, kind) for name in names]
            names = []
        else:
            names.append(item)
    return result + [(name, "object") for name in names]


def _schema(group: list[Tree]) -> tuple[str, Schema]:
    name = str(group[0])
    fields = {str(group[i]): group[i + 1] for i in range(1, len(group) - 1, 2)}
    effects = tuple(_conjuncts(fields[":effect"]))
    parameters = fields.get(":parameters", [])
    if not isinstance(parameters, list):
        raise DatasetError(f"{name}: its parameters are no list")
    return name, Schema(
        tuple(_typed(parameters)),
        tuple(_conjuncts(fields.get(":precondition", []))),
        tuple(fact for fact, holds in effects if holds),
        tuple(fact for fact, holds in effects if not holds),
    )


def _conjuncts(tree: Tree) -> Iterator[tuple[Fact, bool]]:
    if not tree:
        return
    if tree[0] == "and":
        for part in tree[1:]:
            yield from _conjuncts(part)
    elif tree[0] == "not":
        yield _fact(tree[1]), False
    else:
        yield _fact(tree), True


def _fact(tree: Tree) -> Fact:
    if isinstance(tree, str) or not tree:
        raise DatasetError(f"{tree} is no fact")
    if tree[0] in ("or", "imply", "forall", "exists", "when", "increase", "decrease", "assign"):
        raise DatasetError(f"{tree[0]} is not classical; nothing is judged that is not understood")
    if not all(isinstance(word, str) for word in tree):
        raise DatasetError(f"{tree} is no fact")
    return tuple(str(word) for word in tree)


def _met(fact: Fact, has: Fact, values: dict[str, str]) -> dict[str, str] | None:
    """The values under which a fact over variables is one that holds; None: there are none."""
    if len(fact) != len(has):
        return None
    more = dict(values)
    for term, is_ in zip(fact[1:], has[1:], strict=True):
        if (more.setdefault(term, is_) if term.startswith("?") else term) != is_:
            return None
    return more


def _unmet(needs: Iterable[tuple[Fact, bool]], values: Mapping[str, str], state: FactSet) -> str:
    for fact, wanted in needs:
        ground = _ground(fact, values)
        holds = ground[1] == ground[2] if ground[0] == "=" else ground in state
        if holds is not wanted:
            return f"({' '.join(ground)}) {'does not hold' if wanted else 'holds'}"
    return ""


def _next(schema: Schema, values: Mapping[str, str], state: FactSet) -> FactSet:
    gone = {_ground(fact, values) for fact in schema.deletes}
    return (state - gone) | {_ground(fact, values) for fact in schema.adds}


def _ground(fact: Fact, values: Mapping[str, str]) -> Fact:
    return (fact[0], *(values.get(term, term) for term in fact[1:]))
