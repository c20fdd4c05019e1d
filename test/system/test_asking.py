# SPDX-License-Identifier: Apache-2.0
"""The operator is asked before a plan that makes do and before an instruction is given up; nothing moves meanwhile."""

from __future__ import annotations

import pytest
from system import HANGS_S, System, outcome

from makedo.msg import TaskStatus
from makedo.srv import InjectFault, RespondApproval
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]
MAKES_DO = "Bring 4 kid snacks to table_2"
# Few other ways are tried first: the ladder has tests of its own.
ASKED = """\
executor:
  ros__parameters: {approval_above_cost: 0.1, approval_timeout_s: 120.0, skill_retries: 0, looks: 0, replans: 0}
"""


@pytest.fixture(scope="module")
def asking_system(tmp_path_factory, shared_ros_domain_id):
    folder = tmp_path_factory.mktemp("asking")
    asked = folder / "asked.yaml"
    asked.write_text(ASKED, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        running = System(
            folder, seed="2", detector="simulation", params_file=str(asked), ask_before_giving_up="true"
        )
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


def wait_asked(system: System, feedback: list, timeout_s: float) -> TaskStatus:
    """Wait until the operator is asked, and a little more; what is said then."""
    waits = lambda: feedback and feedback[-1].status.state == TaskStatus.WAITING_FOR_APPROVAL  # noqa: E731
    system.wait_until(waits, timeout_s, "not asked")
    asked_s = system.motion.now_s
    system.wait_until(lambda: system.motion.now_s > asked_s + 2.0, 30, "the clock stands")
    return feedback[-1].status


def begin_and_wait(system: System):
    """Give the instruction and wait until the operator is asked; the goal's handle."""
    began_s = system.motion.now_s
    handle, feedback = system.begin(MAKES_DO)
    assert "it would make do" in wait_asked(system, feedback, 60).message
    assert not system.motion.moving(began_s)
    return handle


def stick(system: System, duration_s: float) -> None:
    """Have the fridge's door stuck; 0: for good."""
    stuck = InjectFault.Request(fault="stuck", target="fridge_1", duration_s=duration_s)
    assert outcome(system.call(InjectFault, "simulation/inject_fault", stuck)).ok


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


def test_an_operator_who_helps_before_it_gives_up_has_it_try_once_more(asking_system):
    system = asking_system
    stick(system, 0.0)
    handle, feedback = system.begin("Open the fridge")
    status = wait_asked(system, feedback, 200)
    assert status.rung == "ask"
    assert status.message.endswith("help if you can, and say whether to try once more"), status.message
    asked_s = system.motion.now_s
    system.wait_until(lambda: system.motion.now_s > asked_s + 2.0, 30, "the clock stands")
    assert not system.motion.moving(asked_s)
    assert State.OPEN not in system.truth()["fridge_1"].states
    stick(system, 0.01)
    respond(system, True)
    assert outcome(system.end(handle, 200)).ok
    assert State.OPEN in system.truth()["fridge_1"].states
