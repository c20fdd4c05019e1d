# SPDX-License-Identifier: Apache-2.0
"""Models for tests: an OpenAI-compatible server on the loopback, and one without; both answer, or fail, as scripted."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from makedo_llm.chat import ChatRequest, ModelError, Reply, Usage, check_cancelled, never

USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


@dataclass(frozen=True)
class Answer:
    """What the server does with one request.

    Attributes:
        body: bytes of the response.
        status: HTTP status.
        headers: more headers.
        content_type: of the body.
        stall: wait for the end of the test "before" the headers, or in the "middle" of the body.
        trickle_s: send the body byte by byte with this pause [s].
        drop: close the connection without a word.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    stall: str = ""
    trickle_s: float = 0.0
    drop: bool = False


def says(text: str | None, usage: Mapping[str, int] | None = USAGE, finish: str = "stop", **more: Any) -> Answer:
    """A well-formed chat completion."""
    message = {"role": "assistant", "content": text}
    answer: dict[str, Any] = {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1,
        "model": "test",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if usage is not None:
        answer["usage"] = dict(usage)
    return Answer(json.dumps(answer).encode(), **more)


def fails(status: int, message: str = "scripted failure", **headers: str) -> Answer:
    """An error in OpenAI's form."""
    error = {"error": {"message": message, "type": "scripted", "code": None}}
    return Answer(json.dumps(error).encode(), status, {k.replace("_", "-"): v for k, v in headers.items()})


def no_choices() -> Answer:
    """A completion that holds no answer."""
    return Answer(
        json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": "t", "choices": []}).encode()
    )


def web_page() -> Answer:
    """What a proxy or a wrong address says."""
    return Answer(b"<html><body>It works!</body></html>", content_type="text/html")


Script = Answer | Callable[[Mapping[str, Any]], Answer]


class ModelServer:
    """Serves a script, one entry a request; what comes after its end is refused with 400."""

    def __init__(self) -> None:
        self.script: list[Script] = []
        self.requests: list[Mapping[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def api_base(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def then(self, *answers: Script) -> ModelServer:
        """Append to the script."""
        self.script.extend(answers)
        return self

    def next(self) -> Script:
        return self.script.pop(0) if self.script else fails(400, "the test's script has no more answers")

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            server.requests.append(request)
            server.headers.append(dict(self.headers.items()))
            entry = server.next()
            answer = entry if isinstance(entry, Answer) else entry(request)
            self.close_connection = True
            if answer.drop:
                return
            if answer.stall == "before":
                server.released.wait()
                return
            try:
                self._send(answer)
            except (BrokenPipeError, ConnectionResetError):
                return  # the client left, as it may

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if answer.stall == "middle":
                self.wfile.write(answer.body[: len(answer.body) // 2])
                self.wfile.flush()
                server.released.wait()
            elif answer.trickle_s:
                for byte in answer.body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    if server.released.wait(answer.trickle_s):
                        return
            else:
                self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


@dataclass
class ScriptedModel:
    """A model without a server that gives prepared answers, in order; the last one is repeated."""

    answers: list[str | Reply | ModelError | Callable[[ChatRequest], str]]
    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        check_cancelled(cancelled)
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, ModelError):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer, Usage(10, 5), 0.5)
