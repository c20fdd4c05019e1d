# SPDX-License-Identifier: Apache-2.0
"""Every module can be imported where rclpy and the messages are those of ROS 2 Humble.

Humble itself is not here. Its stand-in has the modules and names of its rclpy, read off the sources of version 3.3.15
(rclpy_3_3_15.json), and its messages: ours without the fields and constants that came later.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
HUMBLE = json.loads((HERE / "rclpy_3_3_15.json").read_text())
PACKAGES = ("makedo_ros", "makedo_cli", "planner_node", "perception_node", "scene_graph_node", "executor_node",
            "operator_node", "simulation_node")  # fmt: skip
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
FROM_C = {"rclpy._rclpy_pybind11": {"RCLError"}}  # compiled, so in no Python file


def module_of(file: Path) -> str:
    """The dotted name of a module of ours."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What a module takes from rclpy, anywhere in it: module and name, or module alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rclpy":
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.split(".")[0] == "rclpy")


def there(module: str, name: str) -> bool:
    """Whether Humble's rclpy has it."""
    names = FROM_C.get(module) or set(HUMBLE["modules"].get(module, ()))
    return f"{module}.{name}" in HUMBLE["modules"] or (bool(names) and (not name or name in names))


def test_all_that_is_taken_from_rclpy_is_there_on_humble():
    missing = {
        (module_of(file), module, name)
        for file in FILES
        for module, name in imported(ast.parse(file.read_text()))
        if not there(module, name)
    }
    both = "EventHandler", "SubscriptionEventCallbacks"  # it is imported from where Humble has it, too
    assert missing == {("makedo_ros.runtime.executors", "rclpy.event_handler", name) for name in both}


def test_rclpy_is_called_with_words_that_humble_knows():
    wrong = set()
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            known = HUMBLE["keywords"].get(name)
            if known is not None and not name[:1].isupper() and name not in ("shutdown", "init"):
                wrong |= {(module_of(file), name, k.arg) for k in node.keywords if k.arg and k.arg not in known}
    assert wrong == set()


def test_every_module_can_be_imported():
    modules = [module_of(file) for file in FILES]
    done = subprocess.run(
        [sys.executable, str(HERE / "stand_in.py"), str(HERE / "rclpy_3_3_15.json"), *modules],
        capture_output=True, text=True, timeout=600, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split() == [str(len(modules)), "imported"]
