# SPDX-License-Identifier: Apache-2.0
"""Who has the robot, whose halts reach it, and what is known of it after a person had it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from executor_node.context import Close, FoundGrasp, Held, Memory, Way, WayOut
from executor_node.control.control import Control
from executor_node.control.stance import HandAfter, Stance, forget_surroundings, hand_after, stance_of
from executor_node.geometry.obstacles import Clearance
from makedo_core.failure import SUCCESS, FailureCause, MakedoError
from makedo_core.geometry import Pose

HERE = Stance({"arm_1": 0.5, "arm_2": -0.2}, Pose.planar(1.0, 2.0, 0.3), 0.05)


def test_our_halts_do_not_reach_a_robot_that_a_person_has_but_a_stop_does():
    halts: list[str] = []
    control = Control(lambda: halts.append("halt"))
    control.halt()
    assert control.give("Anna", "it is stuck") and len(halts) == 1
    control.halt()
    assert len(halts) == 1
    control.stop()
    assert len(halts) == 2
    assert control.take() and not control.take()
    control.halt()
    assert len(halts) == 3


def test_it_is_given_once_and_says_to_whom():
    control = Control(lambda: None)
    assert control.outcome == SUCCESS and control.words == ""
    assert control.give("Anna", "it is stuck")
    assert not control.give("Ben", "")
    assert (control.person, control.words) == ("Anna", "handed over to Anna: it is stuck")
    assert control.outcome.cause is FailureCause.HANDED_OVER
    control.take()
    assert control.give("", "") and control.words == "handed over to a person"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (HERE, True),
        (replace(HERE, joints={"arm_1": 0.51, "arm_2": -0.2}), True),
        (replace(HERE, joints={"arm_1": 0.53, "arm_2": -0.2}), False),
        (replace(HERE, base=Pose.planar(1.02, 2.0, 0.3)), True),
        (replace(HERE, base=Pose.planar(1.04, 2.0, 0.3)), False),
        (replace(HERE, base=Pose.planar(1.0, 2.0, 0.36)), False),
    ],
)
def test_a_robot_that_was_moved_is_told_from_one_that_was_not(other, same):
    assert HERE.is_where(other) is same


@pytest.mark.parametrize(
    ("before", "now", "known"),
    [
        (0.05, 0.052, HandAfter.AS_BEFORE),
        (0.0, 0.001, HandAfter.AS_BEFORE),
        (0.05, 0.0, HandAfter.EMPTY),
        (0.05, None, HandAfter.EMPTY),  # wide open
        (0.05, 0.03, HandAfter.UNKNOWN),
        (0.0, 0.05, HandAfter.UNKNOWN),
    ],
)
def test_the_fingers_tell_what_became_of_the_hand(robot, before, now, known):
    width = robot.gripper.max_width_m if now is None else now
    assert hand_after(replace(HERE, width=before), replace(HERE, width=width), robot.gripper) is known


def test_a_hand_that_was_not_known_before_is_known_only_where_it_is_empty(robot):
    assert hand_after(None, replace(HERE, width=0.0), robot.gripper) is HandAfter.EMPTY
    assert hand_after(None, replace(HERE, width=0.04), robot.gripper) is HandAfter.UNKNOWN


def full_memory() -> Memory:
    here = Pose()
    return Memory(
        held=Held("can_1", here, 0.05, 0.0, out=(here,)),
        way_out=WayOut("can_1", (here,)),
        supposed={"fridge_1": 0.3},
        felt={"fridge_1"},
        stowed=True,
        folded={"arm_1": 0.0},
        makeshift=here,
        came_from=here,
        looked_over={"table_1": 1.0},
        stands={"fridge_1": here},
        postures={here: {"arm_1": 0.0}},
        way=Way(here, (here,)),
        carried={30: Close((0.0, 0.0, 0.0), 0.0, 0.0)},
        refused={"can_1": (0.0, 0.0, 0.0)},
        grasps={"can_1": FoundGrasp(here, here, Clearance.ROOMY)},
        rests={("can_1", "table_1"): here},
    )


def test_of_a_robot_that_was_moved_only_what_the_hand_holds_is_remembered():
    memory = full_memory()
    forget_surroundings(memory, moved=True)
    assert memory == Memory(held=Held("can_1", Pose(), 0.05, 0.0))


def test_a_hand_that_was_not_moved_still_knows_its_way_out():
    memory = full_memory()
    forget_surroundings(memory, moved=False)
    assert memory == Memory(
        held=Held("can_1", Pose(), 0.05, 0.0, out=(Pose(),)), way_out=WayOut("can_1", (Pose(),)), came_from=Pose()
    )


def test_a_robot_that_does_not_report_itself_has_no_stance(make_task, world):
    task = make_task()
    assert stance_of(task.ports) == Stance({"pose": 0.0}, world.base, world.width)

    def silent() -> Pose:
        raise MakedoError("nobody knows where the robot is")

    world.pose = silent
    assert stance_of(task.ports) is None
