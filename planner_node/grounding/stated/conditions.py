# SPDX-License-Identifier: Apache-2.0
"""Whether what a speaker made a condition is so, from the graph."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State
from planner_node.grounding.destinations import furniture
from planner_node.grounding.scene import Scene
from planner_node.language.request import Refusal, StatedCondition

_OPPOSITE = {State.OPEN: State.CLOSED, State.CLOSED: State.OPEN, State.ON: State.OFF, State.OFF: State.ON}


def holds(condition: StatedCondition, scene: Scene) -> bool | Refusal:
    """Whether a condition is so, as far as is known; a refusal where nobody knows.

    What is not in the graph is taken not to be there; how furniture is that nobody has seen is not known.
    """
    if condition.state is None:
        there = sum(scene.matches(node, condition.what) for node in scene.objects)
        needed = condition.what.count
        if needed is None:  # "all the pens are on desk_1"
            needed = max(1, sum(scene.matches(node, replace(condition.what, source=None)) for node in scene.objects))
        return (there >= needed) is (condition.negated is not condition.so)
    places = furniture(condition.what, scene)
    if isinstance(places, Refusal):
        return places
    states = [_is_in(condition.state, node.states) for node in places]
    if any(state is None for state in states):
        text = f"I do not know whether {condition.text}. Say what to do without the condition."
        return Refusal(FailureCause.AMBIGUOUS, text)
    so = any(states) if condition.what.count is not None else all(states)
    return so is (condition.negated is not condition.so)


def _is_in(state: State, states: frozenset[State]) -> bool | None:
    """Whether furniture is in a state; None: it is not known."""
    if state in states or (state is State.OPEN and State.AJAR in states):
        return True
    return False if _OPPOSITE[state] in states else None
