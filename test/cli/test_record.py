# SPDX-License-Identifier: Apache-2.0
"""`makedo record`: what a stack publishes is recorded, also outside an instruction; and it ends by itself."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

import rclpy
from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from sensor_msgs.msg import Image, JointState
from tf2_msgs.msg import TFMessage

from makedo.msg import BehaviourTree, Plan, SkillCall, TaskStatus
from makedo.msg import SceneGraph as SceneGraphMessage
from makedo_cli.commands.past import record as subcommand
from makedo_cli.commands.past.live import LiveStack
from makedo_cli.commands.past.record import _closed, _Ending
from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.replay.reading import read_past_run
from makedo_core.replay.recording import Recording
from makedo_core.replay.timeline import RunState
from makedo_ros.conversions.nouns import graph_to_ros
from makedo_ros.runtime.qos import LATCHED, SENSOR, TF
from makedo_ros.runtime.streams import close_streams
from support.command import makedo
from support.past_runs import home
from support.spinning import Spinning
from support.waiting import until

pytestmark = pytest.mark.ros
ROBOT = robot_config_from_yaml(robot_file("tiago_sim"))


@pytest.fixture
def stack(ros_domain_id):
    """A node that publishes what a stack does, and one that listens."""
    rclpy.init(domain_id=ros_domain_id)
    node, listener = rclpy.create_node("stack"), rclpy.create_node("listener")
    number = [0]
    topics = {
        "joints": (JointState, ROBOT.joint_states, SENSOR),
        "tf": (TFMessage, "/tf", TF),
        "graph": (SceneGraphMessage, "scene_graph", LATCHED),
        "status": (TaskStatus, "task_status", LATCHED),
        "plan": (Plan, "plan", LATCHED),
        "tree": (BehaviourTree, "behaviour_tree", LATCHED),
        "image": (Image, ROBOT.camera.image, SENSOR),
    }
    out = {name: node.create_publisher(*topic) for name, topic in topics.items()}

    def tick():
        number[0] += 1
        stamp = Time(sec=number[0])
        joints = JointState(name=["arm_1"], position=[number[0] * 0.1])
        joints.header.stamp = stamp
        out["joints"].publish(joints)
        moved = TransformStamped(child_frame_id=ROBOT.frames.base)
        moved.header.frame_id, moved.header.stamp = ROBOT.frames.map, stamp
        moved.transform.translation.x, moved.transform.rotation.w = number[0] * 0.1, 1.0
        out["tf"].publish(TFMessage(transforms=[moved]))
        out["image"].publish(Image(height=2, width=3, step=9, encoding="rgb8", data=bytes(18)))

    node.create_timer(0.05, tick)
    out["graph"].publish(graph_to_ros(home()))
    out["status"].publish(TaskStatus(state=TaskStatus.EXECUTING, instruction="Go", message="go to table 1", step=1))
    out["plan"].publish(Plan(goal_text="at table 1", calls=[SkillCall(skill="go_to", arguments=["table_1"])]))
    out["tree"].publish(BehaviourTree(name=["root"], depth=[0], status=[1]))
    spinning = Spinning(node, listener)
    yield SimpleNamespace(node=node, listener=listener, out=out)
    close_streams(listener)
    spinning.close()


def test_what_is_published_is_recorded(stack, tmp_path):
    live = LiveStack(stack.listener, ROBOT)
    assert live.wait(30.0)
    made = Recording(tmp_path, "watching", live.clock, revision=live.revision)
    made.note_at(made.moment(), "recording", text="watching", began=made.began.isoformat(), robot=ROBOT.name)
    kinds = {"progress", "planned", "tree", "picture"}

    def enough() -> bool:
        made.settle()
        run = read_past_run(made.folder)
        bases = [sample.base for sample in run.motion if sample.base is not None]
        return kinds <= {e.kind for e in run.events} and len(bases) > 2 and bool(run.graphs)

    recording = threading.Thread(target=live.record, args=(made, 0.1, lambda _: enough()))
    recording.start()
    recording.join(120.0)
    assert not recording.is_alive()
    ending = _Ending(1.0)
    ending.why = "it was ended"
    assert _closed(made, "watching", ending) == 0
    run = read_past_run(made.folder)
    assert (run.kind, run.title, run.robot, run.state) == ("recording", "watching", ROBOT.name, RunState.SEALED)
    assert run.graphs[0].graph.nodes.keys() == home().nodes.keys()
    assert [e.text("message") for e in run.events if e.kind == "progress"] == ["go to table 1"]
    assert [e.details["calls"] for e in run.events if e.kind == "planned"] == [["go_to(table_1)"]]
    assert run.motion[-1].joints["arm_1"] > 0.1 and run.trees[0].nodes[0].name == "root"
    assert run.pictures[0].text("file") == "seen_head.png"


def test_a_recording_ends_before_it_is_larger_than_its_limit_and_is_complete(tmp_path):
    made = Recording(tmp_path, "long", lambda: 0.0, limit_bytes=100_000)
    with _Ending(float("inf")) as ending:
        while not ending.wait(0.0, made, 100_000):
            made.note("progress", state="IDLE", message="x" * 1000)
    assert ending.why.startswith("it has reached 0.09") and _closed(made, "long", ending) == 0
    assert sum(p.stat().st_size for p in made.folder.iterdir()) < 100_000


def test_a_disk_that_takes_no_more_ends_a_recording_which_is_not_called_complete(tmp_path, monkeypatch, capsys):
    made = Recording(tmp_path, "full", lambda: 0.0, tell=subcommand._warn)
    made.settle()
    made.writer._files["trace.jsonl"] = open("/dev/full", "ab", buffering=0)
    made.note("progress", state="IDLE", message="x")
    made.settle()
    with _Ending(float("inf")) as ending:
        assert ending.wait(0.0, made, 10**9)
    assert _closed(made, "full", ending) == 4 and not (made.folder / "run.json").exists()
    assert "incomplete: trace.jsonl: No space left on device" in capsys.readouterr().err


def test_where_nothing_runs_there_is_nothing_to_record_and_no_folder(ros_domain_id, tmp_path, monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", str(ros_domain_id))
    monkeypatch.setattr(subcommand, "HEARD_S", 0.2)
    monkeypatch.setattr(subcommand, "_EXECUTOR_S", 0.2)
    ran = makedo("record", "--runs", str(tmp_path / "runs"))
    assert ran.returncode == 6 and "neither a robot nor a scene graph is heard" in ran.stderr
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("words", [("--for", "0"), ("--for", "nan"), ("--max-mb", "-1"), ("--pictures", "x")])
def test_bounds_are_above_0(words):
    assert makedo("record", *words).returncode == 2


def test_a_time_ends_it_and_signals_mean_afterwards_what_they_meant(tmp_path):
    import signal

    before = signal.getsignal(signal.SIGTERM)
    made = Recording(tmp_path, "short", lambda: 0.0)
    with _Ending(0.01) as ending:
        ending.begin()
        until(lambda: ending.wait(0.01, made, 10**9))
        signal.raise_signal(signal.SIGTERM)
    assert ending.why == "0.01 s are over" and signal.getsignal(signal.SIGTERM) is before
    made.writer.close()
