# SPDX-License-Identifier: Apache-2.0
"""Where what is held is put down."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from executor_node.context import SkillContext
from executor_node.geometry.furniture import furniture
from executor_node.geometry.obstacles import Clearance
from executor_node.geometry.placing import APART_M
from executor_node.instruction.hand import begin
from executor_node.motion.reach import Reasons
from executor_node.skills.plans import putting, standing
from executor_node.skills.plans.putting import plan_put
from executor_node.skills.put import put_on
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Relation, RelationType, Shape
from makedo_core.ports import IkResult, MotionResult
from makedo_core.skills import SkillCall

BASE = Pose.planar(-1.33, -1.0, -math.pi / 2)
NEARER = Pose.planar(-1.25, -1.05, -math.pi / 2)


@pytest.fixture
def put(make_task, world, holding):
    """Plans where the can goes on table_2, from a base pose."""
    task = make_task()
    holding(task, "can_1")

    def plan(base: Pose, **options):
        context = SkillContext(task.ports, task.memory, task.token, **options)
        return plan_put(context, furniture(world.graph["table_2"]), RegionKind.ON, base, Reasons())

    return plan


def test_the_spot_that_a_dry_run_found_is_taken_from_a_base_pose_a_little_off_too(put):
    planned = put(BASE)
    assert put(NEARER).rest == planned.rest


@pytest.mark.parametrize("askew_deg", range(-40, 41, 10))
def test_a_hand_in_a_fridge_leaves_what_it_put_there_between_its_fingers_without_dragging_it(world, askew_deg):
    fridge = furniture(world.graph["fridge_1"])
    place = next(p for p in fridge.places(RegionKind.INSIDE) if p.enclosed)
    inwards = fridge.front + math.pi + math.radians(askew_deg)
    tool = Pose((*place.pose.position[:2], place.pose.position[2] + 0.1)) @ Pose.planar(0.0, 0.0, inwards)
    _, (_, retreat), _ = putting._lines(tool, place, fridge)
    clear_m = putting.RETREAT_M - 0.01
    for start, end in itertools.pairwise((tool, *retreat)):
        for share in (0.25, 0.5, 0.75, 1.0):
            at = (end.position[i] * share + start.position[i] * (1 - share) for i in range(3))
            x, y, _ = tool.inverse().transform(tuple(at))
            assert math.hypot(x, y) > clear_m or abs(y) < 0.017
        assert end.orientation == tool.orientation
    assert fridge.node.pose.inverse().transform(retreat[-1].position)[0] > fridge.footprint()[1]


def test_a_spot_that_was_found_before_but_is_taken_now_is_not_used(put, world):
    x, y, z = put(BASE).rest.position
    other = replace(world.graph["can_1"], id="can_2", pose=Pose((x, y, z)))
    world.graph = world.graph.changed(put=[other], add=[Relation("can_2", RelationType.ON, "table_2")])
    assert math.dist(put(BASE).rest.position, (x, y, z)) > 0.06


def _beside(world, put) -> tuple[float, ...]:
    """Stand another can 9 cm beside the best spot; returns that spot."""
    x, y, z = put(BASE).rest.position
    other = replace(world.graph["can_1"], id="can_2", pose=Pose((x + 0.15, y, z)))
    world.graph = world.graph.changed(put=[other], add=[Relation("can_2", RelationType.ON, "table_2")])
    world.scenes.clear()
    return (x, y, z)


def test_what_stands_there_is_kept_clear_of_where_there_is_room(put, world):
    _beside(world, put)
    assert put(BASE) is not None
    ((obstacles, _),) = world.scenes
    (other,) = (o for o in obstacles if o.name == "can_2")
    assert other.size[0] == pytest.approx(world.graph["can_2"].size[0] + Clearance.BESIDE.objects)


def test_where_there_is_no_room_beside_what_stands_there_a_tight_way_will_do(put, world):
    _beside(world, put)
    asked, solve = [], world.solve_ik

    def solve_ik(target, *seed, **options):
        (other,) = (o for o in world.scenes[-1][0] if o.name == "can_2")
        cramped = other.size[0] > world.graph["can_2"].size[0]
        asked.append(cramped)
        touching = Outcome(FailureCause.IN_COLLISION, "the hand touches can 2")
        return IkResult(touching) if cramped else solve(target, *seed, **options)

    world.solve_ik = solve_ik
    assert put(BASE) is not None
    assert asked.count(True) <= putting.POSES_WITH_ROOM and asked[-1] is False


def test_where_nothing_is_known_to_stand_one_look_at_what_is_around_is_enough(put, world):
    put(BASE)
    world.scenes.clear()
    assert put(BASE) is not None and len(world.scenes) == 1


def test_nothing_is_put_where_the_opening_fingers_would_touch_something(put, world):
    x, y, z = put(BASE).rest.position
    aside = Pose((x, y, z)) @ Pose.planar(0.0, 0.0, BASE.yaw) @ Pose((0.0, 0.095, 0.0))
    other = replace(world.graph["can_1"], id="can_2", pose=Pose(aside.position))
    world.graph = world.graph.changed(put=[other], add=[Relation("can_2", RelationType.ON, "table_2")])
    assert math.dist(put(BASE).rest.position, (x, y, z)) > 0.02


def test_another_try_does_not_begin_where_the_last_one_failed(put):
    planned = put(BASE)
    assert put(BASE, attempt=1).rest != planned.rest


@pytest.mark.parametrize("attempt", [0, 1, 2])
def test_where_something_unknown_was_come_upon_nothing_is_put_however_it_is_turned(world, attempt):
    """Else the same spot comes again at last, where those aside are out of reach."""
    box = replace(world.graph["can_1"], shape=Shape.BOX, size=(0.12, 0.055, 0.14))
    (place,) = furniture(world.graph["table_2"]).places(RegionKind.ON)

    def spots(*tried):
        poses = putting._poses(world.graph, box, place, BASE, 0.0, attempt, None, tried)
        return [position for position, _ in poses]

    first = spots()[0]
    assert spots().count(first) > 1  # turned otherwise
    assert min(math.dist(spot, first) for spot in spots(first)) >= APART_M


def test_where_there_is_no_other_spot_what_came_upon_something_is_put_there_all_the_same(set_down, world, monkeypatch):
    task, run, rest = set_down
    monkeypatch.setattr(putting, "apart", lambda spots, count: spots[:1])
    monkeypatch.setattr(putting, "TURNS", (0.0,))
    monkeypatch.setattr(standing, "stands_for", lambda *_, **__: ())
    lowest = [rest + 0.07]
    stop_above(world, lambda: lowest[0])
    assert not run().ok
    assert len(task.memory.came_upon) == 1
    lowest[0] = 0.0
    assert run().ok
    assert task.memory.came_upon == []


def test_what_was_come_upon_is_remembered_for_one_instruction(set_down, world):
    task, run, rest = set_down
    stop_above(world, lambda: rest + 0.07)
    assert not run().ok
    assert len(task.memory.came_upon) == 1 and task.memory.copy().came_upon == task.memory.came_upon
    begin(task)
    assert task.memory.came_upon == []


def test_where_there_is_one_spot_alone_another_try_takes_it_again(put, monkeypatch):
    monkeypatch.setattr(putting, "apart", lambda spots, count: spots[:1])
    monkeypatch.setattr(putting, "TURNS", (0.0,))
    planned = put(BASE)
    assert planned is not None
    assert put(BASE, attempt=3).rest == planned.rest


@pytest.mark.parametrize(("share", "found"), [(1.0, True), (0.9, True), (0.5, False)])
def test_the_hand_need_not_get_all_the_way_back_to_be_clear_of_what_it_put_down(put, world, share, found):
    whole = world.plan_line

    def plan_line(waypoints, start=None, **options):
        line = whole(waypoints, start, **options)
        back = math.dist(world.tools[int(start["pose"])].position[:2], waypoints[-1].position[:2]) > 0.01
        return replace(line, fraction=share) if back else line

    world.plan_line = plan_line
    assert (put(BASE) is not None) == found


def stop_above(world, height: Callable[[], float]) -> list[float]:
    """Whoever lowers the hand with what it holds straight down below a height [m] touches something there.

    A controller tolerates that it does not get quite to the end.

    Returns:
        heights to which it was to go, as often as it happens.
    """
    execute, barred = world.execute, []

    def touching(motion, token):
        before = world.tool().position
        outcome = execute(motion, token)
        (x, y, z), lowest = world.tool().position, height()
        if math.dist((x, y), before[:2]) < 0.001 and z < min(before[2], lowest) and world.width > 0.0:
            world.tools[world.at] = Pose((0.0, 0.0, min(lowest, before[2]) - z)) @ world.tool()
            barred.append(z)
            if before[2] - z > 0.02:
                return Outcome(FailureCause.EXECUTION_FAILED, "the arm did not finish its motion")
        return outcome

    world.execute = touching
    return barred


@pytest.fixture
def set_down(make_task, world, holding, put):
    """Puts the can on table_2; so often as it is called it was tried before."""
    task = make_task()
    holding(task, "can_1")
    world.base = BASE
    tries = itertools.count()

    def run():
        context = SkillContext(task.ports, task.memory, task.token, next(tries), note=task.listener.note)
        return put_on(context, SkillCall("put_on", ("can_1", "table_2")))

    return task, run, put(BASE).tool.position[2]


@pytest.mark.parametrize(("short_m", "down"), [(0.03, True), (0.07, False)])
def test_what_touches_down_a_little_sooner_than_thought_is_let_go_there(set_down, world, short_m, down):
    task, run, rest = set_down
    stop_above(world, lambda: rest + short_m)
    assert run().ok == down
    assert ("set down early" in task.listener.notes) == down
    assert (task.memory.held is None) == down


def test_what_has_slid_down_in_the_hand_is_felt_for_and_let_go_higher_up_at_another_spot(set_down, world):
    task, run, rest = set_down
    barred = stop_above(world, lambda: rest + 0.07)
    assert run().outcome.cause is FailureCause.EXECUTION_FAILED
    assert task.memory.held.slid_m == pytest.approx(0.07)
    assert task.memory.held.in_tool.position[2] == pytest.approx(-0.13)
    assert run().ok
    assert world.opened[-1].position[2] == pytest.approx(rest + 0.07, abs=0.005)
    assert len(barred) == 2  # it does not go on pressing


def test_where_something_unseen_stood_and_nothing_slid_it_is_let_go_at_the_height_that_was_planned(set_down, world):
    _, run, rest = set_down
    low = rest + 0.07
    stop_above(world, lambda: low)
    assert not run().ok
    low = -1.0
    assert run().ok
    assert world.opened[-1].position[2] == pytest.approx(rest, abs=0.011)


def test_what_would_be_out_of_the_hand_by_then_has_not_slid(set_down, world):
    task, run, rest = set_down
    stop_above(world, lambda: rest + 0.095)
    assert not run().ok
    assert task.memory.held.slid_m == 0.0


def test_a_hand_that_cannot_be_lowered_farther_lets_go_there(set_down, world):
    task, run, rest = set_down
    low = rest + 0.07
    stop_above(world, lambda: low)
    assert not run().ok
    low, plan_line = -1.0, world.plan_line

    def hardly(waypoints, start=None, **options):
        line = plan_line(waypoints, start, **options)
        return replace(line, fraction=0.5) if not options.get("avoid_collisions", True) else line

    world.plan_line = hardly
    assert run().ok
    assert "cannot feel farther down" in task.listener.notes


def test_feeling_for_what_is_below_ends_with_what_goes_wrong(set_down, world):
    task, run, rest = set_down
    low = rest + 0.07
    stop_above(world, lambda: low)
    assert not run().ok
    execute, low = world.execute, -1.0

    def lost(motion, token):
        outcome = execute(motion, token)
        if world.tool().position[2] < rest + 0.065:
            return Outcome(FailureCause.COMPONENT_LOST, "the arm's controller is gone")
        return outcome

    world.execute = lost
    assert run().outcome.cause is FailureCause.COMPONENT_LOST
    assert task.memory.held is not None


def test_after_two_tries_from_where_it_stands_the_robot_goes_elsewhere(set_down, world, monkeypatch):
    _, run, _ = set_down
    refused = Outcome(FailureCause.TIMEOUT, "no path within the time allowed")
    monkeypatch.setattr("executor_node.skills.put.move_off", lambda *_: refused)
    drives = []
    for _ in range(3):
        assert run().outcome == refused
        drives.append(sum(line.startswith("drive") for line in world.log))
    assert drives[:2] == [0, 0] and drives[2] > 0


def test_no_more_poses_are_tried_than_may_help(put, world):
    tried = []
    world.unreachable = lambda pose: tried.append(pose) is None
    assert put(BASE) is None
    assert len(tried) == putting.POSES


def test_what_touches_something_before_it_is_put_is_brought_away_from_it_first(set_down, world):
    """What slid down in the hand reaches lower, into what stands beside."""
    task, run, _ = set_down
    plan, low = world.plan, world.tool().position[2]
    touching = MotionResult(Outcome(FailureCause.IN_COLLISION, "cracker_box_2 touches can_1"))
    world.plan = lambda *given, **o: touching if world.tool().position[2] < low + 0.1 else plan(*given, **o)
    assert run().ok
    assert "out of touch" in task.listener.notes
