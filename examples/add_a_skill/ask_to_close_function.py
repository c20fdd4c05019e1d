# SPDX-License-Identifier: Apache-2.0
"""How the executor carries out `ask_to_close`: it says what it wants, and watches the scene graph until it is so.

A skill is a function over ports (`executor_node.context`). It runs in a thread of its own, returns a typed outcome
and looks at its token often, which ends it when the robot is stopped, paused or cancelled. Nothing is said of the
effect here: the executor looks (`look_at`), and compares what it sees with the catalogue.
"""

from __future__ import annotations

from executor_node.context import SkillContext, SkillResult, failed, spoken
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State
from makedo_core.skills import SkillCall

PATIENCE_S = 60.0  # on the robot's clock
LOOK_S = 0.2  # between two looks at the graph, wall time


def ask_to_close(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out an ask_to_close call (arguments: asset)."""
    (asset,) = call.arguments
    context.note("asked for help", what=f"please close {spoken(asset)}")  # in trace.jsonl; a real robot would speak
    deadline_s = context.ports.clock.now_s() + PATIENCE_S
    while True:
        node = context.ports.graph.newest()[asset]
        if State.CLOSED in node.states:
            return SkillResult(look_at=node.centre)
        if context.ports.clock.now_s() > deadline_s:
            return failed(FailureCause.TIMEOUT, f"nobody closed {spoken(asset)} within {PATIENCE_S:.0f} s")
        context.token.wait(LOOK_S)
        context.token.check()
