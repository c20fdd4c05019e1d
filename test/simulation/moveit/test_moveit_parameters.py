# SPDX-License-Identifier: Apache-2.0
"""What MoveIt's own move_group is told of a simulated robot is the robot that is simulated."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from executor_node.robot.arms.move_group import EXECUTE_TIMEOUT_S
from simulation_node.moveit.parameters import main
from simulation_node.moveit.srdf import may_touch, moveit_srdf
from simulation_node.moveit.urdf import MoveItDescriptionError, moveit_urdf, rpy_of
from simulation_node.robots.by_name import ROBOTS
from simulation_node.robots.robot import robot_spec

ROOT = Path(__file__).parents[3]
COMMON = ROOT / "config" / "moveit" / "jazzy" / "common.yaml"
ANGLES = st.floats(-math.pi, math.pi)


@pytest.fixture(params=sorted(ROBOTS))
def robot(request):
    return ROBOTS[request.param]


def rotation(roll, pitch, yaw):
    (cr, cp, cy), (sr, sp, sy) = np.cos([roll, pitch, yaw]), np.sin([roll, pitch, yaw])
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


@given(ANGLES, st.one_of(ANGLES, st.sampled_from([math.pi / 2, -math.pi / 2])), ANGLES)
def test_angles_of_a_urdf_give_the_rotation_back(roll, pitch, yaw):
    wanted = rotation(roll, pitch, yaw)
    assert np.allclose(rotation(*rpy_of(wanted)), wanted, atol=1e-5)


def test_every_link_of_the_urdf_is_where_the_simulated_body_is(robot):
    root = ET.fromstring(moveit_urdf(robot))
    for link in root.findall("link"):
        for part in [*link.findall("collision"), *link.findall("inertial")]:
            link.remove(part)
    ET.SubElement(
        ET.SubElement(root, "mujoco"), "compiler", {"fusestatic": "false", "boundmass": "1", "boundinertia": "1"}
    )
    told = mujoco.MjModel.from_xml_string(ET.tostring(root, encoding="unicode"))
    simulated = robot_spec(robot, base_joints=False, visuals=False).compile()
    names = {simulated.body(i).name for i in range(simulated.nbody)} & {told.body(i).name for i in range(told.nbody)}
    assert {robot.default_tip, *robot.tips, robot.gripper.hand, *robot.gripper.fingers} <= names
    rng = np.random.default_rng(1)
    for _ in range(20):
        data = {model: mujoco.MjData(model) for model in (told, simulated)}
        for joint in robot.joints:
            value = rng.uniform(*simulated.joint(joint).range)
            for model in data:
                data[model].qpos[model.joint(joint).qposadr[0]] = value
        for model in data:
            mujoco.mj_kinematics(model, data[model])
        for name in sorted(names):
            assert np.allclose(data[told].body(name).xpos, data[simulated].body(name).xpos, atol=1e-5), name
            assert np.allclose(data[told].body(name).xmat, data[simulated].body(name).xmat, atol=1e-5), name


def test_only_what_is_solid_in_simulation_is_solid_for_moveit(robot):
    root = ET.fromstring(moveit_urdf(robot))
    spec = robot_spec(robot, base_joints=False, visuals=False)
    solid = {link.get("name") for link in root.findall("link") if link.find("collision") is not None}
    assert solid == {g.parent.name for g in spec.geoms if g.contype}
    assert root.findall(".//visual") == []
    for mesh in root.iter("mesh"):
        assert Path(mesh.get("filename", "").removeprefix("file://")).is_file()


def test_the_groups_are_chains_to_the_tip_or_the_fingers(robot):
    root = ET.fromstring(moveit_srdf(robot, "it"))
    assert root.get("name") == "it"
    groups = {g.get("name"): g for g in root.findall("group")}
    assert set(groups) == set(robot.groups)
    for name in robot.arm_groups:
        (chain,) = groups[name].findall("chain")
        assert chain.get("tip_link") == robot.default_tip
        assert chain.get("base_link") in {
            link.get("name") for link in ET.fromstring(moveit_urdf(robot)).findall("link")
        }
    (effector,) = root.findall("end_effector")
    fingers = groups[effector.get("group")]
    assert [j.get("name") for j in fingers.findall("joint")] == list(robot.gripper.joints)


def test_neighbours_may_touch_and_the_hand_and_the_trunk_may_not(robot):
    model = robot_spec(robot, base_joints=False, visuals=False).compile()
    pairs = may_touch(robot, model)
    told = {
        (d.get("link1"), d.get("link2")) for d in ET.fromstring(moveit_srdf(robot, "it")).iter("disable_collisions")
    }
    assert told == pairs
    assert all(first < second for first, second in pairs)
    hand, finger = robot.gripper.hand, robot.gripper.fingers[0]
    assert (min(hand, finger), max(hand, finger)) in pairs
    trunk = "base_link" if robot.base is not None else "panda_link0"
    assert (min(hand, trunk), max(hand, trunk)) not in pairs


def test_a_shape_that_cannot_be_written_is_told():
    def complete(spec, visuals):
        spec.body("arm_7_link").add_body(name="ball").add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.1, 0, 0])

    with pytest.raises(MoveItDescriptionError, match="link ball: only boxes can be written"):
        moveit_urdf(replace(ROBOTS["tiago"], complete=complete, servos={}, excluded_pairs=()))


@pytest.mark.parametrize("name", ["tiago_sim", "panda"])
def test_the_program_writes_a_file_that_ros_can_read(name, capsys, monkeypatch, tmp_path):
    (tmp_path / "makedo").mkdir()
    (tmp_path / "makedo" / "robots").symlink_to(Path.home() / ".cache" / "makedo" / "robots")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main([str(ROOT), name, str(COMMON)]) == 0
    path = Path(capsys.readouterr().out)
    text = path.read_text()
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    values = yaml.safe_load(text)["/**"]["ros__parameters"]
    assert not any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text))  # rcl refuses them
    robot = ROBOTS[name.partition("_")[0]]
    limits = values["robot_description_planning"]["joint_limits"]
    assert set(limits) == set(robot.joints)
    assert all(limit["max_acceleration"] > 0.0 for limit in limits.values())  # without, MoveIt plans nothing
    manager = values["moveit_simple_controller_manager"]
    assert {j for c in manager["controller_names"] for j in manager[c]["joints"]} == set(robot.joints)
    assert values["ompl"] == {g: {"planner_configs": ["RRTConnectkConfigDefault"]} for g in robot.arm_groups}


def test_the_planner_that_the_robots_name_is_one_of_them():
    common = yaml.safe_load(COMMON.read_text())["/**"]["ros__parameters"]
    for name in ("tiago", "panda"):
        config = yaml.safe_load((ROOT / "config" / "robots" / f"{name}.yaml").read_text())
        assert config["arm"]["planner_id"] in common["ompl"]["planner_configs"]


def test_an_execution_has_time_for_a_busy_machine_and_not_for_ever():
    common = yaml.safe_load(COMMON.read_text())["/**"]["ros__parameters"]
    margin = common["trajectory_execution"]["allowed_goal_duration_margin"]
    assert 2.0 <= margin < EXECUTE_TIMEOUT_S  # MoveIt gives up before the executor does


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([str(ROOT)], 2, "needs the folder with config/, the name of a robot, and the file with"),
        ([str(ROOT), "hsr", str(COMMON)], 1, "robot 'hsr' cannot be simulated"),
    ],
)
def test_what_it_cannot_do_it_says(words, code, told, capsys):
    assert main(words) == code
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.out == ""


def test_a_folder_that_cannot_be_written_is_told(capsys, monkeypatch, tmp_path):
    (tmp_path / "makedo").mkdir()
    (tmp_path / "makedo" / "robots").symlink_to(Path.home() / ".cache" / "makedo" / "robots")
    (tmp_path / "makedo" / "moveit").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main([str(ROOT), "tiago_sim", str(COMMON)]) == 1
    printed = capsys.readouterr()
    assert "Makedo cannot start MoveIt: " in printed.err
    assert str(tmp_path / "makedo" / "moveit") in printed.err
    assert printed.out == ""
