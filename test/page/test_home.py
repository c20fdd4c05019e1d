# SPDX-License-Identifier: Apache-2.0
"""The home on the page: what is shown of graph, robot and camera, and corrections by whoever has control."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import datetime, timezone
from itertools import pairwise

import numpy as np
import pytest

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose, quaternion_from_rotation
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, Shape, State
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.sight.observation import Frame, Observation
from makedo_core.sight.view import Intrinsics, View
from makedo_core.skills import SkillCall
from operator_node.panes.home import OBJECTS, PATH_POINTS, PATH_STEP_M, ROBOT, HomePane, show_libraries
from operator_node.state.board import Board
from operator_node.state.home_view import furniture_shown, things_shown
from operator_node.state.outlines import outlines_of
from support.page_server import NotedCorrector


@pytest.fixture
def home() -> SceneGraph:
    return graph_from_json(scene_file("home").read_text(encoding="utf-8"))


def thing(graph: SceneGraph, node_id: str) -> dict:
    return next(t for t in things_shown(graph)["things"] if t["id"] == node_id)


def test_doubt_is_told_apart_from_what_was_seen(home):
    seen = replace(home["apple_1"], confidence=0.9, last_seen=12.34, pose=Pose((1.0, 2.0, 0.75)))
    gone = replace(home["mug_1"], confidence=0.0)
    graph = home.changed(put=[seen, gone])
    assert [thing(graph, i)["doubt"] for i in ("apple_1", "mug_1", "banana_1")] == ["", "gone", "believed"]
    assert thing(graph, "apple_1")["at"] == [1.0, 2.0, 0.75, 0.0]
    assert thing(graph, "apple_1")["seen"] == 12.3
    assert thing(graph, "apple_1")["where"] == "on table_1 (kitchen)"


def test_what_a_person_said_is_shown_as_told(home):
    word = PersonsWord(frozenset({Matter.CLASS, Matter.PLACE}), 5.0, ("pear_1",))
    graph = home.changed(put=[replace(home["apple_1"], told=word)])
    assert thing(graph, "apple_1")["told"] == {"of": ["class", "place"], "at": 5.0, "formerly": ["pear_1"]}
    assert thing(graph, "banana_1")["told"] is None


def test_an_open_door_is_drawn_open(home):
    def door(graph: SceneGraph) -> list[float]:
        fridge = next(a for a in furniture_shown(graph)["assets"] if a["id"] == "fridge_1")
        return next(p["at"] for p in fridge["parts"] if p.get("moves"))

    opened = home.changed(put=[home["fridge_1"].with_state(State.OPEN)])
    assert math.dist(door(home)[:3], door(opened)[:3]) > 0.1


@pytest.mark.parametrize("label", ["<img src=x onerror=alert(1)>", "x" * 10_000])
def test_a_label_is_text_whatever_it_is(home, label):
    board = Board()
    pane = HomePane(board, NotedCorrector())
    node = Node("odd_1", label, NodeKind.OBJECT, Pose((0.0, 0.0, 0.8)), (0.1, 0.1, 0.1))
    pane.on_graph(home.changed(put=[node], add=[Relation("odd_1", RelationType.ON, "table_1")]))
    found = next(t for t in board.value(OBJECTS)["things"] if t["id"] == "odd_1")
    assert found["label"] == label


def test_the_way_that_was_driven_is_kept_within_bounds():
    board = Board()
    pane = HomePane(board, NotedCorrector())
    pane.on_driven(0.0, 0.0)
    pane.on_driven(PATH_STEP_M / 2, 0.0)
    assert board.value("path") == [[0.0, 0.0]]
    for step in range(PATH_POINTS + 50):
        pane.on_driven(float(step), 1.0)
    assert len(board.value("path")) == PATH_POINTS
    assert board.value("path")[-1] == [PATH_POINTS + 49, 1.0]


def test_the_robot_is_shown_with_its_joints():
    board = Board()
    HomePane(board, NotedCorrector()).on_robot(12.9, (1.0, 2.0, 0.5), [((1.0, 2.0, 0.3), (1.0, 2.0, 0.92345))])
    shown = {"now": 12, "base": [1.0, 2.0, 0.5], "bones": [[1.0, 2.0, 0.3, 1.0, 2.0, 0.923]], "hand": None}
    assert board.value(ROBOT) == shown


def test_nothing_of_the_home_is_sent_to_who_does_not_look(served, home):
    served.home.on_graph(home)
    page = served.open()
    assert not served.home.wanted
    page.ask("look", topics=[OBJECTS])
    assert page.hear_until(lambda: page.topics.get(OBJECTS))["things"]
    assert served.home.wanted


def test_who_has_control_puts_the_graph_right(served):
    other, page = served.open("Ben"), served.open()
    assert other.ask("take")["ok"]
    assert page.ask("correct", node="pear_1", what="apple")["ok"] is False
    assert served.corrector.said == []
    other.ask("give_back")
    assert page.ask("take")["ok"]
    reply = page.ask("correct", node="pear_1", what="green apple", point=[1.0, 2, 0.75])
    assert (reply["ok"], reply["said"], reply["value"]) == (True, served.corrector.answer[2], {"id": "apple_9"})
    assert served.corrector.said == [SpokenCorrection("pear_1", "green apple", point=(1.0, 2, 0.75))]


def test_a_refused_correction_says_why(served):
    served.corrector.answer = (Outcome(FailureCause.UNKNOWN_PLACE, "not in the scene graph: sofa_9"), "", "")
    page = served.open()
    page.ask("take")
    reply = page.ask("correct", node="pear_1", side="on", place="sofa_9")
    assert reply["ok"] is False
    assert "sofa_9" in reply["said"]


@pytest.mark.parametrize(
    "fields",
    [{}, {"node": ""}, {"node": "a", "what": "x" * 201}, {"node": "a", "point": [1.0]},
     {"node": "a", "point": [1.0, 2.0, 1e9]}, {"node": "a", "gone": "yes"}, {"node": "a", "name": "x" * 61},
     {"node": "a", "html": "<b>"}],
)  # fmt: skip
def test_a_correction_that_is_none_is_refused_before_anybody_is_asked(served, fields):
    page = served.open()
    page.ask("take")
    assert page.ask("correct", **fields)["ok"] is False
    assert served.corrector.said == []


def test_what_was_done_with_a_thing_is_told_the_newest_first(served):
    for number, node_id in enumerate(("apple_1", "mug_1", "apple_1")):
        served.home.on_done(done(number, node_id))
    told = served.open().ask("about", node="apple_1")["value"]["done"]
    call = "pick_up(apple_1, table_1)"
    assert [(d["call"], d["ended"]) for d in told] == [(call, 2.0), (call, 0.0)]
    assert served.open().ask("about", node="nothing_1")["value"] == {"done": []}


def done(number: int, node_id: str) -> SkillOutcome:
    call = SkillCall("pick_up", (node_id, "table_1"))
    at = datetime.fromtimestamp(number, timezone.utc)
    return SkillOutcome("run", number, "bring", call, 1, 1, at, at, 0.0, 1.0, SUCCESS)


def looking_ahead() -> View:
    """From 1 m above the ground along the map's x, 100 x 80 pixels."""
    axes = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    pose = Pose((0.0, 0.0, 1.0), quaternion_from_rotation(axes))
    return View(pose, Intrinsics(100.0, 100.0, 49.5, 39.5, 100, 80), np.ones((80, 100), np.float32))


def observed(x: float, y: float, z: float) -> Observation:
    return Observation("cup", 0.876, Pose((x, y, z)), (0.2, 0.2, 0.2), Shape.BOX)


def test_an_outline_is_around_what_was_recognised():
    frame = Frame(1.0, looking_ahead(), (observed(2.0, 0.0, 0.9),))
    (found,) = outlines_of(frame)
    assert (found["label"], found["score"]) == ("cup", 0.88)
    u, v = np.array(found["outline"]).T
    # the near face, 0.2 m wide and 1.9 m away, is 100 * 0.2 / 1.9 pixels wide
    assert (u.max() - u.min(), v.max() - v.min()) == pytest.approx((10.526 / 100, 10.526 / 80), abs=1e-3)
    assert (u.mean(), v.mean()) == pytest.approx((0.5, 0.5), abs=1e-3)


@pytest.mark.parametrize("at", [(-2.0, 0.0, 0.9), (0.1, 0.0, 0.9), (2.0, 9.0, 0.9)])
def test_what_is_behind_at_or_beside_the_camera_has_no_outline(at):
    assert outlines_of(Frame(1.0, looking_ahead(), (observed(*at),))) == []


def test_outlines_are_json_and_bounded():
    many = tuple(observed(2.0 + i / 100, 0.0, 0.9) for i in range(500))
    shown = outlines_of(Frame(1.0, looking_ahead(), many))
    assert len(shown) == 100
    assert len(json.dumps(shown)) < 40_000
    for found in shown:
        turns = list(pairwise([*found["outline"], found["outline"][0]]))
        assert len(turns) >= 4


def test_the_page_is_told_whether_it_can_draw_solids(tmp_path):
    for name, there in (("none", False), ("all", True)):
        folder = tmp_path / name
        for file in ("build/three.module.js", "build/three.core.js", "examples/jsm/controls/OrbitControls.js"):
            if there:
                (folder / "three" / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / "three" / file).write_text("")
        board = Board()
        show_libraries(board, folder)
        assert board.value("libraries") == {"three": there}
