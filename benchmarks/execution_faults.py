# SPDX-License-Identifier: Apache-2.0
"""What goes wrong while an instruction is carried out, and when: as a certain skill begins, or at any time."""

from __future__ import annotations

import random
import threading
import time
from types import TracebackType
from typing import Any

from typing_extensions import Self

from benchmarks.execution_disk import SmallDisk
from makedo_cli.simulated_system import SimulatedSystem
from makedo_core.failure import MakedoError, Outcome

NEAR_S = 3.0  # [s, wall] that a person stays near, or a pause lasts
POLL_S = 0.2  # [s, wall] between looks at whether the disk is full
AFTER_S = (0.0, 15.0)  # [s, wall] of carrying out, after which what fits any skill goes wrong
DARK_S = 5.0  # [s] without images
FULL_S = (20.0, 0.0)  # [s, wall] that the disk is full; 0: until the instruction has ended
STUCK_S = (60.0, 0.0)  # [s] that a door is stuck, long enough for a hand to get there; 0: for good
AT = {
    "move_object": ("go_to", "pick_up"),  # before it is in the hand, wherever the robot stands
    "lookalike": ("go_to", "pick_up"),
    "colour": ("go_to", "pick_up"),
    "block": ("go_to",),
    "slip": ("pick_up",),
    "camera_off": ("pick_up",),
    "wrong_success": ("pick_up",),
    "stuck": ("open", "close"),
}
"""The skills at whose beginning something goes wrong."""
FAULTS = ("none", "person", "pause", "planner", "disk_full", *AT)


class Fault:
    """A context in which something goes wrong once. `told` is the feedback of the instruction's ROS action.

    Args:
        system: where it goes wrong.
        name: of FAULTS.
        rng: draws when, and for how long.
        target: the object or asset that the instruction is about.
        place: where an object is moved to.
        disk: that may be full.
    """

    def __init__(
        self,
        system: SimulatedSystem,
        name: str,
        rng: random.Random,
        target: str,
        place: str,
        disk: SmallDisk | None = None,
    ) -> None:
        self._system, self._name, self._target, self._place, self._disk = system, name, target, place, disk
        self._after_s = rng.uniform(*AFTER_S) if name not in AT else 0.0
        self._stuck_s = rng.choice(STUCK_S)
        self._full_s = rng.choice(FULL_S)
        self._due, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._happen, daemon=True)
        self.happened = False

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._due.set()
        self._thread.join(20.0)
        if self.happened and self._name == "stuck" and self._stuck_s == 0 and not self._system.deaths:
            self._inject("stuck", self._target, duration_s=0.01)  # it is free for the next instruction

    def told(self, message: Any) -> None:
        """The robot begins a skill."""
        skill = message.feedback.status.current.skill
        if skill and skill in AT.get(self._name, (skill,)):
            self._due.set()

    def _happen(self) -> None:
        self._due.wait()
        if self._name == "none" or self._ended.wait(self._after_s):
            return
        others = {
            "person": self._person,
            "pause": self._pause,
            "planner": self._planner,
            "disk_full": self._disk_full,
        }
        others.get(self._name, self._simulated)()

    def _simulated(self) -> None:
        duration_s = {"camera_off": DARK_S, "stuck": self._stuck_s}.get(self._name, 0.0)
        target = self._target if self._name in ("move_object", "lookalike", "colour", "stuck") else ""
        place = self._place if self._name == "move_object" else ""
        outcome = self._inject(self._name, target, place, duration_s)
        self.happened = outcome.ok

    def _inject(self, name: str, target: str = "", place: str = "", duration_s: float = 0.0) -> Outcome:
        from makedo.srv import InjectFault
        from makedo_ros.conversions.nouns import outcome_from_ros
        from makedo_ros.runtime.clients import CallError, call

        request = InjectFault.Request(fault=name, target=target, place=place, duration_s=duration_s)
        try:
            answer = call(self._system.node.create_client(InjectFault, "simulation/inject_fault"), request, 10.0)
        except CallError as error:
            return Outcome(error.cause, str(error))
        return outcome_from_ros(answer.outcome)

    def _person(self) -> None:
        from std_msgs.msg import Bool

        from makedo_ros.runtime.qos import RELIABLE

        self.happened = True
        publisher = self._system.node.create_publisher(Bool, "person_near", RELIABLE)
        since = time.monotonic()
        while not self._ended.wait(0.2):  # it is published until the end, or the robot would not trust the silence
            publisher.publish(Bool(data=time.monotonic() - since < NEAR_S))
        self._system.node.destroy_publisher(publisher)

    def _pause(self) -> None:
        from makedo.srv import Pause, Resume
        from makedo_ros.conversions.nouns import outcome_from_ros
        from makedo_ros.runtime.clients import call

        node = self._system.node
        paused = call(node.create_client(Pause, "pause"), Pause.Request(reason="benchmark"), 10.0)
        self.happened = outcome_from_ros(paused.outcome).ok
        self._ended.wait(NEAR_S)
        call(node.create_client(Resume, "resume"), Resume.Request(), 10.0)

    def _disk_full(self) -> None:
        if self._disk is None:
            raise MakedoError("the system writes to no small disk that could be full")
        since = time.monotonic()
        try:
            while not self._ended.is_set() and not 0 < self._full_s < time.monotonic() - since:
                self.happened = self._disk.fill() or self.happened  # what others give back is taken, too
                self._ended.wait(POLL_S)
        finally:
            self._disk.empty()

    def _planner(self) -> None:
        try:
            self._system.kill("planner")
        except (KeyError, ProcessLookupError) as error:
            raise MakedoError(f"the planner was gone already: {error!r}") from None
        self.happened = True
