# SPDX-License-Identifier: Apache-2.0
"""Drives: which instances they are, and the heuristic that puts those in that a plan lacks.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 2.4 (heuristic-based plan verification and correction).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import after


def is_drive(instance: OperatorInstance, problem: Problem) -> bool:
    """Whether all that an instance does is to make one fact true in the place of others of its predicate."""
    added = [problem.literals[f] for f in instance.adds]
    deleted = [problem.literals[f] for f in instance.deletes]
    predicates = {literal.predicate for literal in (*added, *deleted)}
    return len(predicates) == 1 and any(not x.negated for x in added) and any(not x.negated for x in deleted)


Drives = Mapping[int, Sequence[OperatorInstance]]
"""For each fact the drives that make it true."""


def drives_of(problem: Problem) -> Drives:
    """All drives of a problem."""
    found: dict[int, list[OperatorInstance]] = {}
    for instance in problem.instances:
        if is_drive(instance, problem):
            for fact in instance.adds:
                found.setdefault(fact, []).append(instance)
    return found


def driven_to(state: frozenset[int], instance: OperatorInstance, drives: Drives) -> OperatorInstance | None:
    """A drive after which an instance can be applied that cannot be now; None: there is none."""
    for fact in instance.needs:
        if fact in state:
            continue
        for drive in drives.get(fact, ()):
            if state.issuperset(drive.needs) and after(state, drive).issuperset(instance.needs):
                return drive
        return None
    return None
