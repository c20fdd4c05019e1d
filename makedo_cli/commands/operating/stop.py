# SPDX-License-Identifier: Apache-2.0
"""`makedo stop`: halt arm and base at once; without a namespace, of every robot that can be reached."""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.elsewhere import STOP, elsewhere, listed, stacks
from makedo_cli.exit_code import ExitCode

if TYPE_CHECKING:
    from rclpy.node import Node

LOOK_S = 1.0  # so long other stacks are looked for; where none is found by then, that is said [s, wall]
HERE_S, NETWORK_S = 4.0, 10.0  # so long any at all is looked for: on this machine; on a network, which loses words
EMERGENCY = "Use the robot's own emergency stop."
_POLL_S = 0.02


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("stop", help="stop the robot at once; all that can be reached, if there are several")
    parser.add_argument("--reason", default="operator", help="for the record")
    parser.add_argument("--namespace", help="ROS namespace of the stack (default: every stack of this ROS domain)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand; 0 if everything that was told stands still, 6 if nobody was told or did not answer, else 8."""
    from makedo_cli.session import Session

    console = Console(highlight=False)
    with Session("makedo_stop", args.namespace or "", patient=True) as session:
        node = session.node
        stopping, own = StopEverywhere(node, args.reason), node.get_namespace().rstrip("/")
        patience_s, is_said, begun = nobody_s(os.environ), False, time.monotonic()
        looked_s = 0.0  # by its own turns: a machine that is held up looks longer
        while (past_s := time.monotonic() - begun) < LOOK_S or (not stopping.told and looked_s < patience_s):
            if past_s >= LOOK_S and not is_said:
                is_said, looking = True, f"still looking, for {max(1.0, patience_s - looked_s):.0f} s more"
                console.print(f"[red]nobody serves {escape(own + STOP)} yet[/]; {looking}. {EMERGENCY}")
            stopping.tell(name for name in stacks(node) if args.namespace is None or name == own)
            time.sleep(_POLL_S)
            looked_s += _POLL_S
        if not stopping.told:
            nobody = f"nobody serves {own}{STOP}: nothing was told to stop"
            where = f"is the stack running, in this ROS domain?{elsewhere(node)}"
            console.print(f"[red]{escape(nobody)}[/]; {escape(where)} {EMERGENCY}")
            return ExitCode.SYSTEM
        named = args.namespace is not None or len(stopping.told) > 1
        codes = [
            _print(answer, console, f"{listed([name])}: " if named else "", _servers(node, name))
            for name, answer in stopping.answers()
        ]
        if left := [name for name in stacks(node) if name not in stopping.told]:
            console.print(f"[yellow]not told to stop: {escape(listed(left))}[/]; without --namespace all are")
    return min((code for code in codes if code is not ExitCode.OK), default=ExitCode.OK)


def nobody_s(environment: Mapping[str, str]) -> float:
    """How long a stack is looked for before nobody counts as there [s, wall]; each is told as soon as it is found."""
    reach = environment.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    return HERE_S if reach in ("LOCALHOST", "OFF") or environment.get("ROS_LOCALHOST_ONLY") == "1" else NETWORK_S


@dataclass(frozen=True, slots=True)
class StopAnswer:
    """What a stack said to the order: how it came to a stand, or why it is not known to stand."""

    words: str
    code: ExitCode


class StopEverywhere:
    """Tells stacks to stop, each in a thread of its own, so that none waits for another.

    Args:
        node: calls on its behalf; another thread spins it.
        reason: for the record.
    """

    def __init__(self, node: Node, reason: str) -> None:
        self._node, self._reason = node, reason
        self._threads: dict[str, threading.Thread] = {}
        self._answers: dict[str, StopAnswer] = {}

    @property
    def told(self) -> tuple[str, ...]:
        """The namespaces whose stacks were told."""
        return tuple(self._threads)

    def tell(self, names: Iterable[str]) -> None:
        """Tell those that were not told yet."""
        for name in names:
            if name not in self._threads:
                self._threads[name] = threading.Thread(target=self._stop, args=(name,), daemon=True)
                self._threads[name].start()

    def answers(self) -> Iterator[tuple[str, StopAnswer]]:
        """What each stack answered, by its namespace, as soon as it and those before it have, or do not any more."""
        for name, thread in self._threads.items():
            thread.join()
            yield name, self._answers[name]

    def _stop(self, name: str) -> None:
        from makedo.srv import Stop
        from makedo_ros.conversions.nouns import outcome_from_ros
        from makedo_ros.runtime.clients import LOST_S, CallError, call

        try:
            client = self._node.create_client(Stop, f"{name}{STOP}")
            response = call(client, Stop.Request(reason=self._reason), timeout_s=10.0, again_s=LOST_S)
        except (CallError, RuntimeError) as error:  # ROS may also refuse to let this command call there
            self._answers[name] = StopAnswer(f"{error} {EMERGENCY}", ExitCode.SYSTEM)
            return
        outcome = outcome_from_ros(response.outcome)
        if not outcome.ok:
            self._answers[name] = StopAnswer(str(outcome), ExitCode.NOT_IN_ORDER)
            return
        took = dict(zip(response.part, response.part_standstill_s, strict=True))
        last = max(took, key=lambda part: took[part])
        words = f"after {response.standstill_s:.2f} s; the last to rest: {last}"
        self._answers[name] = StopAnswer(words, ExitCode.OK)


def _print(answer: StopAnswer, console: Console, who: str, servers: int) -> ExitCode:
    """Print an answer; OK if all who were told are known to stand still.

    Args:
        answer: of one of them.
        console: where.
        who: what stands before it; empty where there is no other.
        servers: how many stacks took the order.
    """
    if answer.code is not ExitCode.OK:
        console.print(f"{escape(who)}[red]{escape(answer.words)}[/]")
        return answer.code
    console.print(f"{escape(who)}[green]the robot stands still[/] ({escape(answer.words)})")
    if servers > 1:
        words = f"{servers} stacks of this name were told, and one has answered: of the others it is not known."
        console.print(f"{escape(who)}[red]{words}[/] Use the robots' own emergency stops.")
    return ExitCode.OK if servers <= 1 else ExitCode.NOT_IN_ORDER


def _servers(node: Node, name: str) -> int:
    """How many nodes serve a stack's stop."""
    from makedo_ros.doctor.graph import nodes_there, served_there

    there, nodes = served_there(node).services.get(f"{name}{STOP}"), nodes_there(node)
    return 0 if there is None else sum(nodes[each] for each in set(there.nodes))
