# SPDX-License-Identifier: Apache-2.0
"""Interfaces are asked what they have, not their instances."""

from __future__ import annotations

import pytest
from moveit_msgs.srv import GetCartesianPath
from nav2_msgs.action import ComputePathToPose
from std_msgs.msg import Header

from makedo_ros.conversions.message_fields import has_field, with_fields


@pytest.mark.parametrize(
    ("kind", "name", "there"),
    [
        (Header, "frame_id", True),
        (Header, "seq", False),
        (GetCartesianPath.Request, "waypoints", True),
        (GetCartesianPath.Response, "waypoints", False),
        (ComputePathToPose.Result, "path", True),
        (ComputePathToPose.Result, "NONE", False),  # a constant is no field
    ],
)
def test_an_interface_has_the_fields_that_it_declares(kind, name, there):
    assert has_field(kind, name) is there


def test_a_message_is_made_of_the_fields_that_its_type_has():
    header = with_fields(Header, frame_id="map", seq=7)
    assert header.frame_id == "map"
    result = with_fields(ComputePathToPose.Result, error_code=208, error_msg="no way", reason="unknown")
    assert (result.error_code, result.error_msg) == (208, "no way")
