# SPDX-License-Identifier: Apache-2.0
"""Which detector is taken: the one that is asked for, else the one that the robot's description names."""

from __future__ import annotations

import pytest

from perception_node.parameters import detector_settings


@pytest.mark.parametrize(("asked", "kind"), [("auto", "simulation"), ("onnx", "onnx"), ("vlm", "vlm")])
def test_auto_is_what_the_robot_s_description_names(asked, kind):
    read = lambda name, default, _: asked if name == "detector" else default  # noqa: E731
    assert detector_settings(read, {"tomato"}, "simulation").kind == kind
