# SPDX-License-Identifier: Apache-2.0
"""The onnx backend with a network that a file beside it describes: boxes or masks in any of their usual forms."""

from __future__ import annotations

import numpy as np
import pytest
import yaml
from tiny_network import write_network

from perception_node.detectors import DetectorError, DetectorSettings, build_detector
from perception_node.detectors.detector import ImageSet

VOCABULARY = frozenset({"apple", "mug", "fork"})
MUG, APPLE = (200, 120, 260, 200), (400, 300, 440, 340)  # left, top, right, bottom in the image [px]


def images() -> ImageSet:
    """A mug and an apple 0.2 m before a wall, as the depth camera sees them."""
    depth = np.full((480, 640), 1.5, np.float32)
    for left, top, right, bottom in (MUG, APPLE):
        depth[top:bottom, left:right] = 1.3
    return ImageSet(0.0, depth, np.full((480, 640, 3), 90, np.uint8))


def described(tmp_path, outputs, *, classes=("cup", "apple", "zebra"), shape=None, takes=None, **gives):
    """A network of 320 x 320 that always says the same, with the file beside it."""
    network = write_network(tmp_path / "tiny.onnx", outputs, {}, shape or (1, 3, 320, 320))
    takes = {"width": 320, "height": 320, **(takes or {})}
    output = {"boxes": "boxes", "scores": "scores", **gives}
    network.with_suffix(".yaml").write_text(
        yaml.safe_dump({"input": takes, "output": output, "classes": list(classes)})
    )
    return network


def found(network, tmp_path, **more):
    names = tmp_path / "names.yaml"
    names.write_text("cup: mug")
    detector = build_detector(DetectorSettings("onnx", VOCABULARY, weights=str(network), class_map=str(names), **more))
    return detector, [(d.label, round(d.score, 2), d.columns.start, d.rows.start, d.columns.stop, d.rows.stop)
                      for d in detector.detect(images())]  # fmt: skip


def table(*rows) -> np.ndarray:
    return np.array([rows], np.float32)


LETTERBOXED = [[v / 2 + (40 if i % 2 else 0) for i, v in enumerate(box)] for box in (MUG, APPLE)]  # of 320 x 320
SCORES = table((0.9, 0.05, 0.1), (0.2, 0.7, 0.1))
BOTH = [("mug", 0.9, *MUG), ("apple", 0.7, *APPLE)]


def test_boxes_in_pixels_of_the_input_become_masks_by_depth_under_the_names_of_class_map(tmp_path):
    network = described(tmp_path, {"boxes": table(*LETTERBOXED), "scores": SCORES})
    detector, seen = found(network, tmp_path)
    assert seen == BOTH
    assert detector.diagnostics()["classes of the network that are left out"] == "zebra"


@pytest.mark.parametrize("form", ["xyxy", "yxyx", "cxcywh"])
def test_boxes_as_shares_of_a_stretched_image_in_every_form(tmp_path, form):
    shares = [(x0 / 640, y0 / 480, x1 / 640, y1 / 480) for x0, y0, x1, y1 in (MUG, APPLE)]
    made = {
        "xyxy": lambda x0, y0, x1, y1: (x0, y0, x1, y1),
        "yxyx": lambda x0, y0, x1, y1: (y0, x0, y1, x1),
        "cxcywh": lambda x0, y0, x1, y1: ((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0),
    }[form]
    outputs = {"boxes": table(*(made(*b) for b in shares)), "scores": table(0.9, 0.7), "kinds": table(0.0, 1.0)}
    takes = {"fit": "stretch", "layout": "nhwc"}
    network = described(
        tmp_path, outputs, shape=(1, 320, 320, 3), takes=takes, form=form, unit="share", numbers="kinds"
    )
    assert [d[:2] for d in found(network, tmp_path)[1]] == [d[:2] for d in BOTH]
    for seen, wanted in zip(found(network, tmp_path)[1], BOTH, strict=True):
        assert np.abs(np.subtract(seen[2:], wanted[2:])).max() <= 1


def test_masks_of_the_network_are_its_own_and_need_no_depth(tmp_path):
    masks = np.zeros((1, 2, 160, 160), np.float32)
    for mask, (left, top, right, bottom) in zip(masks[0], LETTERBOXED, strict=True):
        mask[round(top / 2) : round(bottom / 2), round(left / 2) : round(right / 2)] = 1.0
    outputs = {"boxes": table(*LETTERBOXED), "scores": SCORES, "masks": masks}
    detector, _ = found(described(tmp_path, outputs, masks="masks"), tmp_path)
    flat = ImageSet(0.0, np.ones((480, 640), np.float32), images().colour)
    seen = detector.detect(flat)
    assert [d.label for d in seen] == ["mug", "apple"]
    assert abs(seen[0].columns.start - MUG[0]) <= 4 and abs(seen[0].rows.stop - MUG[3]) <= 4


def test_of_boxes_that_overlap_the_best_of_each_class_stays_and_weak_ones_go(tmp_path):
    shifted = [v + 3 for v in LETTERBOXED[0]]
    rows, scores = [*LETTERBOXED, shifted], table((0.9, 0, 0), (0, 0.3, 0), (0.8, 0, 0))
    network = described(tmp_path, {"boxes": table(*rows), "scores": scores})
    assert found(network, tmp_path)[1] == BOTH[:1]
    assert [d[0] for d in found(network, tmp_path, confidence=0.2)[1]] == ["mug", "apple"]
    assert [d[0] for d in found(network, tmp_path, iou=1.0)[1]] == ["mug", "mug"]


def test_a_box_in_which_nothing_stands_out_and_numbers_that_are_none_are_nothing(tmp_path):
    rows = table((20, 60, 60, 100), (np.nan, 0, 5, 5))
    assert found(described(tmp_path, {"boxes": rows, "scores": SCORES}), tmp_path)[1] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"boxes": "bokses"}, r"has no output 'bokses'; nearest: boxes"),
        ({"form": "corners"}, r"output\.form: Input should be 'xyxy'"),
        ({"heat": "x"}, r"output\.heat: Extra inputs"),
        (
            {"takes": {"width": 300}},
            r"an input of shape \(1, 3, 320, 300\), the network's is \[1, 3, 320, 320\]",
        ),
        ({"classes": ("zebra", "lion")}, r"knows zebra, lion.*none of them"),
        ({"classes": ()}, r"classes: "),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_place(tmp_path, change, told):
    network = described(tmp_path, {"boxes": table(*LETTERBOXED), "scores": SCORES}, **change)
    with pytest.raises(DetectorError, match=told):
        build_detector(DetectorSettings("onnx", VOCABULARY, weights=str(network)))


def test_an_answer_of_another_shape_is_told(tmp_path):
    network = described(tmp_path, {"boxes": table((1, 2, 3)), "scores": SCORES})
    with pytest.raises(DetectorError, match=r"boxes has shape \(1, 3\) beside 2 scores"):
        found(network, tmp_path)


def test_a_file_that_is_no_yaml_is_told(tmp_path):
    network = described(tmp_path, {"boxes": table(*LETTERBOXED), "scores": SCORES})
    network.with_suffix(".yaml").write_text("input: [")
    with pytest.raises(DetectorError, match=r"tiny\.yaml cannot be read"):
        build_detector(DetectorSettings("onnx", VOCABULARY, weights=str(network)))


PEOPLE = VOCABULARY | {"person"}


def test_a_person_is_the_whole_box_where_nothing_stands_out_and_a_thing_is_not(tmp_path):
    outputs = {"boxes": table(*LETTERBOXED), "scores": SCORES}
    network = described(tmp_path, outputs, classes=("pedestrian", "apple", "zebra"))
    (tmp_path / "names.yaml").write_text("pedestrian: person")
    settings = {"weights": str(network), "class_map": str(tmp_path / "names.yaml")}
    flat = ImageSet(0.0, np.full((480, 640), 0.6, np.float32), images().colour)
    (person,) = build_detector(DetectorSettings("onnx", PEOPLE, **settings)).detect(flat)
    assert (person.label, person.columns, person.rows) == ("person", slice(200, 260), slice(120, 200))
    assert person.mask.all()
    unwatched = build_detector(DetectorSettings("onnx", VOCABULARY, **settings))  # the mapping may stay
    assert [d.label for d in unwatched.detect(images())] == ["apple"]


def test_a_network_without_persons_is_refused_where_they_are_watched_for(tmp_path):
    network = described(tmp_path, {"boxes": table(*LETTERBOXED), "scores": SCORES})
    with pytest.raises(DetectorError, match=r"finds no persons \(safety.camera .* classes are cup, apple, zebra: name"):
        build_detector(DetectorSettings("onnx", PEOPLE, weights=str(network)))
    with pytest.raises(DetectorError, match="finds no persons"):
        build_detector(DetectorSettings("onnx", PEOPLE | {"book"}))  # the one that comes with Makedo


@pytest.mark.parametrize("kind", ["vlm", "ultralytics"])
def test_a_detector_that_may_be_late_or_say_nothing_is_not_trusted_with_persons(kind):
    with pytest.raises(DetectorError, match=r"is not made to watch for persons .* take onnx or simulation, or set"):
        build_detector(DetectorSettings(kind, PEOPLE))
