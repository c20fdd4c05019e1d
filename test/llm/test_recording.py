# SPDX-License-Identifier: Apache-2.0
"""Recording and replaying: the same answers, failures and costs, and clear errors for everything else."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from makedo_core.cancel import Cancelled
from makedo_llm.chat import ChatRequest, Message, ModelError, ModelFault, Picture, Reply, Role, Usage
from makedo_llm.recording import ExchangeRecorder, Replayer, ReplayError
from makedo_llm.set_up import make_ladder
from makedo_llm.settings import ModelSpec, llm_settings

SPEC = ModelSpec("openai/test", api_base="http://private.example:1", api_key_env="PRIVATE_KEY_NAME")


def asked(text: str, **more) -> ChatRequest:
    return ChatRequest(SPEC, (Message(Role.USER, text),), 50, 5.0, **more)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "exchanges.jsonl"


def test_a_replay_gives_the_same_reply(path, script):
    reply = Reply("three", Usage(7, 2, estimated=True), 1.25, attempts=2, cut_off=True)
    assert ExchangeRecorder(script(reply), path).complete(asked("a")) == reply
    assert Replayer(path).complete(asked("a")) == reply


def test_of_a_picture_only_the_hash_is_kept(path, script):
    first = replace(asked("a"), messages=(Message(Role.USER, "a", (Picture(b"one", 1, 1),)),))
    other = replace(asked("a"), messages=(Message(Role.USER, "a", (Picture(b"two", 1, 1),)),))
    ExchangeRecorder(script("yes"), path).complete(first)
    assert "b25l" not in path.read_text()
    with pytest.raises(ReplayError, match="is not in the recording"):
        Replayer(path).complete(other)
    assert Replayer(path).complete(first).text == "yes"


def test_a_replay_fails_as_the_model_did(path, script):
    with pytest.raises(ModelError):
        ExchangeRecorder(script(ModelError(ModelFault.TIMEOUT, "late", 30.0)), path).complete(asked("a"))
    with pytest.raises(ModelError, match="late") as caught:
        Replayer(path).complete(asked("a"))
    assert (caught.value.fault, caught.value.duration_s) == (ModelFault.TIMEOUT, 30.0)


def test_the_same_question_is_answered_in_the_recorded_order(path, script):
    recorder = ExchangeRecorder(script("one", "two"), path)
    for _ in range(2):
        recorder.complete(asked("a"))
    replayer = Replayer(path)
    assert [replayer.complete(asked("a")).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(ReplayError, match="was recorded only 2 times"):
        replayer.complete(asked("a"))


@pytest.mark.parametrize(
    "other",
    [
        asked("b"),
        replace(asked("a"), messages=(Message(Role.USER, "a", (Picture(b"jpeg", 1, 1),)),)),
        asked("a", schema={"type": "object"}),
        replace(asked("a"), max_tokens=51),
        replace(asked("a"), model=replace(SPEC, temperature=0.5)),
        replace(asked("a"), model=replace(SPEC, model="openai/other")),
    ],
)
def test_another_question_is_not_answered(path, script, other):
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    with pytest.raises(ReplayError, match=r"is not in the recording; its last message ends with '[ab]'"):
        Replayer(path).complete(other)


def test_the_address_and_the_time_limit_make_no_difference(path, script):
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    other = replace(asked("a"), timeout_s=1.0, model=replace(SPEC, api_base="http://elsewhere:2"))
    assert Replayer(path).complete(other).text == "one"


def test_neither_address_nor_key_is_stored(path, script):
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    stored = path.read_text()
    assert "private.example" not in stored
    assert "PRIVATE_KEY_NAME" not in stored


def test_a_cancelled_call_is_not_recorded(path, script):
    with pytest.raises(Cancelled):
        ExchangeRecorder(script("one"), path).complete(asked("a"), lambda: True)
    assert path.read_text() == ""


def test_a_replay_can_be_cancelled(path, script):
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    with pytest.raises(Cancelled):
        Replayer(path).complete(asked("a"), lambda: True)


def test_a_line_that_a_crash_cut_short_is_left_out(path, script):
    recorder = ExchangeRecorder(script("one"), path)
    recorder.complete(asked("a"))
    recorder.complete(asked("b"))
    path.write_text(path.read_text()[:-30])
    replayer = Replayer(path)
    assert replayer.complete(asked("a")).text == "one"
    with pytest.raises(ReplayError):
        replayer.complete(asked("b"))


def altered(path, **changes):
    line = json.loads(path.read_text())
    path.write_text(json.dumps({**line, **changes}) + "\n")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hash": "0"}, "1: the hash does not belong to the question"),
        ({"reply": None}, "1: expected either a reply or an error"),
        ({"duration_s": "long"}, "1: duration_s: "),
        ({"key": "sk"}, "1: key: Extra inputs"),
    ],
)
def test_a_recording_that_was_altered_is_refused_with_the_place(path, script, changes, words):
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    altered(path, **changes)
    with pytest.raises(ReplayError, match=words):
        Replayer(path)


def test_a_broken_line_before_the_last_is_refused(path, script):
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    path.write_text("{broken\n" + path.read_text())
    with pytest.raises(ReplayError, match=":1: "):
        Replayer(path)


def test_a_missing_recording_and_one_that_is_no_text_are_named(path):
    with pytest.raises(ReplayError, match=r"cannot replay .*No such file"):
        Replayer(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="is not UTF-8 text"):
        Replayer(path)


def test_a_recording_that_cannot_be_written_is_refused_at_once(tmp_path, script):
    with pytest.raises(ReplayError, match=r"cannot record to .*No such file"):
        ExchangeRecorder(script("one"), tmp_path / "missing" / "x.jsonl")


@given(st.text(), st.text(), st.integers(0, 10**6), st.floats(0, 1e6))
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_whatever_is_said_is_replayed_exactly(tmp_path, script, question, text, tokens, duration_s):
    path = tmp_path / "any.jsonl"
    path.unlink(missing_ok=True)
    reply = Reply(text, Usage(tokens, 1), duration_s)
    ExchangeRecorder(script(reply), path).complete(asked(question))
    assert Replayer(path).complete(asked(question)) == reply


def test_settings_choose_between_recording_and_replaying(path, script):
    models = [{"model": "openai/test"}]
    ExchangeRecorder(script("one"), path).complete(asked("a"))
    replaying = make_ladder(llm_settings({"models": models, "replay": str(path)}), {})
    assert replaying.chat.complete(asked("a"), lambda: False).text == "one"
    recording = make_ladder(llm_settings({"models": models, "record": str(path)}), {})
    assert isinstance(recording.chat, ExchangeRecorder)
