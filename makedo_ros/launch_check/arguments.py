# SPDX-License-Identifier: Apache-2.0
"""The program check_launch: refuses launch arguments that nobody can mean, before any process starts.

A launch file runs it in a $(command ...): what it refuses ends the launch at once, with its words. Each node would
refuse its own share otherwise, one after the other, and the others would run on.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from makedo_core.conversation.suggestions import choices
from makedo_core.failure import MakedoError
from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_core.record.log_bounds import log_root, mark_launch
from makedo_ros.launch_check.distributions import MOVEIT, NAV2, RealServer, problems_of_real
from makedo_ros.launch_check.known_choices import detectors
from makedo_ros.launch_check.known_parameters import foreign_nodes, known_parameters
from makedo_ros.launch_check.parameter_file import problems_of
from makedo_ros.security.environment import PAGE, ROBOT, STACK, problems

SHARE = "share"
_LEVELS = ("debug", "info", "warn", "error", "fatal")
_STEP_M = 0.1  # a robot that drives begins no higher than this above the floor
_GAZEBOS = ("classic", "gazebo")  # what PAL's simulation calls the two


def problems_with(given: Mapping[str, str]) -> list[str]:
    """What is wrong with launch arguments, a sentence each.

    Args:
        given: values by name; `share` is the folder with config/, launch/ and scenes/.

    Raises:
        ValueError: if there is no `share`, or an argument is none that can be checked: the launch file is wrong.
    """
    share = Path(given[SHARE]) if SHARE in given else None
    unknown = sorted(set(given) - {SHARE, *_CHECKS})
    if share is None or unknown:
        raise ValueError(f"check_launch needs share:=FOLDER and cannot check {', '.join(unknown) or 'without it'}")
    found = (_CHECKS[name](name, value, share) for name, value in given.items() if name != SHARE)
    together = (
        _of_params_file(given, share),
        _of_no_base(given, share),
        _of_first_pose(given, share),
        _unsecured(given),
    )
    return [problem for problems in (*found, *together) for problem in problems]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check arguments as they are written for a launch file, name:=value; 1, with the reasons, if one is refused."""
    words = sys.argv[1:] if arguments is None else arguments
    mark_launch(log_root(os.environ), os.getppid())
    given = dict(word.split(":=", 1) for word in words)
    problems = problems_with(given) or _beside(given)
    for problem in problems:
        sys.stderr.write(f"Makedo cannot start: {problem}\n")
    return 1 if problems else 0


def _beside(given: Mapping[str, str]) -> list[str]:
    """What runs already and is in the way; where ROS cannot be asked, that is said and nothing is refused."""
    from makedo_ros.launch_check.others import problems_beside  # with ROS, which the other checks do without

    for name in ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"):  # as the launch file sets it
        os.environ.setdefault(name, str(Path(given[SHARE]) / "config" / "fastdds.xml"))
    try:
        # By hand, in a terminal, it only looks: the launch reads what is written here.
        return problems_beside(given, os.environ, None if sys.stdout.isatty() else os.getppid())
    except (MakedoError, OSError, ValueError) as error:
        sys.stderr.write(f"Makedo does not know whether another stack runs here: {error}\n")
        return []


def _robot(name: str, value: str, share: Path) -> list[str]:
    try:
        config = robot_config_from_yaml(robot_file(value, (share / "config" / "robots",)))
    except (MakedoError, ValueError) as error:
        return [str(error)]
    return [f"the description of {value!r}: camera.{p}" for p in _detector("detector", config.camera.detector, share)]


def _detector(name: str, value: str, share: Path) -> list[str]:
    try:
        known = detectors()
    except MakedoError as error:
        return [str(error)]
    return [] if value in known else [f"{name} is {value!r}; {choices(value, known)}"]


def _of_no_base(given: Mapping[str, str], share: Path) -> list[str]:
    """What nothing would ever answer: Nav2, where the robot has no base that drives, or all is in a namespace."""
    robot, namespace = given.get("robot", ""), given.get("namespace", "")
    if given.get("navigation") != "real":
        return []
    if namespace:
        return [f"navigation is 'real', but namespace is {namespace!r}: Nav2's costmaps name the scans without one; "
                "leave one of them out"]  # fmt: skip
    if not robot or _robot("robot", robot, share):
        return []
    config = robot_config_from_yaml(robot_file(robot, (share / "config" / "robots",)))
    if config.base is not None:
        return []
    return [f"navigation is 'real', but {robot!r} has no base that could be driven; leave the argument out"]


def _of_first_pose(given: Mapping[str, str], share: Path) -> list[str]:
    """A simulated robot that drives, where a scene has its robot begin on a table: it would stand amid the table."""
    robot, scene = given.get("robot", ""), given.get("scene", "")
    if "seed" not in given or not robot or not scene or _robot("robot", robot, share) or _scene("scene", scene, share):
        return []
    if robot_config_from_yaml(robot_file(robot, (share / "config" / "robots",))).base is None:
        return []
    if _height_m(share / "scenes" / scene) <= _STEP_M:
        return []
    robots = sorted(f.stem for f in (share / "config" / "robots").glob("*.yaml"))
    fixed = [r for r in robots if robot_config_from_yaml(share / "config" / "robots" / f"{r}.yaml").base is None]
    others = sorted(f.parent.name for f in (share / "scenes").glob("*/graph.json") if _height_m(f.parent) <= _STEP_M)
    return [f"the scene {scene!r} is for an arm that stands on a table, and {robot!r} drives: take "
            f"robot:={' or '.join(fixed) or '<an arm>'}, or scene:={' or '.join(others) or '<another>'}"]  # fmt: skip


def _height_m(folder: Path) -> float:
    """Of the robot's first pose in a scene, above the floor; 0 where the scene cannot be read, which its node says."""
    try:
        graph = graph_from_json((folder / "graph.json").read_text(encoding="utf-8"), str(folder))
        return graph[AGENT_ID].pose.position[2] if AGENT_ID in graph and graph[AGENT_ID].pose.is_known else 0.0
    except (MakedoError, OSError, ValueError):
        return 0.0


def _unsecured(given: Mapping[str, str]) -> list[str]:
    """Security that the environment asks for and that this launch cannot have."""
    simulated, paged = "motion" in given, given.get("page", "" if "motion" in given else "true")
    enclaves = [ROBOT] * simulated + [STACK] * (paged != "") + [PAGE] * (paged.lower() == "true")
    return problems(os.environ, enclaves)


def _scene(name: str, value: str, share: Path) -> list[str]:
    if (share / "scenes" / value / "graph.json").is_file():  # of a path, the path itself
        return []
    known = sorted(p.parent.name for p in (share / "scenes").glob("*/graph.json"))
    return [f"there is no scene {value!r} in {share / 'scenes'}; {choices(value, known)}"]


def _served(served: RealServer) -> Callable[[str, str, Path], list[str]]:
    """A choice of launch/<name>, of which "real" needs what does not come with Makedo."""

    def check(name: str, value: str, share: Path) -> list[str]:
        files = (share / "launch" / name).glob("*.launch.xml")
        known = sorted(p.name.removesuffix(".launch.xml") for p in files)
        if value not in known:
            return [f"{name} is {value!r}; {choices(value, known)}"]
        return problems_of_real(name, served, share, os.environ) if value == "real" else []

    return check


def _of_params_file(given: Mapping[str, str], share: Path) -> list[str]:
    """What is wrong with the file of parameters, for the nodes that are started."""
    if "params_file" not in given:
        return []
    served = (f"{name}/{given[name]}" for name in ("motion", "navigation") if name in given)
    foreign = frozenset[str]().union(*(foreign_nodes(share, file) for file in served))
    return problems_of(Path(given["params_file"]), known_parameters(share), foreign)


def _truth(name: str, value: str, share: Path) -> list[str]:
    return [] if value.lower() in ("true", "false") else [f"{name} is {value!r}, expected true or false"]


def _log_level(name: str, value: str, share: Path) -> list[str]:
    return [] if value.lower() in _LEVELS else [f"{name} is {value!r}; {choices(value, _LEVELS)}"]


def _gazebo_version(name: str, value: str, share: Path) -> list[str]:
    return [] if value in _GAZEBOS else [f"{name} is {value!r}; {choices(value, _GAZEBOS)}"]


def _whole(least: int, most: float = math.inf) -> Callable[[str, str, Path], list[str]]:
    def check(name: str, value: str, share: Path) -> list[str]:
        wanted = f"a whole number from {least} on" if most == math.inf else f"a whole number from {least} to {most:g}"
        try:
            number = int(value)
        except ValueError:
            return [f"{name} is {value!r}, expected {wanted}"]
        return [] if least <= number <= most else [f"{name} is {number}, expected {wanted}"]

    return check


def _factor(name: str, value: str, share: Path) -> list[str]:
    wanted = f"{name} is {value!r}, expected a number of 0 or more, e.g. 1.0"
    try:
        number = float(value)
    except ValueError:
        return [wanted]
    return [] if 0.0 <= number < math.inf else [wanted]


_CHECKS: Mapping[str, Callable[[str, str, Path], list[str]]] = {
    "robot": _robot,
    "scene": _scene,
    "detector": _detector,
    "motion": _served(MOVEIT),
    "navigation": _served(NAV2),
    "namespace": lambda name, value, share: [],  # only what it goes with matters
    "params_file": lambda name, value, share: [],  # what it may hold depends on what is started
    "log_level": _log_level,
    "gazebo_version": _gazebo_version,
    "seed": _whole(0),
    "misplaced": _whole(0),
    "page_port": _whole(0, 65535),
    "real_time_factor": _factor,
    **dict.fromkeys(
        (
            "ask_before_giving_up",
            "autostart",
            "page",
            "rviz",
            "use_respawn",
            "use_sim_time",
            "viewer",
        ),
        _truth,
    ),
}
