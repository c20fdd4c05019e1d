# SPDX-License-Identifier: Apache-2.0
"""The operator's page without ROS: a stack that notes what it is asked, a served page, and pages that are open."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from makedo_core.contract.choice import OperatorChoice
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.graph.correction import SpokenCorrection
from operator_node.panes.camera import CameraPane
from operator_node.panes.day import QueueChange, day_commands, declare_day
from operator_node.panes.health import HealthPane
from operator_node.panes.home import HomePane, home_commands, show_libraries
from operator_node.panes.instructing import instructing_commands
from operator_node.panes.ports import Preview, Standstill
from operator_node.panes.runs import Runs, runs_commands
from operator_node.panes.stopping import Stopping, stopping_commands
from operator_node.panes.task import TaskPane
from operator_node.panes.things import show_things
from operator_node.state.board import Board
from operator_node.web.auth import Door, key_of
from operator_node.web.downloads.run_files import run_routes
from operator_node.web.server import Address, PageServer
from support.waiting import LIMIT_S, until

_clients = itertools.count(1)


class NotedStack:
    """Implements `Stack`; notes what it is asked for and answers what a test wants."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.outcome = SUCCESS
        self.standstill = Standstill(SUCCESS, 0.14, "arm_7_joint")
        self.found = Preview()
        self.preview_s = 0.0
        self.chosen: tuple[OperatorChoice, ...] = ()

    def names(self) -> list[str]:
        return [name for name, _ in self.asked]

    async def stop(self, reason: str) -> Standstill:
        self.asked.append(("stop", reason))
        return self.standstill

    async def pause(self, reason: str) -> Standstill:
        self.asked.append(("pause", reason))
        return self.standstill

    async def resume(self) -> Outcome:
        self.asked.append(("resume", None))
        return self.outcome

    async def approve(self, approved: bool, reason: str) -> Outcome:
        self.asked.append(("approve", approved))
        return self.outcome

    async def answer(self, words: str) -> tuple[Outcome, str]:
        self.asked.append(("answer", words))
        return self.outcome, words

    async def execute(self, instruction: str, choices: Sequence[OperatorChoice] = ()) -> Outcome:
        self.chosen = tuple(choices)
        self.asked.append(("execute", instruction))
        return self.outcome

    async def cancel(self) -> Outcome:
        self.asked.append(("cancel", None))
        return self.outcome

    async def preview(self, instruction: str, choices: Sequence[OperatorChoice] = (), caller: str = "") -> Preview:
        self.chosen = tuple(choices)
        self.asked.append(("preview", instruction))
        await asyncio.sleep(self.preview_s)
        return self.found


class NotedCorrector:
    """Implements `Corrector`; notes what is said and answers what a test wants."""

    def __init__(self) -> None:
        self.said: list[SpokenCorrection] = []
        self.answer = (SUCCESS, "apple_9", "Apple 9, which was pear 1, is an apple")

    async def correct(self, said: SpokenCorrection) -> tuple[Outcome, str, str]:
        self.said.append(said)
        return self.answer


class NotedDay:
    """Implements `DayPort`; notes what it is asked for and answers what a test wants."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.outcome = SUCCESS

    async def hand_over(self, person: str, reason: str) -> Standstill:
        self.asked.append(("hand over", person, reason))
        return Standstill(self.outcome, 0.14, "base")

    async def take_back(self) -> tuple[Outcome, bool]:
        self.asked.append(("take back",))
        return self.outcome, True

    async def queue(self, instruction: str, when: str) -> tuple[Outcome, str]:
        self.asked.append(("queue", instruction, when))
        return self.outcome, "today at 18:00" if when else ""

    async def change(self, change: QueueChange, number: int, place: int, when: str, reason: str) -> Outcome:
        self.asked.append((change.name, number, place, when, reason))
        return self.outcome


class ServedPage:
    """A page on the loopback, at a port of its own.

    Args:
        folder: for its key.
        always_pass: ask for a pass.
        things: file of things to say.
        libraries: of the page.
        runs: folder of past runs.
        port: the first that is tried; 0: any.
    """

    def __init__(
        self,
        folder: Path,
        *,
        always_pass: bool = False,
        things: Path | None = None,
        libraries: Path | None = None,
        runs: Path | None = None,
        port: int = 0,
    ) -> None:
        self.board, self.stack, self.day = Board(), NotedStack(), NotedDay()
        declare_day(self.board)
        self.task, self.health = TaskPane(self.board), HealthPane(self.board)
        show_things(self.board, things)
        past = Runs(runs or folder / "runs")
        self.corrector = NotedCorrector()
        self.home = HomePane(self.board, self.corrector)
        show_libraries(self.board, libraries or folder)
        self.camera = CameraPane(self.board, lambda _: None)
        commands = (
            *stopping_commands(Stopping(self.board, self.stack)),
            *instructing_commands(self.stack),
            *home_commands(self.home),
            *day_commands(self.day),
            *runs_commands(past),
        )
        self.door = Door(key_of(folder))
        address = Address(port=port, always_pass=always_pass)
        self.server = PageServer(address, self.board, commands, self.door, libraries or folder, run_routes(past.parent))
        self._ending = ExitStack()

    def __enter__(self) -> ServedPage:
        self.server.start()
        until(lambda: self.server.is_serving)
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()
        self.server.close()

    @property
    def origin(self) -> str:
        return self.server.origin

    @property
    def host(self) -> str:
        """With the port."""
        return self.origin.partition("//")[2]

    def request(
        self, method: str, path: str, body: str | bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers by their lower-case names, body."""
        connection = http.client.HTTPConnection(self.host, timeout=LIMIT_S)
        try:
            given = dict(headers or {})
            connection.putrequest(method, path, skip_host="Host" in given)
            content = body.encode() if isinstance(body, str) else body or b""
            for name, value in {**given, "Content-Length": str(len(content))}.items():
                connection.putheader(name, value)
            connection.endheaders(content)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def open(self, name: str = "Anna", **options: Any) -> OpenPage:
        """A page that is open; closed at the end."""
        return self._ending.enter_context(OpenPage(self, name, **options))


class OpenPage:
    """What a browser does with the connection.

    Args:
        served: the page.
        name: of who sits there.
        cookie: of the pass.
        origin: of the page that connects; None: as it should be.
        client: name of this page; None: a new one.
    """

    def __init__(
        self, served: ServedPage, name: str, cookie: str = "", origin: str | None = None, client: str | None = None
    ) -> None:
        self.client = client or f"client-{next(_clients):04}"
        self._numbers = itertools.count(100_000)  # of no message that a test writes by hand
        headers = {"Cookie": cookie} if cookie else {}
        url = f"ws://{served.host}/live?client={self.client}&name={name}"
        self.socket: ClientConnection = connect(
            url, origin=served.origin if origin is None else origin, additional_headers=headers, open_timeout=LIMIT_S
        ).__enter__()
        self.topics: dict[str, Any] = {}
        self.replies: dict[Any, dict[str, Any]] = {}

    def __enter__(self) -> OpenPage:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self) -> Any:
        """The next message, noted."""
        message = self.socket.recv(timeout=LIMIT_S)
        if isinstance(message, bytes):
            length = int.from_bytes(message[:4], "big")
            about = json.loads(message[4 : 4 + length])
            self.topics[about["topic"]] = {**about, "body": message[4 + length :]}
            return about
        content = json.loads(message)
        if "reply" in content:
            self.replies[content["reply"]] = content
        else:
            self.topics[content["topic"]] = content["value"]
        return content

    def hear_until(self, condition: Any) -> Any:
        """Listen until a condition holds; its value."""
        deadline = time.monotonic() + LIMIT_S
        while not (value := condition()):
            assert time.monotonic() < deadline, f"heard {sorted(self.topics)}, {self.replies}"
            self.hear()
        return value

    def ask(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """The reply to a command."""
        number = next(self._numbers)
        self.socket.send(json.dumps({"id": number, "do": what, **fields}))
        self.hear_until(lambda: number in self.replies)
        return self.replies[number]
