# SPDX-License-Identifier: Apache-2.0
"""What shows that a task has no plan to whoever trusts no search of ours.

A certificate is a set of states. If the first state is among them, every operator leads from each of them to one of
them, and none of them is a goal, then no plan leads to the goal. To check that takes no search.
"""

from __future__ import annotations

from collections import deque

from makedo_core.skills import Literal
from planner_node.pddl.model import PddlTask
from planner_node.proof.instantiate import Instances
from planner_node.proof.search import SearchLimits, Status, after

State = frozenset[Literal]
"""Every fact that holds; what is not named does not."""


def closed_states(task: PddlTask, limits: SearchLimits) -> frozenset[State] | Status:
    """Every state that can be reached, or which limit came first.

    Args:
        task: without numeric effects; its goal is not looked at.
        limits: when to give up.

    Raises:
        DomainError: as `instantiate`.
    """
    instances = Instances(task)
    problem = instances.problem([Literal(*atom) for atom in sorted(instances.atoms)])
    watching: list[list[int]] = [[] for _ in problem.literals]
    for index, instance in enumerate(problem.instances):
        for fact in instance.needs:
            watching[fact].append(index)
    free = [i for i, o in enumerate(problem.instances) if not o.needs]
    needed = [len(o.needs) for o in problem.instances]
    seen = {problem.initial}
    waiting = deque(seen)
    while waiting:
        if (limit := limits.reached(len(seen))) is not None:
            return limit
        state = waiting.popleft()
        met: dict[int, int] = dict.fromkeys(free, 0)
        for fact in state:
            for index in watching[fact]:
                met[index] = met.get(index, 0) + 1
        for index, count in met.items():
            if count == needed[index] and (reached := after(state, problem.instances[index])) not in seen:
                seen.add(reached)
                waiting.append(reached)
    facts = {n: x for x, n in problem.numbers.items() if not x.negated}
    return frozenset(frozenset(facts[n] for n in state if n in facts) for state in seen)
