# SPDX-License-Identifier: Apache-2.0
"""Serves the simulated model on the loopback as an OpenAI-compatible server, so that a client sees no difference."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from makedo_eval.simulated_model.model import SimulatedModel, UnansweredError
from makedo_llm.chat import Message, Role, estimate_tokens
from makedo_llm.settings import ModelSpec

NAME = "simulated"
_PATH = "/chat/completions"


class RequestError(Exception):
    """A request that is no conversation; the message says what one is."""


class SimulatedServer:
    """Serves one simulated model; a context manager. Its questions are answered one after the other."""

    def __init__(self, model: SimulatedModel) -> None:
        """Bind a free port of the loopback; serving begins with `with`."""
        self.model = model
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def spec(self) -> ModelSpec:
        """How a client reaches it."""
        address = f"http://127.0.0.1:{self._server.server_address[1]}"
        return ModelSpec(f"openai/{NAME}", api_base=address, max_tokens=8192, retries=0)

    def completion(self, body: bytes) -> Mapping[str, Any]:
        """The answer to the body of a request.

        Raises:
            RequestError: if it is no conversation.
            UnansweredError: as the model does.
        """
        messages = _messages(body)
        with self._lock:
            text = self.model.answer(messages)
        prompt, answer = sum(estimate_tokens(m.content) for m in messages), estimate_tokens(text)
        message = {"role": Role.ASSISTANT.value, "content": text}
        return {
            "id": "simulated",
            "object": "chat.completion",
            "created": 0,
            "model": NAME,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": prompt + answer},
        }

    def __enter__(self) -> SimulatedServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _messages(body: bytes) -> tuple[Message, ...]:
    """The conversation of a request."""
    try:
        raw = json.loads(body)
        return tuple(Message(Role(m["role"]), _text(m["content"])) for m in raw["messages"])
    except (ValueError, KeyError, TypeError) as error:
        wanted = '{"messages": [{"role": "system", "content": "..."}, ...]}'
        raise RequestError(f"not a conversation ({error!r}); expected {wanted}") from None


def _text(content: Any) -> str:
    """The words of a message's content, which may come in parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


def _handler(server: SimulatedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Complete a conversation."""
            length = int(self.headers.get("Content-Length") or 0)
            if not self.path.endswith(_PATH):
                self._send(404, _error(f"there is nothing at {self.path}; POST conversations to {_PATH}"))
            else:
                self._answer(self.rfile.read(length))

        def _answer(self, body: bytes) -> None:
            try:
                self._send(200, server.completion(body))
            except (RequestError, UnansweredError) as error:
                self._send(400, _error(str(error)))

        def _send(self, status: int, answer: Mapping[str, Any]) -> None:
            content = json.dumps(answer).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except (BrokenPipeError, ConnectionResetError):
                return  # the client left, as it may

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


def _error(message: str) -> Mapping[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "code": None}}
