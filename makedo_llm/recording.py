# SPDX-License-Identifier: Apache-2.0
"""Records what was asked and answered as JSON lines, and answers from such a file: evaluation that can be repeated.

A line is found by the hash of what determines an answer: model, messages, temperature, longest answer, schema.
Addresses and keys are neither hashed nor stored. Failures are recorded too; cancelled calls are not.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from makedo_core.failure import MakedoError
from makedo_llm.chat import (
    ChatModel,
    ChatRequest,
    Message,
    ModelError,
    ModelFault,
    Reply,
    Usage,
    check_cancelled,
    never,
)


class ReplayError(MakedoError):
    """A recording that cannot answer: no model's fault, so it is never passed over."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Question(_Record):
    model: str
    messages: list[dict[str, str]]
    temperature: float | None
    max_tokens: int
    json_schema: dict[str, Any] | None


class _Said(_Record):
    text: str
    cut_off: bool
    attempts: int
    prompt_tokens: int
    completion_tokens: int
    estimated: bool


class _Failed(_Record):
    fault: ModelFault
    message: str


class _Exchange(_Record):
    hash: str
    question: _Question
    reply: _Said | None
    error: _Failed | None
    duration_s: float


class ExchangeRecorder:
    """Completes conversations by another model and appends every exchange to a file.

    Args:
        chat: the model that answers.
        path: file to append to; its folder must exist.

    Raises:
        ReplayError: if the file cannot be written.
    """

    def __init__(self, chat: ChatModel, path: Path) -> None:
        self._chat = chat
        self._path = path
        self._lock = threading.Lock()
        self._write("")

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        """The next turn, by the other model."""
        try:
            reply = self._chat.complete(request, cancelled)
        except ModelError as error:
            self._append(request, None, _Failed(fault=error.fault, message=str(error)), error.duration_s)
            raise
        said = _Said(
            text=reply.text,
            cut_off=reply.cut_off,
            attempts=reply.attempts,
            prompt_tokens=reply.usage.prompt_tokens,
            completion_tokens=reply.usage.completion_tokens,
            estimated=reply.usage.estimated,
        )
        self._append(request, said, None, reply.duration_s)
        return reply

    def _append(self, request: ChatRequest, reply: _Said | None, error: _Failed | None, duration_s: float) -> None:
        question = _question(request)
        exchange = _Exchange(hash=_hash(question), question=question, reply=reply, error=error, duration_s=duration_s)
        self._write(exchange.model_dump_json() + "\n")

    def _write(self, text: str) -> None:
        try:
            with self._lock, self._path.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise ReplayError(f"cannot record to {self._path}: {error.strerror}") from None


class Replayer:
    """Completes conversations from a recording, in its order where the same was asked several times.

    Args:
        path: file that `ExchangeRecorder` wrote.

    Raises:
        ReplayError: if it is missing or broken; a last line that was cut short is left out.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._exchanges: dict[str, deque[_Exchange]] = {}
        self._asked: dict[str, int] = {}
        for exchange in _read(path):
            self._exchanges.setdefault(exchange.hash, deque()).append(exchange)

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        """The recorded next turn; a recorded failure fails again.

        Raises:
            ReplayError: if it was not recorded, or is asked more often than it was.
        """
        check_cancelled(cancelled)
        key = _hash(_question(request))
        with self._lock:
            self._asked[key] = times = self._asked.get(key, 0) + 1
            waiting = self._exchanges.get(key)
            exchange = waiting.popleft() if waiting else None
        if exchange is None:
            how = "is not in the recording" if times == 1 else f"was recorded only {times - 1} times"
            last = " ".join(request.messages[-1].content.split())
            raise ReplayError(
                f"{self._path}: the request {key[:12]} to {request.model.model} {how}; its last message ends with "
                f"'{last[-80:]}'. Record again: prompts, settings or scene have changed."
            )
        if exchange.reply is None:
            assert exchange.error is not None
            raise ModelError(exchange.error.fault, exchange.error.message, exchange.duration_s)
        said = exchange.reply
        usage = Usage(said.prompt_tokens, said.completion_tokens, said.estimated)
        return Reply(said.text, usage, exchange.duration_s, said.attempts, said.cut_off)


def _question(request: ChatRequest) -> _Question:
    return _Question(
        model=request.model.model,
        messages=[_message(m) for m in request.messages],
        temperature=request.model.temperature,
        max_tokens=request.max_tokens,
        json_schema=None if request.schema is None else dict(request.schema),
    )


def _message(message: Message) -> dict[str, str]:
    """A message; of pictures the hash is kept, they would swell the file."""
    kept = {"role": message.role.value, "content": message.content}
    if message.pictures:
        kept["pictures"] = " ".join(hashlib.sha256(p.jpeg).hexdigest() for p in message.pictures)
    return kept


def _hash(question: _Question) -> str:
    canonical = json.dumps(question.model_dump(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> list[_Exchange]:
    """All whole exchanges of a file."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")  # other line breaks may stand in strings
    except OSError as error:
        raise ReplayError(f"cannot replay {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ReplayError(f"{path} is not UTF-8 text") from None
    if not lines[-1]:
        lines.pop()
    exchanges: list[_Exchange] = []
    for number, line in enumerate(lines, start=1):
        try:
            exchange = _Exchange.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            if number == len(lines) and first["type"] == "json_invalid":
                break  # a crash cut it short
            place = ".".join(str(p) for p in first["loc"])
            raise ReplayError(f"{path}:{number}: {place}: {first['msg']}") from None
        if (exchange.reply is None) is (exchange.error is None):
            raise ReplayError(f"{path}:{number}: expected either a reply or an error")
        if exchange.hash != _hash(exchange.question):
            raise ReplayError(f"{path}:{number}: the hash does not belong to the question; it was edited")
        exchanges.append(exchange)
    return exchanges
