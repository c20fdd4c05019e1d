# SPDX-License-Identifier: Apache-2.0
"""What pages say: checked before anything is done, and refused one by one."""

from __future__ import annotations

import json
import random
import string

import pytest

from makedo_core.contract.choice import ChoiceKind, OperatorChoice
from makedo_core.failure import FailureCause, Outcome
from operator_node.panes.ports import Standstill
from operator_node.web.commands import AccessNeed, CommandTable, Fields, PageCommand
from operator_node.web.lease import KEPT_S
from operator_node.web.limits import Allowance, Allowances
from operator_node.web.protocol import AskedCommand, Refused, read

COMMANDS = ("stop", "execute", "approve", "resume", "take", "look", "preview", "answer", "pause", "cancel")


def malformed(chosen: random.Random) -> str | bytes:
    """A message that no page of ours sends."""
    junk = "".join(chosen.choices(string.printable, k=chosen.randrange(60)))
    kinds = [
        junk,
        junk.encode(),
        bytes(chosen.randrange(256) for _ in range(chosen.randrange(1, 60))),
        json.dumps(chosen.choice([None, 7, [], "stop", {}, {"do": "stop"}, {"id": -1, "do": "stop"}])),
        json.dumps({"id": 1, "do": junk}),
        json.dumps({"id": True, "do": "stop"}),
        json.dumps({"id": 2, "do": "execute"}),
        json.dumps({"id": 3, "do": "execute", "instruction": chosen.choice([7, "", "   ", None, ["x"], "x" * 2001])}),
        json.dumps({"id": 4, "do": "approve", "approved": chosen.choice(["yes", 1, None])}),
        json.dumps({"id": 5, "do": chosen.choice(COMMANDS), "extra": junk}),
        '{"id": 6, "do": ' + "[" * chosen.randrange(500, 5000),
    ]
    return chosen.choice(kinds)


def test_a_thousand_malformed_messages_are_refused_one_by_one_and_nothing_moves(served):
    page, chosen = served.open(), random.Random(7)
    for _ in range(1000):
        page.socket.send(malformed(chosen))
        while "reply" not in (answer := page.hear()):
            continue
        assert answer["ok"] is False and answer["said"]
    assert served.stack.asked == []
    assert served.open("Ben").ask("stop")["ok"]  # the page lives
    assert page.ask("stop")["ok"]  # and so does this one: a stop counts for no limit
    assert set(served.stack.names()) == {"stop"}


def test_a_refusal_repeats_nothing_of_what_was_sent():
    table = CommandTable([PageCommand("stop", Fields, AccessNeed.NOTHING, None)])
    for message in ('{"id": 1, "do": "<img onerror=x>"}', '{"id": 1, "do": "stop", "x": "<img onerror=x>"}'):
        refused = read(message, table)
        assert isinstance(refused, Refused) and "<img" not in refused.why
    assert isinstance(read('{"id": 1, "do": "stop"}', table), AskedCommand)


def test_a_choice_of_the_operator_is_planned_with_and_one_of_no_kind_is_refused(served):
    page = served.open()
    choice = {"kind": int(ChoiceKind.THING), "part": 1, "asked": "cola_can_1", "taken": "juice_carton_1", "count": 0}
    assert page.ask("preview", instruction="Bring 4 kid snacks", choices=[choice])["ok"]
    assert served.stack.chosen == (OperatorChoice(ChoiceKind.THING, 1, "cola_can_1", "juice_carton_1"),)
    refused = page.ask("preview", instruction="Bring 4 kid snacks", choices=[{**choice, "kind": 99}])
    assert not refused["ok"] and "choices.0.kind" in refused["said"]


def test_too_long_a_message_ends_the_connection_of_its_sender_alone(served):
    page, other = served.open(), served.open("Ben")
    page.socket.send("x" * 100_000)
    with pytest.raises(Exception, match=r"1009|too big"):
        while True:
            page.hear()
    assert other.ask("stop")["ok"]


def test_a_stop_overtakes_what_takes_long(served):
    served.stack.preview_s = 3600.0
    page = served.open()
    page.socket.send(json.dumps({"id": 901, "do": "preview", "instruction": "go to table_1"}))
    for number in range(20):
        page.socket.send(json.dumps({"id": 1000 + number, "do": "preview", "instruction": f"go to table_{number}"}))
    assert page.ask("stop")["ok"]
    assert "too much is under way; wait for it" in {reply["said"] for reply in page.replies.values()}


def test_a_stop_needs_neither_lease_nor_connection_and_says_how_the_robot_stood(served):
    anna, ben = served.open("Anna"), served.open("Ben")
    assert anna.ask("take")["ok"]
    reply = ben.ask("stop")
    assert reply["said"] == "Everything stood still after 0.14 s. The last to rest: arm 7 joint."
    assert served.stack.asked == [("stop", "Ben on the page")]
    assert anna.hear_until(lambda: (anna.topics.get("still") or {}).get("said"))
    assert anna.topics["still"]["by"] == "Ben"
    status, _, body = served.request("POST", "/stop", headers={"Origin": served.origin})
    assert status == 200 and json.loads(body)["ok"]


def test_a_stop_that_failed_says_what_is_left_to_do(served):
    served.stack.standstill = Standstill(Outcome(FailureCause.TIMEOUT, "stop did not answer within 8 s"))
    reply = served.open().ask("stop")
    assert not reply["ok"]
    assert reply["said"].endswith("Use the robot's own emergency stop if anything still moves.")


def test_one_operator_holds_the_lease_and_the_others_see_who(served):
    anna, ben = served.open("Anna"), served.open("Ben")
    assert anna.ask("execute", instruction="go to table_1")["ok"]  # a free lease is taken by whoever first needs it
    ben.hear_until(lambda: ben.topics.get("lease", {}).get("holder") == "Anna")
    assert not ben.topics["lease"]["yours"]
    assert ben.ask("execute", instruction="go to table_2")["said"] == "Anna has control; take it over first"
    assert not ben.ask("take")["ok"]
    assert ben.ask("take", over=True)["ok"]
    anna.hear_until(lambda: anna.topics["lease"]["holder"] == "Ben")
    assert served.stack.asked == [("execute", "go to table_1")]
    assert ben.ask("give_back")["ok"]
    assert anna.ask("resume")["ok"]


def test_a_lease_waits_for_a_lost_holder_and_is_free_then():
    from operator_node.web.commands import Caller, PageRole
    from operator_node.web.lease import Lease

    now = [0.0]
    lease = Lease(lambda: None, lambda: now[0])
    anna, ben = Caller("1", "Anna", PageRole.OPERATE), Caller("2", "Ben", PageRole.OPERATE)
    assert lease.take(anna)
    lease.lost(anna)
    now[0] = KEPT_S - 1
    assert not lease.take(ben) and lease.holds(anna)
    assert lease.take(anna)  # it came back
    lease.lost(anna)
    now[0] = 3 * KEPT_S
    assert lease.take(ben)
    assert not lease.take(Caller("3", "Carl", PageRole.WATCH), over=True)


def test_the_name_of_another_page_is_not_told(served):
    anna, ben = served.open("Anna"), served.open("Ben")
    assert anna.ask("take")["ok"]
    ben.hear_until(lambda: ben.topics.get("lease", {}).get("holder") == "Anna")
    assert anna.client not in json.dumps(ben.topics)


def test_an_allowance_comes_back_with_time():
    now = [0.0]
    allowance = Allowance(2, 0.5, lambda: now[0])
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 2.0
    assert [allowance.take() for _ in range(2)] == [True, False]


def test_of_too_many_names_the_oldest_is_forgotten():
    kept = Allowances(lambda: Allowance(1, 0.0), most=2)
    assert [kept.take(name) for name in "aabc"] == [True, False, True, True]
    assert kept.take("a") and not kept.take("c")


def test_more_watchers_than_fit_are_told_so(served, monkeypatch):
    monkeypatch.setattr("operator_node.web.live.MOST_WATCHERS", 1)
    served.open().hear()
    late = served.open("Ben")
    with pytest.raises(Exception, match="too many watch"):
        late.hear()
