# SPDX-License-Identifier: Apache-2.0
"""The weights that come with the package: small, of our classes, and good on images that no training saw."""

from __future__ import annotations

import ast

import onnxruntime
import pytest
import yaml

from makedo_core.sight.known_shapes import catalogue_from_yaml
from perception_node.detectors.onnx import OWN_WEIGHTS
from training.gate import SEED, SETTINGS, measure
from training.render import ROOT

IMAGES = 48  # a fifth of those that `make train` takes: chance moves the shares by two or three in a hundred
SLACK = 0.03


def test_the_weights_are_small_and_know_all_our_classes_and_no_others():
    path = ROOT / OWN_WEIGHTS
    assert path.stat().st_size < 6e6
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    told = session.get_modelmeta().custom_metadata_map
    assert "training/fit.py" in told["description"] and " /" not in told["description"]  # no path of a machine
    names = ast.literal_eval(told["names"])
    assert set(names.values()) == set(catalogue_from_yaml(ROOT / "scenes" / "objects.yaml"))


@pytest.mark.slow
def test_the_weights_pass_the_gate_on_images_of_another_seed():
    tally, _ = measure("", IMAGES, SEED + 1, ROOT / "scenes" / "home")
    limits = yaml.safe_load(SETTINGS.read_text())["gate"]
    assert tally.recall() >= limits["recall"] - SLACK
    assert tally.precision() >= limits["precision"] - SLACK
