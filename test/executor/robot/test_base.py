# SPDX-License-Identifier: Apache-2.0
"""The base behind a navigation whose result comes before the transform that shows it."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Time
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import ComputePathToPose, NavigateToPose
from nav_msgs.msg import Path

from executor_node.robot import measured
from executor_node.robot.bases import nav2
from executor_node.robot.bases.nav2 import Nav2Base
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_to_ros
from makedo_ros.runtime.clients import CallError

GOAL = Pose.planar(1.0, 0.5, 0.0)
UNKNOWN = Pose((math.nan,) * 3, (math.nan,) * 4)
LATER = SimpleNamespace(nanoseconds=100e9)


@pytest.fixture
def base(robot, monkeypatch):
    """One whose navigation succeeds at once; `poses` are the transforms that are there, the last one for ever."""

    def make(*poses):
        left = list(poses)
        clock = SimpleNamespace(now=lambda: SimpleNamespace(nanoseconds=0, to_msg=Time))
        made = Nav2Base.__new__(Nav2Base)
        made._node = SimpleNamespace(get_clock=lambda: clock)
        made._config, made._frames, made._client, made._planner = robot.base, robot.frames, None, object()
        made._tree, made._straight = "", SimpleNamespace(drive=lambda *_: None)
        made._transforms = SimpleNamespace(lookup=lambda *_: left.pop(0) if len(left) > 1 else left[0])
        return made

    answer = SimpleNamespace(status=GoalStatus.STATUS_SUCCEEDED, result=None)
    monkeypatch.setattr(nav2, "send_goal", lambda *_, **__: None)
    monkeypatch.setattr(nav2, "finish", lambda *_, **__: answer)
    monkeypatch.setattr(measured, "LATE_S", 0.2)
    return make


def test_a_transform_that_is_late_is_waited_for(base):
    assert base(Pose(), Pose.planar(0.5, 0.5, 0.0), GOAL).drive_to(GOAL, CancelToken()).ok


def test_a_success_far_from_the_goal_is_told_as_a_wrong_end(base, words):
    outcome = base(Pose()).drive_to(GOAL, CancelToken())
    assert outcome.cause is FailureCause.WRONG_END_STATE
    words(outcome.message)


def test_how_near_is_near_enough_is_the_descriptions_and_told_beside_what_nav2_has_to_do(base, robot):
    off = Pose.planar(0.85, 0.5, 0.2)
    outcome = base(off).drive_to(GOAL, CancelToken())
    assert outcome.raw == (
        "the navigation reported success 0.15 m and 0.20 rad off its goal, where 0.10 m and 0.30 rad are allowed "
        "(base.arrive_m, base.arrive_rad): its goal checker has to be finer than that (config/nav2/goal_tolerance.yaml)"
    )
    driver = base(off)
    driver._config = replace(robot.base, arrive_m=0.16)
    assert driver.drive_to(GOAL, CancelToken()).ok
    driver._config = replace(robot.base, arrive_m=0.16, arrive_rad=0.1)
    assert driver.drive_to(GOAL, CancelToken()).cause is FailureCause.WRONG_END_STATE


def test_a_short_straight_way_is_not_driven_by_the_navigation_and_is_checked_like_it(base, monkeypatch):
    monkeypatch.setattr(nav2, "send_goal", lambda *_, **__: pytest.fail("the navigation was asked"))
    driver = base(GOAL)
    driver._straight = SimpleNamespace(drive=lambda *_: Outcome())
    assert driver.drive_to(GOAL, CancelToken()).ok
    driver = base(Pose())
    driver._straight = SimpleNamespace(drive=lambda *_: Outcome())
    assert driver.drive_to(GOAL, CancelToken()).cause is FailureCause.WRONG_END_STATE
    failed = Outcome(FailureCause.NAVIGATION_FAILED, "something is in the way")
    driver._straight = SimpleNamespace(drive=lambda *_: failed)
    assert driver.drive_to(GOAL, CancelToken()) == failed


def test_nav2_is_given_the_behaviour_tree_and_a_refusal_names_it(base, monkeypatch):
    sent = []

    def send_goal(client, goal, *_, **__):
        sent.append(goal.behavior_tree)
        raise CallError(FailureCause.EXECUTION_FAILED, "it rejected the goal")

    monkeypatch.setattr(nav2, "send_goal", send_goal)
    driver = base(Pose())
    driver._tree = "/trees/mine.xml"
    outcome = driver.drive_to(GOAL, CancelToken())
    assert sent == ["/trees/mine.xml"]
    told = "base.behavior_tree has to be a file where bt_navigator runs: /trees/mine.xml"
    assert outcome.raw == f"it rejected the goal; {told}"


def test_a_drive_that_fails_without_a_reason_names_the_behaviour_tree_which_nav2_accepts_unread(base, monkeypatch):
    answer = SimpleNamespace(status=GoalStatus.STATUS_ABORTED, result=NavigateToPose.Result())
    monkeypatch.setattr(nav2, "finish", lambda *_, **__: answer)
    driver = base(Pose())
    driver._tree = "/trees/mine.xml"
    told = "the navigation gave up; base.behavior_tree has to be a file where bt_navigator runs: /trees/mine.xml"
    assert driver.drive_to(GOAL, CancelToken()).raw == told


def test_a_behaviour_tree_is_a_path_or_the_name_of_one_that_comes_along_for_this_nav2(monkeypatch):
    assert nav2.tree_file("") == ""
    assert nav2.tree_file("/on/the/robot.xml") == "/on/the/robot.xml"
    trees = []
    for has_codes in (False, True):  # Humble's Nav2, Jazzy's
        monkeypatch.setattr(nav2, "_HAS_CODES", has_codes)
        trees.append(ElementTree.parse(nav2.tree_file("navigate_without_recoveries.xml")).getroot())
    for tree in trees:
        nodes = {element.tag for element in tree.iter()}
        assert {"ComputePathToPose", "FollowPath", "ClearEntireCostmap"} <= nodes
        assert not nodes & {"Spin", "BackUp", "Wait", "DriveOnHeading", "AssistedTeleop"}
    for element in trees[1].iter():  # the same, but for the codes
        if element.tag in ("ComputePathToPose", "FollowPath"):
            assert element.attrib.pop("error_code_id").endswith("_error_code}")
    parts = [[(element.tag, element.attrib) for element in tree.findall(".//*")] for tree in trees]
    assert parts[0] == parts[1]
    with pytest.raises(MakedoError, match=r"base\.behavior_tree is 'nosuch\.xml', and there is no such file in .*nav2"):
        nav2.tree_file("nosuch.xml")


def test_a_pose_that_is_not_known_is_no_arrival(base):
    assert base(UNKNOWN).drive_to(GOAL, CancelToken()).cause is FailureCause.WRONG_END_STATE


def test_a_base_that_goes_to_and_fro_for_ever_is_given_up(base, monkeypatch, words):
    def never_ends(handle, name, limit_s, cancelled):
        driver._node = SimpleNamespace(get_clock=lambda: SimpleNamespace(now=lambda: LATER))
        assert cancelled()
        raise CallError(FailureCause.CANCELED, "cancelled")

    driver = base(Pose())
    monkeypatch.setattr(nav2, "finish", never_ends)
    outcome = driver.drive_to(GOAL, CancelToken())
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    words(outcome.message)


@pytest.mark.parametrize(
    ("cause", "told", "words"),
    [
        (FailureCause.EXECUTION_FAILED, FailureCause.NAVIGATION_FAILED, "refused what it was asked for"),
        (FailureCause.TIMEOUT, FailureCause.TIMEOUT, "did not answer in time"),
    ],
)
def test_a_navigation_that_refuses_a_goal_is_told_from_one_that_is_silent(base, monkeypatch, cause, told, words):
    def send_goal(*_, **__):
        raise CallError(cause, "what it said")

    monkeypatch.setattr(nav2, "send_goal", send_goal)
    outcome = base(Pose()).drive_to(GOAL, CancelToken())
    assert outcome == Outcome(told, f"the navigation {words}") and outcome.raw == "what it said"


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (NavigateToPose.Result(error_msg="a wall"), "a wall"),
        (NavigateToPose.Result(error_code=ComputePathToPose.Result.NO_VALID_PATH), "there is no way for the base"),
        (NavigateToPose.Result(error_code=ComputePathToPose.Result.GOAL_OCCUPIED), "something stands where the base"),
        (NavigateToPose.Result(error_code=105), "the base got no farther"),
        (NavigateToPose.Result(error_code=106), "something is in the way of the base"),
        (NavigateToPose.Result(), "the navigation gave up"),  # its behaviour tree passes no codes on
    ],
)
def test_why_a_drive_failed_is_told_by_its_code_where_it_has_no_words(base, monkeypatch, result, told, words):
    answer = SimpleNamespace(status=GoalStatus.STATUS_ABORTED, result=result)
    monkeypatch.setattr(nav2, "finish", lambda *_, **__: answer)
    outcome = base(Pose()).drive_to(GOAL, CancelToken())
    assert outcome.cause is FailureCause.NAVIGATION_FAILED and outcome.message.startswith(told)
    if told != "a wall":
        words(outcome.message)


def test_waiting_for_the_transform_ends_when_cancelled(base):
    token = CancelToken()
    token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    assert base(Pose()).drive_to(GOAL, token).cause is FailureCause.CANCELED


Codes = ComputePathToPose.Result


def path_to(*ends: Pose) -> Path:
    return Path(poses=[PoseStamped(pose=pose_to_ros(end)) for end in ends])


@pytest.fixture
def answers(base, monkeypatch):
    """What `plan_to` makes of the navigation's answer."""

    def ask(status: int, result: object) -> Outcome:
        answer = SimpleNamespace(status=status, result=result)
        monkeypatch.setattr(nav2, "finish", lambda *_, **__: answer)
        return base(Pose()).plan_to(GOAL, Pose())

    return ask


def test_a_path_that_leads_to_the_goal_is_a_way(answers):
    assert answers(GoalStatus.STATUS_SUCCEEDED, Codes(path=path_to(Pose(), GOAL))).ok


def test_a_path_that_ends_elsewhere_or_is_empty_is_none(answers):
    beside = answers(GoalStatus.STATUS_SUCCEEDED, Codes(path=path_to(Pose.planar(1.0, 0.1, 0.0))))
    assert beside == Outcome(FailureCause.NAVIGATION_FAILED, "the navigation's path ends 0.40 m beside it")
    empty = answers(GoalStatus.STATUS_SUCCEEDED, Codes())
    assert empty == Outcome(FailureCause.NAVIGATION_FAILED, "the navigation's path is empty")


@pytest.mark.parametrize("name", ["START_OUTSIDE_MAP", "GOAL_OUTSIDE_MAP", "START_OCCUPIED", "GOAL_OCCUPIED"])
def test_a_code_that_says_that_there_is_no_way_is_told_in_words(answers, name):
    outcome = answers(GoalStatus.STATUS_ABORTED, Codes(error_code=getattr(Codes, name)))
    assert outcome == Outcome(FailureCause.NAVIGATION_FAILED, name.lower().replace("_", " "))


def test_the_navigations_own_words_are_told(answers):
    outcome = answers(GoalStatus.STATUS_ABORTED, Codes(error_code=Codes.NO_VALID_PATH, error_msg="a wall"))
    assert outcome == Outcome(FailureCause.NAVIGATION_FAILED, "a wall")


@pytest.mark.parametrize("code", [Codes.UNKNOWN, Codes.TF_ERROR, Codes.TIMEOUT, Codes.INVALID_PLANNER])
def test_a_navigation_that_could_not_look_has_not_said_no(answers, code, words):
    outcome = answers(GoalStatus.STATUS_ABORTED, Codes(error_code=code, error_msg="no transform"))
    assert outcome.cause is FailureCause.EXECUTION_FAILED
    words(outcome.message)


def test_an_older_navigation_without_codes_has_not_said_no_either(answers, monkeypatch, words):
    monkeypatch.setattr(nav2, "NO_WAY", {})
    monkeypatch.setattr(nav2, "_SAYS_WHY", False)
    outcome = answers(GoalStatus.STATUS_ABORTED, SimpleNamespace(path=Path()))
    assert outcome.cause is FailureCause.EXECUTION_FAILED
    words(outcome.message)


@pytest.mark.parametrize(
    "first",
    [
        (GoalStatus.STATUS_SUCCEEDED, Codes(path=path_to(Pose.planar(9.0, 9.0, 0.0)))),
        (GoalStatus.STATUS_ABORTED, Codes()),
    ],
    ids=["the way to another's goal", "given up for another"],
)
def test_an_answer_that_is_not_for_this_question_is_asked_for_again(base, monkeypatch, first):
    answers = [first, (GoalStatus.STATUS_SUCCEEDED, Codes(path=path_to(GOAL)))]
    monkeypatch.setattr(
        nav2, "finish", lambda *_, **__: SimpleNamespace(**dict(zip(("status", "result"), answers.pop(0), strict=True)))
    )
    assert base(Pose()).plan_to(GOAL, Pose()).ok and answers == []


def test_a_no_with_a_reason_is_asked_for_once(base, monkeypatch):
    answers = [SimpleNamespace(status=GoalStatus.STATUS_ABORTED, result=Codes(error_code=Codes.NO_VALID_PATH))]
    monkeypatch.setattr(nav2, "finish", lambda *_, **__: answers.pop(0))
    assert base(Pose()).plan_to(GOAL, Pose()).cause is FailureCause.NAVIGATION_FAILED


def test_who_is_not_to_be_asked_is_not_asked(base):
    driver = base(Pose())
    driver._planner = None
    outcome = driver.plan_to(GOAL, Pose())
    assert outcome.cause is FailureCause.NOT_CAPABLE and "base.plan" in outcome.message
