# SPDX-License-Identifier: Apache-2.0
"""A perception that sees nothing for too long says so, and why."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from perception_node import mailbox as mailbox_module
from perception_node.image_watchdog import ImageWatchdog
from perception_node.mailbox import Mailbox

TOPICS = {"colour": "camera/rgb", "depth": "camera/depth"}


@pytest.fixture
def seeing(monkeypatch):
    """A sight of four seconds, its mailbox and its clock."""
    clock = [100.0]
    monkeypatch.setattr(mailbox_module.time, "monotonic", lambda: clock[0])
    mailbox = Mailbox(TOPICS.keys())

    def put(stamp, *kinds):
        for kind in kinds or TOPICS:
            mailbox.put(kind, stamp, "image")

    def later(seconds):
        clock[0] += seconds

    return SimpleNamespace(
        sight=ImageWatchdog(mailbox, TOPICS, 4.0, lambda: clock[0]), put=put, later=later, mailbox=mailbox
    )


def test_nothing_is_said_until_images_have_been_missing_for_long(seeing):
    seeing.later(3.9)
    assert seeing.sight.lost() == ""
    seeing.later(0.2)
    assert seeing.sight.lost() == "no image came on camera/rgb and camera/depth for 4 s; does the camera run?"


def test_an_image_that_comes_ends_it(seeing):
    seeing.later(10.0)
    seeing.put(1)
    assert seeing.sight.lost() == ""


def test_a_perception_that_is_activated_again_begins_anew(seeing):
    seeing.later(10.0)
    seeing.mailbox.clear()
    assert seeing.sight.lost() == ""


def test_the_topic_that_is_silent_is_named(seeing):
    seeing.later(5.0)
    seeing.put(1, "colour")
    assert seeing.sight.lost() == "no image came on camera/depth for 4 s; does the camera run?"


def test_images_without_a_partner_of_the_same_time_are_told_as_such(seeing):
    seeing.later(5.0)
    seeing.put(1, "colour")
    seeing.put(2, "depth")
    assert "no two images of camera/rgb and camera/depth had the same time stamp" in seeing.sight.lost()


def test_images_that_cannot_be_used_are_no_sight(seeing):
    for stamp in range(6):
        seeing.put(stamp)
        seeing.sight.fails(f"no transform {stamp}")
        seeing.later(1.0)
    assert seeing.sight.lost() == "no image could be used for 4 s: no transform 5"
    seeing.sight.serves()
    assert seeing.sight.lost() == ""


def test_a_detector_may_take_long_for_the_image_after_one_that_could_not_be_used(seeing):
    seeing.put(1)
    seeing.sight.fails("no transform")
    for _ in range(10):
        seeing.later(1.0)
        seeing.put(2)
    assert seeing.sight.lost() == ""


def test_images_that_were_lost_long_ago_do_not_tell_of_a_camera_that_has_died(seeing):
    seeing.put(1, "colour")
    seeing.put(2, "depth")
    seeing.put(3)
    seeing.later(5.0)
    assert seeing.sight.lost() == "no image came on camera/rgb and camera/depth for 4 s; does the camera run?"


def test_one_image_that_cannot_be_used_is_no_loss(seeing):
    seeing.put(1)
    seeing.sight.fails("no transform")
    seeing.later(2.0)
    seeing.put(2)
    seeing.sight.serves()
    seeing.later(3.0)
    assert seeing.sight.lost() == ""


def test_images_of_two_cameras_are_not_looked_at_until_one_has_been_silent_for_seconds(seeing):
    sight = seeing.sight
    assert all(sight.is_of_one("depth", number) for number in (7, 8, 0, 1, None))  # a driver that was started again
    for number in range(5):
        sight.is_of_one("colour", number)
        of_two = sight.is_of_one("colour", 100 + number)
    assert not of_two and not sight.is_of_one("depth", 2)
    seeing.put(1)
    assert sight.lost() == "two publishers send images on camera/rgb: which of them are this robot's is not known"
    seeing.later(5.5)
    seeing.put(2)
    assert sight.is_of_one("colour", 5) and sight.lost() == ""
