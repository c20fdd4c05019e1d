# SPDX-License-Identifier: Apache-2.0
"""The scene graph node as a process of its own: deltas keep others in step, and what it knew outlives it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from makedo_core.conversation.habit import habits_from_json
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State
from support.waiting import until

pytestmark = pytest.mark.ros
ROOT = Path(__file__).parents[2]
CALL_S = 90.0


class Stack:
    """The node under test, and a client of it."""

    def __init__(self, session: Any) -> None:
        from diagnostic_msgs.msg import DiagnosticArray
        from lifecycle_msgs.srv import ChangeState, GetState

        from makedo.srv import CorrectSceneGraph, GetSceneGraph, LoadSceneGraph, SaveSceneGraph, UpdateSceneGraph
        from makedo_ros.graph_feed import follow_graph
        from makedo_ros.runtime.qos import RELIABLE

        self.process: subprocess.Popen[bytes] | None = None
        self.node = session.node
        self.feed = follow_graph(self.node, self.node.get_logger().warning)
        self.health: dict[str, str] = {}
        self._change_type, self._state_type = ChangeState, GetState
        self._get_type, self._update_type = GetSceneGraph, UpdateSceneGraph
        self._state = self.node.create_client(GetState, "scene_graph/get_state")
        self._change = self.node.create_client(ChangeState, "scene_graph/change_state")
        self._get = self.node.create_client(GetSceneGraph, "get_scene_graph")
        self._save_type, self._load_type = SaveSceneGraph, LoadSceneGraph
        self._save = self.node.create_client(SaveSceneGraph, "scene_graph/save")
        self._load = self.node.create_client(LoadSceneGraph, "scene_graph/load")
        self._update = self.node.create_client(UpdateSceneGraph, "update_scene_graph")
        self._correct = self.node.create_client(CorrectSceneGraph, "correct_scene_graph")
        self._correct_type = CorrectSceneGraph
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self._on_health, RELIABLE)

    def start(self, *parameters: str) -> bool:
        """Start the node, configure and activate it; whether it could be configured."""
        scene = f"scene_file:={ROOT / 'scenes' / 'home' / 'graph.json'}"
        given = [part for p in (scene, *parameters) for part in ("-p", p)]
        command = [sys.executable, str(ROOT / "bin" / "scene_graph"), "--ros-args", "-r", "__ns:=/robot_1", *given]
        self.process = subprocess.Popen(command, cwd=ROOT)
        until(self.answers)
        return self.transition(1) and self.transition(3)

    def end(self, how: signal.Signals) -> int:
        """Stop the node."""
        assert self.process is not None
        process, self.process = self.process, None
        process.send_signal(how)
        return process.wait(20.0)

    def answers(self) -> bool:
        """Whether the node answers; the services of one that was killed seem to be there for a while."""
        from makedo_ros.runtime.clients import CallError, call

        try:
            call(self._state, self._state_type.Request(), 2.0)
        except CallError:
            return False
        return True

    def transition(self, number: int) -> bool:
        from makedo_ros.runtime.clients import call

        request = self._change_type.Request()
        request.transition.id = number
        return bool(call(self._change, request, CALL_S).success)

    def set_state(self, node_id: str, state: str) -> int:
        """Update the graph; its revision."""
        from makedo_ros.runtime.clients import call

        answer = call(self._update, self._update_type.Request(state_id=[node_id], state=[state]), CALL_S)
        assert answer.outcome.code == FailureCause.SUCCESS, answer.outcome.message
        return int(answer.revision)

    def correct(self, **said: Any) -> Any:
        from makedo_ros.runtime.clients import call

        return call(self._correct, self._correct_type.Request(**said), CALL_S)

    def save(self, file: str) -> Any:
        from makedo_ros.runtime.clients import call

        return call(self._save, self._save_type.Request(file=file), CALL_S)

    def load(self, file: str) -> Any:
        from makedo_ros.runtime.clients import call

        return call(self._load, self._load_type.Request(file=file), CALL_S)

    def graph(self) -> Any:
        """The newest graph, asked for."""
        from makedo_ros.conversions.nouns import graph_from_ros
        from makedo_ros.runtime.clients import call

        return graph_from_ros(call(self._get, self._get_type.Request(), CALL_S).graph)

    def _on_health(self, message: Any) -> None:
        for status in message.status:
            if status.name.endswith("/scene_graph"):
                self.health = {v.key: v.value for v in status.values} | {"message": status.message}


@pytest.fixture
def stack(ros_domain_id) -> Iterator[Stack]:
    from makedo_cli.session import Session

    with Session("tester", "robot_1") as session:
        stack = Stack(session)
        yield stack
        if stack.process is not None:
            assert stack.end(signal.SIGINT) == 0


@pytest.mark.slow
def test_whoever_follows_the_deltas_has_the_nodes_graph_also_when_it_begins_anew(stack):
    assert stack.start()
    until(lambda: stack.feed.newest() is not None)
    for state in ("open", "closed", "open"):
        revision = stack.set_state("fridge_1", state)
        until(lambda revision=revision: stack.feed.newest().revision >= revision)
        assert stack.feed.in_step
        assert stack.feed.newest()["fridge_1"].states == {State(state)}
    assert stack.feed.newest() == stack.graph()

    assert stack.end(signal.SIGINT) == 0
    assert stack.start()
    until(lambda: stack.feed.newest().revision < revision)
    assert stack.feed.newest()["fridge_1"].states == {State.CLOSED}


def test_the_node_tells_which_parts_of_furniture_an_image_has_shown(stack):
    """Nothing at first; the executor's client reads it as it is, and knows of no answer when nobody gives one."""
    import numpy as np

    from executor_node.robot.clients import GraphClient
    from makedo.srv import GetSeenPlaces
    from makedo_core.sight.coverage import grid_shape
    from makedo_ros.runtime.clients import call

    client = GraphClient(stack.node, stack.feed)
    assert client.seen_places("table_1") is None  # nobody answers yet
    assert stack.start()
    regions = stack.graph()["drawer_1"].model.regions
    seen = client.seen_places("drawer_1")
    assert len(seen) > 1
    assert {name: cells.shape for name, cells in seen.items()} == {r.name: grid_shape(r) for r in regions}
    assert not any(np.any(cells) for cells in seen.values())
    assert client.seen_places("nothing_1") is None
    request = GetSeenPlaces.Request(asset_id="kitchen")
    outcome = call(stack.node.create_client(GetSeenPlaces, "get_seen_places"), request, CALL_S).outcome
    assert (outcome.code, outcome.message) == (FailureCause.UNKNOWN_PLACE, "'kitchen' is not an asset of the graph")


@pytest.mark.slow
def test_whoever_loses_a_delta_of_the_node_reads_one_whole_graph_and_follows_again(stack):
    from makedo.msg import SceneGraph as SceneGraphMessage
    from makedo.msg import SceneGraphDelta
    from makedo_ros.graph_feed import GraphFeed
    from makedo_ros.runtime.qos import DELTAS, LATCHED

    told: list[str] = []
    feed, losing = GraphFeed(told.append), threading.Event()
    heard: list[bytes] = []

    def on_delta(data: bytes) -> None:
        heard.append(data)
        if not losing.is_set():
            feed.delta(data)

    stack.node.create_subscription(SceneGraphMessage, "scene_graph", feed.whole, LATCHED, raw=True)
    stack.node.create_subscription(SceneGraphDelta, "scene_graph_delta", on_delta, DELTAS, raw=True)
    assert stack.start()
    states = cycle(("open", "closed"))
    until(lambda: stack.set_state("fridge_1", next(states)) > 0 and bool(heard))  # nobody hears the first ones
    until(lambda: feed.newest() == stack.graph())
    before, lost = len(heard), feed.newest()
    losing.set()
    stack.set_state("drawer_1", "open")
    until(lambda: len(heard) > before)
    losing.clear()
    last = stack.set_state("cabinet_1", "open")
    until(lambda: feed.newest().revision >= last and feed.in_step)
    assert feed.newest() == stack.graph() and not told
    assert feed.newest()["drawer_1"].states == {State.OPEN} != lost["drawer_1"].states


def test_what_was_known_outlives_a_kill(stack, tmp_path):
    folder = f"store_folder:={tmp_path / 'home'}"
    assert stack.start(folder)
    revision = stack.set_state("fridge_1", "open")
    until(lambda: int(stack.health.get("revision on the disk", "-1")) >= revision)
    stack.end(signal.SIGKILL)
    assert stack.start(folder)
    graph = stack.graph()
    assert graph["fridge_1"].states == {State.OPEN}
    assert graph.revision > revision


@pytest.mark.slow
def test_a_node_that_is_configured_anew_or_stopped_goes_on_with_what_it_knew(stack, tmp_path):
    from scene_graph_node.store.reading import recall

    assert stack.start(f"store_folder:={tmp_path / 'home'}")
    revision = stack.set_state("fridge_1", "open")
    for number in (4, 2, 1, 3):  # deactivate, clean up, configure, activate
        assert stack.transition(number)
    graph = stack.graph()
    assert graph["fridge_1"].states == {State.OPEN}
    assert graph.revision > revision
    until(lambda: stack.feed.newest().revision == graph.revision)

    revision = stack.set_state("fridge_1", "closed")
    assert stack.end(signal.SIGTERM) == 0
    newest = recall(tmp_path / "home", "home").newest
    assert newest is not None
    assert newest.graph.revision >= revision
    assert newest.graph["fridge_1"].states == {State.CLOSED}


@pytest.mark.slow
def test_a_saved_graph_can_be_loaded_and_voids_plans_but_not_while_the_robot_is_at_work(stack, tmp_path):
    from makedo.msg import TaskStatus
    from makedo_ros.runtime.qos import LATCHED

    assert stack.start(f"files_folder:={tmp_path}", f"store_folder:={tmp_path / 'home'}")
    stack.set_state("fridge_1", "open")
    saved = stack.save("evening.json")
    assert saved.outcome.code == FailureCause.SUCCESS, saved.outcome.message
    assert saved.path == str(tmp_path / "evening.json")
    revision = stack.set_state("fridge_1", "closed")

    loaded = stack.load("evening.json")
    assert loaded.outcome.code == FailureCause.SUCCESS, loaded.outcome.message
    assert loaded.revision > revision
    assert stack.graph()["fridge_1"].states == {State.OPEN}
    until(lambda: stack.feed.newest() == stack.graph())
    until(lambda: int(stack.health.get("revision on the disk", "-1")) >= loaded.revision)

    for file, code, said in (
        ("../evening.json", FailureCause.INVALID_INSTRUCTION, "is not the name of a file in"),
        ("none.json", FailureCause.INVALID_INSTRUCTION, "No such file"),
        ("home/graph.sqlite3", FailureCause.INVALID_INSTRUCTION, "cannot be read back"),
    ):
        answer = stack.load(file)
        assert (answer.outcome.code, said in answer.outcome.message) == (code, True), answer.outcome.message
    (tmp_path / "odd.json").write_text('{"nodes": [{"id": "a"}]}')
    answer = stack.load("odd.json")
    assert answer.outcome.code == FailureCause.INVALID_GRAPH
    assert answer.revision == loaded.revision == stack.graph().revision

    working = stack.node.create_publisher(TaskStatus, "task_status", LATCHED)
    working.publish(TaskStatus(state=TaskStatus.EXECUTING))
    until(lambda: stack.load("evening.json").outcome.code == FailureCause.BUSY)
    working.publish(TaskStatus(state=TaskStatus.FINISHED))
    until(lambda: stack.load("evening.json").outcome.code == FailureCause.SUCCESS)


@pytest.mark.slow
def test_a_folder_in_use_refuses_the_configuration(stack, tmp_path):
    from scene_graph_node.store.store import Store

    other = Store(tmp_path / "home", "home", "")
    assert not stack.start(f"store_folder:={tmp_path / 'home'}")
    until(lambda: "in use by another process" in stack.health.get("message", ""))
    other.close()
    assert stack.transition(1)


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_to_is_told_and_the_node_goes_on(stack, tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert stack.start(f"store_folder:={tmp_path / 'file' / 'home'}")
    until(lambda: "Not a directory" in stack.health.get("message", ""))
    revision = stack.set_state("fridge_1", "open")
    (tmp_path / "file").unlink()
    until(lambda: int(stack.health.get("revision on the disk", "-1")) >= revision)
    until(lambda: stack.health.get("message") == "active")


def test_a_persons_word_is_taken_over_said_back_and_kept(stack, tmp_path):
    folder = tmp_path / "home"
    assert stack.start(f"store_folder:={folder}")
    thing = next(n for n in stack.graph() if n.label == "apple")
    answer = stack.correct(id=thing.id, what="the green pear", side="on", place="table_2")
    assert answer.outcome.code == FailureCause.SUCCESS, answer.outcome.message
    assert answer.id.startswith("pear_")
    graph = stack.graph()
    assert graph.revision == answer.revision
    assert (graph[answer.id].label, graph[answer.id].attributes) == ("pear", {"green"})
    assert graph.placement(answer.id).target == "table_2"
    until(lambda: stack.feed.newest() == graph)
    assert stack.correct(id="table_2", name="Anna's desk").text == 'Table 2 is called "Anna\'s desk"'
    until(lambda: int(stack.health.get("revision on the disk", "-1")) >= answer.revision)
    stack.end(signal.SIGKILL)
    assert stack.start(f"store_folder:={folder}")
    assert stack.graph()[answer.id].told == graph[answer.id].told
    assert [(h.about, h.value) for h in habits_from_json((folder / "habits.json").read_text())] == [
        ("anna's desk", "table_2")
    ]


REFUSED = [
    ({"id": "nothing_1", "what": "apple"}, FailureCause.UNKNOWN_OBJECT),
    ({"id": "nothing_1", "name": "Anna's desk"}, FailureCause.UNKNOWN_OBJECT),
    ({"id": "table_1"}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "what": "aple"}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "what": "<img onerror> apple"}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "what": "apple " * 2000}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "side": "under", "place": "table_1"}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "side": "on"}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "side": "on", "place": "sofa_77"}, FailureCause.UNKNOWN_PLACE),
    ({"id": "apple_1", "point": [1.0]}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "apple_1", "point": [1.0, float("nan"), 0.0]}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "table_1", "name": "<b>"}, FailureCause.INVALID_INSTRUCTION),
    ({"id": "table_1", "gone": True}, FailureCause.INVALID_GRAPH),
]


def test_what_a_person_cannot_mean_is_refused_and_changes_nothing(stack):
    assert stack.start()
    for said, cause in REFUSED:
        before = stack.graph()
        answer = stack.correct(**said)
        assert answer.outcome.code == cause, said
        assert answer.outcome.message
        assert stack.graph().revision == before.revision


@pytest.mark.slow
def test_nonsense_on_its_topics_is_told_leaves_it_alive_and_is_over_with_the_next_sense(stack):
    import numpy as np
    from std_msgs.msg import String

    from makedo.msg import Observations
    from makedo_core.geometry import Pose
    from makedo_core.sight.observation import Frame
    from makedo_core.sight.view import Intrinsics, View
    from makedo_ros.conversions.observations import frame_to_ros
    from makedo_ros.runtime.qos import LATCHED, RELIABLE

    assert stack.start()
    seen = stack.node.create_publisher(Observations, "observations", RELIABLE)
    lessons = stack.node.create_publisher(String, "macro_actions", LATCHED)
    blank = View(Pose((0.0, 0.0, 1.0)), Intrinsics(10.0, 10.0, 1.0, 1.0, 2, 2), np.zeros((2, 2), np.float32))
    sense = frame_to_ros(Frame(1.0, blank))
    odd = Observations(label=["\n"], shape=[1], score=[1.0], pose=[0.0] * 6 + [1.0], size=[0.1] * 3, visibility=[1.0])
    odd.colour, odd.intrinsics, odd.camera_pose = [0.0] * 11, sense.intrinsics, sense.camera_pose
    for text in ("[" * 100_000, '{"learnt_s": ' + "9" * 400 + "}"):
        lessons.publish(String(data=text))

    def published(message, wanted):
        seen.publish(message)
        return wanted(stack.health.get("message", ""))

    until(lambda: published(odd, lambda said: "is no name of lower-case letters" in said))
    until(lambda: published(sense, lambda said: "is no name" not in said))
    assert stack.process is not None and stack.process.poll() is None
    assert not any(node.label == "\n" for node in stack.graph())
