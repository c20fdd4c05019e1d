# SPDX-License-Identifier: Apache-2.0
"""Calls language models of any provider through litellm, the only file that does; bounded in time, whatever they do."""

from __future__ import annotations

import base64
import importlib
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from random import Random
from types import ModuleType
from typing import Any, TypeVar

from makedo_core.cancel import Cancelled
from makedo_llm.chat import (
    ChatRequest,
    Message,
    ModelError,
    ModelFault,
    Reply,
    Usage,
    check_cancelled,
    estimate_message_tokens,
    estimate_tokens,
    never,
)
from makedo_llm.faults import headers_of, model_error, scrubbed
from makedo_llm.retry import passes, pause_s
from makedo_llm.settings import ModelSpec

POLL_S = 0.05
LOAD_LIMIT_S = 120.0
MAX_ABANDONED = 4
_NO_KEY = "none"
_SHORTEST_SECRET = 8
_SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
_T = TypeVar("_T")


class LiteLlm:
    """Completes conversations. Safe to use from several threads.

    Args:
        environ: where keys are looked up.
        random: source of chance for pauses.
    """

    def __init__(self, environ: Mapping[str, str], random: Random) -> None:
        self._environ = environ
        self._random = random
        self._abandoned: list[threading.Thread] = []
        self._lock = threading.Lock()

    def load(self, cancelled: Callable[[], bool] = never) -> ModuleType:
        """Import litellm, which takes seconds the first time; calls do it by themselves.

        Raises:
            ModelError: if it is not installed.
            Cancelled: while it is still being imported.
        """
        try:
            return self._in_thread(_import_litellm, LOAD_LIMIT_S, cancelled)
        except ModuleNotFoundError as error:
            raise ModelError(
                ModelFault.NOT_INSTALLED,
                f"the Python package {error.name} is missing; language models need litellm "
                "(python -m pip install litellm), everything else works without",
            ) from None
        except ImportError as error:
            raise ModelError(ModelFault.NOT_INSTALLED, f"litellm is installed but broken: {error}") from None
        except _StillRunningError:
            message = f"importing litellm takes longer than {LOAD_LIMIT_S:g} s"
            raise ModelError(ModelFault.TIMEOUT, message) from None

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        """The next turn of a conversation.

        Raises:
            ModelError: if there is no answer within the request's time and its model's retries.
            Cancelled: soon after `cancelled` returns True.
        """
        check_cancelled(cancelled)
        arguments = _arguments(request, self._key(request.model))
        library = self.load(cancelled)
        started = time.monotonic()
        attempt = 1
        while True:
            left_s = request.timeout_s - (time.monotonic() - started)
            try:
                response = self._attempt(library, {**arguments, "timeout": left_s}, request, left_s, cancelled)
                return _reply(response, request, time.monotonic() - started, attempt)
            except ModelError as error:
                pause = pause_s(attempt, error.retry_after_s, self._random)
                passed_s = time.monotonic() - started
                if not passes(error) or attempt > request.model.retries or passed_s + pause >= request.timeout_s:
                    tried = f" ({attempt} attempts)" if attempt > 1 else ""
                    raise ModelError(error.fault, f"{error}{tried}", passed_s, error.retry_after_s) from None
            _sleep(pause, cancelled)
            attempt += 1

    def _attempt(
        self,
        library: ModuleType,
        arguments: Mapping[str, Any],
        request: ChatRequest,
        left_s: float,
        cancelled: Callable[[], bool],
    ) -> Any:
        """The response to one HTTP request; every failure becomes a ModelError."""
        name = request.model.model
        try:
            return self._in_thread(lambda: library.completion(**arguments), left_s, cancelled)
        except _StillRunningError:
            raise ModelError(ModelFault.TIMEOUT, _late(request)) from None
        except (ModelError, Cancelled):
            raise
        except library.exceptions.Timeout as error:
            if not headers_of(error):
                raise ModelError(ModelFault.TIMEOUT, _late(request)) from None
            raise model_error(error, request.model, self._secrets(request.model)) from None
        except library.exceptions.openai.OpenAIError as error:  # the base of all that litellm raises
            raise model_error(error, request.model, self._secrets(request.model)) from None
        except Exception as error:  # noqa: BLE001 - a library's bug ends the call, not the planner
            message = scrubbed(f"{type(error).__name__}: {error}", self._secrets(request.model))
            raise ModelError(ModelFault.UNEXPECTED, f"{name}: {message}") from None

    def _in_thread(self, work: Callable[[], _T], limit_s: float, cancelled: Callable[[], bool]) -> _T:
        """The result of work that may hang: it is left behind when the time is over or the end is asked for.

        Sockets time out between bytes, so a server that trickles holds its thread as long as it likes. Such
        threads are counted, and nothing is asked any more while too many of them hang.
        """
        with self._lock:
            self._abandoned = [t for t in self._abandoned if t.is_alive()]
            if len(self._abandoned) >= MAX_ABANDONED:
                message = f"{MAX_ABANDONED} earlier calls still hang; no more are made until one of them ends"
                raise ModelError(ModelFault.UNAVAILABLE, message)
        future: Future[_T] = Future()
        done = threading.Event()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised again where the result is waited for
                future.set_exception(error)
            done.set()

        thread = threading.Thread(target=run, name="language-model", daemon=True)
        thread.start()
        end = time.monotonic() + limit_s
        while not done.wait(POLL_S):
            if cancelled() or time.monotonic() > end:
                with self._lock:
                    self._abandoned.append(thread)
                check_cancelled(cancelled)
                raise _StillRunningError
        return future.result()

    def _secrets(self, model: ModelSpec) -> tuple[str, ...]:
        """What must not leave the process in a message: the model's key, and all else that is called a secret."""
        own = self._environ.get(model.api_key_env, "")
        others = (v for k, v in self._environ.items() if any(word in k.upper() for word in _SECRET_NAMES))
        return tuple(value for value in (own, *others) if len(value) >= _SHORTEST_SECRET)

    def _key(self, model: ModelSpec) -> str | None:
        """The key of a model. A server of one's own gets a word in place of one: never some provider's key."""
        if not model.api_key_env:
            return _NO_KEY if model.api_base else None
        key = self._environ.get(model.api_key_env, "")
        if not key:
            message = f"{model.model}: the environment variable {model.api_key_env} (its api_key_env) is not set"
            raise ModelError(ModelFault.UNAUTHORISED, message)
        return key


class _StillRunningError(Exception):
    """Work took longer than it may."""


def _import_litellm() -> ModuleType:
    """Import litellm without letting it reach for the network, read .env files or write to the terminal."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_LOCAL_BLOG_POSTS"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    # Not an import statement: type checkers would follow it into a million lines.
    library = importlib.import_module("litellm")
    library.telemetry = False  # type: ignore[attr-defined] # older releases read it
    library.suppress_debug_info = True  # type: ignore[attr-defined]
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is raised as well
    return library


def _arguments(request: ChatRequest, key: str | None) -> dict[str, Any]:
    """Arguments of litellm.completion; its own retries are off, since they know neither our limits nor Retry-After."""
    model = request.model
    arguments: dict[str, Any] = {
        "model": model.model,
        "messages": [{"role": m.role.value, "content": _content(m)} for m in request.messages],
        "max_tokens": request.max_tokens,
        "max_retries": 0,
        "num_retries": 0,
    }
    optional = {"api_base": model.api_base or None, "api_key": key, "temperature": model.temperature}
    arguments.update({name: value for name, value in optional.items() if value is not None})
    if request.schema is not None and model.structured_output:
        schema = {"name": "answer", "schema": dict(request.schema)}
        arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
    return arguments


def _content(message: Message) -> str | list[dict[str, Any]]:
    """A message's content: text, and pictures in the form that all of litellm's providers are translated from."""
    if not message.pictures:
        return message.content
    urls = (f"data:image/jpeg;base64,{base64.b64encode(p.jpeg).decode('ascii')}" for p in message.pictures)
    pictures = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    return [*pictures, {"type": "text", "text": message.content}]


def _late(request: ChatRequest) -> str:
    """That there was no answer in time, and which limit was the narrowest."""
    narrow = "a slow machine needs a longer timeout_s"
    if request.timeout_s < request.model.timeout_s:
        narrow = "that is all that planning or the budget had left for it"
    return f"{request.model.model} gave no answer within {request.timeout_s:.3g} s; {narrow}"


def _reply(response: Any, request: ChatRequest, duration_s: float, attempts: int) -> Reply:
    """The reply in a response of litellm.

    Raises:
        ModelError: if it holds no answer.
    """
    if not response.choices:
        raise ModelError(ModelFault.MALFORMED, f"{request.model.model} answered without any choice")
    choice = response.choices[0]
    text = (choice.message.content or "").encode("utf-8", "replace").decode()  # halves of surrogate pairs
    counted = getattr(response, "usage", None)
    if counted is not None and counted.total_tokens:
        usage = Usage(counted.prompt_tokens or 0, counted.completion_tokens or 0)
    else:
        prompt = sum(estimate_message_tokens(m) for m in request.messages)
        usage = Usage(prompt, estimate_tokens(text), estimated=True)
    return Reply(text, usage, duration_s, attempts, choice.finish_reason == "length")


def _sleep(pause: float, cancelled: Callable[[], bool]) -> None:
    """Wait [s], unless the end is asked for."""
    end = time.monotonic() + pause
    while (left := end - time.monotonic()) > 0:
        check_cancelled(cancelled)
        time.sleep(min(POLL_S, left))
