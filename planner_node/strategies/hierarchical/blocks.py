# SPDX-License-Identifier: Apache-2.0
"""From the lines of a block to calls: each is mapped to one that there is, and missing drives are put in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from makedo_core.skills import Literal, SkillCall
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import after
from planner_node.strategies.hierarchical.actions import ActionMapper, parse
from planner_node.strategies.hierarchical.macros.drives import Drives, driven_to, is_drive


@dataclass(frozen=True, slots=True)
class Mapped:
    """Calls of a block.

    Attributes:
        unknown: why a line is no call, of the first that is none; such lines are left out. Empty: all are calls.
    """

    calls: tuple[SkillCall, ...]
    unknown: str = ""


def mapped(
    lines: Sequence[str], problem: Problem, facts: Collection[Literal], mapper: ActionMapper, drives: Drives
) -> Mapped:
    """The calls that lines mean in a state, with the drives that they lack.

    Args:
        lines: as a model wrote them.
        problem: has every call that can ever be made.
        facts: what holds at the start of the block.
        mapper: of the problem.
        drives: of the problem; none: nothing is put in, and no drive to where the robot is already is left out.
    """
    state = frozenset(n for x, n in problem.numbers.items() if (Literal(x.predicate, x.terms) in facts) != x.negated)
    ways: dict[SkillCall, list[OperatorInstance]] = {}
    for instance in problem.instances:
        ways.setdefault(instance.call, []).append(instance)
    calls: list[SkillCall] = []
    unknown = ""
    for number, line in enumerate(lines, 1):
        written = parse(line)
        if written is None:
            unknown = unknown or f"line {number} is empty; every line is a call"
            continue

        def able(instance: OperatorInstance, state: frozenset[int] = state) -> bool:
            return state.issuperset(instance.needs) or driven_to(state, instance, drives) is not None

        call = mapper.call(written, able)
        if isinstance(call, str):
            unknown = unknown or f"line {number}: {call}"
            continue
        is_way = any(is_drive(o, problem) for o in ways[call])
        there = drives and is_way and any(state.issuperset(o.adds) for o in ways[call])
        steps = _steps(ways[call], state, {} if is_way else drives)
        for step in steps:
            state = after(state, step)
        calls.extend(step.call for step in steps)
        if not steps and not there:
            calls.append(call)  # it cannot be made; the validator says why
    return Mapped(tuple(calls), unknown)


def _steps(ways: Sequence[OperatorInstance], state: frozenset[int], drives: Drives) -> tuple[OperatorInstance, ...]:
    """An instance of a call that can be applied, after a drive if need be; empty: there is none."""
    for instance in ways:
        if state.issuperset(instance.needs):
            return (instance,)
    for instance in ways:
        drive = driven_to(state, instance, drives)
        if drive is not None:
            return (drive, instance)
    return ()
