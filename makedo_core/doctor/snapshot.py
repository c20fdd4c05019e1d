# SPDX-License-Identifier: Apache-2.0
"""What was seen of a running system within seconds. Names are complete ("/joint_states"), frames without slash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.files.joint_ranges import JointRange
from makedo_core.geometry import Vector
from makedo_core.heartbeat import Heartbeat


@dataclass(frozen=True, slots=True)
class Quality:
    """What of a quality of service decides whether two ends meet: reliable or best effort, latched or volatile."""

    reliable: bool
    latched: bool

    def serves(self, asked: Quality) -> bool:
        """Whether a publisher of this quality is heard by a subscriber that asks for another."""
        return self.reliable >= asked.reliable and self.latched >= asked.latched


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One publisher or subscriber of a topic; `type` as in "sensor_msgs/msg/Image"."""

    node: str
    type: str
    quality: Quality


@dataclass(frozen=True, slots=True)
class Topic:
    """The nodes at either end of a topic."""

    publishers: tuple[Endpoint, ...] = ()
    subscribers: tuple[Endpoint, ...] = ()

    def who(self, name: str) -> str:
        """The nodes that publish a topic of this name, in brackets; empty where none is known."""
        nodes = Counter(end.node for end in self.publishers)
        told = (node if count == 1 else f"{count} nodes {node}" for node, count in sorted(nodes.items()))
        verb = "publishes" if len(self.publishers) == 1 else "publish"
        return f" ({', '.join(told)} {verb} {name})" if nodes else ""


@dataclass(frozen=True, slots=True)
class Age:
    """How old a message was when it came, on both clocks [s]; simulated: None where there is no simulated time."""

    wall_s: float
    simulated_s: float | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard of a topic.

    Attributes:
        count: messages.
        rate_hz: of them; 0 for fewer than two.
        age: of the newest; None without a stamp.
        frame: of the newest one's header.
    """

    count: int = 0
    rate_hz: float = 0.0
    age: Age | None = None
    frame: str = ""


@dataclass(frozen=True, slots=True)
class NodeSeen:
    """A node and what it says of itself.

    Attributes:
        copies: nodes of this name.
        state: of its life cycle, e.g. "active"; None: it has none, or did not answer.
        health: newest heartbeat; None: none came.
        simulated: its use_sim_time; None: it did not answer.
        texts: parameters that are text and were asked for.
    """

    copies: int = 1
    state: str | None = None
    health: Heartbeat | None = None
    simulated: bool | None = None
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ticks:
    """What was heard on /clock: how many messages, and how far simulated and wall time got meanwhile [s]."""

    count: int = 0
    simulated_s: float = 0.0
    wall_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """One image without its pixels.

    Attributes:
        median: of all readings that are positive numbers, in the unit of the encoding; None: there are none, or it is
            no depth image.
    """

    width: int
    height: int
    encoding: str
    frame: str = ""
    median: float | None = None


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera model: size and focal lengths [px]."""

    width: int
    height: int
    fx: float
    fy: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A transform from /tf or /tf_static; age: None for one that holds for ever, or is known to be fresh."""

    parent: str
    child: str
    age: Age | None = None


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint as joint_states reports it; speed: None where there is none [rad or m, and per s]."""

    position: float
    speed: float | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """The nodes that serve a service or a ROS action, and its type, as in "nav2_msgs/action/NavigateToPose"."""

    type: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ControllerState:
    """A controller of ros2_control: "active", "inactive" or "unconfigured", and the joints that it commands."""

    state: str
    joints: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MoveIt:
    """What move_group said.

    Attributes:
        groups: its planning groups; None: it did not say.
        unknown_groups: groups that it was asked for and does not know.
        joints: the robot's state as it knows it; None: it did not answer.
        without_acceleration: joints of which it has no acceleration limit, as far as it says.
        assumes_accelerations: whether it takes 1 rad/s2 then, as on Humble; later ones time no motion.
        planners: that OMPL has for the arm's group; None: it did not say.
    """

    groups: frozenset[str] | None = None
    unknown_groups: frozenset[str] = frozenset()
    joints: Mapping[str, float] | None = None
    without_acceleration: frozenset[str] = frozenset()
    assumes_accelerations: bool = False
    planners: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class GoalChecker:
    """When one of Nav2's goal checkers says that a drive has arrived; None: it did not say [m, rad]."""

    within_m: float | None = None
    within_rad: float | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All of it.

    Attributes:
        controllers: by name; None: no controller manager answered.
        manager: whether there is a controller manager.
        ranges: of joints, as the robot's own description (URDF) has them; empty: nobody published one.
        axes: of its joints, likewise: directions in the frame of its first link, all joints at 0.
        goal_checkers: of Nav2's controller server, by name.
        doubled_joints: that two publishers report.
        doubled_frames: whose pose two publishers tell.
        doubled_topics: of one publisher each, on which two were heard.
    """

    nodes: Mapping[str, NodeSeen] = field(default_factory=dict)
    topics: Mapping[str, Topic] = field(default_factory=dict)
    heard: Mapping[str, Heard] = field(default_factory=dict)
    ticks: Ticks = field(default_factory=Ticks)
    info: CameraInfo | None = None
    colour: ImageHeader | None = None
    depth: ImageHeader | None = None
    joints: Mapping[str, Joint] = field(default_factory=dict)
    ranges: Mapping[str, JointRange] = field(default_factory=dict)
    axes: Mapping[str, Vector] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    doubled_joints: frozenset[str] = frozenset()
    doubled_frames: frozenset[str] = frozenset()
    doubled_topics: frozenset[str] = frozenset()
    services: Mapping[str, Server] = field(default_factory=dict)
    actions: Mapping[str, Server] = field(default_factory=dict)
    controllers: Mapping[str, ControllerState] | None = None
    manager: bool = False
    moveit: MoveIt = field(default_factory=MoveIt)
    goal_checkers: Mapping[str, GoalChecker] = field(default_factory=dict)

    def published(self, kind: str) -> tuple[str, ...]:
        """Topics of a type that somebody publishes, sorted."""
        return tuple(sorted(n for n, t in self.topics.items() if any(e.type == kind for e in t.publishers)))

    def taken(self, kind: str) -> tuple[str, ...]:
        """Topics of a type that somebody listens to, sorted."""
        return tuple(sorted(n for n, t in self.topics.items() if any(e.type == kind for e in t.subscribers)))

    def actions_of(self, kind: str) -> tuple[str, ...]:
        """ROS actions of a type, sorted."""
        return tuple(sorted(n for n, server in self.actions.items() if server.type == kind))
