# SPDX-License-Identifier: Apache-2.0
"""Nothing is put down where something may stand that nobody has seen."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from executor_node.context import SkillContext
from executor_node.skills import views
from executor_node.skills.go_to import go_to
from executor_node.skills.put import put_on
from executor_node.skills.views import LOOKED_OVER_S, know_what_is_there
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Relation, RelationType
from makedo_core.ports import Discovery, PlaceSeen
from makedo_core.skills import SkillCall

LOOK = "discover table_2"
BEHIND_M = 0.5


@pytest.fixture
def context(make_task, world, holding):
    """The robot holds a can before a table, on which a bowl is believed to stand."""
    believed = replace(world.graph["can_1"], id="bowl_1", label="bowl", last_seen=None, confidence=0.3)
    world.graph = world.graph.changed(put=[believed], add=[Relation("bowl_1", RelationType.ON, "table_2")])
    world.base = Pose.planar(-1.33, -1.0, -1.57)
    task = make_task()
    holding(task, "can_1")
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


def test_a_table_with_something_unseen_is_looked_over_before_something_is_put_there(context, world):
    planned = []
    solve = world.solve_ik
    world.solve_ik = lambda *given, **options: planned.append(LOOK in world.log) or solve(*given, **options)
    assert put_on(context, SkillCall("put_on", ("can_1", "table_2"))).ok
    assert planned and all(planned)


def test_what_was_not_found_is_not_looked_for_at_once_again_but_later(context, world):
    assert know_what_is_there(context, "table_2").ok
    assert know_what_is_there(context, "table_2").ok
    assert world.log.count(LOOK) == 1
    world.time += LOOKED_OVER_S
    assert know_what_is_there(context, "table_2").ok
    assert world.log.count(LOOK) == 2


def test_where_everything_has_been_seen_nothing_is_looked_over(context, world):
    world.graph = world.graph.changed(put=[replace(world.graph["bowl_1"], last_seen=0.5, confidence=0.9)])
    assert know_what_is_there(context, "table_2").ok
    assert LOOK not in world.log


def test_a_look_that_failed_is_noted_and_tried_again(context, world):
    failed = Outcome(FailureCause.COMPONENT_LOST, "the camera sends nothing")
    world.discover = lambda asset_id, token: Discovery(failed)
    assert know_what_is_there(context, "table_2") == failed
    assert not context.memory.looked_over
    notes = []
    told = SkillContext(context.ports, context.memory, context.token, note=lambda e, **d: notes.append(e))
    put_on(told, SkillCall("put_on", ("can_1", "table_2")))
    assert "not looked over" in notes


@pytest.fixture
def hiding(world):
    """What is carried hides most of the table as long as the robot faces it."""
    ahead = world.base

    def discover(asset_id, token):
        facing = abs(math.remainder(world.base.yaw - ahead.yaw, 2 * math.pi)) < 0.5
        world.log.append(f"discover {asset_id}{' past the arm' * (not facing)}")
        top = PlaceSeen("top", 0.3, "70% hidden behind something nearer") if facing else PlaceSeen("top", 1.0)
        return Discovery(places=(top,))

    world.discover = discover


def test_where_the_arm_hides_what_is_still_to_be_found_the_robot_turns_and_looks_past_it(context, world, hiding):
    before = world.base
    assert know_what_is_there(context, "table_2").ok
    assert [line for line in world.log if line.startswith("discover")] == [LOOK, f"{LOOK} past the arm"]
    assert world.base == before


@pytest.mark.parametrize("hand", [0.2, -0.2])
@pytest.mark.parametrize("sides", [1, 2])
def test_the_hand_is_turned_out_of_the_way_and_the_other_way_only_if_that_does_not_do(context, world, hand, sides):
    ahead, turned = world.base, []

    def discover(asset_id, token):
        turned.append(round(math.degrees(math.remainder(world.base.yaw - ahead.yaw, 2 * math.pi))))
        return Discovery(places=(PlaceSeen("top", 1.0 if len(turned) > sides else 0.3, "70% hidden"),))

    world.discover = discover
    world.tools.append(Pose((0.4, hand, 1.0)))
    world.at = len(world.tools) - 1
    assert know_what_is_there(context, "table_2").ok
    first = 50 if hand > 0 else -50
    assert turned == [0, first, -first][: sides + 1]
    assert world.base == ahead


def test_who_has_found_everything_does_not_look_past_the_arm(context, world, hiding):
    look = world.discover

    def discover(asset_id, token):
        world.graph = world.graph.changed(put=[replace(world.graph["bowl_1"], last_seen=0.5, confidence=0.9)])
        return look(asset_id, token)

    world.discover = discover
    assert know_what_is_there(context, "table_2").ok
    assert [line for line in world.log if line.startswith("discover")] == [LOOK]


def test_where_the_arm_has_no_room_to_turn_what_was_seen_has_to_do(context, world, hiding, monkeypatch):
    monkeypatch.setattr("executor_node.skills.views.way_to", lambda context, pose: None)
    assert know_what_is_there(context, "table_2").ok
    assert [line for line in world.log if line.startswith(("discover", "drive"))] == [LOOK]


def _no_turning_near(monkeypatch, place, *, elsewhere=True):
    """The arm has room to turn only far from a place, or nowhere."""
    way_to = views.way_to

    def way(context, pose):
        here = context.ports.base.pose()
        turns = pose.distance(here) < 0.01
        return None if turns and not (elsewhere and pose.distance(place) > BEHIND_M) else way_to(context, pose)

    monkeypatch.setattr(views, "way_to", way)


def test_where_the_arm_has_no_room_to_turn_it_is_looked_past_from_a_step_back(context, world, hiding, monkeypatch):
    before, looked_from = world.base, []
    discover = world.discover
    world.discover = lambda *given: looked_from.append(world.base) or discover(*given)
    _no_turning_near(monkeypatch, before)
    assert know_what_is_there(context, "table_2").ok
    assert [round(place.distance(before) > BEHIND_M) for place in looked_from] == [0, 1]
    assert abs(math.remainder(looked_from[1].yaw - before.yaw, 2 * math.pi)) > 0.5
    assert world.base.distance(before) < 1e-6


def test_where_it_has_no_room_to_turn_there_either_the_view_from_there_has_to_do(context, world, hiding, monkeypatch):
    before, looked_from = world.base, []
    discover = world.discover
    world.discover = lambda *given: looked_from.append(world.base) or discover(*given)
    _no_turning_near(monkeypatch, before, elsewhere=False)
    assert know_what_is_there(context, "table_2").ok
    assert len(looked_from) == 2 and looked_from[1].distance(before) > BEHIND_M
    assert world.base.distance(before) < 1e-6


def test_who_does_not_get_back_from_a_step_back_says_so(context, world, hiding, monkeypatch):
    before = world.base
    _no_turning_near(monkeypatch, before)
    world.blocked = lambda target: target == before
    assert know_what_is_there(context, "table_2").cause is FailureCause.NAVIGATION_FAILED


def test_who_cannot_turn_back_says_so(context, world, hiding):
    before = world.base
    world.blocked = lambda target: target == before
    assert know_what_is_there(context, "table_2").cause is FailureCause.NAVIGATION_FAILED


PUT = SkillCall("put_on", ("can_1", "table_2"))


def _go(context, *upcoming):
    assert go_to(replace(context, upcoming=upcoming), SkillCall("go_to", ("table_2",))).ok


def test_a_table_with_something_unseen_is_looked_over_before_the_arm_with_what_it_holds_is_over_it(context, world):
    world.base = Pose.planar(-1.33, 1.0, 1.57)
    looked_from = []
    discover = world.discover
    world.discover = lambda *given: looked_from.append(world.base) or discover(*given)
    _go(context, PUT)
    assert len(looked_from) == 1
    assert looked_from[0].distance(world.base) > BEHIND_M


@pytest.mark.parametrize("room_m", [0.3, 0.4, 0.55])
def test_it_is_looked_over_from_as_far_behind_as_there_is_room(context, world, monkeypatch, room_m):
    stand, way_to = Pose.planar(-1.33, 1.0, 1.57), views.way_to
    roomy = lambda context, pose: way_to(context, pose) if pose.distance(stand) < room_m + 0.01 else None  # noqa: E731
    monkeypatch.setattr(views, "way_to", roomy)
    assert views.look_before_coming_in(context, "table_2", stand)
    assert LOOK in world.log and world.base.distance(stand) == pytest.approx(room_m)


@pytest.mark.parametrize("why", ["known", "empty hand", "other errand", "no room behind"])
def test_it_is_not_looked_over_before_where_there_is_no_need_or_no_room(context, world, monkeypatch, why):
    world.base = Pose.planar(-1.33, 1.0, 1.57)
    if why == "known":
        world.graph = world.graph.changed(put=[replace(world.graph["bowl_1"], last_seen=0.5, confidence=0.9)])
    if why == "empty hand":
        context.memory.held, world.width = None, 0.09
    if why == "no room behind":
        monkeypatch.setattr(views, "floor", lambda *_: SimpleNamespace(is_free=lambda *_: False))
    _go(context, SkillCall("turn_on", ("table_2",)) if why == "other errand" else PUT)
    assert LOOK not in world.log


def test_what_is_lost_before_the_look_from_behind_a_place_ends_the_way_there(context, world, monkeypatch):
    def drop_it(*_):
        context.memory.held = None
        return False

    monkeypatch.setattr(sys.modules[go_to.__module__], "look_before_coming_in", drop_it)
    put = SkillCall("put_on", ("can_1", "table_2"))
    result = go_to(replace(context, upcoming=(put,)), SkillCall("go_to", ("table_2",)))
    assert result.outcome.cause is FailureCause.OBJECT_LOST
    assert not any(line.startswith("drive") for line in world.log)
