# SPDX-License-Identifier: Apache-2.0
"""A program: puts Humble's rclpy and messages in place of those that are installed, then imports modules.

Arguments: the file with the names of Humble's rclpy, then the modules.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

# Fields and constants that Humble's types lack, by package, kind and type.
LACKING = {
    ("moveit_msgs", "msg", "MoveItErrorCodes"): ("message", "source", "UNDEFINED"),
    ("moveit_msgs", "msg", "MotionPlanRequest"): ("cartesian_speed_limited_link",),
    ("moveit_msgs", "srv", "GetCartesianPath.Request"): (
        "max_velocity_scaling_factor", "max_acceleration_scaling_factor", "cartesian_speed_limited_link",
        "max_cartesian_speed",
    ),
    ("moveit_msgs", "action", "ExecuteTrajectory.Goal"): ("controller_names",),
    ("nav2_msgs", "action", "NavigateToPose.Result"): ("error_code", "error_msg", "NONE"),
    ("nav2_msgs", "action", "ComputePathToPose.Result"): (
        "error_code", "error_msg", "NONE", "UNKNOWN", "INVALID_PLANNER", "TF_ERROR", "START_OUTSIDE_MAP",
        "GOAL_OUTSIDE_MAP", "START_OCCUPIED", "GOAL_OCCUPIED", "TIMEOUT", "NO_VALID_PATH",
    ),
    ("nav2_msgs", "action", "BackUp.Result"): ("error_code", "error_msg", "NONE", "UNKNOWN", "TIMEOUT", "TF_ERROR",
                                               "INVALID_INPUT", "COLLISION_AHEAD"),
    ("nav2_msgs", "action", "DriveOnHeading.Result"): ("error_code", "error_msg", "NONE", "UNKNOWN", "TIMEOUT",
                                                       "TF_ERROR", "INVALID_INPUT", "COLLISION_AHEAD"),
}  # fmt: skip


class _Anything(type):
    """A class that has every attribute, as a class of rclpy has those that matter at import."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return cls

    def __or__(cls, other: object) -> Any:
        return cls


def rclpy_module(name: str, names: list[str]) -> ModuleType:
    """A module with these names; each is a class that can be derived from and called, or a submodule."""
    module = ModuleType(name)
    module.__path__ = []
    for inner in names:
        setattr(module, inner, _Anything(inner, (), {"__init__": lambda self, *_, **__: None}))
    return module


def without(kind: type, names: tuple[str, ...]) -> type:
    """A message type as it is, but for fields and constants."""
    fields = {k: v for k, v in kind.get_fields_and_field_types().items() if k not in names}
    whole = kind()
    constants = {
        k: getattr(kind, k) for k in dir(type(kind)) if k.isupper() and k not in names and not k.startswith("_")
    }

    def init(self: Any, **given: Any) -> None:
        wrong = set(given) - set(fields)
        if wrong:
            raise AssertionError(f"{kind.__name__} of Humble has no {', '.join(sorted(wrong))}")
        for field in fields:
            setattr(self, field, given.get(field, getattr(whole, field)))

    members = {"__init__": init, "get_fields_and_field_types": classmethod(lambda cls: fields), **constants}
    return type(kind.__name__, (), {**members, "__slots__": tuple(fields)})


def put_messages() -> None:
    """Replace the message types that differ; those that are not installed are passed over."""
    for (package, kind, path), names in LACKING.items():
        module = importlib.import_module(f"{package}.{kind}")
        outer, _, inner = path.partition(".")
        if not hasattr(module, outer):
            continue
        if not inner:
            setattr(module, outer, without(getattr(module, outer), names))
        else:
            setattr(getattr(module, outer), inner, without(getattr(getattr(module, outer), inner), names))


def main() -> None:
    """Put both in place and import what is asked for."""
    names = json.loads(Path(sys.argv[1]).read_text())["modules"]
    put_messages()
    names["rclpy._rclpy_pybind11"] = ["RCLError"]
    for name in [n for n in sys.modules if n.split(".")[0] == "rclpy"]:
        del sys.modules[name]
    for name in sorted(names):
        sys.modules[name] = rclpy_module(name, names[name])
    for name in sorted(names):
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, sys.modules[name])
    for name in sys.argv[2:]:
        importlib.import_module(name)
    print(len(sys.argv[2:]), "imported")


main()
