# SPDX-License-Identifier: Apache-2.0
"""Masks and depth become upright boxes in the map, without the bias towards the camera."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import ndimage

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.known_shapes import CatalogueError, KnownShape, catalogue_from_yaml
from makedo_core.sight.view import Intrinsics
from perception_node.camera import ImageError
from perception_node.detectors.simulation import SimulationDetector
from perception_node.lifting.lift import LiftSettings, lift
from perception_node.pipeline import Pipeline, is_steady

KNOWN = {
    "cola_can": KnownShape(Shape.CYLINDER, (0.066, 0.066, 0.115)),
    "apple": KnownShape(Shape.SPHERE, (0.075, 0.075, 0.075)),
    "book": KnownShape(Shape.BOX, (0.14, 0.042, 0.19)),
    "fork": KnownShape(Shape.BOX, (0.17, 0.024, 0.02)),
    "plate": KnownShape(Shape.CYLINDER, (0.20, 0.20, 0.022)),
}
EYE, TARGET = (0.1, 0.1, 1.15), (1.0, 0.0, 0.75)


def seen(picture, label, catalogue=KNOWN, settings=None):
    """The observation of the only thing of a class."""
    detections = SimulationDetector({s.label for s in picture.solids}).detect(picture.images)
    (detection,) = [d for d in detections if d.label == label]
    return lift(
        detection, picture.images.depth, picture.camera, picture.pose, catalogue, settings or LiftSettings()
    )


def thing(solid, label, x, y, yaw=0.0, z=0.75):
    return solid(label, KNOWN[label].shape, KNOWN[label].size, Pose.planar(x, y, yaw, z))


@pytest.mark.parametrize("label", sorted(KNOWN))
@pytest.mark.parametrize("spot", [(0.8, 0.2, 0.4), (1.1, -0.3, -1.1), (1.4, 0.1, 1.3)])
def test_a_known_shape_is_found_within_a_centimetre_and_five_degrees(render, solid, table, label, spot):
    item = thing(solid, label, *spot)
    found = seen(render([table, item], EYE, TARGET, noise_m=0.002), label)
    assert found.pose.distance(item.pose) < 0.010
    assert found.size == pytest.approx(KNOWN[label].size)
    assert found.visibility > 0.8
    if KNOWN[label].shape is Shape.BOX:
        turn = (found.pose.yaw - item.pose.yaw + math.pi / 2) % math.pi - math.pi / 2
        assert abs(math.degrees(turn)) < 5.0


def test_points_alone_would_be_off_towards_the_camera(render, solid, table):
    item = thing(solid, "cola_can", 1.0, 0.1)
    picture = render([table, item], EYE, TARGET)
    measured = seen(picture, "cola_can", catalogue={})
    assert measured.pose.distance(item.pose) > 0.005
    assert seen(picture, "cola_can").pose.distance(item.pose) < 0.002


def test_a_class_without_a_known_shape_gets_its_measured_box(render, solid, table):
    item = thing(solid, "book", 1.0, 0.1, 0.3)
    found = seen(render([table, item], EYE, TARGET), "book", catalogue={})
    assert found.shape is Shape.BOX
    assert found.size[2] == pytest.approx(0.19, abs=0.02)


def test_a_half_hidden_can_is_where_it_is(render, solid, table):
    can = thing(solid, "cola_can", 1.1, 0.0)
    screen = solid("", Shape.BOX, (0.02, 0.1, 0.09), Pose((1.0, 0.06, 0.75)))
    found = seen(render([table, can, screen], EYE, TARGET), "cola_can")
    assert found.pose.distance(can.pose) < 0.015
    assert found.visibility < 0.9


def test_a_can_that_lies_on_its_side_is_a_low_box(render, solid, table):
    lying = solid("cola_can", Shape.BOX, (0.115, 0.066, 0.066), Pose.planar(1.0, 0.0, 0.7, 0.75))
    found = seen(render([table, lying], EYE, TARGET), "cola_can")
    assert found.size == pytest.approx((0.115, 0.066, 0.066))
    assert found.pose.distance(lying.pose) < 0.01


def test_a_book_that_lies_flat_is_a_low_box(render, solid, table):
    lying = solid("book", Shape.BOX, (0.19, 0.14, 0.042), Pose.planar(1.0, 0.0, 0.5, 0.75))
    found = seen(render([table, lying], EYE, TARGET), "book")
    assert sorted(found.size) == pytest.approx([0.042, 0.14, 0.19])
    assert found.size[2] == pytest.approx(0.042)
    assert found.pose.distance(lying.pose) < 0.01


def test_flying_pixels_and_holes_do_not_shift_a_thing(render, solid, table):
    item = thing(solid, "cola_can", 1.0, 0.1)
    picture = render([table, item], EYE, TARGET, noise_m=0.002)
    rng = np.random.default_rng(3)
    depth = picture.images.depth.copy()
    depth[rng.random(depth.shape) < 0.2] = 0.0
    depth[rng.random(depth.shape) < 0.02] += 0.3
    spoilt = replace(picture, images=replace(picture.images, depth=depth))
    assert seen(spoilt, "cola_can").pose.distance(item.pose) < 0.01


def test_what_has_no_depth_is_no_observation(render, solid, table):
    picture = render([table, thing(solid, "cola_can", 1.0, 0.1)], EYE, TARGET)
    blind = replace(picture, images=replace(picture.images, depth=np.zeros_like(picture.images.depth)))
    assert seen(blind, "cola_can") is None


def test_what_is_too_far_is_no_observation(render, solid, table):
    picture = render([table, thing(solid, "cola_can", 1.0, 0.1)], EYE, TARGET)
    assert seen(picture, "cola_can", settings=LiftSettings(max_depth_m=0.5)) is None


def test_what_the_edge_of_the_image_cuts_in_half_is_no_observation(render, solid, table):
    narrow = Intrinsics(554.0, 554.0, 20.0, 239.5, 640, 480)
    can = thing(solid, "cola_can", 1.0, 0.0)
    picture = render([table, can], EYE, (1.0, 0.0, 0.8), camera=replace(narrow, cx=8.0))
    detections = SimulationDetector({"cola_can"}).detect(picture.images)
    assert all(d.columns.start == 0 for d in detections)
    settings = LiftSettings(min_visibility=0.95)
    assert all(lift(d, picture.images.depth, picture.camera, picture.pose, KNOWN, settings) is None for d in detections)


def test_the_pipeline_makes_a_frame(render, solid, table):
    picture = render([table, thing(solid, "cola_can", 1.0, 0.1), thing(solid, "apple", 1.1, -0.2)], EYE, TARGET)
    pipeline = Pipeline(SimulationDetector(KNOWN), KNOWN)
    frame = pipeline.process(picture.images, picture.camera, picture.pose, steady=True)
    assert sorted(o.label for o in frame.observations) == ["apple", "cola_can"]
    assert frame.view.depth.shape == (120, 160)
    assert frame.steady


def test_the_pipeline_refuses_images_of_another_size(render, solid, table):
    picture = render([table, thing(solid, "cola_can", 1.0, 0.1)], EYE, TARGET)
    pipeline = Pipeline(SimulationDetector(KNOWN), KNOWN)
    with pytest.raises(ImageError, match="camera_info says 320x240"):
        pipeline.process(picture.images, Intrinsics(277, 277, 160, 120, 320, 240), picture.pose, steady=True)


def test_a_camera_that_moved_or_turned_was_not_steady():
    pose = Pose((1.0, 0.0, 1.0))
    assert is_steady(pose, Pose((1.001, 0.0, 1.0)), 0.003, 0.004)
    assert not is_steady(pose, Pose((1.01, 0.0, 1.0)), 0.003, 0.004)
    assert not is_steady(pose, pose @ Pose.planar(0, 0, 0.02), 0.003, 0.004)


def test_the_catalogue_of_the_scenes_is_readable(pytestconfig):
    catalogue = catalogue_from_yaml(pytestconfig.rootpath / "scenes" / "objects.yaml")
    assert catalogue["cola_can"].shape is Shape.CYLINDER


@pytest.mark.parametrize(
    ("text", "message"),
    [("[]", "mapping"), ("can: {shape: cone, size: [1, 1, 1]}", "box, cylinder"), ("can: {shape: box}", "size")],
)
def test_a_wrong_catalogue_says_what_would_be_right(tmp_path, text, message):
    path = tmp_path / "objects.yaml"
    path.write_text(text)
    with pytest.raises(CatalogueError, match=message):
        catalogue_from_yaml(path)


def test_a_missing_catalogue_is_named(tmp_path):
    with pytest.raises(CatalogueError, match="nowhere"):
        catalogue_from_yaml(tmp_path / "nowhere.yaml")


def test_a_thing_too_near_for_the_camera_is_not_taken_for_what_is_behind_it(render, solid, table):
    item = thing(solid, "cola_can", 1.0, 0.0)
    picture = render([table, item], EYE, TARGET)
    (detection,) = [
        d for d in SimulationDetector({s.label for s in picture.solids}).detect(picture.images) if d.label == "cola_can"
    ]
    depth = picture.images.depth.copy()
    window = depth[detection.rows, detection.columns]
    window[ndimage.binary_erosion(detection.mask)] = 0.0  # only the rim has readings, those of the table behind
    window[detection.mask & (window > 0)] += 0.3
    assert lift(detection, depth, picture.camera, picture.pose, KNOWN, LiftSettings()) is None


def test_what_hides_the_top_of_a_thing_does_not_sink_it_into_the_table(render, solid, table):
    item = thing(solid, "book", 1.0, 0.0, 0.3)
    hand = solid("hand", Shape.BOX, (0.10, 0.25, 0.09), Pose.planar(0.93, 0.0, 0.0, 0.87))
    found = seen(render([table, item, hand], EYE, TARGET), "book")
    assert found is None or abs(found.pose.position[2] - 0.75) < 0.02


def called(picture, label, score=0.8, others=()):
    """The observation of the only thing in view by a detector that calls it something."""
    (detection,) = SimulationDetector({s.label for s in picture.solids}).detect(picture.images)
    wrong = replace(detection, label=label, score=score, others=others)
    return lift(wrong, picture.images.depth, picture.camera, picture.pose, KNOWN, LiftSettings())


def test_the_shape_decides_between_the_classes_that_a_detector_wavers_between(render, solid, table):
    can = thing(solid, "cola_can", 1.0, 0.1)
    found = called(render([table, can], EYE, TARGET), "plate", others=(("apple", 0.3), ("cola_can", 0.1)))
    assert found.label == "cola_can"
    assert found.pose.distance(can.pose) < 0.005
    assert 0.2 < found.score < 0.8


def test_a_class_that_its_shape_contradicts_is_slow_to_be_believed(render, solid, table):
    found = called(render([table, thing(solid, "book", 1.0, 0.1)], EYE, TARGET), "apple")
    assert found.label == "apple"
    assert found.score < 0.2


def test_a_class_that_its_shape_confirms_keeps_its_score_whatever_else_it_may_be(render, solid, table):
    picture = render([table, thing(solid, "cola_can", 1.0, 0.1)], EYE, TARGET)
    found = called(picture, "cola_can", others=(("apple", 0.7),))
    assert (found.label, found.score) == ("cola_can", 0.8)


def test_other_classes_of_unknown_shape_are_no_choice(render, solid, table):
    found = called(render([table, thing(solid, "book", 1.0, 0.1)], EYE, TARGET), "apple", others=(("unicorn", 0.7),))
    assert found.label == "apple"
