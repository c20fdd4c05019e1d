# SPDX-License-Identifier: Apache-2.0
"""Every state of a task has its name."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from executor_node.instruction.task import TaskState
from makedo.msg import TaskStatus
from makedo_cli.task_states import state_of


@pytest.mark.parametrize("state", TaskState)
def test_every_state_of_a_task_has_its_name(state):
    assert state_of(TaskStatus(state=int(state))) == state.name


def test_a_state_that_is_not_known_is_its_number():
    assert state_of(TaskStatus(state=250)) == "250"
