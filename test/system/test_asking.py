# SPDX-License-Identifier: Apache-2.0
"""A plan that makes do waits for the operator's word, and nothing moves before it."""

from __future__ import annotations

import pytest
from system import System, outcome

from makedo.msg import TaskStatus
from makedo.srv import RespondApproval
from makedo_core.failure import FailureCause

pytestmark = [pytest.mark.system, pytest.mark.timeout(300)]
MAKES_DO = "Bring 4 kid snacks to table_2"
ASKED = "executor: {ros__parameters: {approval_above_cost: 0.1, approval_timeout_s: 120.0}}\n"


@pytest.fixture
def asking_system(tmp_path, ros_domain_id):
    (tmp_path / "asked.yaml").write_text(ASKED, encoding="utf-8")
    running = System(tmp_path, seed="2", detector="simulation", params_file=str(tmp_path / "asked.yaml"))
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


def begin_and_wait(system: System):
    """Give the instruction and wait until the operator is asked; the goal's handle."""
    began_s = system.motion.now_s
    handle, feedback = system.begin(MAKES_DO)
    waits = lambda: feedback and feedback[-1].status.state == TaskStatus.WAITING_FOR_APPROVAL  # noqa: E731
    system.wait_until(waits, 60, "not asked")
    assert "it would make do" in feedback[-1].status.message
    asked_s = system.motion.now_s
    system.wait_until(lambda: system.motion.now_s > asked_s + 2.0, 30, "the clock stands")
    assert not system.motion.moving(began_s)
    return handle


def respond(system: System, approved: bool, reason: str = "") -> None:
    answer = system.call(
        RespondApproval, "respond_approval", RespondApproval.Request(approved=approved, reason=reason)
    )
    assert outcome(answer).ok, outcome(answer)


def test_a_no_ends_it_and_a_yes_lets_it_move(asking_system):
    system = asking_system
    handle = begin_and_wait(system)
    respond(system, False, "no cola")
    refused = outcome(system.end(handle, 30))
    assert refused.cause is FailureCause.NOT_APPROVED and "no cola" in refused.message
    handle = begin_and_wait(system)
    respond(system, True)
    system.wait_moving()
    assert outcome(system.stop()).ok
    assert outcome(system.end(handle, 30)).cause is FailureCause.STOPPED
