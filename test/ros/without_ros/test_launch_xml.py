# SPDX-License-Identifier: Apache-2.0
"""The launch reader: what it accepts means what `ros2 launch` means, and what it does not know is an error."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

from makedo_ros.runtime.spin import END_S
from makedo_ros.without_ros.launch_xml import LaunchError, LaunchReader
from makedo_ros.without_ros.launcher import STOP_TIMEOUT_S

ROOT = Path(__file__).parents[3]
NODE = '<node pkg="p" exec="e" name="n">{}</node>'


def unchecked(words):
    """What a launch file has checked is not checked here."""
    return ""


def read(tmp_path: Path, body: str, **given: str):
    file = tmp_path / "x.launch.xml"
    file.write_text(f"<launch>{body}</launch>")
    return LaunchReader({"makedo": tmp_path}).read(file, given)


def test_an_argument_takes_its_default(tmp_path):
    (node,) = read(tmp_path, '<arg name="who" default="ada"/><node pkg="p" exec="e" name="$(var who)"/>')
    assert node.name == "ada"


def test_a_given_argument_wins_over_its_default(tmp_path):
    (node,) = read(tmp_path, '<arg name="who" default="ada"/><node pkg="p" exec="e" name="$(var who)"/>', who="bo")
    assert node.name == "bo"


def test_namespaces_nest_and_an_absolute_one_starts_anew(tmp_path):
    body = (
        '<group><push-ros-namespace namespace="a"/><node pkg="p" exec="e" name="n" namespace="b"/></group>'
        '<group><push-ros-namespace namespace="a"/><node pkg="p" exec="e" name="m" namespace="/c"/></group>'
        '<node pkg="p" exec="e" name="o"/>'
    )
    first, second, third = read(tmp_path, body)
    assert "__ns:=/a/b" in first.arguments
    assert "__ns:=/c" in second.arguments
    assert not any("__ns" in a for a in third.arguments)


def test_a_group_keeps_its_variables_to_itself(tmp_path):
    body = '<let name="x" value="1"/><group><let name="x" value="2"/></group><node pkg="p" exec="e" name="n$(var x)"/>'
    assert read(tmp_path, body)[0].name == "n1"


@pytest.mark.parametrize(
    ("attributes", "count"),
    [('if="true"', 1), ('if="false"', 0), ('unless="1"', 0), ('unless="0"', 1)],
)
def test_conditions_decide_what_starts(tmp_path, attributes, count):
    assert len(read(tmp_path, f'<node pkg="p" exec="e" name="n" {attributes}/>')) == count


def test_parameters_keep_the_type_they_look_like(tmp_path):
    body = NODE.format('<param name="a" value="1.5"/><param name="b" value="true"/><param name="c" value=""/>')
    (node,) = read(tmp_path, body)
    given = [node.arguments[i + 1] for i, word in enumerate(node.arguments) if word == "-p"]
    assert given == ["a:=1.5", "b:=true", "c:=''"]


def test_an_include_passes_its_arguments_on(tmp_path):
    inner = tmp_path / "inner.launch.xml"
    inner.write_text('<launch><arg name="k"/><node pkg="p" exec="e" name="$(var k)"/></launch>')
    body = '<include file="$(dirname)/inner.launch.xml"><arg name="k" value="v"/></include>'
    assert [n.name for n in read(tmp_path, body)] == ["v"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<executable/>", "<executable> is not supported"),
        ('<node pkg="p" exec="e" launch-prefix="gdb"/>', "launch-prefix"),
        ('<node pkg="p"/>', "needs the attribute 'exec'"),
        (NODE.format("<thing/>"), "not <thing>"),
        ('<arg name="x"/>', "add x:=VALUE"),
        ('<let name="x" value="$(var y)"/>', "not declared"),
        ('<let name="x" value="$(eval 1)"/>', "$(eval) is not supported"),
        ('<let name="x" value="$(env MAKEDO_NOT_SET)"/>', "MAKEDO_NOT_SET is not set"),
        ('<let name="x" value="$(find-pkg-share nowhere)"/>', "'nowhere' is not installed"),
        ('<let name="x" value="$(find-pkg-prefix nowhere)"/>', "'nowhere' is not installed"),
        ('<let name="x" value="$(command \'echo\')"/>', "needs 'ignore' as its second word"),
        ('<let name="x" value="$(command \'echo ignore)"/>', "cannot read the command"),
        ('<let name="x" value="$(command \'/no/such\' ignore)"/>', "cannot run /no/such: No such file or directory"),
        ('<let name="x" value="$(command \'sh -c &quot;exit 3&quot;\' ignore)"/>', "sh ended with exit code 3"),
        ('<let name="x" value="$(command \'sh -c &quot;echo no >&amp;2; exit 1&quot;\' ignore)"/>', "no"),
        ('<group scoped="false"/>', "<group> attribute 'scoped' is not supported"),
        ('<let name="x" value="$(var y"/>', "cannot read the substitution"),
        ('<node pkg="p" exec="e" if="maybe"/>', "must be true or false"),
        (NODE.format('<param from="/no/such.yaml"/>'), "does not exist"),
        (NODE.format('<param name="a" value="[1"/>'), "x.launch.xml: parameter 'a' is '[1', which is no YAML"),
        (NODE.format('<param name="a" value="2025-02-30"/>'), "parameter 'a' is '2025-02-30', which is no YAML"),
        ('<include file="/no/such.launch.xml"/>', "does not exist"),
    ],
)
def test_what_it_cannot_read_is_an_error_that_says_so(tmp_path, body, words):
    with pytest.raises(LaunchError, match=re.escape(words)):
        read(tmp_path, body)


def test_an_unknown_argument_lists_those_there_are(tmp_path):
    with pytest.raises(LaunchError, match="no argument 'sead'; nearest: seed"):
        read(tmp_path, '<arg name="seed" default="0"/>', sead="1")


def including(tmp_path: Path, value: str) -> str:
    """An <include> that sets the argument `clock` of a file, which hands it on to another and has `seed` besides."""
    deeper = '<include file="$(dirname)/deeper.launch.xml"><arg name="quiet" value="no"/></include>'
    (tmp_path / "inner.launch.xml").write_text(
        f'<launch><arg name="clock" default="false"/><arg name="seed" default="0"/>{deeper}</launch>'
    )
    (tmp_path / "deeper.launch.xml").write_text(
        f'<launch><arg name="clock" default="false"/><arg name="quiet"/>{NODE.format("")}</launch>'
    )
    return f'<include file="$(dirname)/inner.launch.xml"><arg name="clock" value="{value}"/></include>'


@pytest.mark.parametrize("name", ["clock", "quiet"])
def test_an_argument_that_an_include_sets_cannot_be_given(tmp_path, name):
    body = including(tmp_path, "true")
    with pytest.raises(LaunchError, match=f"no argument '{name}'; it has: seed$"):
        read(tmp_path, body, **{name: "false"})


def test_an_argument_that_the_outer_file_declares_too_can_be_given_and_has_its_default(tmp_path):
    file = tmp_path / "x.launch.xml"
    file.write_text(f'<launch><arg name="clock" default="true"/>{including(tmp_path, "$(var clock)")}</launch>')
    reader = LaunchReader({})
    assert reader.read(file, {"clock": "false"})
    assert {a.name: a.default for a in reader.arguments.values()} == {"clock": "true", "seed": "0"}


def test_the_demo_has_no_clock_to_choose():
    with pytest.raises(LaunchError, match="no argument 'use_sim_time'"):
        LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / "demo.launch.xml", {"use_sim_time": "false"})


def test_broken_xml_names_the_file(tmp_path):
    file = tmp_path / "x.launch.xml"
    file.write_text("<launch><node></launch>")
    with pytest.raises(LaunchError, match=r"x\.launch\.xml.*not well-formed"):
        LaunchReader({}).read(file, {})


LAUNCH_FILES = sorted((ROOT / "launch").glob("*.launch.xml"))
ON_OTHERS = {"tiago_gazebo.launch.xml", "tiago_harmonic.launch.xml"}  # start one of PAL's, which is written in Python


@pytest.mark.parametrize("name", [f.name for f in LAUNCH_FILES if f.name not in ON_OTHERS])
def test_every_launch_file_of_ours_can_be_read(name):
    commands = LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / name, {"namespace": "tiago1"})
    assert commands
    assert all("__ns:=/tiago1" in c.arguments for c in commands)


def test_the_demo_starts_every_program():
    commands = LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / "demo.launch.xml", {})
    assert {c.program for c in commands} == {
        "simulation", "move_group", "scene_graph", "perception", "planner", "executor", "operator", "supervisor",
        "sentry",
    }  # fmt: skip


def test_the_demo_begins_anew_and_a_robot_goes_on_with_what_it_knew(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    kept = []
    for name in ("demo", "makedo"):
        file = ROOT / "launch" / f"{name}.launch.xml"
        commands = LaunchReader({"makedo": ROOT}, unchecked).read(file, {"scene": "home"})
        arguments = next(c.arguments for c in commands if c.program == "scene_graph")
        kept.append([a for a in arguments if a.startswith("store_folder:=")])
    assert kept == [["store_folder:=session"], ["store_folder:=/state/makedo/home"]]


@pytest.mark.parametrize(("name", "asks"), [("makedo", "true"), ("demo", "false")])
def test_a_robot_asks_before_it_gives_up_and_a_demo_does_not(name, asks):
    commands = LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / f"{name}.launch.xml", {})
    arguments = next(c.arguments for c in commands if c.program == "executor")
    assert f"ask_before_giving_up:={asks}" in arguments


def _parameters_of(file: str) -> set[str]:
    """Names in one of our parameter files, given as in a launch file; none for a file of somebody else."""
    prefix = "$(var share)/config/"
    if not file.startswith(prefix):
        return set()
    nodes = yaml.safe_load((ROOT / "config" / file.removeprefix(prefix)).read_text(encoding="utf-8"))
    return {name for node in nodes.values() for name in node["ros__parameters"]}


@pytest.mark.parametrize("file", LAUNCH_FILES, ids=lambda f: f.name)
def test_what_a_launch_file_sets_is_set_there_alone(file):
    """Of two values of different types ROS does not take the later one, but one of them, and says nothing."""
    for node in ET.parse(file).getroot().iter("node"):
        parameters = list(node.iter("param"))
        in_files = set().union(*(_parameters_of(p.get("from", "")) for p in parameters))
        assert not in_files & {p.get("name") for p in parameters}, node.get("name")


@pytest.mark.parametrize("file", LAUNCH_FILES, ids=lambda f: f.name)
def test_what_is_passed_on_to_a_file_of_ours_is_declared_there(file):
    prefix = "$(find-pkg-share makedo)/launch/"
    for include in ET.parse(file).getroot().iter("include"):
        if not (name := include.get("file", "")).startswith(prefix):
            continue
        declared = {a.get("name") for a in ET.parse(ROOT / "launch" / name.removeprefix(prefix)).getroot().iter("arg")}
        assert {a.get("name") for a in include} <= declared


@pytest.mark.parametrize(
    ("attributes", "seconds"),
    [("", None), ('respawn="false" respawn_delay="2"', None), ('respawn="true"', 0.0),
     ('respawn="true" respawn_delay="1.5"', 1.5)],
)  # fmt: skip
def test_a_node_says_whether_it_is_started_again(tmp_path, attributes, seconds):
    (node,) = read(tmp_path, f'<node pkg="p" exec="e" name="n" {attributes}/>')
    assert node.respawn_s == seconds


def test_a_delay_that_is_no_number_is_told(tmp_path):
    with pytest.raises(LaunchError, match="respawn_delay is 'soon'"):
        read(tmp_path, '<node pkg="p" exec="e" name="n" respawn="true" respawn_delay="soon"/>')


def test_a_command_writes_a_value(tmp_path):
    body = "<let name='x' value='$(command &apos;echo -n &quot;a  b&quot;&apos; ignore)'/>"
    (node,) = read(tmp_path, f'{body}<node pkg="p" exec="e" name="$(var x)"/>')
    assert node.name == "a  b"


def test_a_command_may_complain_while_it_succeeds(tmp_path):
    body = "<let name='x' value='$(command &apos;sh -c &quot;echo much >&amp;2; echo -n fine&quot;&apos; ignore)'/>"
    (node,) = read(tmp_path, f'{body}<node pkg="p" exec="e" name="$(var x)"/>')
    assert node.name == "fine"


def test_the_prefix_of_a_package_is_above_its_share(tmp_path):
    file = tmp_path / "x.launch.xml"
    file.write_text('<launch><node pkg="p" exec="e" name="$(find-pkg-prefix makedo)"/></launch>')
    (node,) = LaunchReader({"makedo": Path("/ws/install/share/makedo")}).read(file, {})
    assert node.name == "/ws/install"


def test_a_group_that_forwards_nothing_has_what_it_keeps(tmp_path):
    (tmp_path / "inner.launch.xml").write_text(
        '<launch><arg name="mine" default="theirs"/><arg name="kept"/>'
        '<node pkg="p" exec="e" name="$(var mine)-$(var kept)"/></launch>'
    )
    body = (
        '<arg name="mine" default="ours"/><arg name="world" default="office"/><set_env name="A" value="1"/>'
        '<group forwarding="false"><keep name="kept" value="$(var world)"/><set_env name="B" value="2"/>'
        '<include file="$(dirname)/inner.launch.xml"/></group>'
    )
    (node,) = read(tmp_path, body, mine="given")
    assert node.name == "theirs-office"
    assert node.environment == {"B": "2"}


def test_a_variable_of_the_environment_that_a_file_sets_is_read_back(tmp_path, monkeypatch):
    monkeypatch.delenv("MAKEDO_NOT_SET", raising=False)
    body = '<set_env name="MAKEDO_NOT_SET" value="x"/><node pkg="p" exec="e" name="$(env MAKEDO_NOT_SET)"/>'
    assert read(tmp_path, body)[0].name == "x"


FAST_DDS = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")


@pytest.mark.parametrize("name", ["demo", "simulation", "makedo", "moveit_py"])
def test_every_node_has_makedos_settings_of_fast_dds_unless_somebody_set_others(name, monkeypatch):
    for given, expected in ((None, str(ROOT / "config" / "fastdds.xml")), ("/mine.xml", "/mine.xml")):
        for variable in FAST_DDS:
            monkeypatch.delenv(variable, raising=False)
            if given:
                monkeypatch.setenv(variable, given)
        commands = LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / f"{name}.launch.xml", {})
        assert all(c.environment[variable] == expected for c in commands for variable in FAST_DDS)


@pytest.mark.parametrize("file", LAUNCH_FILES, ids=lambda f: f.name)
def test_nothing_is_used_that_launch_on_humble_does_not_read(file):
    """Of Jazzy's attributes of a process, Humble refuses these."""
    for node in ET.parse(file).getroot().iter("node"):
        assert not {"on_exit", "sigterm_timeout", "sigkill_timeout", "respawn_max_retries", "emulate_tty"} & set(
            node.attrib
        )


@pytest.mark.parametrize("name", ["demo", "simulation", "makedo", "moveit_py"])
def test_nodes_have_as_long_to_end_as_they_take(name):
    """`ros2 launch` looks these two up in the outermost scope when it ends, so they stand in no group."""
    root = ET.parse(ROOT / "launch" / f"{name}.launch.xml").getroot()
    defaults = {a.get("name"): a.get("default") for a in root.iterfind("arg")}
    assert float(defaults["sigterm_timeout"]) == STOP_TIMEOUT_S
    assert STOP_TIMEOUT_S > END_S
    assert float(defaults["sigkill_timeout"]) > 0.0


ALWAYS = {"planner", "perception", "operator", "sentry"}


@pytest.mark.parametrize(("given", "again"), [({"use_respawn": "false"}, ALWAYS), ({}, ALWAYS | {"scene_graph"})])
def test_which_nodes_are_started_again_can_be_chosen(given, again):
    commands = LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / "demo.launch.xml", given)
    assert {c.program for c in commands if c.respawn_s is not None} == again


@pytest.mark.parametrize(
    ("motion", "packages"), [("embedded", ["makedo"]), ("real", ["moveit_ros_move_group"]), ("none", [])]
)
def test_which_move_group_serves_the_simulated_robot_can_be_chosen(motion, packages, tmp_path):
    parameters = tmp_path / "tiago.yaml"
    parameters.touch()
    reader = LaunchReader({"makedo": ROOT}, lambda words: str(parameters) if "moveit_parameters" in words[0] else "")
    commands = reader.read(ROOT / "launch" / "demo.launch.xml", {"motion": motion, "namespace": "robot1"})
    servers = [c for c in commands if c.name == "move_group"]
    assert [c.package for c in servers] == packages
    for server in servers:
        assert "use_sim_time:=true" in server.arguments
        assert "__ns:=/robot1" in server.arguments
        assert (str(parameters) in server.arguments) == (motion == "real")


NAV2 = ["nav2_behaviors", "nav2_bt_navigator", "nav2_controller", "nav2_lifecycle_manager", "nav2_map_server",
        "nav2_planner"]  # fmt: skip


@pytest.mark.parametrize(("navigation", "packages"), [("embedded", []), ("real", NAV2), ("none", [])])
def test_who_drives_the_simulated_robot_can_be_chosen(navigation, packages, tmp_path):
    a_map = tmp_path / "home.yaml"
    a_map.touch()
    reader = LaunchReader({"makedo": ROOT}, lambda words: str(a_map) if "navigation_map" in words[0] else "")
    commands = reader.read(ROOT / "launch" / "demo.launch.xml", {"navigation": navigation, "namespace": "robot1"})
    servers = [c for c in commands if c.package.startswith("nav2_")]
    assert sorted(c.package for c in servers) == packages
    for server in servers:
        assert "__ns:=/robot1" in server.arguments
        moves = server.package in ("nav2_controller", "nav2_behaviors")
        assert ("cmd_vel:=mobile_base_controller/cmd_vel_unstamped" in server.arguments) == moves
    (simulation,) = (c for c in commands if c.program == "simulation")
    assert f"navigation:={navigation}" in simulation.arguments


def test_an_instruction_waits_only_for_nodes_that_launch_starts_again():
    values = yaml.safe_load((ROOT / "config" / "executor.yaml").read_text())["/**"]["ros__parameters"]
    commands = LaunchReader({"makedo": ROOT}, unchecked).read(ROOT / "launch" / "makedo.launch.xml", {})
    again = {c.program for c in commands if c.respawn_s is not None}
    assert set(values["restarted_components"]) <= again & set(values["required_components"])
