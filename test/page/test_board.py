# SPDX-License-Identifier: Apache-2.0
"""What is shown: the newest value of each topic, sent at its own pace and only to those who look."""

from __future__ import annotations

import json

import pytest

from operator_node.state.board import Board, BoardError, TopicSpec


def test_the_newest_value_is_shown_once():
    board, told = Board(), []
    board.declare(TopicSpec("now"))
    board.listen(lambda: told.append(1))
    board.put("now", {"a": 1})
    board.put("now", {"a": 1})
    assert board.newest("now").version == 1 and len(told) == 1
    board.put("now", {"a": 2})
    assert json.loads(board.newest("now").data) == {"topic": "now", "value": {"a": 2}}


def test_what_json_lacks_is_null():
    board = Board()
    board.declare(TopicSpec("pose"))
    board.put("pose", {"x": float("nan"), "y": [float("inf"), 1.0]})
    assert board.value("pose") == {"x": None, "y": [None, 1.0]}


def test_a_topic_is_declared_once_and_before_it_is_shown():
    board = Board()
    board.declare(TopicSpec("now"))
    with pytest.raises(BoardError, match="twice"):
        board.declare(TopicSpec("now"))
    with pytest.raises(BoardError, match="there are now"):
        board.put("then", 1)


def test_the_first_who_looks_and_the_last_who_ends_are_told_of():
    board, told = Board(), []
    board.declare(TopicSpec("picture", on_demand=True), told.append)
    for looks in (True, True, False, False, False, True):
        board.look("picture", looks)
    board.look("unknown", True)
    assert told == [True, False, True]
    assert board.wanted("picture") and not board.wanted("unknown")


def test_bytes_come_with_a_head():
    board = Board()
    board.declare(TopicSpec("picture"))
    board.put_bytes("picture", {"width": 2}, b"\xff\x00")
    data = board.newest("picture").data
    length = int.from_bytes(data[:4], "big")
    assert json.loads(data[4 : 4 + length]) == {"topic": "picture", "width": 2}
    assert data[4 + length :] == b"\xff\x00"


def test_a_watcher_gets_what_is_there_and_what_is_new(served):
    page = served.open()
    page.hear_until(lambda: {"now", "lease", "beat", "things"} <= {*page.topics})
    assert page.topics["now"]["doing"] == "unknown"
    assert "tree" not in page.topics


def test_what_is_on_demand_is_sent_to_those_who_look(served):
    served.board.declare(TopicSpec("picture", most_hz=1000.0, on_demand=True))
    page, other = served.open(), served.open("Ben")
    served.board.put_bytes("picture", {"n": 1}, b"one")
    assert page.ask("look", topics=["picture", "unknown"])["ok"]
    page.hear_until(lambda: page.topics.get("picture", {}).get("body") == b"one")
    assert page.ask("look", topics=[])["ok"]
    assert not served.board.wanted("picture")
    served.board.put_bytes("picture", {"n": 2}, b"two")
    other.ask("stop")
    page.ask("stop")
    assert page.topics["picture"]["body"] == b"one" and "picture" not in other.topics


def test_who_leaves_looks_at_nothing(served):
    from support.waiting import until

    served.board.declare(TopicSpec("picture", on_demand=True))
    page = served.open()
    page.ask("look", topics=["picture"])
    assert served.board.wanted("picture")
    page.socket.close()
    until(lambda: not served.board.wanted("picture"))


def test_a_fast_topic_is_sent_no_faster_than_it_says(served):
    served.board.declare(TopicSpec("joints", most_hz=2.0))
    page = served.open()
    page.hear_until(lambda: "now" in page.topics)
    beats, values = 0, 0
    for i in range(10_000):
        served.board.put("joints", i)
        message = page.hear()
        beats += message.get("topic") == "beat"
        values += message.get("topic") == "joints"
        if beats == 6:  # 2.5 s or more lie between the first of them and the last
            break
    assert 1 <= values <= 2 * beats
