# SPDX-License-Identifier: Apache-2.0
"""The policy grants what the code uses: each topic, service and action that a module makes stands in it."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_ros.doctor.needs import complete
from makedo_ros.security.environment import OPERATOR, PAGE, ROBOT, STACK, WATCHER
from makedo_ros.security.policy import Enclave, read_enclaves

ROOT = Path(__file__).parents[3]
POLICY = ROOT / "config" / "security" / "policy.yaml"
MAKERS = {
    "create_publisher": ("publish", 1),
    "create_lifecycle_publisher": ("publish", 1),
    "create_subscription": ("subscribe", 1),
    "subscribe": ("subscribe", 1),
    "create_service": ("serve", 1),
    "create_client": ("request", 1),
    "ActionServer": ("execute", 2),
    "ActionClient": ("call", 2),
}
"""By the name of what is called: what the enclave must be allowed, and which argument the name is."""
OF_ROBOT = "named by the robot's description: the whole of it is granted to the stack"
ELSEWHERE: dict[tuple[str, str], str | list[str]] = {
    # what the robot's description names
    ("makedo_ros/halt.py", "robot.execution_event"): OF_ROBOT,
    ("makedo_ros/halt.py", "base.velocity_topic"): OF_ROBOT,
    ("makedo_ros/halt.py", "f'{action}/_action/cancel_goal'"): OF_ROBOT,
    ("executor_node/robot/gripper_command.py", "self._name"): OF_ROBOT,
    ("executor_node/robot/bases/nav2.py", "base.navigate"): OF_ROBOT,
    ("executor_node/robot/bases/nav2.py", "base.plan"): OF_ROBOT,
    ("executor_node/robot/bases/straight.py", "name"): OF_ROBOT,
    ("executor_node/robot/bases/speed_limit.py", "topic"): OF_ROBOT,
    ("executor_node/robot/pictures.py", "topic"): OF_ROBOT,
    ("executor_node/robot/body.py", "robot.joint_states"): OF_ROBOT,
    ("executor_node/robot/body.py", "robot.base.odom_topic"): OF_ROBOT,
    ("executor_node/robot/arms/move_group.py", "robot.execute_action"): OF_ROBOT,
    ("executor_node/robot/follow.py", "self._name"): OF_ROBOT,
    ("executor_node/ros/stored_motions.py", "self._name"): OF_ROBOT,
    ("executor_node/ros/planning_limits.py", "self._service"): ["move_group/get_parameters"],
    ("makedo_ros/doctor/listening.py", "complete(URDF_TOPIC, needs.namespace)"): ["robot_description"],
    ("executor_node/ros/operator.py", "topic"): OF_ROBOT,
    ("executor_node/ros/health.py", "robot.battery.topic"): OF_ROBOT,
    ("perception_node/discovery/gaze.py", "self._name"): OF_ROBOT,
    ("perception_node/node.py", "topic"): OF_ROBOT,
    ("perception_node/node.py", "robot.safety.person"): OF_ROBOT,
    ("operator_node/ros/camera_feed.py", "self._topic"): OF_ROBOT,
    ("makedo_cli/film.py", "topic"): OF_ROBOT,
    ("makedo_cli/commands/operating/stop.py", "f'{name}{STOP}'"): ["stop"],
    ("makedo_cli/commands/past/live.py", "robot.joint_states"): OF_ROBOT,
    ("makedo_ros/doctor/listening.py", "topic"): OF_ROBOT,
    # what is called by a variable, and stands for these
    ("makedo_ros/supervisor.py", "f'{n}/change_state'"): [
        f"{n}/change_state" for n in ("scene_graph", "perception", "planner", "executor")
    ],
    ("makedo_ros/supervisor.py", "f'{n}/get_state'"): [
        f"{n}/get_state" for n in ("scene_graph", "perception", "planner", "executor")
    ],
    ("executor_node/robot/arms/moveit_py_node.py", "name"): "offered by MoveItPy in place of MoveIt",
    ("operator_node/ros/camera_feed.py", "self._observations"): ["observations"],
    ("operator_node/ros/task_feed.py", "topic"): ["task_status", "plan", "behaviour_tree", "skill_outcomes"],
    ("operator_node/ros/links.py", "name"): ["operator/link_to_operate", "operator/link_to_watch"],
    ("makedo_cli/live_graph.py", "service"): [
        "get_scene_graph", "scene_graph/save", "scene_graph/load", "correct_scene_graph"
    ],
    ("makedo_cli/commands/past/live.py", "*topic"): ["task_status", "plan", "behaviour_tree", "skill_outcomes"],
    ("makedo_cli/commands/operating/page.py", "TO_WATCH if watch else TO_OPERATE"): [
        "operator/link_to_operate", "operator/link_to_watch"
    ],
    ("makedo_cli/commands/operating/queue.py", "name"): ["queue_instruction", "change_queue"],
    ("makedo_cli/commands/operating/operator.py", "name"): [
        "pause", "resume", "hand_over_control", "take_back_control", "respond_approval", "answer_question"
    ],
    ("makedo_cli/latched.py", "topic"): ["task_status", "plan", "instruction_queue", "health"],
    ("makedo_ros/doctor/asking.py", "self._service"): ["executor/get_state", "compute_ik", "get_planning_scene"],
    ("makedo_ros/doctor/asking.py", "complete('executor/get_parameters', namespace)"): ["executor/get_parameters"],
}  # fmt: skip
WHERE = {
    "executor_node/robot/arms/moveit_py_node.py": (ROBOT,),
    "executor_node": (STACK,),
    "planner_node": (STACK,),
    "perception_node": (STACK,),
    "scene_graph_node": (STACK,),
    "operator_node": (PAGE,),
    "makedo_cli": (OPERATOR,),
    "makedo_ros/doctor": (OPERATOR, WATCHER),
    "makedo_ros": (STACK,),
}
"""Which enclaves the code of a folder runs in; of several folders that fit, the first one counts."""
BOTH = ("makedo_ros/graph_feed.py", "makedo_ros/without_ros/tf.py", "makedo_ros/control_feed.py")


@dataclass(frozen=True)
class Made:
    """A topic, service or action that a module makes."""

    file: str
    line: int
    kind: str
    written: str
    names: tuple[str, ...] | None


def modules() -> list[Path]:
    packages = ("makedo_ros", "makedo_cli", "executor_node", "planner_node", "perception_node", "scene_graph_node")
    return sorted(p for package in (*packages, "operator_node") for p in (ROOT / package).rglob("*.py"))


def made_by(path: Path) -> Iterator[Made]:
    file = str(path.relative_to(ROOT))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in MAKERS or (called == "subscribe" and file == "makedo_ros/runtime/streams.py"):
            continue
        kind, position = MAKERS[called]
        if not node.args or (len(node.args) <= position and not isinstance(node.args[0], ast.Starred)):
            continue
        argument = node.args[min(position, len(node.args) - 1)]
        yield Made(file, node.lineno, kind, ast.unparse(argument), resolved(file, argument))


def resolved(file: str, argument: ast.expr) -> tuple[str, ...] | None:
    """What an argument says: a text, a module's constant, or what ELSEWHERE has of it; None: unknown."""
    known = ELSEWHERE.get((file, ast.unparse(argument)))
    if known is not None:
        return () if isinstance(known, str) else tuple(known)
    module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    try:
        value = eval(ast.unparse(argument), vars(module))
    except Exception:  # noqa: BLE001 - a name that only a call knows
        return None
    return (value,) if isinstance(value, str) else None


def enclaves_of(file: str) -> tuple[str, ...]:
    if file in BOTH:
        return (STACK, PAGE, OPERATOR, WATCHER)
    return next(enclaves for folder, enclaves in WHERE.items() if file.startswith(folder))


@pytest.fixture(scope="module")
def enclaves() -> dict[str, Enclave]:
    robot = robot_config_from_yaml(ROOT / "config" / "robots" / "tiago.yaml")
    return {e.path: e for e in read_enclaves(POLICY, robot)}


@pytest.fixture(scope="module")
def made() -> list[Made]:
    return [each for path in modules() if path.name != "streams.py" for each in made_by(path)]


def test_each_name_in_the_code_is_known(made):
    unknown = [f"{m.file}:{m.line} {m.written}" for m in made if m.names is None]
    assert not unknown, f"say in ELSEWHERE what these stand for, and grant it in {POLICY.name}: {unknown}"
    assert len(made) > 80  # they are found at all


def test_each_interface_of_the_code_is_granted(made, enclaves):
    refused = []
    for each in made:
        for name in each.names or ():
            name = name.replace("~", "scene_graph")
            kind = each.kind
            if "/_action/" in name:  # one of the parts of an action
                name, kind = name.partition("/_action/")[0], "call"
            for path in enclaves_of(each.file):
                if not enclaves[path].may(kind, complete(name, "")):
                    refused.append(f"{path} may not {kind} {name} ({each.file}:{each.line})")
    assert not refused, f"grant it in {POLICY.name}, or see whether it is meant: {refused}"


def test_what_is_said_to_be_elsewhere_is_there(made):
    there = {(m.file, m.written) for m in made}
    assert set(ELSEWHERE) <= there


def test_the_stack_may_use_all_that_the_description_of_a_robot_names(enclaves):
    stack = enclaves[STACK]
    for file in sorted((ROOT / "config" / "robots").glob("*.yaml")):
        robot = robot_config_from_yaml(file)
        stack = next(e for e in read_enclaves(POLICY, robot) if e.path == STACK)
        for topic in (robot.camera.colour, robot.camera.depth, robot.camera.info, robot.joint_states):
            assert stack.may("subscribe", complete(topic, "")), (file.name, topic)
        for action in (*robot.controller_actions, robot.execute_action, robot.move_action):
            assert stack.may("call", complete(action, "")), (file.name, action)
        assert stack.may("publish", complete(robot.execution_event, ""))
        if robot.base is not None:
            assert stack.may("publish", complete(robot.base.velocity_topic, ""))
            assert stack.may("call", complete(robot.base.navigate, ""))


def test_nothing_is_granted_to_the_stack_that_no_code_uses(made, enclaves):
    """Rights that are left behind when a topic goes would be a hole."""
    used: dict[str, set[str]] = {}
    for each in made:
        for name in each.names or ():
            used.setdefault(each.kind, set()).add(
                complete(name.replace("~", "scene_graph").partition("/_action/")[0], "")
            )
    own = {"publish", "serve", "execute"}
    robot = robot_config_from_yaml(ROOT / "config" / "robots" / "tiago.yaml")
    of_robot = {complete(robot.execution_event, ""), complete(robot.base.velocity_topic, "")}  # type: ignore[union-attr]
    left = {
        name
        for kind in own
        for name in getattr(enclaves[STACK].allowed, kind)
        if name not in used.get(kind, set()) | of_robot | {"/rosout", "/parameter_events"} and name.count("/") == 1
    }
    assert not left
