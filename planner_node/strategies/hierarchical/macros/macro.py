# SPDX-License-Identifier: Apache-2.0
"""Macro actions with their pre- and postconditions, and plans of them.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, sections 2.3 and 2.4. There a language model states the conditions; here they follow from the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.goals.facts import words
from makedo_core.skills import Literal, SkillCall
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import after
from planner_node.strategies.hierarchical.macros.milestones import Milestones, cut


@dataclass(frozen=True, slots=True)
class MacroAction:
    """A step of a macro plan with the block of calls that carries it out.

    Attributes:
        name: what it is for, in words.
        target: what it is for; None: it brings about nothing that the goal needs.
        before: facts that its calls need and do not bring about themselves.
        after: facts that it changes, as they are when it is done.
    """

    name: str
    target: Literal | None
    before: tuple[Literal, ...]
    after: tuple[Literal, ...]
    calls: tuple[SkillCall, ...]


@dataclass(frozen=True, slots=True)
class MacroPlan:
    """Macro actions in their order."""

    macros: tuple[MacroAction, ...] = ()

    @property
    def calls(self) -> tuple[SkillCall, ...]:
        """The expanded plan: all blocks, one after the other."""
        return tuple(call for macro in self.macros for call in macro.calls)


def macro_plan(
    problem: Problem, start: frozenset[int], plan: Sequence[OperatorInstance], stones: Milestones
) -> MacroPlan:
    """A plan of instances, cut into macro actions at its milestones."""
    macros = []
    state = start
    for part in cut(start, plan, stones):
        end = state
        needs: dict[int, None] = {}
        made: set[int] = set()
        for instance in part.instances:
            needs.update(dict.fromkeys(f for f in instance.needs if f not in made))
            made.update(instance.adds)
            end = after(end, instance)
        target = None if part.reached is None else problem.literals[part.reached]
        name = part.instances[-1].call.describe() if target is None else words(target)
        before = tuple(sorted((problem.literals[f] for f in needs), key=str))
        changed = tuple(sorted((problem.literals[f] for f in end - state), key=str))
        calls = tuple(instance.call for instance in part.instances)
        macros.append(MacroAction(name, target, before, changed, calls))
        state = end
    return MacroPlan(tuple(macros))
