# SPDX-License-Identifier: Apache-2.0
"""The home in a real browser: what a click tells, what two clicks say, what is put right, and labels that mean harm."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType
from operator_node.panes.ports import Preview
from support.browser import Window, browser, browser_path
from support.page_server import ServedPage
from support.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(browser_path() is None, reason="no browser; Debian's package is chromium"),
]
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture
def home(tmp_path):
    """A home that is shown as a map: the library for more is not there."""
    with ServedPage(tmp_path) as page:
        graph = graph_from_json(scene_file("home").read_text(encoding="utf-8"))
        place = Pose((1.0, 1.0, 0.8))
        labels = {"odd_0": HOSTILE, "odd_1": "x" * 10_000}
        odd = [Node(i, label, NodeKind.OBJECT, place, (0.1, 0.1, 0.1)) for i, label in labels.items()]
        page.home.on_graph(graph.changed(put=odd, add=[Relation(n.id, RelationType.ON, "table_1") for n in odd]))
        page.home.on_robot(100.0, (0.0, 0.0, 0.0), [((0.0, 0.0, 0.3), (0.0, 0.1, 0.9))])
        yield page


@pytest.fixture(params=["desk", "tablet"])
def window(chromium, home, request):
    opened = Window(chromium, home.origin, request.param)
    opened.page.locator("svg.map circle.thing").first.wait_for()
    yield opened
    opened.close()
    assert opened.complaints == []


def test_two_choices_say_where_a_thing_is_brought_and_nothing_is_given(home, window):
    window.page.select_option("#home select", "cola_can_1")
    window.see(".card", "believed, confidence 0.30, never seen yet")
    assert window.misfits() + window.barriers() == []
    window.picture("chosen")
    window.page.get_by_role("button", name="Bring it to").click()
    window.page.locator('rect[data-id="table_2"]').click()
    until(lambda: window.page.input_value("#instruction") == "Bring cola can 1 to table 2")
    assert "execute" not in home.stack.names()


def test_what_is_wrong_is_put_right_by_its_form_and_by_a_click(home, window):
    window.page.select_option("#home select", "cola_can_1")
    window.page.get_by_role("button", name="Correct").click()
    assert window.misfits() + window.barriers() == []
    window.picture("correcting")
    window.page.fill(".correct input[name=what]", "green apple")
    window.page.get_by_role("button", name="Put right").click()
    until(lambda: home.corrector.said == [SpokenCorrection("cola_can_1", "green apple")])
    window.see("#notice", home.corrector.answer[2])
    window.page.select_option("#home select", "mug_1")
    window.page.get_by_role("button", name="Correct").click()
    window.page.get_by_role("button", name="It stands there").click()
    window.page.locator('rect[data-id="table_3"]').click()
    until(lambda: len(home.corrector.said) == 2)
    stands = home.corrector.said[1]
    assert (stands.node_id, stands.point is not None and stands.point[2] > 0.5) == ("mug_1", True)


def test_what_is_held_goes_with_the_hand_and_a_press_counts_although_all_is_drawn_anew(home, window):
    graph = graph_from_json(scene_file("home").read_text(encoding="utf-8"))
    held = Relation("mug_1", RelationType.HELD_BY, AGENT_ID)
    home.home.on_graph(graph.changed(drop=[graph.placement("mug_1")], add=[held]).changed(remove=["mug_2"]))
    window.page.locator('rect[data-id="table_2"]').hover()
    window.page.mouse.down()
    home.home.on_robot(101.0, (0.0, 0.0, 0.0), [], (0.5, 0.25, 0.8))
    mug = window.page.locator('circle[data-id="mug_1"][cx="0.5"][cy="-0.25"]')
    mug.wait_for()
    window.page.mouse.up()
    window.see(".card h3", "table 2")
    mug.click()
    window.see(".card h3", "mug 1")


def test_what_is_typed_is_planned_anew_once_the_graph_has_changed(home, window):
    window.page.fill("#instruction", "Bring the lemon to table_2")
    window.see("#contract", "understood in")
    graph = graph_from_json(scene_file("home").read_text(encoding="utf-8"))
    home.stack.found = Preview(goal_text="lemon 1 is on table 2")
    home.home.on_graph(graph.changed(remove=["orange_1"]).changed(remove=["mug_1"]))
    window.see("#contract", "Lemon 1 is on table 2")


def test_a_planner_that_has_not_heard_of_the_change_yet_is_asked_once_more(home, window):
    window.page.fill("#instruction", "Bring the lemon to table_2")
    window.see("#contract", "understood in")
    asked = len(home.stack.asked)
    graph = graph_from_json(scene_file("home").read_text(encoding="utf-8"))
    home.home.on_graph(graph.changed(remove=["orange_1"]).changed(remove=["mug_1"]))
    until(lambda: len(home.stack.asked) > asked)  # and is answered as before
    home.stack.found = Preview(goal_text="lemon 1 is on table 2")
    window.see("#contract", "Lemon 1 is on table 2")


def test_a_graph_that_changes_all_the_time_keeps_no_slow_preview_from_being_shown(home, window):
    home.stack.found, home.stack.preview_s = Preview(goal_text="lemon 1 is on table 2"), 3.0
    window.page.fill("#instruction", "Bring the lemon to table_2")
    graph = graph_from_json(scene_file("home").read_text(encoding="utf-8"))
    shown = window.page.locator("#contract", has_text="Lemon 1 is on table 2")
    for revision in itertools.count(100):
        home.home.on_graph(replace(graph, revision=revision))
        if shown.count():
            break
        window.page.wait_for_timeout(100)


def test_labels_that_mean_harm_are_text_and_nothing_is_pushed_out(home, window):
    for node_id, text in (("odd_0", HOSTILE), ("odd_1", "x" * 300)):
        window.page.select_option("#home select", node_id)
        window.see(".card p", text)
        assert window.misfits() == []


def test_the_camera_shows_what_was_recognised(home, window):
    picture = cv2.imencode(".jpg", np.full((60, 80, 3), 128, np.uint8))[1].tobytes()
    home.camera.on_picture(picture, 5.0)
    outline = [[0.1, 0.1], [0.3, 0.1], [0.3, 0.3]]
    home.board.put("outlines", {"at": 5.0, "things": [{"label": HOSTILE, "score": 0.9, "outline": outline}]})
    window.see("#camera", f"Recognised: {HOSTILE}")
    assert window.page.locator("#camera polygon").count() == 1
