# SPDX-License-Identifier: Apache-2.0
"""What a robot's description asks of the running system: topics with our quality of service, ROS actions, services."""

from __future__ import annotations

from collections.abc import Iterator

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from makedo_core.doctor.finding import Area
from makedo_core.doctor.needs import Needs, ServerNeed, TopicDirection, TopicNeed
from makedo_core.doctor.snapshot import Quality
from makedo_core.robot_config import FOLLOW, MOVEIT_PY, RobotConfig
from makedo_ros.runtime.qos import RELIABLE, SENSOR, TF, TF_STATIC

LIFECYCLE_NODES = ("scene_graph", "perception", "planner", "executor")
SUPERVISOR, SENTRY = "supervisor", "sentry"
_IMAGE = "sensor_msgs/msg/Image"
_FOLLOW = "control_msgs/action/FollowJointTrajectory"
_COMMAND = "control_msgs/action/GripperCommand"
_MOVEIT = "start MoveIt (move_group) for this robot, in the namespace of the stack"
_MOVEIT_PY = "start MoveItPy (launch/moveit_py.launch.xml)"


def quality(profile: QoSProfile) -> Quality:
    """The part of a profile that decides whether two ends meet."""
    return Quality(
        reliable=profile.reliability is not ReliabilityPolicy.BEST_EFFORT,
        latched=profile.durability is DurabilityPolicy.TRANSIENT_LOCAL,
    )


def complete(name: str, namespace: str) -> str:
    """A name of a description as it is in the running system; namespace: "" or like "/left"."""
    return name if name.startswith("/") else f"{namespace}/{name}"


def namespace_of(words: str) -> str:
    """A namespace as people write it ("left", "/left/", empty) as it stands before names: "/left" or ""."""
    return f"/{words.strip('/')}".rstrip("/")


def needs_of(robot: RobotConfig, namespace: str = "") -> Needs:
    """All that the stack needs of a robot.

    Args:
        robot: its description.
        namespace: of the stack, e.g. "left" or "/left"; empty: none.
    """
    above = namespace_of(namespace)

    def full(name: str) -> str:
        return complete(name, above)

    return Needs(
        namespace=above,
        topics=tuple(_topics(robot, above)),
        actions=tuple(_actions(robot, above)),
        services=tuple(_services(robot, above)),
        nodes=tuple(full(name) for name in (*LIFECYCLE_NODES, SUPERVISOR, SENTRY)),
        supervisor=full(SUPERVISOR),
        sentry=full(SENTRY),
        scene_graph=full("scene_graph"),
        move_group=full(robot.arm.backend),
        navigator=full("bt_navigator"),
        controller_server=full("controller_server"),
        joint_states=full(robot.joint_states),
        odom="" if robot.base is None else full(robot.base.odom_topic),
        colour=full(robot.camera.colour),
        depth=full(robot.camera.depth),
        info=full(robot.camera.info),
    )


def _topics(robot: RobotConfig, above: str) -> Iterator[TopicNeed]:
    sensor, reliable = quality(SENSOR), quality(RELIABLE)
    camera, base = robot.camera, robot.base
    odometry = () if base is None else ((base.odom_topic, "nav_msgs/msg/Odometry", "base.odom_topic"),)
    for name, kind, key in (
        (robot.joint_states, "sensor_msgs/msg/JointState", "joint_states"),
        *odometry,
        (camera.colour, _IMAGE, "camera.colour"),
        (camera.depth, _IMAGE, "camera.depth"),
        (camera.info, "sensor_msgs/msg/CameraInfo", "camera.info"),
    ):
        yield TopicNeed(complete(name, above), kind, TopicDirection.HEARD, sensor, key)
    for name, key in ((camera.image, "camera.image"), (camera.overview, "camera.overview")):
        if name and name != camera.colour:
            yield TopicNeed(complete(name, above), _IMAGE, TopicDirection.HEARD, sensor, key, essential=False)
    person = "" if robot.safety.camera else robot.safety.person  # else it is ours to tell
    for name, key in ((robot.safety.stop_button, "safety.stop_button"), (person, "safety.person")):
        if name:
            yield TopicNeed(
                complete(name, above),
                "std_msgs/msg/Bool",
                TopicDirection.HEARD,
                reliable,
                key,
                timed=False,
                optional=True,
            )
    if robot.battery.topic:
        name, kind = complete(robot.battery.topic, above), "sensor_msgs/msg/BatteryState"
        yield TopicNeed(name, kind, TopicDirection.HEARD, sensor, "battery.topic", essential=False, optional=True)
    for name, profile in (("/tf", TF), ("/tf_static", TF_STATIC)):
        yield TopicNeed(name, "tf2_msgs/msg/TFMessage", TopicDirection.HEARD, quality(profile), timed=False)
    if base is not None:
        velocity = "geometry_msgs/msg/TwistStamped" if base.velocity_stamped else "geometry_msgs/msg/Twist"
        yield TopicNeed(
            complete(base.velocity_topic, above), velocity, TopicDirection.TOLD, reliable, "base.velocity_topic"
        )
        if base.speed_limit and robot.safety.camera:
            name, kind = complete(base.speed_limit, above), "nav2_msgs/msg/SpeedLimit"
            yield TopicNeed(
                name, kind, TopicDirection.TOLD, reliable, "base.speed_limit", essential=False, optional=True
            )
    event = complete(robot.execution_event, above)
    yield TopicNeed(event, "std_msgs/msg/String", TopicDirection.TOLD, reliable, "execution_event")


def _actions(robot: RobotConfig, above: str) -> Iterator[ServerNeed]:
    keys = (
        *(f"arm.controllers[{i}]" for i in range(len(robot.arm.controllers))),
        "gripper.controller",
        *(() if robot.head is None else ("head.controller",)),
    )
    for key, action in zip(keys, robot.controller_actions, strict=True):
        kind = _FOLLOW if action.endswith(f"/{FOLLOW}") else _COMMAND
        yield ServerNeed(complete(action, above), kind, Area.CONTROLLERS, "load and activate this controller", key)
    execute, move = robot.execute_action, robot.move_action
    moveit = _start_of(robot)
    yield ServerNeed(
        complete(execute, above), "moveit_msgs/action/ExecuteTrajectory", Area.MOVEIT, moveit, "execute_action"
    )
    if robot.arm.backend != MOVEIT_PY:  # it is only ever cancelled there
        yield ServerNeed(complete(move, above), "moveit_msgs/action/MoveGroup", Area.MOVEIT, moveit, "move_action")
    if robot.base is None:
        return
    start = "start Nav2 with the map of the home"
    name = complete(robot.base.navigate, above)
    yield ServerNeed(name, "nav2_msgs/action/NavigateToPose", Area.NAVIGATION, start, "base.navigate")
    if robot.base.plan:
        name, without = complete(robot.base.plan, above), "the dry run does not know whether there is a way"
        kind = "nav2_msgs/action/ComputePathToPose"
        yield ServerNeed(name, kind, Area.NAVIGATION, start, "base.plan", without)
    behaviours = "have Nav2's behaviour server offer it (behavior_plugins)"
    without = "short straight ways are left to the navigation, which may turn round for them"
    for key, action, kind in (
        ("base.back_up", robot.base.back_up, "BackUp"),
        ("base.drive_on_heading", robot.base.drive_on_heading, "DriveOnHeading"),
    ):
        if action:
            kind = f"nav2_msgs/action/{kind}"
            yield ServerNeed(complete(action, above), kind, Area.NAVIGATION, behaviours, key, without)


def _start_of(robot: RobotConfig) -> str:
    return _MOVEIT_PY if robot.arm.backend == MOVEIT_PY else _MOVEIT


def _services(robot: RobotConfig, above: str) -> Iterator[ServerNeed]:
    for name, kind in (
        ("compute_ik", "GetPositionIK"),
        ("plan_kinematic_path", "GetMotionPlan"),
        ("compute_cartesian_path", "GetCartesianPath"),
        ("apply_planning_scene", "ApplyPlanningScene"),
        ("get_planning_scene", "GetPlanningScene"),
        ("check_state_validity", "GetStateValidity"),
    ):
        yield ServerNeed(complete(name, above), f"moveit_msgs/srv/{kind}", Area.MOVEIT, _start_of(robot))
