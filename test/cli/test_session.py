# SPDX-License-Identifier: Apache-2.0
"""A subcommand's ROS client leaves nothing behind that Python would have to take down as it ends."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from rclpy.impl.implementation_singleton import rclpy_implementation
from std_srvs.srv import Trigger

from makedo.action import ExecuteInstruction
from makedo_cli.session import Session
from makedo_ros.action_client import ActionClient

pytestmark = pytest.mark.ros


def test_what_was_made_in_a_session_ends_with_it():
    with Session("test_session") as session:
        action = ActionClient(session.node, ExecuteInstruction, "execute_instruction")
        service = session.node.create_client(Trigger, "trigger")
    for handle in (action._client_handle, service.handle):
        with pytest.raises(rclpy_implementation.InvalidHandle), handle:
            pass
