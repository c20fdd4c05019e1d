# SPDX-License-Identifier: Apache-2.0
"""Shape, size and colour decide on a class together with the network's scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.colours import COLOURS, NOT_MEASURED, Colour, Colouring
from makedo_core.sight.known_shapes import CatalogueError, KnownShape, catalogue_from_yaml
from perception_node.detectors.simulation import SimulationDetector
from perception_node.lifting.lift import LiftSettings, lift

ORANGE, RED = Colour.ORANGE, Colour.RED
KNOWN = {
    "apple": KnownShape(Shape.SPHERE, (0.075, 0.075, 0.075), frozenset({RED, Colour.GREEN})),
    "orange": KnownShape(Shape.SPHERE, (0.078, 0.078, 0.078), frozenset({ORANGE})),
    "mug": KnownShape(Shape.CYLINDER, (0.074, 0.074, 0.095)),
    "toy_block": KnownShape(Shape.BOX, (0.055, 0.055, 0.055)),
}
CONFIRMED_BY_TWO = 0.55  # a mean score from which two sightings make a node


def plain(colour):
    return Colouring(tuple(float(c is colour) for c in COLOURS))


def judged(render, solid, table, what, called, colouring=NOT_MEASURED):
    """What is made of a thing that a network takes for others: (class, score), best first."""
    item = solid(what, KNOWN[what].shape, KNOWN[what].size, Pose.planar(1.0, 0.1, 0.4, 0.75))
    picture = render([table, item], (0.1, 0.1, 1.15), (1.0, 0.0, 0.75), noise_m=0.002)
    (seen,) = [d for d in SimulationDetector({what}).detect(picture.images) if d.label == what]
    (label, score), *others = called
    seen = replace(seen, label=label, score=score, others=tuple(others))
    return lift(seen, picture.images.depth, picture.camera, picture.pose, KNOWN, LiftSettings(), colouring)


def test_a_block_that_a_network_takes_for_a_mug_and_is_unsure_of_is_a_block(render, solid, table):
    found = judged(render, solid, table, "toy_block", [("mug", 0.37), ("toy_block", 0.17)])
    assert found.label == "toy_block" and found.size == KNOWN["toy_block"].size


def test_a_mug_that_a_network_is_unsure_of_stays_a_mug(render, solid, table):
    assert judged(render, solid, table, "mug", [("mug", 0.37), ("toy_block", 0.3)]).label == "mug"


def test_an_orange_that_a_network_takes_for_an_apple_is_an_orange_by_its_colour(render, solid, table):
    found = judged(render, solid, table, "orange", [("apple", 0.9), ("orange", 0.08)], plain(ORANGE))
    assert found.label == "orange"


def test_what_has_no_colour_of_its_class_and_no_other_class_hardly_counts(render, solid, table):
    found = judged(render, solid, table, "orange", [("apple", 0.95)], plain(ORANGE))
    assert found.label == "apple" and found.score < 0.2 * CONFIRMED_BY_TWO


def test_colours_that_were_not_measured_speak_against_nothing(render, solid, table):
    assert judged(render, solid, table, "apple", [("apple", 0.9)]).score == pytest.approx(0.9, abs=0.1)


def test_a_colour_of_a_class_that_is_none_is_refused(tmp_path):
    path = tmp_path / "objects.yaml"
    path.write_text("apple: {shape: sphere, size: [0.1, 0.1, 0.1], colours: [mauve]}")
    with pytest.raises(CatalogueError, match=r"apple: colours must be a list of some of black, .*got \['mauve'\]"):
        catalogue_from_yaml(path)
