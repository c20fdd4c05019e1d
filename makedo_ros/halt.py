# SPDX-License-Identifier: Apache-2.0
"""Halts a robot: whatever moves it, whoever asked for it. Shared by the executor and the supervisor.

Cancelling execute_trajectory does not stop an arm on any MoveIt, so everything that can move something gets a stop:
MoveIt's execution event, every goal of every controller, of MoveIt and of the navigation, and the base's velocity.
The stops are repeated for a moment: a goal that was on its way may be accepted after the first one.
"""

from __future__ import annotations

import math
import threading
import time
from typing import Protocol

from action_msgs.srv import CancelGoal
from geometry_msgs.msg import Twist, TwistStamped
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.client import Client
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.node import Node
from std_msgs.msg import String

from makedo_core.robot_config import RobotConfig
from makedo_ros.runtime.qos import RELIABLE

DISCOVER = "discover_objects"  # turns the head
REPEAT_S = 0.1
REPEAT_FOR_S = 1.5
GOALS_FOR_S = 0.5  # a goal is accepted or lost by then


class Clock(Protocol):
    """The machine's time [s], not the robot's, which may stand still."""

    def monotonic(self) -> float:
        """Now."""

    def sleep(self, seconds: float, /) -> None:
        """Wait."""


class Halt:
    """Stops arm, gripper, head and base at once.

    Args:
        node: publishes and calls on its behalf.
        robot: names of controllers and topics.
        only_arm: leave gripper, head and base alone.
        clock: when the stops are repeated.
    """

    def __init__(self, node: Node, robot: RobotConfig, *, only_arm: bool = False, clock: Clock = time) -> None:
        self._node = node
        self._clock = clock
        self._group = ReentrantCallbackGroup()
        base = None if only_arm else robot.base
        self._stamped = base is not None and base.velocity_stamped
        kind = TwistStamped if self._stamped else Twist
        self._event = node.create_publisher(String, robot.execution_event, RELIABLE)
        self._velocity = None if base is None else node.create_publisher(kind, base.velocity_topic, RELIABLE)
        actions = [*robot.controller_actions[: len(robot.arm.controllers) if only_arm else None]]
        actions += [robot.execute_action, robot.move_action]
        actions += [] if base is None else [base.navigate]
        self._optional = frozenset(() if base is None else (a for a in (base.back_up, base.drive_on_heading) if a))
        actions += self._optional
        actions += () if only_arm else (DISCOVER,)
        self._cancels: dict[str, Client] = {
            action: node.create_client(CancelGoal, f"{action}/_action/cancel_goal", callback_group=self._group)
            for action in actions
        }
        self._lock = threading.Lock()
        self._since = -math.inf
        self._repeating = False

    def halt(self) -> None:
        """Stop everything. Does not block; it is repeated for a while, since others may still send.

        A thread repeats it: rclpy's spin ends with an error where a timer is cancelled just as it is due, and waits
        its turn where all other threads are busy.
        """
        self._zero_velocity()
        self._cancel_goals()
        with self._lock:
            self._since = self._clock.monotonic()
            if not self._repeating:
                self._repeating = True
                threading.Thread(target=self._repeat, name="halt", daemon=True).start()

    def release(self) -> None:
        """Stop repeating: something is about to move again."""
        with self._lock:
            self._since = -math.inf

    def wait_told(self) -> None:
        """Wait until goals are not cancelled any more: one that is sent before would be, too."""
        with self._lock:
            left_s = self._since + GOALS_FOR_S + REPEAT_S - self._clock.monotonic()
        self._clock.sleep(max(0.0, left_s))

    @property
    def repeating(self) -> bool:
        """Whether the stops are still repeated."""
        with self._lock:
            return self._repeating

    def missing(self) -> tuple[str, ...]:
        """Actions whose goals could not be cancelled now, because nobody serves them; one that is optional is none."""
        asked = {a: client for a, client in self._cancels.items() if a not in self._optional}
        return tuple(sorted(a for a, client in asked.items() if not client.service_is_ready()))

    def _repeat(self) -> None:
        self._clock.sleep(REPEAT_S)
        while self._told_again():
            self._clock.sleep(REPEAT_S)

    def _told_again(self) -> bool:
        """Stop what has begun to move since; False when that is over."""
        with self._lock:
            since_s = self._clock.monotonic() - self._since
            self._repeating = since_s <= REPEAT_FOR_S
            try:
                if self._repeating:
                    self._zero_velocity()
                if since_s <= GOALS_FOR_S:
                    self._cancel_goals()
            except (rclpy_implementation.InvalidHandle, rclpy_implementation.RCLError):
                self._repeating = False  # the node is being taken down: nothing can be sent any more
            return self._repeating

    def _cancel_goals(self) -> None:
        self._event.publish(String(data="stop"))
        for client in self._cancels.values():
            if client.service_is_ready():
                client.call_async(CancelGoal.Request())  # zero id and stamp: every goal

    def _zero_velocity(self) -> None:
        if self._velocity is None:
            return
        if self._stamped:
            message = TwistStamped()
            message.header.stamp = self._node.get_clock().now().to_msg()
            self._velocity.publish(message)
        else:
            self._velocity.publish(Twist())
