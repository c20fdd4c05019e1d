# SPDX-License-Identifier: Apache-2.0
"""What motion:=real and navigation:=real tell MoveIt and Nav2 of ROS 2 Humble has names that these know.

Neither is here. The names were read off the sources of MoveIt 2.5.9 and Nav2 1.1.15 (branches humble).
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from makedo_ros.launch_check.known_parameters import sections
from makedo_ros.without_ros.launch_xml import LaunchReader

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
NAV2 = json.loads((HERE / "nav2_1_1_15.json").read_text())
MOVEIT = json.loads((HERE / "moveit_2_5_9.json").read_text())
CONFIG = {d: ROOT / "config" / "nav2" / d for d in ("humble", "jazzy")}
KINDS = {"local_costmap": "costmap", "global_costmap": "costmap", "lifecycle_manager_navigation": "lifecycle_manager"}


def unknown_to_nav2(file: Path) -> Iterator[str]:
    """Parameters of a file that no node or plugin of Humble's Nav2 has, and plugins that are none."""
    plugins = {}
    for other in (CONFIG["humble"] / "servers.yaml", file):
        plugins |= {(node, name.removesuffix(".plugin")): value for node, name, value in values_of(other)
                    if name.endswith(".plugin")}  # fmt: skip
    yield from (str(plugin) for plugin in plugins.values() if plugin not in NAV2["plugins"])
    for node, name, _ in values_of(file):
        first, _, rest = name.partition(".")
        if node == "**":
            known = {"use_sim_time"} | set().union(*map(set, NAV2["nodes"].values()))
        elif (node, first) in plugins:
            known, name = {"plugin", *NAV2["plugins"].get(plugins[node, first], ())}, rest
        else:
            known = set(NAV2["nodes"][KINDS.get(node, node)])
        if name not in known and not (name.count(".") and name.rpartition(".")[2] in NAV2["observation_source"]):
            yield f"{node}: {name}"


def values_of(file: Path) -> list[tuple[str, str, object]]:
    return [(section.rpartition("/")[2], name, value) for section, values in sections(file)
            for name, value in values.items()]  # fmt: skip


@pytest.mark.parametrize("name", ["servers.yaml", "smac_2d.yaml"])
def test_nav2_of_humble_knows_every_parameter_and_plugin(name):
    assert list(unknown_to_nav2(CONFIG["humble"] / name)) == []


def test_the_check_sees_what_only_jazzy_knows():
    found = set(unknown_to_nav2(CONFIG["jazzy"] / "servers.yaml"))
    assert {"nav2_behaviors::BackUp", "nav2_navfn_planner::NavfnPlanner", "behavior_server: local_frame",
            "controller_server: progress_checker_plugins", "bt_navigator: error_code_names",
            "controller_server: use_cancel_deceleration"} <= found  # fmt: skip


def test_goal_tolerances_go_to_names_that_both_have():
    for distribution in CONFIG:
        there = {(node, name) for node, name, _ in values_of(CONFIG[distribution] / "servers.yaml")}
        given = {(node, name) for node, name, _ in values_of(ROOT / "config" / "nav2" / "goal_tolerance.yaml")}
        assert {pair for pair in given if "general_goal_checker" in pair[1]} <= there


@pytest.mark.parametrize("name", ["servers.yaml", "smac_2d.yaml"])
def test_what_both_name_alike_has_one_value(name):
    humble, jazzy = ({(node, key): value for node, key, value in values_of(CONFIG[d] / name)
                      if not key.endswith("plugin")} for d in ("humble", "jazzy"))  # fmt: skip
    shared = humble.keys() & jazzy.keys() - {("behavior_server", "global_frame")}  # two frames on Jazzy, one on Humble
    assert len(shared) > 5
    assert {key: humble[key] for key in shared} == {key: jazzy[key] for key in shared}
    others = {("behavior_server", "costmap_topic"), ("behavior_server", "footprint_topic")}
    assert humble.keys() - jazzy.keys() == (others if name == "servers.yaml" else set())


def test_straight_ways_are_measured_in_odometry_on_both():
    humble, jazzy = ({(node, key): value for node, key, value in values_of(CONFIG[d] / "servers.yaml")}
                     for d in ("humble", "jazzy"))  # fmt: skip
    assert humble["behavior_server", "global_frame"] == jazzy["behavior_server", "local_frame"] == "odom"


def test_every_behaviour_that_the_tree_of_humble_names_has_what_it_is_given():
    root = ET.parse(CONFIG["humble"] / "navigate_without_recoveries.xml").getroot()
    assert "BTCPP_format" not in root.attrib  # the format of BehaviorTree.CPP 4, which Humble has not
    (tree,) = root.findall("BehaviorTree")
    for element in tree.iter():
        if element is not tree:
            assert set(element.attrib) - {"name"} <= set(NAV2["tree"][element.tag])
    # Humble's navigator waits for these when it loads its own tree for several poses.
    values = {(node, key): value for node, key, value in values_of(CONFIG["humble"] / "servers.yaml")}
    assert {"spin", "backup", "wait"} <= set(values["behavior_server", "behavior_plugins"])


def moveit_values(distribution: str) -> Mapping[str, object]:
    ((_, values),) = sections(ROOT / "config" / "moveit" / distribution / "common.yaml")
    return values


def test_moveit_of_humble_knows_every_parameter_and_plugin():
    values = moveit_values("humble")
    names = {name for name in values if not name.startswith("ompl.planner_configs.")}
    assert names <= set(MOVEIT["parameters"])
    adapters = str(values["ompl.request_adapters"]).split(" ")  # one text, split at spaces alone
    assert {values["ompl.planning_plugin"], values["moveit_controller_manager"], *adapters} <= set(MOVEIT["plugins"])
    assert adapters[0].endswith("AddTimeOptimalParameterization")  # the outermost: it times what comes back
    assert not [a for a in adapters if a.endswith("FixStartStateCollision")]
    assert not set(moveit_values("jazzy")) <= set(MOVEIT["parameters"])


def test_moveit_of_both_has_the_same_values():
    humble, jazzy = moveit_values("humble"), moveit_values("jazzy")
    own = {"ompl.planning_plugin", "ompl.planning_plugins", "ompl.request_adapters", "ompl.response_adapters"}
    assert {k: v for k, v in humble.items() if k not in own} == {k: v for k, v in jazzy.items() if k not in own}


@pytest.mark.parametrize(("said", "meant"), [(None, "jazzy"), ("jazzy", "jazzy"), ("humble", "humble")])
def test_the_launch_takes_the_files_of_the_distribution(said, meant, monkeypatch, tmp_path):
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    if said:
        monkeypatch.setenv("ROS_DISTRO", said)
    written = tmp_path / "written.yaml"
    written.touch()
    asked = []

    def run(words):
        asked.append(words)
        return str(written)

    commands = LaunchReader({"makedo": ROOT}, run).read(
        ROOT / "launch" / "simulation.launch.xml", {"motion": "real", "navigation": "real"}
    )
    taken = [a for c in commands for a in c.arguments if "config/nav2/" in a or "config/moveit/" in a]
    files = {Path(a.rpartition(":=")[2]) for a in taken}
    assert {f.relative_to(ROOT / "config") for f in files} == {
        Path("moveit", meant, "common.yaml"),
        Path("nav2", meant, "servers.yaml"),
        Path("nav2", meant, "navigate_without_recoveries.xml"),
    }
    assert all(f.is_file() for f in files)
    (words,) = (w for w in asked if "moveit_parameters" in w[0])
    assert words[-1] == str(ROOT / "config" / "moveit" / meant / "common.yaml")
    assert yaml.safe_load(Path(words[-1]).read_text())
