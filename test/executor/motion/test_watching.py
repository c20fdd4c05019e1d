# SPDX-License-Identifier: Apache-2.0
"""A motion through the open ends when something comes into its way, and another way is taken."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np
import pytest

from executor_node.context import SkillContext
from executor_node.geometry.obstacles import Clearance
from executor_node.motion import watching
from executor_node.motion.motions import MORE_WAYS, move_to, run_motion
from executor_node.motion.watching import MOVED_M, POSTURES, STALLED_S, START_S, StallWatch, WayWatch, rest_of, touched
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, Shape
from makedo_core.ports import Motion, MotionResult, Obstacle

FROM, TO = (0.0, 0.0), (2.0, 1.0)
A_MOTION = Motion(("shoulder", "elbow"), np.linspace(FROM, TO, 41), np.zeros((41, 2)), np.linspace(0.0, 4.0, 41))
TOUCHES = Outcome(FailureCause.IN_COLLISION, "the wrist touches it")


@pytest.fixture
def context(make_task):
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def arm(world):
    """The arm stands at the beginning of a motion, and touches whatever is shown while `blocks` is true."""
    world.joints = lambda: dict(zip(A_MOTION.joints, FROM, strict=True))
    world.blocks, world.asked = True, []

    def plan(goal, start=None, *, limit_s=None):
        world.asked.append(goal)
        in_the_way = world.blocks and world.scene()[0]
        return MotionResult(TOUCHES if in_the_way else SUCCESS, A_MOTION)

    world.plan = plan
    return world


def mug(x: float = 0.5, **changes) -> Node:
    node = Node("mug_9", "mug", NodeKind.OBJECT, Pose((x, 0.0, 0.8)), (0.08, 0.08, 0.1), Shape.CYLINDER, last_seen=2.0)
    return replace(node, **changes)


def watch_of(context, **options) -> WayWatch:
    options = {"clearance": Clearance.ROOMY, "leave_out": (), "over": threading.Event(), **options}
    return WayWatch(context, A_MOTION, **options)


def test_nothing_is_asked_while_nothing_comes(context, arm):
    watch = watch_of(context)
    assert watch.wrong() == SUCCESS
    arm.graph = arm.graph.changed()
    assert watch.wrong() == SUCCESS and arm.asked == []


def test_what_comes_into_the_way_is_told(context, arm):
    watch = watch_of(context)
    arm.graph = arm.graph.changed(put=[mug()])
    assert watch.wrong() == Outcome(FailureCause.WAY_BLOCKED, "mug 9 came into the way of the arm, which stopped")


def test_what_comes_beside_the_way_is_asked_about_once(context, arm):
    arm.blocks = False
    watch = watch_of(context)
    for x in (0.5, 0.5 + MOVED_M / 2):  # measured anew
        arm.graph = arm.graph.changed(put=[mug(x)])
        assert watch.wrong() == SUCCESS
    assert len(arm.asked) == POSTURES
    arm.graph = arm.graph.changed(put=[mug(0.5 + 2 * MOVED_M)])
    assert watch.wrong() == SUCCESS and len(arm.asked) == 2 * POSTURES


def test_what_is_pushed_little_by_little_is_asked_about(context, arm):
    arm.graph = arm.graph.changed(put=[mug(0.5)])
    watch = watch_of(context)
    outcomes = []
    for step in range(1, 5):
        arm.graph = arm.graph.changed(put=[mug(0.5 + step * 0.6 * MOVED_M)])
        outcomes.append(watch.wrong().cause)
    assert outcomes[0] is FailureCause.SUCCESS and FailureCause.WAY_BLOCKED in outcomes


@pytest.mark.parametrize(
    "node",
    [mug(9.0), mug(confidence=0.3, last_seen=None), mug(pose=Pose((math.nan,) * 3))],
    ids=["far away", "only believed", "nobody knows where"],
)
def test_what_is_not_there_is_in_nobodys_way(context, arm, node):
    watch = watch_of(context)
    arm.graph = arm.graph.changed(put=[node])
    assert watch.wrong() == SUCCESS and arm.asked == []


def test_what_is_carried_is_in_nobodys_way(context, arm):
    watch = watch_of(context)
    in_hand = Relation("mug_9", RelationType.HELD_BY, AGENT_ID)
    arm.graph = arm.graph.changed(put=[mug()], add=[in_hand])
    assert watch.wrong() == SUCCESS and arm.asked == []


def test_what_believed_things_turn_out_to_be_counts(context, arm):
    arm.graph = arm.graph.changed(put=[mug(confidence=0.3, last_seen=None)])
    watch = watch_of(context)
    arm.graph = arm.graph.changed(put=[mug()])
    assert watch.wrong().cause is FailureCause.WAY_BLOCKED


def test_what_is_merely_called_otherwise_has_not_come(context, arm):
    arm.graph = arm.graph.changed(put=[mug()])
    watch = watch_of(context)
    arm.graph = arm.graph.changed(remove=["mug_9"], put=[mug(id="cup_4", label="cup")])
    assert watch.wrong() == SUCCESS and arm.asked == []


def test_what_need_not_be_kept_clear_of_is_in_nobodys_way(context, arm):
    watch = watch_of(context, leave_out={"mug_9"})
    arm.graph = arm.graph.changed(put=[mug()])
    assert watch.wrong() == SUCCESS and arm.asked == []


@pytest.mark.parametrize("clearance", [Clearance.ROOMY, Clearance.TIGHT])
def test_what_came_is_as_large_as_the_motion_was_planned_for(context, arm, clearance):
    arm.blocks = False
    watch = watch_of(context, clearance=clearance)
    arm.graph = arm.graph.changed(put=[mug()])
    assert watch.wrong() == SUCCESS
    (shown,) = arm.scenes[-2][0]
    assert shown.size[0] == pytest.approx(0.08 + clearance.objects)


@pytest.mark.parametrize("ended", ["the motion", "the task"])
def test_nobody_is_asked_about_a_motion_that_is_over(context, arm, ended):
    over = threading.Event()
    watch = watch_of(context, over=over)
    arm.graph = arm.graph.changed(put=[mug()])
    over.set() if ended == "the motion" else context.token.cancel()
    assert watch.wrong() == SUCCESS and arm.asked == []


def test_a_planner_that_does_not_answer_is_not_asked_on_and_on(world):
    world.asked = []

    def plan(goal, start=None, *, limit_s=None):
        world.asked.append(goal)
        return MotionResult(Outcome(FailureCause.TIMEOUT, "no answer"))

    world.plan = plan
    assert touched(world, [{"pose": 0.0}] * 5, []).cause is FailureCause.TIMEOUT
    assert len(world.asked) == 1


def test_a_planner_that_cannot_be_asked_is_noted_and_the_motion_goes_on(context, arm, make_task):
    noted = []
    watch = watch_of(replace(context, note=lambda event, **details: noted.append((event, details))))
    arm.show = lambda obstacles, held=None, **_: Outcome(FailureCause.TIMEOUT, "no answer")
    arm.graph = arm.graph.changed(put=[mug()])
    assert watch.wrong() == SUCCESS
    assert noted == [("way not watched", {"reason": "no answer"})]


def test_the_planners_world_is_as_it_was_after_a_question(world):
    shelf, box = (Obstacle(n, Shape.BOX, (0.1, 0.1, 0.1), Pose((1.0, 0.0, 0.5))) for n in ("shelf", "box"))
    world.show([shelf], box)
    assert touched(world, [{"pose": 0.0}], [box]).ok
    assert world.scenes[-2] == ((box,), box) and world.scenes[-1] == ((shelf,), box)


def test_a_world_that_cannot_be_shown_again_is_told(world):
    answers = iter([SUCCESS, Outcome(FailureCause.TIMEOUT, "no answer")])
    world.show = lambda obstacles, held=None, **_: next(answers)
    assert touched(world, [], []).cause is FailureCause.TIMEOUT


def test_the_rest_of_a_motion_begins_where_the_arm_is():
    half_way = dict(zip(A_MOTION.joints, A_MOTION.positions[20] + 0.01, strict=True))
    rest = rest_of(A_MOTION, half_way)
    assert rest[0] == pytest.approx({"shoulder": 1.0, "elbow": 0.5})
    assert rest[-1] == A_MOTION.end and len(rest) == POSTURES


def test_the_rest_of_a_motion_that_is_over_is_its_end():
    assert rest_of(A_MOTION, A_MOTION.end) == [A_MOTION.end]


def _appear_during(world, times: int):
    """Have something new appear during each of the first motions, which end only when they are stopped."""
    begun = []

    def execute(motion, token):
        begun.append(motion)
        if len(begun) > times:
            return SUCCESS
        world.graph = world.graph.changed(put=[mug(0.5 + 0.1 * len(begun), id=f"mug_{len(begun)}")])
        assert token.wait(60.0)
        return token.outcome

    world.execute = execute
    return begun


def test_the_arm_stops_and_takes_another_way(context, arm, monkeypatch):
    monkeypatch.setattr(watching, "touched", lambda *_: TOUCHES)
    arm.blocks = False
    begun = _appear_during(arm, 1)
    assert move_to(context, A_MOTION.end).ok
    assert len(begun) == 2 and "mug_1" in arm.shown[-1] and not context.token.cancelled


def test_other_ways_are_not_sought_for_ever(context, arm, monkeypatch):
    monkeypatch.setattr(watching, "touched", lambda *_: TOUCHES)
    arm.blocks = False
    begun = _appear_during(arm, 9)
    outcome = move_to(context, A_MOTION.end)
    assert outcome.cause is FailureCause.WAY_BLOCKED and len(begun) == 1 + MORE_WAYS


def test_a_motion_at_a_thing_is_not_watched(context, arm, monkeypatch):
    monkeypatch.setattr(watching, "touched", lambda *_: TOUCHES)
    arm.execute = lambda motion, token: token.outcome if token.wait(0.3) else SUCCESS
    arm.graph = arm.graph.changed(put=[mug()])
    assert run_motion(context, A_MOTION).ok


def test_the_real_planner_tells_what_is_in_the_way(planned_arm):
    def box(at: Pose) -> Obstacle:
        return Obstacle("box", Shape.BOX, (0.15, 0.15, 0.15), at)

    here = planned_arm.joints()
    planned_arm.show([box(Pose((5.0, 0.0, 0.5)))])
    assert touched(planned_arm, [here], [box(planned_arm.tool())]).cause is FailureCause.IN_COLLISION
    assert touched(planned_arm, [here], [box(planned_arm.tool() @ Pose((0.4, 0.0, 0.0)))]).ok
    assert planned_arm.scene()[0][0].pose.position == (5.0, 0.0, 0.5)


@pytest.fixture
def stall(context, arm, world):
    """Asks whether the arm is held back after so many seconds, at a share of the motion."""
    watch = StallWatch(context, A_MOTION, "fridge 1")

    def asked(after_s: float, share: float, bent: float = 0.0) -> Outcome:
        world.time += after_s
        here = np.array(FROM) + share * (np.array(TO) - FROM) - (0.0, bent)
        world.joints = lambda: dict(zip(A_MOTION.joints, map(float, here), strict=True))
        return watch.wrong()

    assert asked(0.0, 0.0).ok
    return asked


def test_an_arm_that_gets_on_is_not_held_back_however_slow_it_is(stall):
    assert all(stall(0.9 * STALLED_S, share).ok for share in np.linspace(0.0, 1.0, 21)[1:])


def test_an_arm_that_does_not_get_on_is_held_back(stall):
    assert stall(START_S, 0.3).ok
    assert stall(0.9 * STALLED_S, 0.3).ok
    told = stall(0.2 * STALLED_S, 0.3)
    assert told == Outcome(FailureCause.JOINT_STUCK, "fridge 1 does not move on: something holds it back")


def test_a_controller_has_time_to_take_a_motion_up(stall):
    assert stall(START_S + 0.9 * STALLED_S, 0.0).ok
    assert not stall(0.2 * STALLED_S, 0.0).ok


@pytest.mark.parametrize(("bent", "held_back"), [(0.1, False), (0.4, True)])
def test_an_arm_that_is_bent_off_its_way_is_held_back_though_some_joints_get_on(stall, bent, held_back):
    assert stall(START_S, 0.3).ok
    assert stall(0.1, 0.5, bent).ok is not held_back
    assert stall(0.1, 1.0, bent).ok is not held_back


def test_who_is_nearly_there_is_not_held_back(stall):
    assert stall(START_S, 0.9).ok
    assert stall(10 * STALLED_S, 0.9).ok
