# SPDX-License-Identifier: Apache-2.0
"""Colours of observations over the wire; what contradicts itself is refused."""

from __future__ import annotations

import numpy as np
import pytest
from rclpy.serialization import deserialize_message, serialize_message

from makedo.msg import Observations
from makedo.srv import UpdateSceneGraph
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import GraphError, Shape
from makedo_core.sight.colours import COLOURS, NOT_MEASURED, Colour, Colouring
from makedo_core.sight.observation import Frame, Observation
from makedo_core.sight.view import Intrinsics, View
from makedo_ros.conversions.graph_updates import MOST, change_from_ros
from makedo_ros.conversions.observations import FrameError, frame_from_ros, frame_to_ros

RED = Colouring(tuple(0.75 if c is Colour.RED else 0.25 if c is Colour.WHITE else 0.0 for c in COLOURS))


def message(*colourings):
    view = View(Pose(), Intrinsics(10.0, 10.0, 1.0, 1.0, 2, 2), np.ones((2, 2), np.float32))
    seen = (Observation("apple", 0.9, Pose(), (0.1, 0.1, 0.1), Shape.SPHERE, 1.0, c) for c in colourings)
    sent = serialize_message(frame_to_ros(Frame(3.0, view, tuple(seen))))
    return deserialize_message(sent, Observations)


def test_colours_survive_the_wire_and_what_was_not_measured_stays_so():
    red, unmeasured = frame_from_ros(message(RED, NOT_MEASURED)).observations
    assert red.colouring.shares == pytest.approx(RED.shares)
    assert unmeasured.colouring == NOT_MEASURED


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m.colour.pop(), "colour has 10 entries, expected 11"),
        (lambda m: m.colour.__setitem__(0, 1.5), "shares of colours are 0..1"),
        (lambda m: m.colour.__setitem__(0, float("nan")), "shares of colours are 0..1"),
        (lambda m: m.colour.__setitem__(0, 0.5), "add up to 1"),
    ],
)
def test_colours_that_contradict_themselves_are_refused(change, words):
    bad = message(RED)
    change(bad)
    with pytest.raises(FrameError, match=words):
        frame_from_ros(bad)


@pytest.mark.parametrize("label", ["", "apple\n", "Apple", "a" * 101, "1_apple", "red apple", "\u00e4pfel"])
def test_a_class_that_no_scene_graph_can_keep_is_refused(label):
    bad = message(RED)
    bad.label[0] = label
    with pytest.raises(FrameError, match="is no name of lower-case letters"):
        frame_from_ros(bad)


@pytest.mark.parametrize("kind", ["add", "state", "opening"])
def test_a_request_with_too_many_entries_is_refused_at_once(kind):
    more = MOST + 1
    entries = {
        "add": {"add_source": ["a"] * more, "add_type": [1] * more, "add_target": ["b"] * more},
        "state": {"state_id": ["a"] * more, "state": ["open"] * more},
        "opening": {"opening_id": ["a"] * more, "opening": [0.0] * more},
    }
    with pytest.raises(GraphError, match=f"{more} entries; a request has at most {MOST} of each kind"):
        change_from_ros(UpdateSceneGraph.Request(**entries[kind]))
