# SPDX-License-Identifier: Apache-2.0
"""A hand that is around an object gets away from it the way it came, whatever went wrong."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest

from executor_node.context import SkillContext, WayOut
from executor_node.geometry.furniture import furniture
from executor_node.instruction.run import run_instruction
from executor_node.motion.motions import back_out
from executor_node.motion.reach import Reasons
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import asset
from executor_node.skills.pick_up import pick_up
from executor_node.skills.plans.picking import plan_pick
from executor_node.skills.put import put_on
from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import Relation, RelationType, State
from makedo_core.ports import MotionResult
from makedo_core.skills import SkillCall

CALL = SkillCall("pick_up", ("can_1", "table_1"))
MISSED = Outcome(FailureCause.EXECUTION_FAILED, "arm_4_joint is off by 0.0202")


@pytest.fixture
def context(make_task, world):
    """The robot stands before the can, its arm at rest."""
    x, y, _ = world.graph["can_1"].centre
    world.base = Pose.planar(x - 0.7, y)
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def places(world):
    """Where the hand was after each motion, map frame, and whether it was open."""
    found = []
    carry_out = world.execute

    def execute(motion, token):
        outcome = carry_out(motion, token)
        found.append((world.base @ world.tool(), world.width > 0.08))
        return outcome

    world.execute = execute
    return found


def _around(world, tool: Pose) -> bool:
    return math.dist(tool.position, world.graph["can_1"].centre) < 0.06


def _fail_at(world, monkeypatch, which: int, outcome: Outcome = MISSED, above_m: float = 0.0) -> None:
    """Let the motion of this number arrive, or end so far above, and be reported as failed."""
    carry_out, count = world.execute, itertools.count()

    def execute(motion, token):
        told = carry_out(motion, token)
        if next(count) != which:
            return told
        world.tools[world.at] = Pose((0.0, 0.0, above_m)) @ world.tool()
        return outcome

    monkeypatch.setattr(world, "execute", execute)


def test_a_reach_that_fails_ends_with_the_hand_away_from_the_object(context, world, places, monkeypatch):
    _fail_at(world, monkeypatch, 1)
    assert pick_up(context, CALL).outcome == MISSED
    before, around, back = (tool for tool, _ in places)
    assert not _around(world, before) and _around(world, around)
    assert back.distance(before) < 1e-6
    assert context.memory.way_out is None


def _lift_of(context, world) -> float:
    """By how much an object is lifted [m]."""
    plan = plan_pick(context, world.graph["can_1"], asset(context, "table_1"), world.base, Reasons())
    return plan.lift[0][-1].position[2] - plan.grasp.tool.position[2]


def test_after_a_lift_that_failed_at_its_begin_the_hand_opens_before_it_leaves(context, world, places, monkeypatch):
    _fail_at(world, monkeypatch, 2, above_m=-_lift_of(context, world))
    assert not pick_up(context, CALL).ok
    assert places[-1][0].distance(places[0][0]) < 1e-6
    assert places[-1][1]
    assert context.memory.held is None


def test_what_hangs_in_the_hand_after_a_failed_lift_is_not_dropped(context, world, places, monkeypatch):
    _fail_at(world, monkeypatch, 2)
    assert pick_up(context, CALL).outcome == MISSED
    assert context.memory.held.object_id == "can_1" and not any(is_open for _, is_open in places[2:])
    assert pick_up(context, CALL).ok


@pytest.mark.parametrize("risen", [False, True])
def test_who_is_stopped_in_the_middle_of_a_lift_drops_nothing_from_the_air(context, world, monkeypatch, risen):
    """What hangs in the hand stays there; what still stands is let go, and the hand gets away from it."""
    _fail_at(world, monkeypatch, 2, above_m=0.0 if risen else -_lift_of(context, world))
    failing, count = world.execute, itertools.count()

    def execute(motion, token):
        told = failing(motion, token)
        if next(count) == 2:
            context.token.cancel(Outcome(FailureCause.STOPPED, "it was stopped"))
        return told

    monkeypatch.setattr(world, "execute", execute)
    with pytest.raises(Cancelled):
        pick_up(context, CALL)
    assert (context.memory.held is not None) is risen
    assert (context.memory.way_out is None) is risen


@pytest.mark.parametrize("barred", [False, True])
def test_a_hand_that_seems_to_touch_something_around_an_object_lifts_it_all_the_same(context, world, barred):
    """Where it got to by a way that was free, millimetres are no reason to stay; being stuck is."""
    plan_line = world.plan_line

    def touching(waypoints, start=None, *, avoid_collisions=True):
        if start is None and world.width < 0.08 and (avoid_collisions or barred):
            return MotionResult(Outcome(FailureCause.UNREACHABLE, "only 0% of the line can be reached"), fraction=0.0)
        return plan_line(waypoints, start, avoid_collisions=avoid_collisions)

    world.plan_line = touching
    assert pick_up(context, CALL).ok is not barred
    assert (context.memory.held is None) is barred


def test_fingers_that_close_on_nothing_go_back_open(context, world, places):
    world.slippery = 1
    assert pick_up(context, CALL).outcome.cause is FailureCause.GRASP_FAILED
    assert places[-1][0].distance(places[0][0]) < 1e-6 and places[-1][1]


def test_what_is_held_leaves_no_way_out_to_go(context):
    assert pick_up(context, CALL).ok
    assert context.memory.held is not None and context.memory.way_out is None


@pytest.mark.parametrize("again", [lambda c: stow(c), lambda c: pick_up(c, CALL)])
def test_a_hand_that_was_stopped_around_an_object_leaves_it_first(context, world, places, monkeypatch, again):
    carry_out, count = world.execute, itertools.count()

    def stopped(motion, token):
        told = carry_out(motion, token)
        if next(count) == 1:
            raise Cancelled(Outcome(FailureCause.CANCELED, "stop"))
        return told

    with monkeypatch.context() as patch, pytest.raises(Cancelled):
        patch.setattr(world, "execute", stopped)
        pick_up(context, CALL)
    assert context.memory.way_out is not None
    assert _around(world, places[-1][0])
    done = len(places)
    again(context)
    assert places[done][0].distance(places[0][0]) < 1e-6


def test_who_is_stopped_on_the_way_out_has_yet_to_go(context, world, places, monkeypatch):
    to = world.base @ Pose((0.5, 0.0, 0.9))
    context.memory.way_out = WayOut("can_1", (to,))

    def stopped(motion, token):
        raise Cancelled(Outcome(FailureCause.CANCELED, "stop"))

    with monkeypatch.context() as patch, pytest.raises(Cancelled):
        patch.setattr(world, "execute", stopped)
        back_out(context)
    assert back_out(context) == 1.0
    assert places[-1][0].distance(to) < 1e-6


def test_a_way_out_that_touches_a_neighbour_is_gone_all_the_same(context, world, places):
    free = world.plan_line

    def line(waypoints, start=None, *, avoid_collisions=True):
        if avoid_collisions:
            return MotionResult(Outcome(FailureCause.UNREACHABLE, "only 3% of the line can be reached"), None, 0.03)
        return free(waypoints, start)

    world.plan_line = line
    to = world.base @ Pose((0.5, 0.0, 0.9))
    context.memory.way_out = WayOut("can_1", (to,))
    assert back_out(context) == 1.0
    assert places[-1][0].distance(to) < 1e-6


def test_a_way_out_that_is_cut_short_is_noted(make_task, world):
    notes = []
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token, note=lambda e, **d: notes.append((e, d)))
    refused = Outcome(FailureCause.MOTION_PLANNING_FAILED, "no way")
    world.plan_line = lambda *given, **options: MotionResult(refused, None, 0.0)
    context.memory.way_out = WayOut("can_1", (world.base @ Pose((0.5, 0.0, 0.9)),))
    assert back_out(context) == 0.0
    assert notes == [("retreat cut short", {"fraction": 0.0, "reason": str(refused)})]


def test_a_robot_that_was_moved_meanwhile_has_no_way_out(context, world, places):
    context.memory.way_out = WayOut("can_1", (world.base @ Pose((0.5, 0.0, 0.9)),))
    world.base = Pose.planar(2.0, -1.0)
    assert back_out(context) == 1.0
    assert places == [] and context.memory.way_out is None


def test_what_has_been_put_down_is_left_the_way_the_hand_came(context, world, places):
    assert pick_up(context, CALL).ok
    world.base = Pose.planar(-1.33, -1.0, -math.pi / 2)
    done = len(places)
    assert put_on(context, SkillCall("put_on", ("can_1", "table_2"))).ok
    opened = [tool for tool, is_open in places[done:] if is_open]
    assert opened and context.memory.way_out is None


def test_what_came_upon_something_on_its_way_down_is_brought_up_again(context, world, places, monkeypatch):
    assert pick_up(context, CALL).ok
    world.base = Pose.planar(-1.33, -1.0, -math.pi / 2)
    done = len(places)
    _fail_at(world, monkeypatch, 1, above_m=0.06)
    assert put_on(context, SkillCall("put_on", ("can_1", "table_2"))).outcome == MISSED
    above, down, back = (tool for tool, _ in places[done:])
    assert above.position[2] > down.position[2]
    assert math.dist(back.position[:2], above.position[:2]) < 1e-6
    assert back.position[2] == pytest.approx(above.position[2] + 0.06)  # it may have slid down by so much
    assert context.memory.held is not None


OUT_OF_THE_FRIDGE = ("go_to fridge_1", "pick_up can_1 fridge_1")


@pytest.fixture
def ways_out(world):
    """The can stands in the open fridge, out of which a hand comes forwards only: the lines by which it was to."""
    fridge = opened_to(world.graph["fridge_1"], 1.6).with_state(State.OPEN)
    place = next(p for p in furniture(fridge).places() if p.enclosed)
    world.graph = world.graph.changed(put=[fridge, replace(world.graph["can_1"], pose=place.pose)])
    world.graph = world.graph.with_placement(Relation("can_1", RelationType.INSIDE, "fridge_1"))
    found, free = [], world.plan_line

    def plan_line(waypoints, start=None, **options):
        if start is None and world.width < 0.08 and math.dist(world.tool().position, waypoints[-1].position) > 0.1:
            found.append(world.base @ waypoints[-1])
        return free(waypoints, start, **options)

    world.plan_line = plan_line
    return found


def _cut_short(world, ways_out, monkeypatch) -> None:
    """Only 85 % of the first way out can be planned."""
    free = world.plan_line

    def plan_line(waypoints, start=None, **options):
        known = len(ways_out)
        line = free(waypoints, start, **options)
        return replace(line, fraction=0.85) if not known and ways_out else line

    monkeypatch.setattr(world, "plan_line", plan_line)


def _missed(world, ways_out, monkeypatch) -> None:
    """The first motion on a way out ends where it began."""
    carry_out, told = world.execute, [MISSED]

    def execute(motion, token):
        if not ways_out or not told:
            return carry_out(motion, token)
        return told.pop()

    monkeypatch.setattr(world, "execute", execute)


def _untold(world, ways_out, monkeypatch) -> None:
    """The scene graph does not answer at first when it gets what is in the hand."""
    update, told = world.update, [Outcome(FailureCause.TIMEOUT, "the scene graph did not answer within 5 s")]
    monkeypatch.setattr(world, "update", lambda change: told.pop() if ways_out and told else update(change))


@pytest.mark.parametrize(
    ("fault", "cause", "rung", "goes"),
    [
        (_missed, FailureCause.EXECUTION_FAILED, "retry", 2),
        (_cut_short, FailureCause.UNREACHABLE, "look", 1),
        (_untold, FailureCause.TIMEOUT, "retry", 1),
    ],
)
def test_what_has_left_its_support_stays_in_the_hand_whatever_fails_then_and_the_rest_is_done(
    make_task, world, ways_out, monkeypatch, fault, cause, rung, goes
):
    fault(world, ways_out, monkeypatch)
    task = make_task(OUT_OF_THE_FRIDGE)
    assert run_instruction(task).ok, task.failure
    picks = [(cause, rung) for call, cause, rung in task.listener.steps if call.startswith("pick_up")]
    assert picks == [(cause, rung), (FailureCause.SUCCESS, "")]
    assert world.opened == []
    assert len(ways_out) == goes and len({pose.position for pose in ways_out}) == 1
    assert world.graph.held() == "can_1" and task.memory.held.object_id == "can_1" and task.memory.stowed


def test_another_object_is_not_picked_up_with_something_in_the_hand(context, world, holding, make_task):
    task = make_task()
    world.graph = world.graph.changed(put=[replace(world.graph["can_1"], id="bottle_1")])
    holding(task, "bottle_1")
    context = replace(context, memory=task.memory)
    assert pick_up(context, CALL).outcome == Outcome(FailureCause.PRECONDITION_FAILED, "bottle 1 is in the hand")
    assert world.opened == [] and task.memory.held.object_id == "bottle_1"


def test_what_slipped_out_of_the_hand_is_picked_up_again(context, world):
    assert pick_up(context, CALL).ok
    world.width = 0.0
    assert pick_up(context, CALL).ok
    assert len(world.opened) == 1 and context.memory.held is not None
