# SPDX-License-Identifier: Apache-2.0
"""A robot's description made to fit what runs: names that do not exist give way to those that do.

Only names are changed, and only where the system leaves little doubt: the one topic or ROS action of the type that is
needed, the controller that commands the joints, else the name that is alike. Measures (postures, lengths, limits)
cannot be read off a running system and stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from makedo_core.conversation.suggestions import nearest
from makedo_core.doctor.finding import Area
from makedo_core.doctor.joints import is_another
from makedo_core.doctor.needs import Needs, TopicDirection, TopicNeed
from makedo_core.doctor.snapshot import Heard, Snapshot
from makedo_core.files.robot_yaml import robot_config_values
from makedo_core.robot_config import ArmConfig, BaseConfig, RobotConfig

TWIST, TWIST_STAMPED = "geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped"
FOLLOW = "control_msgs/action/FollowJointTrajectory"
_FOLLOW_NAME = "/follow_joint_trajectory"
_POSTURES = ("arm.postures.", "arm.carry_slim[", "arm.axes.")
_VELOCITY_KEY = "base.velocity_topic"
_COMMON = frozenset({"sensor_msgs/msg/Image", "std_msgs/msg/String"})  # one of these says nothing about its use


@dataclass(frozen=True, slots=True)
class Correction:
    """A value of the description that gave way to another; `key` as in "arm.controllers[0]"."""

    key: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.key}: {self.before} -> {self.after}"


def fitted(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> RobotConfig:
    """The description with the names that the running system has; what has no counterpart there stays.

    Of another robot nothing is taken over: its joints are no names for those that the postures were made for.
    """
    if is_another(robot, snapshot.joints):
        return robot
    robot = _with_joints(robot, snapshot)
    robot = _with_frames(robot, needs, snapshot)
    robot = _with_controllers(robot, needs, snapshot)
    robot = _with_group(robot, snapshot)
    robot = _with_actions(robot, needs, snapshot)
    return _with_topics(robot, needs, snapshot)


def changes(before: RobotConfig, after: RobotConfig) -> tuple[Correction, ...]:
    """What differs between two descriptions, by key; that postures name joints anew follows from arm.joints."""
    old, new = _flat(robot_config_values(before)), _flat(robot_config_values(after))
    keys = (k for k in {**old, **new} if not k.startswith(_POSTURES))
    return tuple(Correction(k, old.get(k), new.get(k)) for k in keys if old.get(k) != new.get(k))


def relative(name: str, namespace: str) -> str:
    """A complete name as a description writes it: without the namespace of the stack if it is in it."""
    return name.removeprefix(f"{namespace}/")


def _with_joints(robot: RobotConfig, snapshot: Snapshot) -> RobotConfig:
    named = (*robot.arm.joints, *robot.gripper.joints, *_head_joints(robot))
    new = _renamed(named, snapshot.joints)
    left, right = robot.gripper.joints
    postures = {
        name: {new[joint]: value for joint, value in posture.items() if joint in new}
        for name, posture in robot.arm.postures.items()
    }
    slim = tuple(replace(c, near={new[j]: value for j, value in c.near.items()}) for c in robot.arm.carry_slim)
    joints = tuple(new[j] for j in robot.arm.joints)
    axes = {new[j]: axis for j, axis in robot.arm.axes.items()}
    arm = replace(robot.arm, joints=joints, postures=postures, carry_slim=slim, axes=axes)
    gripper = replace(robot.gripper, joints=(new[left], new[right]))
    head = robot.head
    if head is not None:
        head = replace(head, pan=new[head.pan], tilt=new[head.tilt])
    return replace(robot, arm=arm, gripper=gripper, head=head)


def _head_joints(robot: RobotConfig) -> tuple[str, ...]:
    return () if robot.head is None else (robot.head.pan, robot.head.tilt)


def _with_frames(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> RobotConfig:
    known = {frame for edge in snapshot.edges for frame in (edge.parent, edge.child)}
    frames = robot.frames
    odometry = () if robot.base is None else (frames.odom,)
    new = _renamed((frames.map, *odometry, frames.base, frames.camera, robot.arm.tool_link), known)
    camera, odom = new[frames.camera], new.get(frames.odom, frames.odom)
    if snapshot.colour is not None and snapshot.colour.frame in known:
        camera = snapshot.colour.frame
    said = snapshot.heard.get(needs.odom, Heard()).frame
    if said in known and robot.base is not None:
        odom = said
    return replace(
        robot,
        frames=replace(frames, map=new[frames.map], odom=odom, base=new[frames.base], camera=camera),
        arm=replace(robot.arm, tool_link=new[robot.arm.tool_link]),
    )


def _with_controllers(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> RobotConfig:
    served = (name for name in snapshot.actions_of(FOLLOW) if name.endswith(_FOLLOW_NAME))
    there = {relative(name.removesuffix(_FOLLOW_NAME), needs.namespace) for name in served}
    new = _renamed(robot.controllers, there)
    gripper, head = new[robot.gripper.controller], robot.head
    turns = "" if head is None else new[head.controller]
    arm = tuple(dict.fromkeys(new[name] for name in robot.arm.controllers))
    if snapshot.controllers is not None:
        joints = {name: c.joints for name, c in snapshot.controllers.items() if name in there}
        arm = _commanding(joints, robot.arm.joints) or arm
        gripper = next(iter(_commanding(joints, robot.gripper.joints)), gripper)
        turns = next(iter(_commanding(joints, _head_joints(robot))), turns)
    return replace(
        robot,
        arm=replace(robot.arm, controllers=arm),
        gripper=replace(robot.gripper, controller=gripper),
        head=None if head is None else replace(head, controller=turns),
    )


def _commanding(joints: Mapping[str, frozenset[str]], wanted: Iterable[str]) -> tuple[str, ...]:
    """Controllers that command some of the joints."""
    these = set(wanted)
    return tuple(sorted(name for name, own in joints.items() if own & these))


def _with_group(robot: RobotConfig, snapshot: Snapshot) -> RobotConfig:
    groups = snapshot.moveit.groups
    if groups is None:
        return robot
    arm: ArmConfig = replace(robot.arm, group=_renamed((robot.arm.group,), groups)[robot.arm.group])
    return replace(robot, arm=arm)


def _with_actions(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> RobotConfig:
    new = {
        need.key: _only(need.name, snapshot.actions_of(need.kind), needs.namespace)
        for need in needs.actions
        if need.area is not Area.CONTROLLERS
    }
    base = robot.base
    if base is not None:
        navigate, plan = new.get("base.navigate") or base.navigate, new.get("base.plan") or base.plan
        base = replace(base, navigate=navigate, plan=plan)
    return replace(
        robot,
        base=base,
        move_action=new.get("move_action") or robot.move_action,
        execute_action=new.get("execute_action") or robot.execute_action,
    )


def _with_topics(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> RobotConfig:
    named = {need.name for need in needs.topics}
    new = {need.key: _topic(need, named, needs.namespace, snapshot) for need in needs.topics if need.key}
    camera = robot.camera
    colour = new.get("camera.colour") or camera.colour
    same = {"camera.image": camera.image, "camera.overview": camera.overview}  # no need of their own, where they are
    new.update({key: colour for key, name in same.items() if name == camera.colour})
    return replace(
        robot,
        joint_states=new.get("joint_states") or robot.joint_states,
        execution_event=new.get("execution_event") or robot.execution_event,
        base=None if robot.base is None else _base(robot.base, new, needs, snapshot),
        camera=replace(
            camera,
            image=new.get("camera.image") or camera.image,
            overview=new.get("camera.overview") or "",
            colour=colour,
            depth=new.get("camera.depth") or camera.depth,
            info=new.get("camera.info") or camera.info,
        ),
    )


def _topic(need: TopicNeed, named: set[str], namespace: str, snapshot: Snapshot) -> str | None:
    """The topic that fits a need; None: there is none. Topics that the description names already are taken."""
    if need.key == "camera.overview":  # no other camera overlooks the home because it exists
        return relative(need.name, namespace) if need.name in snapshot.published(need.kind) else None
    there = set(snapshot.published(need.kind) if need.way is TopicDirection.HEARD else snapshot.taken(need.kind))
    if need.kind not in _COMMON or need.name in there:
        return _only(need.name, there, namespace)
    alike = nearest(need.name, there - named)
    return relative(alike[0], namespace) if alike else None


def _base(base: BaseConfig, new: Mapping[str, str | None], needs: Needs, snapshot: Snapshot) -> BaseConfig:
    """The base with the topics that are there."""
    velocity, stamped = _velocity(base, needs, snapshot)
    odometry = new.get("base.odom_topic") or base.odom_topic
    return replace(base, odom_topic=odometry, velocity_topic=velocity, velocity_stamped=stamped)


def _velocity(base: BaseConfig, needs: Needs, snapshot: Snapshot) -> tuple[str, bool]:
    """Topic and kind of the velocity that the base listens to."""
    name = next(need.name for need in needs.topics if need.key == _VELOCITY_KEY)
    stamped = base.velocity_stamped
    for is_stamped in (stamped, not stamped):
        there = snapshot.taken(TWIST_STAMPED if is_stamped else TWIST)
        if name in there:
            return base.velocity_topic, is_stamped
    for is_stamped in (stamped, not stamped):
        found = _only(name, snapshot.taken(TWIST_STAMPED if is_stamped else TWIST), needs.namespace)
        if found is not None:
            return found, is_stamped
    return base.velocity_topic, stamped


def _only(name: str, there: Collection[str], namespace: str) -> str | None:
    """The name itself if it is there, else the only one, else the one most alike; None if none is alike."""
    if name in there:
        return relative(name, namespace)
    found = next(iter(there)) if len(there) == 1 else next(iter(nearest(name, there)), None)
    return None if found is None else relative(found, namespace)


def _renamed(names: Iterable[str], there: Collection[str]) -> dict[str, str]:
    """Each name with the one that it becomes: itself if it is there, else the one most alike that nobody has."""
    names = tuple(names)
    free = set(there) - set(names)
    result = {}
    for name in names:
        alike = () if name in there else nearest(name, free)
        result[name] = alike[0] if alike else name
        free.discard(result[name])
    return result


def _flat(value: Any, key: str = "") -> dict[str, Any]:
    """Leaves of nested mappings and lists, by key."""
    if isinstance(value, dict):
        return {k: v for name, part in value.items() for k, v in _flat(part, f"{key}.{name}".lstrip(".")).items()}
    if isinstance(value, list):
        return {k: v for i, part in enumerate(value) for k, v in _flat(part, f"{key}[{i}]").items()}
    return {key: value}
