# SPDX-License-Identifier: Apache-2.0
"""What the stack needs of a robot, with the names of its description made complete."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from makedo_core.doctor.finding import Area
from makedo_core.doctor.snapshot import Quality


class TopicDirection(Enum):
    """Whether a topic is listened to or spoken on by the stack."""

    HEARD = "heard"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class TopicNeed:
    """A topic between the robot and the stack.

    Attributes:
        name: complete.
        kind: type, as in "sensor_msgs/msg/JointState".
        way: which end listens.
        quality: that the stack asks for or offers.
        key: of the robot's description that names it; empty where the name is fixed.
        essential: without it the robot cannot work; else something is merely left out.
        timed: its messages have a stamp that has to be fresh.
        optional: nobody need be at its other end, and nothing need come.
    """

    name: str
    kind: str
    way: TopicDirection
    quality: Quality
    key: str = ""
    essential: bool = True
    timed: bool = True
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ServerNeed:
    """A service or ROS action that the robot has to offer, or may.

    Attributes:
        name: complete.
        kind: type, as in "nav2_msgs/action/NavigateToPose".
        area: what it belongs to.
        start: what has to be started when it is not there.
        key: of the robot's description that names it; empty where the name is fixed.
        without: what is left out where it is missing; empty: without it the robot cannot work.
    """

    name: str
    kind: str
    area: Area
    start: str
    key: str = ""
    without: str = ""


@dataclass(frozen=True, slots=True)
class Needs:
    """All that the stack needs of a robot, and the complete names of what is looked into more closely.

    Attributes:
        namespace: of the stack, "" or like "/left".
    """

    namespace: str
    topics: tuple[TopicNeed, ...]
    actions: tuple[ServerNeed, ...]
    services: tuple[ServerNeed, ...]
    nodes: tuple[str, ...]
    supervisor: str
    sentry: str
    scene_graph: str
    move_group: str
    navigator: str
    controller_server: str
    joint_states: str
    odom: str
    colour: str
    depth: str
    info: str

    @property
    def single(self) -> tuple[str, ...]:
        """Topics that one node alone may publish: what two send there cannot be told apart."""
        return tuple(name for name in (self.odom, self.colour, self.depth, self.info) if name)
