# SPDX-License-Identifier: Apache-2.0
"""Answers questions about the robot: where it is, what it holds, who it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import AGENT_ID, RelationType, SceneGraph
from planner_node.language.telling.frames import Framed
from planner_node.telling.slots import Slots

_WHO = (
    "I am a robot that carries out what it is told in plain words: what cannot be done as it was said I change as "
    "little as I can, and say so. Ask 'what can you do?'."
)
_WELL = "I feel nothing, but 'makedo doctor' finds out whether all of me works."


def told_of_oneself(said: Framed, slots: Slots) -> tuple[str, ...]:
    """What is answered, in full sentences."""
    return (_ANSWERS[said.frame](said, slots.graph),)


def _where(said: Framed, graph: SceneGraph) -> str:
    """The furniture that the robot stands at, and its room."""
    places = [f"at {spoken(r.target)}" for r in graph.outgoing(AGENT_ID) if r.type is RelationType.AT]
    room = graph.room_of(AGENT_ID)
    where = " ".join((*places, *([f"in the {spoken(room)}"] if room else ())))
    return f"I am {where}." if where else "I do not know where I am."


def _holding(said: Framed, graph: SceneGraph) -> str:
    held = [spoken(r.source) for r in graph.incoming(AGENT_ID) if r.type is RelationType.HELD_BY]
    return f"I hold {enumerate_words(held)}." if held else "I hold nothing, as far as I know."


_ANSWERS: Mapping[str, Callable[[Framed, SceneGraph], str]] = {
    "where are you": _where,
    "holding": _holding,
    "who are you": lambda said, graph: _WHO,
    "how are you": lambda said, graph: _WELL,
}
ONESELF = frozenset(_ANSWERS)
"""Names of the frames that ask about the robot."""
