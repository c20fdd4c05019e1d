# SPDX-License-Identifier: Apache-2.0
"""What a game's PDDL says, read and carried out; nothing of the planner is used, its reader neither.

The games' PDDL is not well formed. What has one meaning only is forgiven, and each kind of it is told: commas between
variables, and names of the domain that only the problem declares. Types are asked of variables alone, not of the terms
of a predicate: some actions check an agent, others a place. Costs are passed over. Everything else that is not
understood is an error, so that nothing is judged right by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Union

from makedo_eval.case import DatasetError

Tree = Union[str, "list[Tree]"]
Fact = tuple[str, ...]
"""Predicate and terms."""

Binding = Mapping[str, str]
_PASSED_OVER = frozenset({"increase", "decrease"})
_TOKEN = re.compile(r"[()]|[^\s()]+")


class GameState:
    """The facts of a moment, by predicate. Made by `followed_by` and never changed."""

    def __init__(self, facts: Mapping[str, frozenset[Fact]]) -> None:
        self._facts = facts

    def __contains__(self, fact: Fact) -> bool:
        return fact in self._facts.get(fact[0], ())

    def of(self, predicate: str) -> frozenset[Fact]:
        """All facts of a predicate."""
        return self._facts.get(predicate, frozenset())

    def followed_by(self, true: Sequence[Fact], false: Sequence[Fact]) -> GameState:
        """With some facts made false, then some made true."""
        facts = dict(self._facts)
        for fact in false:
            facts[fact[0]] = facts.get(fact[0], frozenset()) - {fact}
        for fact in true:
            facts[fact[0]] = facts.get(fact[0], frozenset()) | {fact}
        return GameState(facts)


@dataclass(frozen=True, slots=True)
class GameAction:
    """An action as it is written: variables with their types, what it needs, what it does."""

    parameters: tuple[tuple[str, str], ...]
    needs: Tree
    effect: Tree


@dataclass(frozen=True)
class GameRules:
    """A game, read.

    Attributes:
        actions: by name, in small letters as all names.
        types: of each thing.
        initial: where it begins.
        goal: what is wanted in the end.
        forgiven: what was not well formed, a line for each kind.
    """

    actions: Mapping[str, GameAction]
    types: Mapping[str, str]
    initial: GameState
    goal: Tree
    forgiven: tuple[str, ...]

    def is_won(self, state: GameState) -> bool:
        """Whether the goal holds."""
        return self.holds(self.goal, {}, state)

    def after(self, name: str, arguments: Sequence[str], state: GameState) -> GameState | None:
        """The state that an action leads to; None: it cannot be done."""
        action = self.actions[name]
        if len(arguments) != len(action.parameters):
            raise DatasetError(f"{name}: {len(action.parameters)} arguments are expected, not {len(arguments)}")
        if any(self.types.get(a) != kind for a, (_, kind) in zip(arguments, action.parameters, strict=True)):
            return None
        values = {v: a for a, (v, _) in zip(arguments, action.parameters, strict=True)}
        if not self.holds(action.needs, values, state):
            return None
        true: list[Fact] = []
        false: list[Fact] = []
        self._change(action.effect, values, state, true, false)
        return state.followed_by(true, false)

    def holds(self, formula: Tree, values: Binding, state: GameState) -> bool:
        """Whether a formula holds."""
        if not isinstance(formula, list) or (formula and not isinstance(formula[0], str)):
            raise DatasetError(f"a formula is expected, not {formula!r}")
        match formula:
            case [] | ["and"]:
                return True
            case ["and", *parts]:
                return all(self.holds(part, values, state) for part in parts)
            case ["or", *parts]:
                return any(self.holds(part, values, state) for part in parts)
            case ["not", part]:
                return not self.holds(part, values, state)
            case ["exists", variables, part]:
                named = _typed(variables)
                outer = {v: value for v, value in values.items() if v not in named}
                return next(self._ways(tuple(named.items()), part, outer, state), None) is not None
            case ["=", first, second]:
                return _term(first, values) == _term(second, values)
        return _fact(formula, values) in state

    def _ways(
        self, variables: Sequence[tuple[str, str]], formula: Tree, values: Binding, state: GameState
    ) -> Iterator[Binding]:
        """Each choice of things for variables with which a formula holds; facts that hold say what to try."""
        open_ = [(v, kind) for v, kind in variables if v not in values]
        if not open_:
            if self.holds(formula, values, state):
                yield values
            return
        names = {v for v, _ in open_}
        kinds = dict(open_)
        for part in _conjuncts(formula):
            spoken = [t for t in part[1:] if isinstance(t, str) and t in names]
            if not spoken or part[0] in ("and", "or", "not", "exists", "="):
                continue
            for fact in state.of(str(part[0])):
                more = _matched(part, fact, values, names)
                if more is not None and all(self.types.get(more[v]) == kinds[v] for v in spoken):
                    yield from self._ways(open_, formula, more, state)
            return
        variable, kind = open_[0]
        for thing in [t for t, its in self.types.items() if its == kind]:
            yield from self._ways(open_, formula, {**values, variable: thing}, state)

    def _change(self, effect: Tree, values: Binding, state: GameState, true: list[Fact], false: list[Fact]) -> None:
        match effect:
            case [] | ["and"]:
                return
            case ["and", *parts]:
                for part in parts:
                    self._change(part, values, state, true, false)
            case ["when", condition, part]:
                if self.holds(condition, values, state):
                    self._change(part, values, state, true, false)
            case ["not", [*fact]]:
                false.append(_fact(fact, values))
            case [str(name), *_] if name in _PASSED_OVER:
                return
            case [str(_), *_]:
                true.append(_fact(effect, values))
            case _:
                raise DatasetError(f"an effect is expected, not {effect!r}")


def read_rules(domain: str, problem: str) -> GameRules:
    """Read a game's domain and problem.

    Raises:
        DatasetError: if something cannot be understood.
    """
    forgiven: dict[str, None] = {}
    parts, task = _sections(domain, forgiven), _sections(problem, forgiven)
    actions = dict(_action(group) for group in parts.get(":action", ()))
    types: dict[str, str] = {}
    for group in (*parts.get(":constants", ()), *task.get(":objects", ())):
        types |= _typed(group)
    for missing in (":init", ":goal"):
        if missing not in task:
            raise DatasetError(f"a problem with {missing} is expected")
    if borrowed := sorted({t for a in actions.values() for t in (*_names(a.needs), *_names(a.effect))} & types.keys()):
        forgiven[f"the domain uses names that only the problem declares: {', '.join(borrowed)}"] = None
    facts: dict[str, set[Fact]] = {}
    for item in task[":init"][0]:
        if isinstance(item, list) and item and item[0] != "=":
            fact = _fact(item, {})
            facts.setdefault(fact[0], set()).add(fact)
    goal = task[":goal"][0]
    if len(goal) != 1:
        raise DatasetError(f"one goal is expected, not {len(goal)}")
    state = GameState({name: frozenset(some) for name, some in facts.items()})
    return GameRules(actions, types, state, goal[0], tuple(forgiven))


def _sections(text: str, forgiven: dict[str, None]) -> dict[str, list[list[Tree]]]:
    found: dict[str, list[list[Tree]]] = {}
    for group in _tree(text, forgiven)[1:]:
        if isinstance(group, list) and group and isinstance(group[0], str):
            found.setdefault(group[0], []).append(group[1:])
    return found


def _tree(text: str, forgiven: dict[str, None]) -> list[Tree]:
    """The only group of a text."""
    plain = re.sub(r";[^\n]*", "", text).lower()
    if re.search(r",(?=\s)", plain):
        forgiven["commas between variables"] = None
        plain = re.sub(r",(?=\s)", " ", plain)
    stack: list[list[Tree]] = [[]]
    tokens = _TOKEN.findall(plain)
    for at, token in enumerate(tokens):
        if token == "(":
            stack.append([])
        elif token != ")":
            stack[-1].append(token)
        else:
            group = stack.pop()
            stack[-1].append(group)
            if len(stack) == 1:
                if tokens[at + 1 :]:
                    raise DatasetError(f"only one definition is expected; behind it stands {tokens[at + 1]!r}")
                return group
    raise DatasetError("a closing parenthesis is missing")


def _action(group: Sequence[Tree]) -> tuple[str, GameAction]:
    name, *rest = group
    fields = dict(zip(map(str, rest[::2]), rest[1::2], strict=False))
    action = GameAction(
        tuple(_typed(fields.get(":parameters", [])).items()), fields.get(":precondition", []), fields.get(":effect", [])
    )
    return str(name), action


def _typed(group: Tree) -> dict[str, str]:
    """Names with their types: "?a ?b - object"."""
    found: dict[str, str] = {}
    waiting: list[str] = []
    words = iter(group)
    for word in words:
        if word != "-":
            waiting.append(str(word))
            continue
        kind = next(words, "")
        found |= dict.fromkeys(waiting, str(kind))
        waiting = []
    return found | dict.fromkeys(waiting, "object")


def _conjuncts(formula: Tree) -> Iterator[list[Tree]]:
    """What must hold whatever else does, parts of inner "exists" too."""
    match formula:
        case ["and", *parts]:
            for part in parts:
                yield from _conjuncts(part)
        case [_, *_] if isinstance(formula, list):
            yield formula


def _names(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    else:
        for part in tree:
            yield from _names(part)


def _matched(part: Sequence[Tree], fact: Fact, values: Binding, names: set[str]) -> Binding | None:
    """Values with which a part is a fact."""
    if len(part) != len(fact):
        return None
    more = dict(values)
    for term, value in zip(map(str, part[1:]), fact[1:], strict=True):
        if term in more or term not in names:
            if more.get(term, term) != value:
                return None
        else:
            more[term] = value
    return more


def _term(term: Tree, values: Binding) -> str:
    if not isinstance(term, str) or (term.startswith("?") and term not in values):
        raise DatasetError(f"a name or a bound variable is expected, not {term!r}")
    return values.get(term, term)


def _fact(formula: Sequence[Tree], values: Binding) -> Fact:
    if not formula or not isinstance(formula[0], str):
        raise DatasetError(f"a fact is expected, not {formula!r}")
    return (formula[0], *(_term(t, values) for t in formula[1:]))
