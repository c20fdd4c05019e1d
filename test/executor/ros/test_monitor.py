# SPDX-License-Identifier: Apache-2.0
"""What a running task depends on: a loss ends it, unless what was lost is started again; then it waits."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import replace
from types import SimpleNamespace

import pytest

from executor_node.instruction.hold import SENSES, WATCHDOG
from executor_node.ros import monitor
from executor_node.ros.monitor import Monitor
from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.failure import FailureCause
from makedo_core.heartbeat import Heartbeat, NodeCondition

PATIENCE_S, TIMEOUT_S = 30.0, 4.0


class _Watchdog:
    def __init__(self):
        self.silent, self.states = set(), {"planner": NodeCondition.ACTIVE, "perception": NodeCondition.ACTIVE}
        self.fed: list[str] = []
        self.began = set(self.states)
        self.old: dict[str, str] = {}
        self.troubled: set[str] = set()  # active all the same
        self.nodes, self.ended = {"planner", "perception"}, set()  # of ours; those whose process has ended
        self.timeout_s, self.awake_s = TIMEOUT_S, math.inf

    def lost(self):
        return tuple(sorted(self.silent))

    def ceased(self):
        return tuple(sorted(n for n in self.began if self.states[n] is NodeCondition.INACTIVE))

    def outdated(self):
        return self.old

    def has_ended(self, name):
        return name in self.ended

    def may_live(self, name):
        return name in self.nodes - self.ended

    def works(self, name):
        return Heartbeat(self.states[name], is_active=name in self.troubled).works

    def feed(self, name):
        self.fed.append(name)


@pytest.fixture
def watched(monkeypatch):
    """A monitor of a running task, its watchdog, a clock, and what it did."""
    clock = [100.0]
    monkeypatch.setattr(monitor.time, "monotonic", lambda: clock[0])
    asked: list[Future] = []
    ping = SimpleNamespace(
        service_is_ready=lambda: True,
        call_async=lambda _: (asked.append(Future()), asked[-1])[1],
    )
    node = SimpleNamespace(
        create_client=lambda *_, **__: ping,
        create_timer=lambda *_, **__: None,
    )
    did, watchdog = [], _Watchdog()
    holders = []
    holder = SimpleNamespace(
        pause=lambda who, why: (who in holders or holders.append(who), did.append(why)),
        resume=lambda who: (holders.remove(who), did.append("resumed")),
    )
    lost_for_s = [0.0]  # where the robot is
    planning = [False]
    doubled, alternating = [], []
    made = Monitor(
        node,
        watchdog,
        did.append,
        lambda: lost_for_s[0],
        {"planner"},
        PATIENCE_S,
        lambda: planning[0],
        lambda: doubled,
        lambda: alternating,
    )
    assert made.start(holder).ok

    def later(seconds=0.25):
        clock[0] += seconds
        made._watch()

    return SimpleNamespace(
        later=later,
        watchdog=watchdog,
        did=did,
        start=lambda: made.start(holder),
        stop=made.stop,
        asked=asked,
        ping=ping,
        lost_for_s=lost_for_s,
        planning=planning,
        holders=holders,
        doubled=doubled,
        alternating=alternating,
    )


def test_nothing_happens_while_all_give_signs_of_life(watched):
    watched.later()
    assert watched.did == []


def test_the_motion_planner_is_asked_every_second_though_an_answer_was_lost(watched):
    watched.later()
    watched.later()
    assert len(watched.asked) == 1
    watched.later(1.0)
    watched.watchdog.fed.clear()
    assert len(watched.asked) == 2
    watched.asked[1].set_result(None)
    assert watched.watchdog.fed == ["move_group"]


def test_a_motion_planner_that_works_on_a_plan_lives_though_it_answers_nothing_else(watched):
    watched.planning[0] = True
    watched.later()
    assert watched.watchdog.fed[-1] == "move_group" and not watched.asked[-1].done()
    watched.planning[0] = False
    watched.watchdog.fed.clear()
    watched.later()
    assert watched.watchdog.fed == []


def test_a_motion_planner_that_is_gone_works_on_nothing(watched):
    watched.planning[0] = True
    watched.ping.service_is_ready = lambda: False
    watched.watchdog.fed.clear()
    watched.later()
    assert watched.watchdog.fed == []


def test_where_the_robot_is_must_be_heard_again_and_again(watched, words):
    watched.lost_for_s[0] = TIMEOUT_S - 0.1  # a localisation that publishes rarely
    watched.later()
    assert watched.did == [] and watched.start().ok
    watched.lost_for_s[0] = TIMEOUT_S + 0.1
    watched.later()
    (outcome,) = watched.did
    assert outcome.cause is FailureCause.COMPONENT_LOST
    words(outcome.message)
    refused = watched.start()
    assert refused.cause is FailureCause.COMPONENT_LOST
    assert str(refused).endswith("; the robot stands")  # it did not move
    assert outcome.message.endswith("; the robot was stopped")


def test_where_the_robot_is_counts_as_unknown_no_sooner_than_this_process_could_hear_it(watched):
    watched.lost_for_s[0] = 2 * TIMEOUT_S
    watched.watchdog.awake_s = TIMEOUT_S - 0.1  # it was kept from the processor
    watched.later()
    assert watched.did == []
    watched.watchdog.awake_s = TIMEOUT_S + 0.1
    watched.later()
    assert [o.cause for o in watched.did] == [FailureCause.COMPONENT_LOST]


def test_no_task_begins_while_nobody_has_ever_told_where_the_robot_is(watched):
    watched.lost_for_s[0] = math.inf
    assert watched.start().cause is FailureCause.COMPONENT_LOST


def test_a_node_that_tells_what_is_out_of_date_is_waited_for(watched):
    watched.watchdog.old = {"perception": "no image came"}
    watched.later()
    watched.later()
    assert watched.did == ["the node perception says: no image came; waiting for it"]
    assert watched.holders == [SENSES]  # the planner, which needs no images, goes on
    watched.watchdog.old = {}
    watched.later()
    assert watched.did[1:] == ["resumed"]


def test_a_node_that_tells_what_is_out_of_date_is_not_waited_for_without_end(watched, words):
    watched.watchdog.old = {"perception": "no image came"}
    watched.later()
    watched.later(PATIENCE_S + 1.0)
    assert watched.did[-1].cause is FailureCause.COMPONENT_LOST
    words(watched.did[-1].message)


def test_each_is_waited_for_on_its_own_and_the_newest_reason_is_told(watched):
    watched.watchdog.silent = {"planner"}
    watched.later()
    watched.later(20.0)
    watched.watchdog.old = {"perception": "no image came"}
    watched.later()
    assert watched.holders == [WATCHDOG, SENSES]
    watched.watchdog.silent = set()
    watched.later()
    assert watched.holders == [SENSES]
    watched.watchdog.old = {"perception": "no image could be used"}
    watched.later(15.0)
    assert watched.did[-1] == "the node perception says: no image could be used; waiting for it"
    watched.watchdog.old = {}
    watched.later()
    assert watched.holders == []


def test_what_comes_back_between_two_looks_at_it_ends_nothing(watched):
    """Heartbeats come in another thread."""
    answers = iter([{"perception": "no image came"}])
    watched.watchdog.outdated = lambda: next(answers, {})
    watched.later()
    assert watched.did == ["the node perception says: no image came; waiting for it"]
    watched.later()
    assert watched.did[1:] == ["resumed"]


def test_a_node_that_was_out_of_date_and_fell_silent_ends_the_task(watched, words):
    watched.watchdog.old, watched.watchdog.silent = {"perception": "no image came"}, {"perception"}
    watched.watchdog.ended = {"perception"}
    watched.later()
    (outcome,) = watched.did
    words(outcome.message)


def test_a_motion_planner_that_nobody_offers_is_not_asked(watched):
    watched.ping.service_is_ready = lambda: False
    watched.later(2.0)
    assert watched.asked == []


def test_a_node_that_is_started_again_is_waited_for_and_the_task_goes_on(watched):
    watched.watchdog.silent = {"planner"}
    watched.later()
    watched.later()
    assert watched.did == ["the node planner no longer gives a sign of life; waiting for it"]
    watched.watchdog.silent, watched.watchdog.states["planner"] = set(), NodeCondition.INACTIVE
    watched.later()
    assert watched.did[1:] == ["the node planner is not active any more; waiting for it"]  # there, and of no use yet
    watched.watchdog.states["planner"] = NodeCondition.ACTIVE
    watched.later()
    watched.later()
    assert watched.did[2:] == ["resumed"]


def test_a_node_that_came_back_before_it_was_missed_is_waited_for_too(watched):
    watched.watchdog.states["planner"] = NodeCondition.INACTIVE
    watched.later()
    assert watched.did == ["the node planner is not active any more; waiting for it"]


@pytest.mark.parametrize("state", [NodeCondition.ACTIVE, NodeCondition.TROUBLED])
def test_it_is_not_waited_for_without_end(watched, state):
    watched.watchdog.silent, watched.watchdog.states["planner"] = {"planner"}, state
    watched.later()
    watched.watchdog.silent = {"planner"} if state is NodeCondition.ACTIVE else set()
    watched.later(PATIENCE_S + 1.0)
    watched.later()
    outcome = watched.did[-1]
    assert len(watched.did) == 2 and outcome.cause is FailureCause.COMPONENT_LOST
    assert "planner" in outcome.message and "; it was waited for 30 s; the robot was stopped" in outcome.message


@pytest.mark.parametrize("for_s", [1.0, PATIENCE_S + 1.0])
def test_a_node_that_works_is_not_waited_for_whatever_troubles_it(watched, for_s):
    """A full disk keeps the scene graph from being kept, and from nothing else."""
    watched.watchdog.states["planner"], watched.watchdog.troubled = NodeCondition.TROUBLED, {"planner"}
    watched.later()
    watched.later(for_s)
    assert not watched.did


def test_a_node_that_is_out_of_date_is_not_said_to_be_inactive(watched):
    watched.watchdog.states["planner"], watched.watchdog.old = NodeCondition.OUTDATED, {"planner": "no answer came"}
    watched.later()
    assert watched.did == ["the node planner says: no answer came; waiting for it"]


@pytest.mark.parametrize("silent", [{"perception"}, {"perception", "planner"}])
def test_a_node_whose_process_has_ended_and_that_nobody_starts_again_ends_the_task_at_once(watched, silent):
    watched.watchdog.silent, watched.watchdog.ended = silent, {"perception"}
    watched.later()
    watched.later()
    (outcome,) = watched.did
    assert outcome.cause is FailureCause.COMPONENT_LOST
    assert outcome.message == "the node perception has ended; the robot was stopped"


def test_a_silent_node_whose_process_lives_holds_the_task_at_once_and_the_task_goes_on_with_it(watched):
    """On a machine with too much to do it is only slow; nobody starts it again."""
    watched.watchdog.silent = {"perception"}
    watched.later()
    assert watched.did == ["the node perception no longer gives a sign of life; waiting for it"]
    assert watched.holders == [WATCHDOG]
    watched.later(PATIENCE_S - 1.0)
    assert len(watched.did) == 1
    watched.watchdog.silent = set()
    watched.later()
    assert watched.did[1:] == ["resumed"] and watched.holders == []


def test_a_silent_node_whose_process_lives_is_not_waited_for_without_end(watched, words):
    watched.watchdog.silent = {"perception"}
    watched.later()
    watched.later(PATIENCE_S + 1.0)
    watched.later()
    outcome = watched.did[-1]
    assert len(watched.did) == 2 and outcome.cause is FailureCause.COMPONENT_LOST
    told = "the node perception no longer gives a sign of life; it was waited for 30 s; the robot was stopped"
    assert outcome.message == told
    words(outcome.message)


def test_a_node_whose_process_ends_while_it_is_waited_for_ends_the_task_then(watched):
    watched.watchdog.silent = {"perception"}
    watched.later()
    watched.watchdog.ended = {"perception"}
    watched.later()
    assert [str(did) for did in watched.did[1:]] == [str(watched.did[-1])]
    assert watched.did[-1].message == "the node perception has ended; the robot was stopped"


def test_a_node_that_has_ended_and_is_started_again_is_waited_for(watched):
    watched.watchdog.silent = watched.watchdog.ended = {"planner"}
    watched.later()
    assert watched.did == ["the node planner has ended; waiting for it"]


@pytest.mark.parametrize("silent", ["joint_states", "odom", "move_group"])
def test_what_is_no_node_of_ours_is_not_waited_for(watched, silent):
    watched.watchdog.silent = {silent}
    watched.later()
    assert [did.cause for did in watched.did] == [FailureCause.COMPONENT_LOST]


def test_a_node_that_says_that_it_is_not_active_any_more_ends_the_task(watched, words):
    watched.watchdog.states["perception"] = NodeCondition.INACTIVE
    watched.later()
    watched.later()
    (outcome,) = watched.did
    assert outcome.cause is FailureCause.COMPONENT_LOST
    words(outcome.message)
    assert watched.start().cause is FailureCause.COMPONENT_LOST


def test_a_node_whose_start_is_not_over_ends_no_task(watched):
    watched.watchdog.states["perception"] = NodeCondition.INACTIVE
    watched.watchdog.began.remove("perception")
    watched.later()
    assert watched.did == [] and watched.start().ok


def test_a_task_may_begin_while_a_node_that_is_started_again_is_not_active_yet(watched):
    watched.watchdog.states["planner"] = NodeCondition.INACTIVE
    assert watched.start().ok


def test_a_task_does_not_begin_while_something_is_silent(watched):
    watched.watchdog.silent = {"planner"}
    assert watched.start().cause is FailureCause.COMPONENT_LOST


def test_nothing_is_lost_while_no_task_is_watched(watched):
    watched.stop()
    watched.lost_for_s[0] = TIMEOUT_S + 0.1
    watched.later()
    assert watched.did == []


TWO = Finding(Area.JOINTS, "/joint_states", Level.FAULT, "two publishers report arm_1_joint", "end one of them")


def test_no_task_begins_while_a_second_robot_speaks(watched):
    watched.doubled.append(TWO)
    outcome = watched.start()
    assert outcome.cause is FailureCause.COMPONENT_LOST
    assert "two publishers report arm_1_joint (end one of them)" in str(outcome)
    watched.doubled.clear()
    assert watched.start().ok


def test_a_second_robot_that_begins_to_speak_ends_the_task(watched):
    watched.alternating.append(TWO)
    watched.later()
    (outcome,) = watched.did
    assert outcome.cause is FailureCause.COMPONENT_LOST and "two publishers report arm_1_joint" in str(outcome)


def test_of_much_that_comes_twice_the_first_is_told(watched):
    watched.doubled.extend(replace(TWO, subject=f"/topic_{i}") for i in range(5))
    assert str(watched.start()).count("end one of them") == 2
    assert "and 3 more of the kind (`makedo doctor` tells all)" in str(watched.start())
