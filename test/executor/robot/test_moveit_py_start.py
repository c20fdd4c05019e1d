# SPDX-License-Identifier: Apache-2.0
"""MoveItPy is started with the parameters of move_group and what it reads by other names, or it is said why not."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from executor_node.robot.arms.moveit_py import MoveItPyError, start


def test_without_moveit_py_it_says_what_to_install():
    with pytest.raises(MoveItPyError, match="ros-jazzy-moveit-py"):
        start("moveit_py", "/")


class Installed:
    """The modules of MoveItPy that `start` imports; `read` is what its node takes from its files of parameters."""

    def __init__(self, monkeypatch, *, humble: bool = False) -> None:
        self.read: list[dict] = []
        self.arguments: dict = {}
        trajectory = type("RobotTrajectory", (), {} if humble else {"apply_totg_time_parameterization": None})
        modules = {
            "moveit": {},
            "moveit.core": {},
            "moveit.core.robot_trajectory": {"RobotTrajectory": trajectory},
            "moveit.planning": {"MoveItPy": self._made},
            "moveit.utils": {"get_launch_params_filepaths": lambda: ["/of/move_group.yaml"]},
        }
        for name, members in modules.items():
            module = ModuleType(name)
            vars(module).update(members)
            monkeypatch.setitem(sys.modules, name, module)
        self.fails = False

    def _made(self, **arguments):
        if self.fails:
            raise RuntimeError("Unable to construct robot model")
        self.arguments = arguments
        paths = arguments["launch_params_filepaths"]
        self.read = [yaml.safe_load(Path(path).read_text()) for path in paths if Path(path).exists()]
        return "the instance"


def test_it_is_started_with_the_files_of_the_command_line_and_behind_them_with_what_is_its_own(monkeypatch):
    installed = Installed(monkeypatch)
    extra = {"use_sim_time": True, "planning_pipelines.pipeline_names": ["ompl"]}
    assert start("moveit_py", "/robot1", extra) == "the instance"
    assert (installed.arguments["node_name"], installed.arguments["name_space"]) == ("moveit_py", "/robot1")
    assert installed.arguments["launch_params_filepaths"][0] == "/of/move_group.yaml"
    assert installed.read == [{"/**": {"ros__parameters": extra}}]
    start("moveit_py", "/")
    assert installed.arguments["launch_params_filepaths"] == ["/of/move_group.yaml"]


def test_humbles_moveit_py_whose_calls_differ_is_refused(monkeypatch):
    Installed(monkeypatch, humble=True)
    with pytest.raises(MoveItPyError, match=r"Humble.*arm\.backend: move_group"):
        start("moveit_py", "/")


def test_what_it_lacks_is_told(monkeypatch):
    Installed(monkeypatch).fails = True
    with pytest.raises(MoveItPyError, match=r"Unable to construct robot model.*planning_pipelines"):
        start("moveit_py", "/")
