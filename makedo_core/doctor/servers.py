# SPDX-License-Identifier: Apache-2.0
"""Servers that the description names: controllers, MoveIt, navigation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from makedo_core.conversation.suggestions import choices
from makedo_core.doctor.finding import Area, Finding, Level, some
from makedo_core.doctor.needs import Needs, ServerNeed
from makedo_core.doctor.nodes import ACTIVE
from makedo_core.doctor.snapshot import ControllerState, GoalChecker, MoveIt, Server, Snapshot
from makedo_core.robot_config import BaseConfig, RobotConfig

STATE_TOLERANCE = 0.1  # between the joints as the robot and as MoveIt knows them, while it stands [rad or m]
_TRAJECTORY = "/follow_joint_trajectory"


def check_servers(needs: Iterable[ServerNeed], there: Mapping[str, Server]) -> tuple[Finding, ...]:
    """One finding for each service or ROS action."""
    needs = tuple(needs)
    free = {name: server for name, server in there.items() if name not in {need.name for need in needs}}
    return tuple(_server(need, there, free) for need in needs)


def check_controllers(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """Their ROS actions; and by the controller manager, whether they are active and command the right joints."""
    served = check_servers((n for n in needs.actions if n.area is Area.CONTROLLERS), snapshot.actions)
    if snapshot.controllers is None:
        return served if not snapshot.manager else (*served, _no_list())
    states = tuple(_state(name, snapshot.controllers) for name in robot.controllers)
    return (*served, *states, *_uncommanded(robot, snapshot.controllers))


def check_moveit(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """Its ROS actions and services, the planning group, and whether it knows where the joints are."""
    result = check_moveit_servers(needs, snapshot.actions, snapshot.services)
    if all(finding.level is Level.FAULT for finding in result):
        return result
    reported = {name: joint.position for name, joint in snapshot.joints.items()}
    moveit = snapshot.moveit
    limits = acceleration_limits(robot, moveit.without_acceleration, moveit.assumes_accelerations)
    return (*result, _group(robot, moveit), *_planner(robot, moveit), *_robot_state(robot, moveit, reported), *limits)


def acceleration_limits(robot: RobotConfig, without: Collection[str], assumed: bool) -> tuple[Finding, ...]:
    """Whether MoveIt can time motions of the arm.

    Args:
        robot: description.
        without: joints of which MoveIt has no acceleration limit.
        assumed: whether it takes 1 rad/s2 for those.
    """
    lacking = [joint for joint in robot.arm.joints if joint in without]
    if not lacking:
        return ()
    found = f"MoveIt has no acceleration limit of {some(lacking)}: "
    found += "it assumes 1 rad/s2, and does not time lines" if assumed else "it times no motion of the arm"
    remedy = "give has_acceleration_limits: true and max_acceleration for each joint in MoveIt's joint_limits.yaml"
    level = Level.WARNING if assumed else Level.FAULT
    return (Finding(Area.MOVEIT, "joint limits", level, found, remedy),)


def check_moveit_servers(
    needs: Needs, actions: Mapping[str, Server], services: Mapping[str, Server]
) -> tuple[Finding, ...]:
    """Its ROS actions and services; where none is there, one finding says it better than seven."""
    asked = [n for n in needs.actions if n.area is Area.MOVEIT]
    result = check_servers(asked, actions) + check_servers(needs.services, services)
    if any(need.name in there for need in (*asked, *needs.services) for there in (actions, services)):
        return result
    found, remedy = "none of MoveIt's ROS actions and services is there", needs.services[0].start
    return (Finding(Area.MOVEIT, needs.move_group, Level.FAULT, found, remedy),)


def check_navigation(robot: RobotConfig, needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """Its ROS action, that it is active, and that it ends drives where they count as arrived."""
    result = check_servers((n for n in needs.actions if n.area is Area.NAVIGATION), snapshot.actions)
    node = snapshot.nodes.get(needs.navigator)
    if node is not None and node.state is not None and node.state != ACTIVE:
        remedy = "give the localisation the robot's pose and have Nav2's lifecycle manager start up (autostart)"
        result += (Finding(Area.NAVIGATION, needs.navigator, Level.FAULT, f"is {node.state}", remedy),)
    return result if robot.base is None else (*result, *_tolerances(robot.base, snapshot.goal_checkers))


def _tolerances(base: BaseConfig, checkers: Mapping[str, GoalChecker]) -> tuple[Finding, ...]:
    """Goal checkers that end a drive farther off than Makedo takes for an arrival.

    Where there are several, the behaviour tree chooses; only if all of them are too coarse, drives fail for sure.
    """
    coarse = {name: said for name in sorted(checkers) if (said := _coarse(base, checkers[name]))}
    level = Level.FAULT if len(coarse) == len(checkers) else Level.WARNING
    remedy = "give it {0}.xy_goal_tolerance: 0.05 and {0}.yaw_goal_tolerance: 0.1 (config/nav2/goal_tolerance.yaml), "
    remedy += "or raise base.arrive_m and base.arrive_rad in the robot's description"
    return tuple(Finding(Area.NAVIGATION, n, level, said, remedy.format(n)) for n, said in coarse.items())


def _coarse(base: BaseConfig, checker: GoalChecker) -> str:
    """What is too coarse in it, or nothing."""
    off = []
    if checker.within_m is not None and checker.within_m > base.arrive_m:
        off.append(f"{checker.within_m:g} m")
    if checker.within_rad is not None and checker.within_rad > base.arrive_rad:
        off.append(f"{checker.within_rad:g} rad")
    if not off:
        return ""
    allowed = f"{base.arrive_m:g} m and {base.arrive_rad:g} rad"
    return f"ends a drive within {' and '.join(off)} of its goal, where more than {allowed} count as a failure"


def _planner(robot: RobotConfig, moveit: MoveIt) -> tuple[Finding, ...]:
    """Whether OMPL has the planner that is asked for; it takes another one otherwise, and only its log says so."""
    planner = robot.arm.planner_id
    if moveit.planners is None or not planner or planner in moveit.planners:
        return ()
    found = f"MoveIt has no planner {planner} for the group {robot.arm.group}, and takes its default, which may be slow"
    remedy = "add it to planner_configs in MoveIt's ompl_planning.yaml, or correct arm.planner_id; "
    return (Finding(Area.MOVEIT, "planner", Level.WARNING, found, remedy + choices(planner, moveit.planners)),)


def _server(need: ServerNeed, there: Mapping[str, Server], free: Mapping[str, Server]) -> Finding:
    """Of one server; `free` are those that nothing else in the description names."""
    server = there.get(need.name)
    if server is None:
        alike = [name for name, other in free.items() if other.type == need.kind]
        remedy = need.start
        if alike and need.key:
            remedy += f", or correct {need.key} in the robot's description; {choices(need.name, alike)}"
        return _wrong(need, "nobody serves it", remedy)
    who = ", ".join(sorted(set(server.nodes)))
    if server.type != need.kind:
        found = f"{who} serves it as {server.type}, expected {need.kind}"
        return _wrong(need, found, f"correct {need.key or 'the remapping'}, or have {who} offer {need.kind}")
    if len(server.nodes) > 1:
        found = f"{len(server.nodes)} nodes serve it ({who}): it is a matter of chance who answers"
        return _wrong(need, found, "end all but one, or separate them by ROS_DOMAIN_ID")
    return Finding(need.area, need.name, Level.OK, f"served by {who}")


def _wrong(need: ServerNeed, found: str, remedy: str) -> Finding:
    """A fault; or a warning, where the robot works without it."""
    if not need.without:
        return Finding(need.area, need.name, Level.FAULT, found, remedy)
    remedy += f'; or say {need.key}: "" to do without it'
    return Finding(need.area, need.name, Level.WARNING, f"{found}; {need.without}", remedy)


def _no_list() -> Finding:
    return Finding(
        Area.CONTROLLERS,
        "/controller_manager",
        Level.WARNING,
        "did not list its controllers: whether they are active is not known",
        "look with `ros2 control list_controllers`; the doctor needs the package controller_manager_msgs for it",
    )


def _state(name: str, controllers: Mapping[str, ControllerState]) -> Finding:
    controller = controllers.get(name)
    if controller is None:
        remedy = f"load it (`ros2 run controller_manager spawner {name}`), or correct its name; "
        found = "the controller manager does not know it"
        return Finding(Area.CONTROLLERS, name, Level.FAULT, found, remedy + choices(name, controllers))
    if controller.state != ACTIVE:
        remedy = f"ros2 control set_controller_state {name} active"
        return Finding(Area.CONTROLLERS, name, Level.FAULT, f"is {controller.state}", remedy)
    return Finding(Area.CONTROLLERS, name, Level.OK, ACTIVE)


def _uncommanded(robot: RobotConfig, controllers: Mapping[str, ControllerState]) -> tuple[Finding, ...]:
    """Joints of the arm that none of its controllers commands: halting would leave them moving."""
    own = [controllers[name] for name in robot.arm.controllers if name in controllers]
    commanded = {joint for controller in own for joint in controller.joints}
    if own and not commanded:
        return ()  # this controller manager does not say
    left = [joint for joint in robot.arm.joints if joint not in commanded]
    others = sorted(n for n, c in controllers.items() if c.joints.intersection(left))
    if not left:
        return ()
    found = f"no controller of arm.controllers commands {', '.join(left)}: a halt would not stop them"
    remedy = f"add {', '.join(others)} to arm.controllers" if others else "load and activate a controller for them"
    return (Finding(Area.CONTROLLERS, "arm.controllers", Level.FAULT, found, remedy),)


def _group(robot: RobotConfig, moveit: MoveIt) -> Finding:
    group = robot.arm.group
    if group in moveit.unknown_groups or (moveit.groups is not None and group not in moveit.groups):
        there = "its SRDF names them" if moveit.groups is None else choices(group, moveit.groups)
        remedy = f"correct arm.group in the robot's description; {there}"
        return Finding(Area.MOVEIT, f"group {group}", Level.FAULT, "move_group has no such planning group", remedy)
    if moveit.groups is None and moveit.joints is None:
        remedy = "look at its log: it may still be loading, or hang"
        return Finding(Area.MOVEIT, f"group {group}", Level.WARNING, "move_group did not answer", remedy)
    return Finding(Area.MOVEIT, f"group {group}", Level.OK, "known to move_group")


def _robot_state(robot: RobotConfig, moveit: MoveIt, reported: Mapping[str, float]) -> tuple[Finding, ...]:
    if moveit.joints is None:
        return ()
    believed = moveit.joints

    def fault(found: str, remedy: str) -> tuple[Finding, ...]:
        return (Finding(Area.MOVEIT, "robot state", Level.FAULT, found, remedy),)

    if not believed:
        return fault("move_group knows no joint", "have it receive joint_states, and by the same clock (use_sim_time)")
    unknown = [name for name in robot.arm.joints if name not in believed]
    if unknown:
        remedy = f"correct arm.joints, or MoveIt's URDF; {choices(unknown[0], believed)}"
        return fault(f"MoveIt's model has no joint {', '.join(unknown)}", remedy)
    off = [n for n in robot.arm.joints if n in reported and abs(believed[n] - reported[n]) > STATE_TOLERANCE]
    if off:
        where = f"{off[0]} at {believed[off[0]]:.2f}, the robot reports {reported[off[0]]:.2f}"
        remedy = "start move_group with the robot's use_sim_time; while the robot moves, run the doctor again"
        return fault(f"move_group believes {where}", remedy)
    return (Finding(Area.MOVEIT, "robot state", Level.OK, "as the robot reports it"),)
