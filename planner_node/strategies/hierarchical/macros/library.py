# SPDX-License-Identifier: Apache-2.0
"""The macro-action library: blocks that served once, with variables for things, for use in other scenes and tasks.

Drives are left out of a block that is kept and put in anew where it is used, because they depend on where the robot
is. A block is used only if every call of it can be made where it begins and it reaches what it is for, so a library
can make planning faster but never a plan invalid.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 2.5.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from makedo_core.skills import Literal, SkillCall
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import after
from planner_node.strategies.hierarchical.macros.drives import Drives, driven_to, drives_of, is_drive
from planner_node.strategies.hierarchical.macros.macro import MacroAction, MacroPlan

MOST_KEPT = 1000
"""Macro actions in a library; beyond, those that served least are forgotten."""

ClassOf = Callable[[str], str]
"""The class of a thing by its name; empty: it has none, and any thing may take its place."""


@dataclass(frozen=True, slots=True)
class LiftedMacro:
    """A macro action with variables "?1", "?2", ... for things, without its drives.

    Attributes:
        classes: of the variables.
        before: what its block needed where it was learnt, for people.
        after: what it changed there, for people.
    """

    target: Literal
    calls: tuple[SkillCall, ...]
    classes: tuple[tuple[str, str], ...]
    before: tuple[Literal, ...] = ()
    after: tuple[Literal, ...] = ()


class MacroStore(Protocol):
    """Where macro actions are kept: in memory, or in a knowledge graph that robots share."""

    def remember(self, macros: Iterable[LiftedMacro]) -> None:
        """Keep macro actions of a plan that succeeded; those that are there already count once more."""

    def serving(self, target: Literal) -> tuple[LiftedMacro, ...]:
        """Macro actions whose target has the predicate, the sign and the number of terms of a literal, best first."""


@dataclass
class MacroLibrary:
    """Macro actions in memory, those that were used most first. Safe for threads."""

    _uses: dict[LiftedMacro, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def remember(self, macros: Iterable[LiftedMacro]) -> None:
        """Keep macro actions; see `MacroStore`."""
        with self._lock:
            for macro in macros:
                known = next((k for k in self._uses if same_block(k, macro)), macro)
                self._uses[known] = self._uses.get(known, 0) + 1
            while len(self._uses) > MOST_KEPT:
                del self._uses[min(self._uses, key=lambda m: self._uses[m])]

    def serving(self, target: Literal) -> tuple[LiftedMacro, ...]:
        """Macro actions for a target; see `MacroStore`."""
        with self._lock:
            found = [m for m in self._uses if _key(m.target) == _key(target)]
            return tuple(sorted(found, key=lambda m: (-self._uses[m], len(m.calls))))

    @property
    def uses(self) -> Mapping[LiftedMacro, int]:
        """Everything that is kept, and how often each served."""
        with self._lock:
            return dict(self._uses)


def same_block(first: LiftedMacro, second: LiftedMacro) -> bool:
    """Whether two macro actions do the same for the same, whatever else was so where they were learnt."""
    return (first.target, first.calls, first.classes) == (second.target, second.calls, second.classes)


def _key(literal: Literal) -> tuple[str, bool, int]:
    return (str(literal.predicate), literal.negated, len(literal.terms))


def lifted(macro: MacroAction, problem: Problem, class_of: ClassOf) -> LiftedMacro | None:
    """A macro action with variables; None: it has no target, or consists of drives."""
    drives = {o.call for o in problem.instances if is_drive(o, problem)}
    calls = tuple(call for call in macro.calls if call not in drives)
    if macro.target is None or not calls:
        return None
    names = tuple(dict.fromkeys((*macro.target.terms, *(a for call in calls for a in call.arguments))))
    variable = {name: f"?{number}" for number, name in enumerate(names, 1)}

    def about(literals: Iterable[Literal]) -> tuple[Literal, ...]:
        return tuple(x.bind(variable) for x in literals if variable.keys() >= set(x.terms))

    return LiftedMacro(
        macro.target.bind(variable),
        tuple(SkillCall(call.skill, tuple(variable[a] for a in call.arguments)) for call in calls),
        tuple((v, class_of(name)) for name, v in variable.items()),
        about(macro.before),
        about(macro.after),
    )


def lessons(plan: MacroPlan, problem: Problem, class_of: ClassOf) -> tuple[LiftedMacro, ...]:
    """The macro actions of a plan with variables."""
    found = (lifted(macro, problem, class_of) for macro in plan.macros)
    return tuple(macro for macro in found if macro is not None)


class Reuse:
    """Expands targets with the blocks of a library, on one problem."""

    def __init__(self, store: MacroStore, problem: Problem, class_of: ClassOf) -> None:
        """Index the instances of the problem by their skills."""
        self._store = store
        self._problem = problem
        self._class_of = class_of
        self._drives: Drives = drives_of(problem)
        self._by_skill: dict[str, list[OperatorInstance]] = {}
        for instance in problem.instances:
            self._by_skill.setdefault(instance.call.skill, []).append(instance)

    def __call__(self, state: frozenset[int], fact: int) -> tuple[OperatorInstance, ...] | None:
        """The shortest block of the library that leads from a state to a fact; None: there is none."""
        target = self._problem.literals[fact]
        found = [self._block(state, fact, macro) for macro in self._store.serving(target)]
        return min((block for block in found if block), key=len, default=None)

    def _block(self, state: frozenset[int], fact: int, macro: LiftedMacro) -> tuple[OperatorInstance, ...] | None:
        classes = dict(macro.classes)
        binding: dict[str, str] = {}
        for variable, name in zip(macro.target.terms, self._problem.literals[fact].terms, strict=True):
            if not self._fits(name, classes.get(variable, ""), binding.get(variable)):
                return None
            binding[variable] = name
        return self._matched(state, fact, macro.calls, binding, classes)

    def _matched(
        self,
        state: frozenset[int],
        fact: int,
        calls: tuple[SkillCall, ...],
        binding: Mapping[str, str],
        classes: Mapping[str, str],
    ) -> tuple[OperatorInstance, ...] | None:
        """Instances for the calls, each applicable, a drive before it where that is what it lacks."""
        if not calls:
            return () if fact in state else None
        for instance in self._by_skill.get(calls[0].skill, ()):
            bound = self._bound(calls[0].arguments, instance.call.arguments, binding, classes)
            if bound is None:
                continue
            steps: tuple[OperatorInstance, ...] = (instance,)
            if not state.issuperset(instance.needs):
                drive = driven_to(state, instance, self._drives)
                if drive is None:
                    continue
                steps = (drive, instance)
            later = state
            for step in steps:
                later = after(later, step)
            rest = self._matched(later, fact, calls[1:], bound, classes)
            if rest is not None:
                return steps + rest
        return None

    def _bound(
        self,
        variables: tuple[str, ...],
        names: tuple[str, ...],
        binding: Mapping[str, str],
        classes: Mapping[str, str],
    ) -> dict[str, str] | None:
        """The binding with the arguments of a call; None: they do not agree with it, or are of other classes."""
        if len(variables) != len(names):
            return None
        bound = dict(binding)
        for variable, name in zip(variables, names, strict=True):
            if not self._fits(name, classes.get(variable, ""), bound.get(variable)):
                return None
            bound[variable] = name
        return bound

    def _fits(self, name: str, wanted: str, taken: str | None) -> bool:
        return (taken is None or taken == name) and (not wanted or self._class_of(name) == wanted)
