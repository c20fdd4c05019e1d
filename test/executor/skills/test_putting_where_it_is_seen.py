# SPDX-License-Identifier: Apache-2.0
"""On top of furniture things are put where an image has shown what stands there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from executor_node.context import SkillContext
from executor_node.geometry.furniture import furniture
from executor_node.geometry.placing import Disc, free_spots
from executor_node.motion.reach import Reasons
from executor_node.skills.plans.putting import plan_put, unseen_parts
from executor_node.skills.put import put_on
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.ports import Discovery, PlaceSeen
from makedo_core.sight.coverage import CELL_M, cell_centres, grid_shape
from makedo_core.skills import SkillCall

BASE = Pose.planar(-1.33, -1.0, -math.pi / 2)
CALL = SkillCall("put_on", ("can_1", "table_2"))
DOUBT = "no image had shown what stands where can 1 was put on table 2"


@pytest.fixture
def table(world):
    return furniture(world.graph["table_2"])


@pytest.fixture
def top(table):
    """The region of the table, and the place of it in the map."""
    (place,) = table.places(RegionKind.ON)
    (region,) = (r for r in table.model.regions if r.name == place.name)
    return region, place


@pytest.fixture
def put(make_task, world, holding):
    """Puts the can on the table; returns the task and the result."""
    task = make_task()
    holding(task, "can_1")
    world.base = BASE

    def run(attempt: int = 0):
        context = SkillContext(task.ports, task.memory, task.token, attempt, note=task.listener.note)
        return task, put_on(context, CALL)

    return run


@pytest.fixture
def rest_in_the_open(make_task, world, holding, table):
    """Where the can goes if all is seen."""
    task = make_task()
    holding(task, "can_1")
    context = SkillContext(task.ports, task.memory, task.token)
    return plan_put(context, table, RegionKind.ON, BASE, Reasons()).rest


def cells(top, point, within_m: float, seen: bool = True):
    """Cells of the table that are seen but for those within a distance of a point of the map; or the other way."""
    region, place = top
    near = [math.dist(place.pose.transform(tuple(c))[:2], point[:2]) < within_m for c in cell_centres(region)]
    shown = np.full(grid_shape(region), seen)
    shown.ravel()[near] = not seen
    return {region.name: shown}


def rest_of(result):
    ((_, pose),) = result.poses
    return pose.position


def test_what_is_wholly_seen_is_put_where_it_always_was_without_another_look(put, world, top, rest_in_the_open):
    world.sights["table_2"] = cells(top, (0.0, 0.0), 0.0)
    task, result = put()
    assert result.ok and result.doubt == ""
    assert rest_of(result) == rest_in_the_open.position
    assert "discover table_2" not in world.log and task.memory.shown == {}


def test_a_spot_that_no_image_has_shown_is_passed_over_for_one_that_was(put, world, top, rest_in_the_open):
    world.sights["table_2"] = cells(top, rest_in_the_open.position, 0.15)
    task, result = put()
    assert result.ok and result.doubt == ""
    assert math.dist(rest_of(result)[:2], rest_in_the_open.position[:2]) > 0.15 - CELL_M
    assert "discover table_2" not in world.log  # what was seen is enough
    assert "put where no image shows" not in task.listener.notes


def test_where_nothing_was_seen_it_is_looked_at_first(put, world, top, rest_in_the_open):
    world.sights["table_2"] = cells(top, (0.0, 0.0), 99.0)
    world.reveals["table_2"] = cells(top, (0.0, 0.0), 0.0)
    _, result = put()
    assert result.ok and result.doubt == ""
    assert world.log.count("discover table_2") == 1
    assert rest_of(result) == rest_in_the_open.position


def test_what_another_look_does_not_show_either_is_used_at_last_and_that_is_said(put, world, top, rest_in_the_open):
    world.sights["table_2"] = cells(top, (0.0, 0.0), 99.0)
    task, result = put()
    assert result.ok
    assert result.doubt == DOUBT
    assert "put where no image shows" in task.listener.notes
    assert world.log.count("discover table_2") == 1
    assert task.memory.shown == {}


def test_what_was_looked_over_lately_is_not_looked_over_again(make_task, world, top, holding):
    task = make_task()
    holding(task, "can_1")
    world.base = BASE
    world.sights["table_2"] = cells(top, (0.0, 0.0), 99.0)
    task.memory.looked_over["table_2"] = world.time - 10.0
    result = put_on(SkillContext(task.ports, task.memory, task.token), CALL)
    assert result.ok and result.doubt == DOUBT
    assert "discover table_2" not in world.log


def test_a_look_past_the_arm_follows_one_that_left_much_hidden(put, world, top, monkeypatch):
    world.sights["table_2"] = cells(top, (0.0, 0.0), 99.0)
    whole = world.discover

    def discover(asset_id, token):
        whole(asset_id, token)
        if world.log.count("discover table_2") == 2:
            world.sights["table_2"] = cells(top, (0.0, 0.0), 0.0)
        return Discovery(places=(PlaceSeen("top", 0.3, "70% hidden behind something nearer"),))

    monkeypatch.setattr(world, "discover", discover)
    _, result = put()
    assert result.ok and result.doubt == ""
    assert world.log.count("discover table_2") == 2


@pytest.mark.parametrize("told", [None, {}, {"top": np.ones((1, 1), bool)}])
def test_where_nobody_knows_what_was_seen_it_is_put_as_before(put, world, rest_in_the_open, told):
    """No answer; no such place; a place that was cut into other cells."""
    if told is not None:
        world.sights["table_2"] = told
    _, result = put()
    assert result.ok and result.doubt == ""
    assert rest_of(result) == rest_in_the_open.position


def test_the_parts_that_were_not_seen_are_where_they_are_in_the_map(make_task, world, table, top):
    region, place = top
    shown = np.ones(grid_shape(region), bool)
    shown[0, 0] = False
    task = make_task()
    task.memory.shown["table_2"] = {region.name: shown}
    (part,) = unseen_parts(SkillContext(task.ports, task.memory, task.token), table, place)
    corner = place.pose.transform((-region.size[0] / 2, -region.size[1] / 2, 0.0))
    assert math.dist((part.x, part.y), corner[:2]) == pytest.approx(math.hypot(CELL_M / 2, CELL_M / 2), abs=0.005)
    assert part.radius == CELL_M / 2


def test_a_thing_may_stand_right_beside_what_was_not_seen():
    """Beside another thing it keeps a gap; of what was not seen only the spot itself counts."""
    own, robot = (Disc(0.0, 0.0, 0.05),), Pose.planar(-1.0, 0.0, 0.0)
    apart_m = {
        kind: min(
            math.hypot(*spot.position[:2])
            for spot in free_spots(
                Pose(), (1.0, 1.0, 0.5), own, **{"others": (), kind: (Disc(0.0, 0.0, 0.05),)}, robot=robot
            )
        )
        for kind in ("others", "unseen")
    }
    assert 0.1 <= apart_m["unseen"] < 0.1 + 0.025 < apart_m["others"] + 1e-9
