# SPDX-License-Identifier: Apache-2.0
"""How the base comes to work beside an open door, with the arm stretched out already, and leaves again."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import pytest

from executor_node.context import SkillContext
from executor_node.geometry.obstacles import Clearance
from executor_node.motion import stowing, ways
from executor_node.motion.driving import best_stand, drive, wary_first
from executor_node.motion.reach import Attempt, Reasons
from executor_node.motion.room import has_room
from executor_node.motion.stowing import stow, straight
from executor_node.motion.ways import way_to
from executor_node.skills.plans.standing import stand_and_work, stands_for
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import State
from makedo_core.ports import MotionResult
from makedo_core.skills import SkillCall

HERE, TARGET = Pose.planar(-1.5, 0.6, 0.0), Pose.planar(-2.6, 1.6, math.pi / 2)  # in the open kitchen
STRETCHED = {"pose": 7.0}


@dataclass(frozen=True)
class Found:
    """What a dry run found."""

    attempt: Attempt = field(default_factory=lambda: Attempt(STRETCHED, (), ()))


@pytest.fixture
def context(make_task, world):
    world.base = HERE
    world.tools += [Pose((0.7, 0.0, 0.8))] * 8
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def room(monkeypatch):
    """Say where the arm has room, near everything: room(free), with free(pose, clearance, posture)."""

    def say(free):
        def has_room_all_along(context, bases, reasons, clearance=Clearance.TIGHT, posture=None):
            return all(free(pose, clearance, posture) for pose in bases)

        monkeypatch.setattr(ways._Space, "_is_near", lambda space, pose: True)
        for module in (ways, stowing):
            monkeypatch.setattr(module, "has_room_all_along", has_room_all_along)

    return say


def _at(pose: Pose, place: Pose, near_m: float = 0.2) -> bool:
    return math.dist(pose.position[:2], place.position[:2]) < near_m


def _faces(pose: Pose, place: Pose) -> bool:
    return abs(math.remainder(pose.yaw - place.yaw, 2 * math.pi)) < 0.1


def _only_stretched(pose: Pose, clearance: Clearance, posture: object) -> bool:
    """Room at the target for a stretched arm only."""
    return posture is not None or not _at(pose, TARGET)


def _drives(world) -> list[str]:
    return [line for line in world.log if line.startswith("drive")]


def test_an_arm_that_has_no_room_folded_comes_straight_in_stretched_out(context, room):
    room(_only_stretched)
    assert way_to(context, TARGET) is None
    before, last = way_to(context, TARGET, STRETCHED)
    assert last == TARGET and _faces(before, TARGET) and not _at(before, TARGET)


def test_a_stretched_arm_comes_in_a_little_askew_where_there_is_no_room_straight_behind(context, room):
    room(lambda pose, clearance, posture: posture is None or not _faces(pose, TARGET) or _at(pose, TARGET, 0.02))
    before, last = way_to(context, TARGET, STRETCHED)
    assert last == TARGET and before.yaw == pytest.approx(TARGET.yaw + math.radians(10.0))
    assert (before.inverse() @ TARGET).position[1] == pytest.approx(0.0)  # and drives where it faces


def test_a_stretched_arm_has_room_all_the_while_that_it_is_turned_in_at_the_end(context, room):
    def free(pose: Pose, clearance: Clearance, posture: object) -> bool:
        off = abs(math.remainder(pose.yaw - TARGET.yaw, 2 * math.pi))
        turning = _at(pose, TARGET, 0.01) and 0.05 < off < math.radians(19.0)
        return posture is None or (not turning and (off > 0.05 or _at(pose, TARGET, 0.01)))

    room(free)
    assert way_to(context, TARGET, STRETCHED) is None


def test_a_stretched_arm_needs_more_room_on_the_way_in_than_there(context, room):
    def free(roomy_m: float):
        sweeping = (Clearance.WARY, Clearance.SWEEPING)
        return lambda pose, clearance, posture: clearance not in sweeping or not _at(pose, TARGET, roomy_m)

    room(free(0.01))
    assert way_to(context, TARGET, STRETCHED) is not None
    room(free(0.1))
    assert way_to(context, TARGET, STRETCHED) is None


@pytest.mark.parametrize(
    ("cramped", "legs"), [((), 1), ((Clearance.WARY,), 2), ((Clearance.WARY, Clearance.SWEEPING), 2)]
)
def test_the_arm_is_not_turned_over_furniture_that_nobody_looked_over_if_there_is_another_way(
    context, room, cramped, legs
):
    room(lambda pose, clearance, posture: clearance not in cramped or not _at(pose, TARGET))
    assert len(way_to(context, TARGET)) == legs


def test_where_there_is_no_other_way_the_arm_is_turned_there(context, room):
    room(lambda pose, clearance, posture: clearance is not Clearance.WARY)
    assert way_to(context, TARGET) == (TARGET,)


def test_places_where_the_arm_turns_over_nothing_unseen_come_first(context, room):
    over, beside, behind = (Pose.planar(x, 1.6, math.pi / 2) for x in (-2.0, -3.0, -3.2))

    def is_over(pose: Pose) -> bool:
        return abs(pose.position[0] - over.position[0]) < 0.1 and pose.position[1] > 0.9

    room(lambda pose, clearance, posture: clearance is not Clearance.WARY or not is_over(pose))
    assert wary_first(context, (over, beside, behind)) == (beside, over, behind)
    room(lambda pose, clearance, posture: clearance is not Clearance.WARY)
    assert wary_first(context, (over, beside, behind)) == (over, beside, behind)
    context.memory.stowed = False
    assert wary_first(context, ()) == ()


def test_of_places_beside_an_open_door_the_first_to_come_straight_in_to_is_taken(context, room):
    tight, stretched, free = (Pose.planar(x, 1.6, math.pi / 2) for x in (-2.0, -2.6, -3.2))
    room(lambda pose, clearance, posture: not _at(pose, tight) and (posture is not None or not _at(pose, stretched)))

    def find(*possible, **options):
        context.memory.postures.clear()

        def dry_run(base, reasons):
            return Found() if base in possible else None

        found = best_stand(context, (tight, stretched, free), dry_run, Reasons(), **options)
        return None if found is None else found[0]

    assert find(tight, stretched, free, stretched=True) == stretched
    assert context.memory.postures == {stretched: STRETCHED}
    assert find(tight, stretched, free) == free
    assert context.memory.postures == {}


def test_the_arm_is_stretched_out_where_there_is_room_and_stays_so_for_the_work(context, room, world):
    room(_only_stretched)
    context.memory.postures[TARGET] = STRETCHED
    assert drive(context, TARGET).ok
    assert world.at == 7 and not context.memory.stowed and world.base == TARGET
    assert context.memory.postures == {}  # for one drive
    assert not _at(context.memory.came_from, TARGET)


def test_where_there_is_no_way_in_any_more_the_arm_stays_folded(context, room, world):
    room(lambda pose, clearance, posture: False)
    context.memory.postures[TARGET] = STRETCHED
    assert drive(context, TARGET).ok
    assert world.base == TARGET and context.memory.stowed and context.memory.came_from is None


def test_an_arm_that_cannot_be_stretched_out_does_not_drive_in(context, room, world):
    room(_only_stretched)
    context.memory.postures[TARGET] = STRETCHED
    world.execute = lambda motion, token: Outcome(FailureCause.EXECUTION_FAILED, "stuck")
    assert drive(context, TARGET).cause is FailureCause.EXECUTION_FAILED
    assert world.base != TARGET and context.memory.came_from is None


@pytest.fixture
def came_in(context, world):
    """The base stands where it came straight in to; from where."""
    context.memory.stowed, context.memory.came_from = False, TARGET @ Pose((-0.45, 0.0, 0.0))
    world.base, world.width = TARGET, 0.09
    return context.memory.came_from


def test_who_came_straight_in_goes_straight_out_with_closed_fingers_before_the_arm_is_folded(
    context, room, world, came_in
):
    room(_only_stretched)
    assert stow(context).ok
    assert world.base == came_in and world.width == 0.0
    assert context.memory.stowed and context.memory.came_from is None
    assert stow(context).ok and len(_drives(world)) == 1


def test_what_is_held_is_not_pressed_on_the_way_out(context, room, world, came_in, holding, make_task):
    task = make_task()
    holding(task, "can_1")
    context.memory.held = task.memory.held
    room(_only_stretched)
    assert stow(context).ok
    assert world.base == came_in and "grip 0.000" not in world.log


def test_what_the_closing_fingers_come_upon_is_let_go_and_not_carried_out(context, room, world, came_in):
    room(_only_stretched)
    there = world.base @ world.tool()
    can = replace(world.graph["can_1"], pose=Pose((*there.position[:2], there.position[2] - 0.06)))
    world.graph = world.graph.changed(put=[can])
    stow(context)
    assert world.width == 0.09
    assert _drives(world) == []


@pytest.mark.parametrize("elsewhere", [HERE, TARGET @ Pose((-0.42, 0.0, 0.0))])
def test_who_has_left_already_does_not_go_back_to_where_it_came_in_from(context, room, world, came_in, elsewhere):
    room(_only_stretched)
    world.base = elsewhere
    assert stow(context).ok
    assert _drives(world) == [] and context.memory.came_from is None


def test_where_the_way_straight_out_is_not_free_the_arm_is_folded_on_the_spot(context, room, world, came_in):
    room(lambda pose, clearance, posture: False)
    assert stow(context).ok
    assert world.base == TARGET


def test_a_posture_that_touches_something_has_no_room_though_the_arm_is_not_stowed(context, world):
    world.plan = lambda goal, start=None, *, limit_s=None: MotionResult(
        Outcome(FailureCause.IN_COLLISION, "arm_4_link touches fridge_1/door") if world.shown[-1] else SUCCESS
    )
    context.memory.stowed = False
    world.base = Pose.planar(-3.4, 2.0, math.pi / 2)
    assert has_room(context, world.base, Reasons())
    assert not has_room(context, world.base, Reasons(), posture=STRETCHED)


def test_poses_straight_ahead_end_where_the_other_place_is():
    behind = Pose.planar(1.0, 2.0, math.pi / 2)
    ys = [pose.position[1] for pose in straight(behind, behind @ Pose((0.12, 0.0, 0.0)))]
    assert ys == pytest.approx([2.05, 2.10, 2.12])
    assert straight(behind, behind) == ()


@pytest.mark.parametrize(
    ("call", "state", "stretched"),
    [
        ("pick_up can_1 fridge_1", State.OPEN, True),
        ("pick_up can_1 fridge_1", State.AJAR, True),
        ("pick_up can_1 fridge_1", State.CLOSED, False),
        ("close fridge_1", State.OPEN, False),
        ("pick_up can_1 drawer_1", State.OPEN, False),
        ("pick_up can_1 table_1", None, False),
    ],
)
def test_the_base_comes_in_stretched_out_only_to_work_beside_a_door_that_stands_open(
    context, world, monkeypatch, call, state, stretched
):
    told = []

    def best(context, candidates, dry_run, reasons, limit, *, stretched):
        told.append(stretched)

    monkeypatch.setattr("executor_node.skills.plans.standing.best_stand", best)
    world.unreachable = lambda target: True
    skill, *arguments = call.split()
    asset = world.graph[arguments[-1]]
    can = replace(world.graph["can_1"], pose=Pose((*asset.pose.position[:2], 0.75)))
    states = frozenset() if state is None else frozenset({state})
    world.graph = world.graph.changed(put=[replace(asset, states=states), can])
    for ask in (stands_for, stand_and_work):
        ask(context, SkillCall(skill, tuple(arguments)), Reasons())
    assert set(told) == {stretched}
    assert len(told) >= 2  # each asked for a place; a door that stands wide open has two ways to close it
