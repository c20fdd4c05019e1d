# SPDX-License-Identifier: Apache-2.0
"""Persons before the camera: where they are, how sure that is, and when it may be said that nobody is near."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Pose, quaternion_from_rotation
from makedo_core.sight.view import Intrinsics, View
from perception_node.detectors.detector import Detection
from perception_node.people.locating import PersonSeen, located
from perception_node.people.watch import RECIPIENT_M, Expected, NearLimits, PeopleWatch

CAMERA = Intrinsics(277.0, 277.0, 159.5, 119.5, 320, 240)
AHEAD = quaternion_from_rotation(np.array([[0, 0, 1], [-1, 0, 0], [0, -1, 0]], float))  # optical, looking along x
EYE = Pose((0.0, 0.0, 1.2), AHEAD)
BASE = Pose()
LIMITS = NearLimits(near_m=2.0, recipient_m=0.5, fresh_s=1.0, remember_s=5.0)


def depth_of(wall_m: float, person_m: float | None = None) -> np.ndarray:
    """A wall, and a person 0.5 m wide before it, in the middle."""
    depth = np.full((240, 320), wall_m, np.float32)
    if person_m is not None:
        half = round(277 * 0.25 / person_m)
        depth[20:, max(0, 160 - half) : 160 + half] = person_m
    return depth


def box(left: int, top: int, right: int, bottom: int) -> Detection:
    return Detection("person", 0.8, slice(top, bottom), slice(left, right), np.ones((bottom - top, right - left), bool))


def seen_at(x: float, y: float = 0.0, stamp: float = 0.0, sigma: float = 0.02) -> PersonSeen:
    return PersonSeen(stamp, 0.8, (x, y, 1.2), 0.25, sigma)


def view(depth: np.ndarray, pose: Pose = EYE) -> View:
    return View(pose, CAMERA, depth)


@pytest.mark.parametrize("away_m", [0.8, 1.5, 3.0])
def test_a_person_is_where_depth_says_also_in_a_box_that_holds_the_wall_behind(away_m):
    depth = depth_of(5.0, away_m)
    half = round(277 * 0.25 / away_m)
    wide = box(max(0, 160 - 2 * half), 10, min(320, 160 + 2 * half), 240)
    person = located(wide, depth, CAMERA, EYE, 3.0)
    assert person.place is not None
    assert person.place[:2] == pytest.approx((away_m, 0.0), abs=0.05)
    assert person.stamp == 3.0
    assert 0.15 <= person.extent_m <= 0.3
    assert person.distance_m((0.0, 0.0)) <= away_m
    assert math.isfinite(person.sigma_m)


def test_a_place_is_less_sure_the_farther_it_is():
    sigmas = [located(box(150, 60, 170, 200), depth_of(9.0, m), CAMERA, EYE, 0.0).sigma_m for m in (1.0, 3.0, 6.0)]
    assert sigmas == sorted(sigmas) and sigmas[0] < 0.01 < sigmas[2]


@pytest.mark.parametrize("depth", [np.zeros((240, 320), np.float32), np.full((240, 320), np.nan, np.float32)])
def test_a_person_without_a_depth_is_near_whatever_the_distance_is(depth):
    person = located(box(0, 0, 320, 240), depth, CAMERA, EYE, 0.0)
    assert person.place is None and person.distance_m((99.0, 99.0)) == 0.0
    assert PeopleWatch(LIMITS).see((person,), view(depth), BASE, 0.0, 0.0) is True


@given(st.floats(0.3, 8.0), st.floats(0.0, 1.0))
def test_what_is_not_sure_counts_as_near(away_m, sigma):
    person = seen_at(away_m, sigma=sigma)
    assert person.distance_m(BASE.position) == pytest.approx(max(0.0, away_m - 0.25 - 2 * sigma))
    said = PeopleWatch(LIMITS).see((person,), view(depth_of(9.0)), BASE, 0.0, 0.0)
    assert said is (person.distance_m(BASE.position) <= LIMITS.near_m)


def test_how_near_is_measured_from_where_the_robot_stands():
    people = PeopleWatch(LIMITS)
    assert people.see((seen_at(4.0),), view(depth_of(9.0)), BASE, 0.0, 0.0) is False
    assert people.see((seen_at(4.0, stamp=0.2),), view(depth_of(9.0)), Pose((2.5, 0.0, 0.0)), 0.2, 0.2) is True


@pytest.mark.parametrize("late_s", [1.2, 60.0, -1.2])
def test_an_old_image_says_that_somebody_is_near_and_never_that_nobody_is(late_s):
    people = PeopleWatch(LIMITS)
    assert people.see((), view(depth_of(5.0)), BASE, 100.0, 100.0 + late_s) is None
    assert people.diagnostics()["persons"].startswith("nothing: the image is of ")
    assert people.see((seen_at(1.0, stamp=100.1),), view(depth_of(5.0)), BASE, 100.1, 100.1 + late_s) is True


def test_somebody_who_left_the_picture_is_still_there_for_a_while():
    people = PeopleWatch(LIMITS)
    assert people.see((seen_at(1.0),), view(depth_of(5.0, 1.0)), BASE, 0.0, 0.0) is True
    aside = view(depth_of(5.0), Pose((0.0, 0.0, 1.2), Pose.planar(0, 0, math.pi).orientation) @ Pose((0, 0, 0), AHEAD))
    assert people.see((), aside, BASE, 4.9, 4.9) is True
    assert people.see((), aside, BASE, 5.1, 5.1) is False


def test_somebody_whose_place_is_seen_empty_is_gone_and_one_who_is_missed_or_hidden_is_not():
    for depth, near in ((depth_of(5.0), False), (depth_of(5.0, 1.0), True), (depth_of(0.5), True),
                        (np.zeros((240, 320), np.float32), True)):  # fmt: skip
        people = PeopleWatch(LIMITS)
        people.see((seen_at(1.0),), view(depth_of(5.0, 1.0)), BASE, 0.0, 0.0)
        assert people.see((), view(depth), BASE, 0.2, 0.2) is near


def test_somebody_who_walks_is_one_person():
    people = PeopleWatch(LIMITS)
    for i in range(20):
        x = 1.0 + 0.3 * i
        near = people.see((seen_at(x, stamp=0.2 * i),), view(depth_of(9.0, x)), BASE, 0.2 * i, 0.2 * i)
        assert near is (x - 0.25 - 0.04 <= 2.0)


def test_somebody_at_an_unknown_depth_is_not_forgotten_for_another_far_away():
    far, lost = seen_at(6.0), PersonSeen(0.0, 0.8, None)
    people = PeopleWatch(LIMITS)
    assert people.see((far, lost), view(depth_of(9.0)), BASE, 0.0, 0.0) is True
    assert people.see((seen_at(6.0, stamp=0.2),), view(depth_of(9.0)), BASE, 0.2, 0.2) is True
    both = (seen_at(6.0, stamp=0.4), seen_at(5.0, 3.0, stamp=0.4))
    assert people.see(both, view(depth_of(9.0)), BASE, 0.4, 0.4) is False


def test_a_clock_that_jumps_back_forgets_whom_it_has_not_seen():
    people = PeopleWatch(LIMITS)
    people.see((seen_at(1.0, stamp=50.0),), view(depth_of(5.0)), BASE, 50.0, 50.0)
    assert people.see((), view(depth_of(5.0, 1.0)), BASE, 0.0, 0.0) is False


def test_what_was_said_is_told_with_distance_and_doubt():
    people = PeopleWatch(LIMITS)
    assert people.diagnostics() == {"persons": "nothing was said yet"}
    people.see((seen_at(1.5),), view(depth_of(5.0)), BASE, 0.0, 0.0)
    assert people.diagnostics() == {"persons": "somebody is near: 1.5 m away, within 0.04 m"}
    people.see((), view(depth_of(5.0)), BASE, 0.2, 0.2)
    assert people.diagnostics() == {"persons": "nobody is near; seen: nobody"}


def serving(at=(1.4, 0.0, 0.9), stamp=0.0) -> PeopleWatch:
    people = PeopleWatch(LIMITS)
    people.expect(Expected(at, stamp))
    return people


@given(st.floats(0.3, 3.0))
def test_whoever_is_handed_something_may_be_nearer_and_no_nearer_than_that(away_m):
    said = serving((away_m, 0.0, 0.9)).see((seen_at(away_m),), view(depth_of(9.0)), BASE, 0.0, 0.0)
    assert said is (seen_at(away_m).distance_m(BASE.position) <= LIMITS.recipient_m)


def test_nobody_else_may_be_nearer_because_somebody_is_handed_something():
    for other in (seen_at(1.4, 0.5), seen_at(0.9, -1.0), PersonSeen(0.0, 0.8, None)):
        assert serving().see((seen_at(1.4), other), view(depth_of(9.0)), BASE, 0.0, 0.0) is True
    assert serving().see((seen_at(1.4),), view(depth_of(9.0)), BASE, 0.0, 0.0) is False


def test_somebody_who_stands_elsewhere_is_not_the_one_who_is_handed_something():
    for beside_m, near in ((RECIPIENT_M - 0.05, False), (RECIPIENT_M + 0.05, True)):
        assert serving((1.4, beside_m, 0.9)).see((seen_at(1.4),), view(depth_of(9.0)), BASE, 0.0, 0.0) is near


@pytest.mark.parametrize("late_s", [1.2, -1.2])
def test_an_old_word_of_whom_the_robot_serves_lets_nobody_come_nearer(late_s):
    people = serving(stamp=10.0)
    assert people.see((seen_at(1.4, stamp=10.0),), view(depth_of(9.0)), BASE, 10.0, 10.0) is False
    now = 10.0 + late_s
    assert people.see((seen_at(1.4, stamp=now),), view(depth_of(9.0)), BASE, now, now) is True


def test_a_zone_for_whom_the_robot_serves_is_never_larger_than_that_for_others():
    people = PeopleWatch(NearLimits(near_m=1.0, recipient_m=3.0, fresh_s=1.0, remember_s=5.0))
    people.expect(Expected((2.0, 0.0, 0.9), 0.0))
    assert people.see((seen_at(2.0),), view(depth_of(9.0)), BASE, 0.0, 0.0) is False
