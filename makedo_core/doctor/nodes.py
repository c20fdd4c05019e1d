# SPDX-License-Identifier: Apache-2.0
"""Makedo's own nodes: alive, active and well, and with the frames of the robot's description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.doctor.needs import Needs
from makedo_core.doctor.snapshot import NodeSeen, Snapshot
from makedo_core.robot_config import RobotConfig

ACTIVE = "active"
RESTART = "restart the stack"
_APART = "end the other stack, or give each a ROS_DOMAIN_ID of its own"
_START = "start the stack: makedo up (simulation), or makedo up makedo robot:=NAME beside a robot"


def check_nodes(needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """One finding a node; a robot without the stack is no fault, half a stack is."""
    if not any(name in snapshot.nodes for name in needs.nodes):
        return (Finding(Area.NODES, "Makedo", Level.WARNING, "none of its nodes runs", _START),)
    gave_up = _gave_up(snapshot.nodes.get(needs.supervisor))
    return tuple(
        _waits(name, needs, snapshot)
        or _node(name, snapshot.nodes.get(name), name not in (needs.supervisor, needs.sentry), gave_up)
        for name in needs.nodes
    )


def doubled_nodes(names: Iterable[str], there: Mapping[str, int]) -> tuple[Finding, ...]:
    """A fault for each of some nodes that runs more than once; `there`: how many nodes have each complete name."""
    return tuple(
        Finding(
            Area.NODES, name, Level.FAULT, f"runs {there[name]} times: each of them takes what is said to it", _APART
        )
        for name in names
        if there.get(name, 0) > 1
    )


def check_scene_graph_frames(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """The scene graph's parameters may name other frames; they must be those of the robot's description."""
    node = snapshot.nodes.get(needs.scene_graph)
    if node is None:
        return ()
    wanted = {"map_frame": robot.frames.map, "base_frame": robot.frames.base, "hand_frame": robot.arm.tool_link}
    return tuple(
        Finding(
            Area.FRAMES,
            f"{needs.scene_graph} {parameter}",
            Level.FAULT,
            f"is {node.texts[parameter]!r}, the robot's description says {frame!r}",
            f"set {parameter} in config/scene_graph.yaml (or in your params_file) to {frame!r}",
        )
        for parameter, frame in wanted.items()
        if parameter in node.texts and node.texts[parameter] != frame
    )


def _gave_up(supervisor: NodeSeen | None) -> bool:
    """Whether the bring-up has ended without success: it does not go on by itself."""
    health = None if supervisor is None else supervisor.health
    return health is not None and not health.ok and health.gave_up


def _waits(name: str, needs: Needs, snapshot: Snapshot) -> Finding | None:
    """Of a supervisor that repeats what another node reports: whom it waits for, or has waited for."""
    own = snapshot.nodes.get(name)
    if name != needs.supervisor or own is None or own.health is None:
        return None
    for other in needs.nodes:
        node = snapshot.nodes.get(other)
        if node is None or node.health is None or node.health.ok or not _is_called(other, own.health.waits_for):
            continue
        found, remedy = f"waits for {other}", f"mend what {other} reports"
        if _gave_up(own):
            found, remedy = f"waits for {other} no longer", f"{remedy}, then {RESTART}"
        return Finding(Area.NODES, name, Level.WARNING, found, remedy)
    return None


def _is_called(node: str, name: str) -> bool:
    """Whether a node, with its namespace, has this name in it."""
    return node.rpartition("/")[2] == name


def _node(name: str, node: NodeSeen | None, is_brought_up: bool, gave_up: bool) -> Finding:
    """Of one node; `is_brought_up`: it has a life cycle; `gave_up`: the bring-up does not go on."""

    def finding(level: Level, found: str, remedy: str = "") -> Finding:
        return Finding(Area.NODES, name, level, found, remedy)

    if node is None:
        return finding(Level.FAULT, "does not run, others do", "see its last words in `makedo up`, and restart it")
    if node.copies > 1:
        return finding(
            Level.FAULT,
            f"runs {node.copies} times: each of them takes what is said to it",
            _APART,
        )
    if node.health is None:
        return finding(
            Level.FAULT, "runs, but gives no sign of life on /diagnostics", "its process hangs: end it and restart"
        )
    if not node.health.ok:
        then = f", then {RESTART}" if gave_up else "; it goes on by itself or says what to do"
        return finding(Level.FAULT, node.health.said, f"mend what it names{then}")
    state = node.state if is_brought_up else node.health.said
    if state is None:
        return finding(Level.WARNING, "does not tell the state of its life cycle", "run the doctor again; it is busy")
    if state != ACTIVE:
        waiting = "wait for the bring-up; with autostart:=false activate it yourself"
        over = f"mend what the supervisor names, then {RESTART}"
        return finding(Level.FAULT, f"is {state}", over if gave_up else waiting)
    return finding(Level.OK, ACTIVE)
