# SPDX-License-Identifier: Apache-2.0
"""Calls through the real litellm against a server on the loopback: every way in which that goes right or wrong."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from makedo_core.cancel import Cancelled
from makedo_llm.chat import Message, ModelError, ModelFault, Picture, Role, Usage, never
from makedo_llm.client import MAX_ABANDONED, POLL_S, LiteLlm
from support.waiting import until
from support.words import Words

ROOT = Path(__file__).parents[2]


def failing(client, request, cancelled=never) -> ModelError:
    with pytest.raises(ModelError) as caught:
        client.complete(request, cancelled)
    return caught.value


def test_an_answer_comes_back_with_its_usage(server, client, to_server, answers):
    server.then(answers.says("Hello!"))
    reply = client.complete(to_server())
    assert (reply.text, reply.usage, reply.attempts, reply.cut_off) == ("Hello!", Usage(100, 20), 1, False)
    assert reply.duration_s > 0


def test_the_server_is_told_what_was_set_and_nothing_else(server, client, to_server, answers):
    server.then(answers.says("Hello!"))
    client.complete(to_server(temperature=0.25))
    assert server.requests[0] == {
        "model": "test",
        "messages": [{"role": "user", "content": "Say hello."}],
        "temperature": 0.25,
        "max_tokens": 50,
    }
    assert server.headers[0]["Authorization"] == "Bearer sk-very-secret-123"


def test_pictures_go_with_the_text(server, client, to_server, answers):
    server.then(answers.says("A cup.", usage=None))
    message = Message(Role.USER, "What is it?", (Picture(b"jpeg", 600, 400),))
    reply = client.complete(replace(to_server(), messages=(message,)))
    assert server.requests[0]["messages"][0]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,anBlZw=="}},
        {"type": "text", "text": "What is it?"},
    ]
    assert reply.usage.prompt_tokens == 100 + 400 + 3


def test_no_temperature_is_sent_where_none_is_set(server, client, to_server, answers):
    server.then(answers.says("Hello!"))
    client.complete(to_server(temperature=None))
    assert "temperature" not in server.requests[0]


def test_a_server_of_ones_own_never_gets_a_providers_key(server, client, to_server, answers, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-provider")
    server.then(answers.says("Hello!"))
    client.complete(to_server(api_key_env=""))
    assert server.headers[0]["Authorization"] == "Bearer none"


@pytest.mark.parametrize("structured", [True, False])
def test_the_schema_is_sent_to_servers_that_keep_to_one(server, client, to_server, answers, structured):
    server.then(answers.says("{}"))
    client.complete(replace(to_server(structured_output=structured), schema={"type": "object"}))
    sent = server.requests[0].get("response_format")
    assert (sent is not None) is structured
    if structured:
        assert sent["json_schema"]["schema"] == {"type": "object"}


def test_usage_is_estimated_where_the_server_does_not_count(server, client, to_server, answers):
    server.then(answers.says("x" * 400, usage=None))
    assert client.complete(to_server()).usage == Usage(3, 101, estimated=True)


def test_an_answer_that_reached_its_limit_is_marked(server, client, to_server, answers):
    server.then(answers.says("Hel", finish="length"))
    assert client.complete(to_server()).cut_off


def test_an_answer_without_text_is_empty(server, client, to_server, answers):
    server.then(answers.says(None))
    assert client.complete(to_server()).text == ""


def test_half_characters_are_replaced(server, client, to_server, answers):
    server.then(answers.says("a\ud800b"))
    assert client.complete(to_server()).text == "a?b"


def test_a_huge_answer_is_read(server, client, to_server, answers):
    server.then(answers.says("x" * 5_000_000))
    assert len(client.complete(to_server()).text) == 5_000_000


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_error_is_tried_again(server, client, to_server, answers, status):
    server.then(answers.fails(status), answers.says("Hello!"))
    reply = client.complete(to_server())
    assert (reply.text, reply.attempts) == ("Hello!", 2)


def test_a_dropped_connection_is_tried_again(server, client, to_server, answers):
    server.then(answers.Answer(drop=True), answers.says("Hello!"))
    assert client.complete(to_server()).attempts == 2


def test_a_full_server_is_asked_again_when_it_says(server, client, to_server, answers):
    times: list[float] = []

    def then_well(_):
        times.append(time.monotonic())
        return answers.says("Hello!")

    def full(_):
        times.append(time.monotonic())
        return answers.fails(429, retry_after="1")

    server.then(full, then_well)
    assert client.complete(to_server()).attempts == 2
    assert times[1] - times[0] >= 1.0


def test_attempts_end(server, client, to_server, answers):
    server.then(*[answers.fails(500)] * 9)
    error = failing(client, to_server(retries=1))
    assert error.fault is ModelFault.UNAVAILABLE
    assert str(error).endswith("scripted failure (2 attempts)")
    assert len(server.requests) == 2


def test_a_server_that_wants_a_longer_pause_than_there_is_time_is_left(server, client, to_server, answers):
    server.then(answers.fails(429, retry_after="60"), answers.says("Hello!"))
    error = failing(client, to_server(timeout_s=20))
    assert (error.fault, error.retry_after_s) == (ModelFault.RATE_LIMITED, 60.0)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "told", "fault", "remedy"),
    [
        (400, "scripted failure", ModelFault.BAD_REQUEST, "see what it says"),
        (400, "maximum context length is 4096 tokens", ModelFault.TOO_LONG, "a larger context"),
        (400, "response_format is not supported", ModelFault.BAD_REQUEST, "structured_output: false"),
        (401, "scripted failure", ModelFault.UNAUTHORISED, "check api_key_env"),
        (402, "scripted failure", ModelFault.UNAUTHORISED, "check api_key_env"),
        (403, "scripted failure", ModelFault.UNAUTHORISED, "check api_key_env"),
        (404, "scripted failure", ModelFault.BAD_REQUEST, "check the model's name and api_base"),
        (422, "scripted failure", ModelFault.BAD_REQUEST, "see what it says"),
    ],
)
def test_what_stays_wrong_is_not_tried_again(server, client, to_server, answers, status, told, fault, remedy):
    server.then(*[answers.fails(status, told)] * 3)
    error = failing(client, to_server(structured_output=True))
    assert error.fault is fault
    assert str(error).startswith("openai/test: ") and remedy in str(error)
    assert len(server.requests) == 1


def test_every_fault_of_a_server_is_told_with_what_to_do(server, client, to_server, answers, words: Words):
    """No name of a library's class is left in the words."""
    statuses = (400, 401, 402, 403, 404, 408, 422, 429, 500, 502, 503, 504)
    scripts = [answers.fails(s) for s in statuses]
    scripts += [answers.fails(400, t) for t in ("the context window is exceeded", "json_schema is not supported")]
    scripts += [answers.web_page(), answers.Answer(b"{not json"), answers.Answer(drop=True)]
    for scripted in scripts:
        server.script.clear()
        server.then(scripted)
        told = str(failing(client, to_server(retries=0, structured_output=True)))
        told = told.replace(server.api_base, "ADDRESS")
        assert "litellm" not in told and "OpenAIException" not in told and "Error:" not in told
        words(told[:200])


def test_a_key_in_an_error_is_not_repeated(server, client, to_server, answers):
    server.then(answers.fails(401, "Incorrect API key provided: sk-very-secret-123"))
    error = failing(client, to_server())
    assert "sk-very-secret-123" not in str(error)
    assert "***" in str(error)


def test_a_long_error_is_cut(server, client, to_server, answers):
    server.then(answers.fails(400, "x" * 10_000))
    assert len(str(failing(client, to_server()))) < 500


def test_no_server_is_unavailable(server, client, to_server, answers):
    request = to_server(retries=0)
    server.__exit__(None, None, None)
    error = failing(client, request)
    assert error.fault is ModelFault.UNAVAILABLE
    assert "no server answers at http://127.0.0.1" in str(error)


def test_a_web_page_is_no_answer(server, client, to_server, answers):
    server.then(answers.web_page())
    error = failing(client, to_server(retries=0))
    assert error.fault is ModelFault.UNAVAILABLE
    assert "api_base" in str(error)


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_broken_http_bodies_are_no_answer(server, client, to_server, answers):
    for body in (b"{not json", b"[1, 2]", b'{"choices": [{"message": "hi"}]}'):
        server.then(answers.Answer(body))
        error = failing(client, to_server(retries=0))
        assert error.fault is ModelFault.UNAVAILABLE
        assert "Traceback" not in str(error)


def test_an_answer_without_choices_is_malformed(server, client, to_server, answers):
    server.then(answers.no_choices())
    error = failing(client, to_server())
    assert (error.fault, str(error)) == (ModelFault.MALFORMED, "openai/test answered without any choice")
    assert error.duration_s > 0


@pytest.mark.parametrize(
    ("where", "of_the_model_s", "why"),
    [
        ("before", 0.5, "a slow machine needs a longer timeout_s"),
        ("middle", 0.5, "a slow machine needs a longer timeout_s"),
        ("before", 30.0, "that is all that planning or the budget had left for it"),
    ],
)
def test_a_server_that_stalls_does_not_hold_us(server, client, to_server, answers, where, of_the_model_s, why):
    server.then(answers.says("Hello!", stall=where))
    request = to_server(timeout_s=0.5)
    error = failing(client, replace(request, model=replace(request.model, timeout_s=of_the_model_s)))
    assert (error.fault, str(error)) == (ModelFault.TIMEOUT, f"openai/test gave no answer within 0.5 s; {why}")
    assert error.duration_s >= 0.4
    assert not server.released.is_set()


def test_a_server_that_trickles_does_not_hold_us(server, client, to_server, answers):
    server.then(answers.says("Hello!" * 1000, trickle_s=0.05))
    assert failing(client, to_server(timeout_s=0.5)).fault is ModelFault.TIMEOUT
    assert not server.released.is_set()


@pytest.mark.parametrize("how", [{"stall": "before"}, {"stall": "middle"}, {"trickle_s": 0.05}])
def test_a_cancelled_call_is_left_while_the_server_stalls(server, client, to_server, answers, how):
    cancel = threading.Event()

    def then_cancel(_):
        cancel.set()
        return answers.says("Hello!" * 1000, **how)

    server.then(then_cancel)
    with pytest.raises(Cancelled):
        client.complete(to_server(timeout_s=60), cancel.is_set)
    assert not server.released.is_set()
    assert POLL_S < 0.5


def test_a_pause_can_be_cancelled(server, client, to_server, answers):
    cancel = threading.Event()

    def full(_):
        threading.Timer(0.3, cancel.set).start()
        return answers.fails(429, retry_after="50")

    server.then(full)
    with pytest.raises(Cancelled):
        client.complete(to_server(timeout_s=60), cancel.is_set)


def test_a_call_that_was_cancelled_before_asks_nobody(server, client, to_server):
    with pytest.raises(Cancelled):
        client.complete(to_server(), lambda: True)
    assert not server.requests


def test_calls_that_hang_are_counted_and_no_more_are_made(server, client, to_server, answers):
    calls = 40
    server.then(*[answers.says("Hello!" * 1000, trickle_s=0.05)] * calls)
    errors = []
    while len(errors) < calls and not (errors and errors[-1].fault is ModelFault.UNAVAILABLE):
        errors.append(failing(client, to_server(timeout_s=0.2)))
    *before, last = errors
    # On a busy machine some calls end in time: their socket waited for its first byte too long.
    assert {e.fault for e in before} == {ModelFault.TIMEOUT}
    assert len(before) >= MAX_ABANDONED
    assert last.fault is ModelFault.UNAVAILABLE
    assert f"{MAX_ABANDONED} earlier calls still hang" in str(last)
    assert failing(client, to_server(timeout_s=0.2)).fault is ModelFault.UNAVAILABLE
    assert len(server.requests) <= len(before)
    server.released.set()
    server.script.clear()

    def answered() -> bool:
        server.then(answers.says("Hello!"))
        try:
            return client.complete(to_server()).text == "Hello!"
        except ModelError:
            return False

    until(answered, "an answer, although none hangs any more")


def test_a_key_that_is_not_set_is_named(client, to_server, server):
    error = failing(client, to_server(api_key_env="MISSING_KEY"))
    assert error.fault is ModelFault.UNAUTHORISED
    assert "environment variable MISSING_KEY" in str(error)
    assert not server.requests


def test_an_unknown_provider_is_a_bad_request(client, to_server):
    request = to_server()
    error = failing(client, replace(request, model=replace(request.model, model="no-such-provider/x", api_base="")))
    assert error.fault is ModelFault.BAD_REQUEST
    assert "provider" in str(error).lower()


def test_a_bug_of_the_library_ends_the_call_only(client, to_server, litellm, monkeypatch):
    def broken(**_):
        raise KeyError("sk-very-secret-123")

    monkeypatch.setattr(litellm, "completion", broken)
    error = failing(client, to_server())
    assert (error.fault, str(error)) == (ModelFault.UNEXPECTED, "openai/test: KeyError: '***'")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "litellm", None)
    with pytest.raises(ModelError, match=r"package litellm is missing.*pip install litellm") as caught:
        LiteLlm({}, Random(0)).load()
    assert caught.value.fault is ModelFault.NOT_INSTALLED


def test_a_broken_package_is_told(monkeypatch):
    monkeypatch.setattr("importlib.import_module", lambda name: (_ for _ in ()).throw(ImportError("no symbol x")))
    with pytest.raises(ModelError, match="installed but broken: no symbol x") as caught:
        LiteLlm({}, Random(0)).load()
    assert caught.value.fault is ModelFault.NOT_INSTALLED


def test_an_import_that_takes_too_long_is_left(monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr("makedo_llm.client.LOAD_LIMIT_S", 0.1)
    monkeypatch.setattr("makedo_llm.client._import_litellm", ended.wait)
    with pytest.raises(ModelError, match=r"importing litellm takes longer than 0\.1 s") as caught:
        LiteLlm({}, Random(0)).load()
    ended.set()
    assert caught.value.fault is ModelFault.TIMEOUT


def test_an_import_can_be_cancelled(monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr("makedo_llm.client._import_litellm", ended.wait)
    with pytest.raises(Cancelled):
        LiteLlm({}, Random(0)).load(lambda: True)
    ended.set()


_ISOLATED = """
import logging, sys
connections = []
def hook(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        connections.append((event, str(arguments[1:])))
sys.addaudithook(hook)

from random import Random
from pydantic import BaseModel
from makedo_llm.chat import Prompt
from makedo_llm.client import LiteLlm
from planner_node.llm.plain_orders import plain_orders
from makedo_llm.ladder import NoModel
from makedo_llm.set_up import make_ladder
from makedo_llm.settings import llm_settings

class Anything(BaseModel):
    pass

answer = make_ladder(llm_settings(None), {}).begin().ask(Prompt("", ""), Anything)
assert answer == NoModel(), answer
assert not {"litellm", "openai", "httpx"} & sys.modules.keys(), "imported without a model"
LiteLlm({}, Random(0)).load()
assert "litellm" in sys.modules
assert not connections, connections
import os
assert "LEAKED" not in os.environ, "a .env file was read"
print("isolated")
"""


def test_nothing_is_imported_without_a_model_and_importing_reaches_for_no_network_nor_env_file(tmp_path):
    (tmp_path / ".env").write_text("LEAKED=1\n")
    done = subprocess.run(
        [sys.executable, "-c", _ISOLATED],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": ":".join(p for p in sys.path if p) + f":{ROOT}"},
        timeout=600,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("isolated\n", "")
