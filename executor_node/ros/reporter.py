# SPDX-License-Identifier: Apache-2.0
"""Tells everybody who wants to know how a task goes: feedback, latched topics, the run folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from executor_node.instruction.recovery import INTERRUPTIONS, Rung
from executor_node.instruction.task import Progress
from executor_node.record.recorder import RunRecorder
from makedo import msg as makedo_msgs
from makedo.action import ExecuteInstruction
from makedo_core.failure import Outcome
from makedo_core.plan import PlannedCall
from makedo_core.ports import PlanResult
from makedo_core.record.tree_view import TreeNode
from makedo_core.skills import SkillCall
from makedo_ros.conversions.nouns import (
    call_to_ros,
    outcome_to_ros,
    planned_call_to_ros,
    relaxation_to_ros,
    time_to_ros,
)
from makedo_ros.conversions.plans.plans import plan_to_ros
from makedo_ros.conversions.questions import question_to_ros
from makedo_ros.conversions.skill_outcomes import skill_outcome_to_ros


def status_to_ros(progress: Progress, now_s: float) -> makedo_msgs.TaskStatus:
    """Progress -> makedo/TaskStatus."""
    message = makedo_msgs.TaskStatus(
        state=int(progress.state),
        instruction=progress.instruction,
        step=progress.step,
        steps=progress.steps,
        message=progress.message,
        rung=str(progress.rung or ""),
        outcome=outcome_to_ros(progress.outcome),
    )
    if progress.question is not None:
        message.question = question_to_ros(progress.question)
    if progress.current is not None:
        message.current = call_to_ros(progress.current)
    message.header.stamp = time_to_ros(now_s)
    return message


class Reporter:
    """Implements `Listener` for one task.

    Args:
        recorder: of the run folder.
        now_s: the node's clock.
        publish_status: takes a TaskStatus.
        publish_plan: takes a Plan.
        publish_outcome: takes a SkillOutcome.
        publish_tree: takes a BehaviourTree.
        feedback: takes the feedback of execute_instruction.
        take_picture: orders pictures under a name; None: no pictures are wanted.
    """

    def __init__(
        self,
        recorder: RunRecorder,
        now_s: Callable[[], float],
        publish_status: Callable[[Any], None],
        publish_plan: Callable[[Any], None],
        publish_outcome: Callable[[Any], None],
        publish_tree: Callable[[Any], None],
        feedback: Callable[[Any], None],
        take_picture: Callable[[str], None] | None,
    ) -> None:
        self._recorder = recorder
        self._now_s = now_s
        self._publish_status = publish_status
        self._publish_plan = publish_plan
        self._publish_outcome = publish_outcome
        self._publish_tree = publish_tree
        self._feedback = feedback
        self._take_picture = take_picture

    def progress(self, progress: Progress) -> None:
        """The task went on."""
        status = status_to_ros(progress, self._now_s())
        self._publish_status(status)
        relaxations = [relaxation_to_ros(r) for r in self._recorder.relaxations]
        lights = [planned_call_to_ros(c) for c in self._recorder.lights]
        self._feedback(ExecuteInstruction.Feedback(status=status, relaxations=relaxations, dry_run=lights))
        rung = {} if progress.rung is None else {"rung": str(progress.rung)}
        state, message = progress.state.name, progress.message
        asked = {} if progress.question is None else {"options": [str(o.name) for o in progress.question.options]}
        self._recorder.note("progress", state=state, message=message, step=progress.step, **rung, **asked)

    def planned(self, result: PlanResult) -> None:
        """There is a (new) plan."""
        self._recorder.planned(result)
        if result.plan is not None:
            message = plan_to_ros(result.plan, result.goal_text)
            message.header.stamp = time_to_ros(self._now_s())
            self._publish_plan(message)
        for relaxation in result.plan.relaxations if result.plan else ():
            self.note("relaxation", text=str(relaxation))
        if self._take_picture is not None:
            number = len(self._recorder.plans)
            self._take_picture("start" if number < 2 else f"start_{number}")

    def note(self, event: str, **details: object) -> None:
        """Something worth recording."""
        self._recorder.note(event, **details)

    def rehearsed(self, lights: Sequence[PlannedCall]) -> None:
        """The plan was tried out without moving."""
        self._recorder.rehearsed(lights)

    def ticked(self, tree: Sequence[TreeNode]) -> None:
        """The tree has changed."""
        message = makedo_msgs.BehaviourTree(
            instruction=self._recorder.instruction,
            name=[n.name for n in tree],
            depth=[n.depth for n in tree],
            status=[int(n.progress) for n in tree],
        )
        message.header.stamp = time_to_ros(self._now_s())
        self._publish_tree(message)
        self._recorder.tree(tree)

    def step_done(self, call: SkillCall, outcome: Outcome, rung: Rung | None) -> None:
        """A skill call ended."""
        picture = ""
        if self._take_picture is not None and not outcome.ok and outcome.cause not in INTERRUPTIONS:
            name = f"failed_{call.skill}_{len(self._recorder.steps) + 1}"
            self._take_picture(name)
            picture = f"{name}_head.png"
        done = self._recorder.step_done(call, outcome, str(rung) if rung else "", picture)
        self._publish_outcome(skill_outcome_to_ros(done))
