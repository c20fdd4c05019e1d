# SPDX-License-Identifier: Apache-2.0
"""What the robot does: its state, its plan with progress, what was tried, and the behaviour tree."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from makedo_core.plan import Plan, PlannedCall
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.record.tree_view import TreeNode
from operator_node.state.board import Board, TopicSpec
from operator_node.state.course import MOST_TRIED, PlanCourse, tried_shown
from operator_node.state.doing import ExecutorSaid, Now, followed

NOW, PLAN, TRIED, TREE = "now", "plan", "tried", "tree"


class TaskPane:
    """Puts on the board what the executor says; each `on_` function may be called by any thread.

    Args:
        board: where.
        clock: seconds since 1970.
    """

    def __init__(self, board: Board, clock: Callable[[], float] = time.time) -> None:
        self._board, self._clock = board, clock
        self._lock = threading.Lock()
        self._now: Now | None = None
        self._patience_s: float | None = None
        self._course = PlanCourse()
        self._tried: deque[SkillOutcome] = deque(maxlen=MOST_TRIED)
        board.declare(TopicSpec(NOW))
        board.declare(TopicSpec(PLAN, most_hz=5.0))
        board.declare(TopicSpec(TRIED, most_hz=5.0))
        board.declare(TopicSpec(TREE, most_hz=5.0, on_demand=True))
        self.on_said(ExecutorSaid())

    @property
    def said(self) -> ExecutorSaid:
        """What the executor said last."""
        with self._lock:
            return ExecutorSaid() if self._now is None else self._now.said

    def on_patience(self, seconds: float | None) -> None:
        """How long the executor waits for an approval [s]; None: nobody knows."""
        with self._lock:
            self._patience_s = seconds

    def on_said(self, said: ExecutorSaid) -> None:
        """The executor said what it is at."""
        with self._lock:
            self._now = followed(self._now, said, self._clock(), self._patience_s)
            self._board.put(NOW, self._now.shown())
            self._put_plan()

    def on_plan(self, plan: Plan, goal_text: str, planned_s: float) -> None:
        """There is a new plan; `planned_s`: since when, on the robot's clock [s]."""
        with self._lock:
            self._course = PlanCourse(plan, goal_text, self._course.lights, planned_s)
            self._put_plan()

    def on_lights(self, lights: Sequence[PlannedCall]) -> None:
        """The lights of the newest dry run."""
        with self._lock:
            if lights and tuple(lights) != self._course.lights:
                self._course = replace(self._course, lights=tuple(lights))
                self._put_plan()

    def on_tried(self, done: SkillOutcome) -> None:
        """A skill call has ended."""
        with self._lock:
            self._tried.append(done)
            newest = [t for t in self._tried if t.run == done.run]
            self._board.put(TRIED, [tried_shown(t) for t in newest])
            self._put_plan()

    def on_tree(self, tree: Sequence[TreeNode]) -> None:
        """The behaviour tree has changed."""
        self._board.put(TREE, [{"name": n.name, "depth": n.depth, "is": n.progress.name.lower()} for n in tree])

    def _put_plan(self) -> None:
        said = ExecutorSaid() if self._now is None else self._now.said
        self._board.put(PLAN, self._course.shown(said, tuple(self._tried)))
