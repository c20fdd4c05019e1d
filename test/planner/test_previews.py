# SPDX-License-Identifier: Apache-2.0
"""Previews over ROS: with terms and choices; the newest of a caller counts, and none holds up a plan."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from planner_process import Client, planner_process, wait_for_graph

from makedo_core.contract.choice import ChoiceKind, OperatorChoice
from makedo_core.failure import FailureCause
from planner_node.previews import MOST_CALLERS, Previews

pytestmark = pytest.mark.ros
SNACKS = "Bring 4 kid snacks to table_2"


@pytest.fixture
def client(ros_domain_id, home) -> Iterator[Client]:
    """The planner with the home's graph."""
    with planner_process(home) as talking:
        yield talking


@pytest.mark.slow
def test_choices_and_terms_over_ros(client):
    """One process for all of it: starting it takes longer than everything that is asked."""
    from makedo.msg import OperatorChoice as ChoiceMessage
    from makedo.srv import RelaxGoal
    from makedo_ros.conversions.plans.contracts import choice_to_ros
    from makedo_ros.conversions.plans.plans import plan_from_ros

    wait_for_graph(client)

    def preview(**fields):
        return client.wait(client.relax.call_async(RelaxGoal.Request(instruction=SNACKS, **fields)))

    shown = preview()
    plan = plan_from_ros(shown.plan)
    (part,) = plan.contract.parts
    assert len(part.things) == part.count == 4
    assert len(plan.receipts) == len(plan.calls) == 16
    things = [a for a in part.alternatives if a.choice.kind is ChoiceKind.THING]
    other = next(a for a in things if a.choice.taken == "juice_carton_1")
    taken = preview(choices=[choice_to_ros(other.choice)])
    assert taken.outcome.code == FailureCause.SUCCESS
    assert "juice_carton_1" in taken.plan.contract.parts[0].things
    assert [c.chosen for c in taken.plan.relaxations] == [True]

    knife = choice_to_ros(OperatorChoice(ChoiceKind.NAMED, 0, "cola can", "knife"))
    for refused in (preview(choices=[knife]), client.plan(SNACKS, choices=[knife])):
        assert refused.outcome.code == FailureCause.INVALID_CHOICE
        assert "cola_can_1" in refused.candidates
    for wrong in (ChoiceMessage(kind=99, taken="juice"), ChoiceMessage(kind=ChoiceMessage.THING)):
        assert preview(choices=[wrong]).outcome.code == FailureCause.INVALID_CHOICE

    asked = client.wait(client.relax.call_async(RelaxGoal.Request(instruction="put the apple on the table")))
    assert asked.question.option

    burst = [
        client.relax.call_async(RelaxGoal.Request(instruction=SNACKS, caller="page", number=number))
        for number in range(1, 9)
    ]
    planned = client.plan(SNACKS, choices=[choice_to_ros(other.choice)])
    assert planned.outcome.code == FailureCause.SUCCESS
    codes = [client.wait(future).outcome.code for future in burst]
    assert codes[-1] == FailureCause.SUCCESS
    assert set(codes) <= {FailureCause.SUCCESS, FailureCause.CANCELED}
    apart = [client.relax.call_async(RelaxGoal.Request(instruction=SNACKS, caller=c)) for c in ("one", "two", "", "")]
    assert {client.wait(future).outcome.code for future in apart} == {FailureCause.SUCCESS}


def test_a_newer_preview_outruns_the_older_of_the_same_caller_alone():
    previews = Previews()
    first, other, nobody = previews.begin("page"), previews.begin("phone"), previews.begin("")
    assert previews.begin("page") is not first and first.is_over
    previews.begin("")
    assert not other.is_over and not nobody.is_over


def test_a_preview_that_was_overtaken_on_its_way_is_over_and_ends_nothing():
    previews = Previews()
    newest = previews.begin("page", 3)
    late = previews.begin("page", 2)
    assert late.is_over and not newest.is_over
    previews.end(late)
    assert previews.begin("page", 4) and newest.is_over
    by_arrival = previews.begin("page")
    assert not by_arrival.is_over


def test_what_was_answered_is_forgotten_and_names_do_not_pile_up():
    previews = Previews()
    first = previews.begin("page")
    previews.end(first)
    previews.begin("page")
    assert not first.is_over
    for number in range(2 * MOST_CALLERS):
        previews.begin(str(number))
    assert len(previews._newest) <= MOST_CALLERS
    threads = [threading.Thread(target=lambda: previews.end(previews.begin("x"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "x" not in previews._newest
