# SPDX-License-Identifier: Apache-2.0
"""All checks together; and the few that decide whether a robot can be worked with at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from makedo_core.doctor.camera import check_camera
from makedo_core.doctor.clocks import check_clocks, is_simulated
from makedo_core.doctor.finding import Area, Finding, Level, faults
from makedo_core.doctor.frames import TF, check_frames, doubled_frames, missing_frames
from makedo_core.doctor.joints import check_axes, check_joints, doubled_joints, postures_beyond, unknown_joints
from makedo_core.doctor.needs import Needs
from makedo_core.doctor.nodes import check_nodes, check_scene_graph_frames
from makedo_core.doctor.servers import (
    check_controllers,
    check_moveit,
    check_moveit_servers,
    check_navigation,
    check_servers,
)
from makedo_core.doctor.snapshot import Edge, Server, Snapshot, Topic
from makedo_core.doctor.topics import check_topics, doubled_topics
from makedo_core.robot_config import RobotConfig

_NOBODY = Finding(
    Area.NODES,
    "ROS",
    Level.FAULT,
    "no other node is heard of on this ROS domain",
    "start the robot or the simulation (makedo up), and give both terminals the same ROS_DOMAIN_ID and discovery range",
)
_NO_JOINTS = Finding(
    Area.JOINTS,
    "joints",
    Level.FAULT,
    "the robot reports no joint",
    "start the robot (or the simulation), or correct joint_states in its description",
)


def examine(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """Everything that is checked, area by area; a single fault where nobody is there at all."""
    if not snapshot.nodes:
        return (_NOBODY,)
    simulated = is_simulated(needs, snapshot)
    twice = check_doubles(robot, needs, snapshot)
    of_twice = {finding.subject for finding in twice}  # what else is wrong with it comes of that
    found = (
        *check_nodes(needs, snapshot),
        *check_clocks(needs, snapshot),
        *check_topics(needs.topics, snapshot, simulated),
        *check_camera(robot, needs, snapshot),
        *check_joints(robot, snapshot.joints),
        *postures_beyond(robot, snapshot.ranges),
        *check_axes(robot, snapshot.axes),
        *check_scene_graph_frames(robot, needs, snapshot),
        *check_frames(robot, snapshot.edges, simulated),
        *check_controllers(robot, needs, snapshot),
        *check_moveit(robot, needs, snapshot),
        *check_navigation(robot, needs, snapshot),
    )
    areas = list(Area)
    told = (*twice, *(finding for finding in found if finding.subject not in of_twice))
    return tuple(sorted(told, key=lambda finding: areas.index(finding.area)))


def check_doubles(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """Faults: joints, transforms and topics that two publish, as where two robots are in one ROS domain.

    Of a snapshot only what was doubled, the edges and those topics matter; what it does not have is not told.
    """
    joints, topics = needs.joint_states, snapshot.topics
    return (
        *doubled_joints(robot, snapshot.doubled_joints, joints, topics.get(joints, Topic())),
        *doubled_frames(robot, snapshot.doubled_frames, snapshot.edges, topics.get(TF, Topic())),
        *doubled_topics(needs.single, topics, snapshot.doubled_topics),
    )


def unready(
    robot: RobotConfig,
    needs: Needs,
    joints: Collection[str],
    edges: Iterable[Edge],
    actions: Mapping[str, Server],
    services: Mapping[str, Server],
) -> tuple[Finding, ...]:
    """Why nothing may be done with this robot yet: joints, frames or servers that are not there."""
    return (
        *(unknown_joints(robot, joints) if joints else (_NO_JOINTS,)),
        *missing_frames(robot, edges),
        *faults(check_servers((n for n in needs.actions if n.area is not Area.MOVEIT), actions)),
        *faults(check_moveit_servers(needs, actions, services)),
    )
