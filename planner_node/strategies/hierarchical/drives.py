# SPDX-License-Identifier: Apache-2.0
"""Drives: which operators they are, and the heuristic that puts those in that a plan lacks.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 2.4 (heuristic-based plan verification and correction).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner_node.problem import Operator, Problem
from planner_node.search import after


def is_drive(operator: Operator, problem: Problem) -> bool:
    """Whether all that an operator does is to make one fact true in the place of others of its predicate."""
    added = [problem.literals[f] for f in operator.adds]
    deleted = [problem.literals[f] for f in operator.deletes]
    predicates = {literal.predicate for literal in (*added, *deleted)}
    return len(predicates) == 1 and any(not x.negated for x in added) and any(not x.negated for x in deleted)


Drives = Mapping[int, Sequence[Operator]]
"""For each fact the drives that make it true."""


def drives_of(problem: Problem) -> Drives:
    """All drives of a problem."""
    found: dict[int, list[Operator]] = {}
    for operator in problem.operators:
        if is_drive(operator, problem):
            for fact in operator.adds:
                found.setdefault(fact, []).append(operator)
    return found


def driven_to(state: frozenset[int], operator: Operator, drives: Drives) -> Operator | None:
    """A drive after which an operator can be applied that cannot be now; None: there is none."""
    for fact in operator.needs:
        if fact in state:
            continue
        for drive in drives.get(fact, ()):
            if state.issuperset(drive.needs) and after(state, drive).issuperset(operator.needs):
                return drive
        return None
    return None
