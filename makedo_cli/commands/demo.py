# SPDX-License-Identifier: Apache-2.0
"""`makedo demo`: start everything, give one instruction, and let the physics judge what became of it."""

from __future__ import annotations

import argparse
import contextlib
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.commands.do import Ended, carry_out, show
from makedo_cli.exit_code import ExitCode
from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.judging.sentences import SentenceTruth, judge_report

if TYPE_CHECKING:
    from makedo_cli.film import Film
    from makedo_cli.simulated_system import SimulatedSystem

INSTRUCTION = "Bring 4 kid snacks to table_2"
TARGET = "table_2"
SNACKS = frozenset({"cracker_box", "cookie_box", "granola_bar"})
MOVED_M = 0.05


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("demo", help="simulated TIAGo: start, carry out one instruction, judge, stop")
    parser.add_argument("instruction", nargs="?", default=INSTRUCTION)
    parser.add_argument("--seed", type=int, default=0, help="of the object placement")
    parser.add_argument("--viewer", action="store_true", help="open the MuJoCo viewer (needs a display)")
    parser.add_argument("--speed", type=float, default=0.0, help="largest real-time factor, up to 3; 0: 3")
    parser.add_argument("--timeout", type=float, default=600.0, metavar="S", help="limit of the run")
    parser.add_argument("--film", type=Path, metavar="FILE.gif", help="film the run from above")
    parser.add_argument("--keep", action="store_true", help="keep everything up afterwards, until Ctrl-C")
    parser.add_argument("--log", type=Path, default=None, help="file for the nodes' output")
    parser.set_defaults(run=run)


def judge(before: SceneGraph, after: SceneGraph) -> list[tuple[str, bool]]:
    """What the physics says of the demo's instruction: each check in words, and whether it holds.

    Args:
        before: true state of the simulation before the run.
        after: and after it.
    """
    on_target = Counter(after[node_id].label for node_id in after.contents(TARGET))
    already = Counter(before[node_id].label for node_id in before.contents(TARGET))
    brought = on_target - already
    snacks = sum(brought[label] for label in SNACKS)
    wines = [node for node in before if node.label == "wine_bottle"]
    wine_moved = max((node.pose.distance(after[node.id].pose) for node in wines), default=0.0)
    fallen = [node.id for node in after if after.support(node.id) is None and before.support(node.id) is not None]
    return [
        (f"{snacks} snacks were brought to {TARGET} (expected 3)", snacks == 3),
        (f"{brought['cola_can']} cola can was brought (expected 1)", brought["cola_can"] == 1),
        (
            f"{brought.total() - snacks - brought['cola_can']} other things were brought (expected 0)",
            brought.total() == snacks + brought["cola_can"],
        ),
        (f"the wine is where it was (moved {wine_moved * 100:.1f} cm)", bool(wines) and wine_moved < MOVED_M),
        (f"nothing lies on the floor{': ' + ', '.join(fallen) if fallen else ''}", not fallen),
    ]


class _NodeLog:
    """Keeps the nodes' output in a file and the last lines for an error."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.tail: deque[str] = deque(maxlen=30)
        self._file = path.open("w", encoding="utf-8")
        self._lock = threading.Lock()

    def on_line(self, name: str, line: str) -> None:
        text = f"{name:>12} {line}"
        with self._lock:
            self.tail.append(text)
            self._file.write(text + "\n")
            self._file.flush()


def run(args: argparse.Namespace) -> int:
    """The subcommand.

    Raises:
        MakedoError: if the film cannot have that name.
    """
    from makedo_cli.simulated_system import SimulatedSystem

    if args.film is not None and args.film.suffix.lower() != ".gif":
        raise MakedoError(f"{args.film}: a film's name ends in .gif")
    console = Console(highlight=False)
    given = {"seed": str(args.seed), "viewer": str(args.viewer).lower(), "real_time_factor": str(args.speed)}
    given["page"] = "true"
    log = _NodeLog(args.log or Path("runs") / "demo.log")
    begun = time.monotonic()
    console.print(f"[dim]starting the simulation and the nodes (seed {args.seed}; output: {log.path})[/]")
    try:
        with _own_domain(), SimulatedSystem(given, log.on_line) as system:
            console.print(f"[dim]ready after {time.monotonic() - begun:.1f} s; the page: {_page(system)}[/]\n")
            code = _drive(args, console, system)
            if args.keep:
                _keep_up(console, system)
    except MakedoError as error:
        console.print(f"[red]{escape(str(error))}; see {escape(str(log.path))}[/]")
        for line in log.tail:
            console.print(f"[dim]{escape(line)}[/]", soft_wrap=True)
        code = ExitCode.SYSTEM
    console.print(f"[dim]the whole demo took {time.monotonic() - begun:.0f} s[/]")
    return code


def _page(system: SimulatedSystem) -> str:
    """Where the page is, or why there is none."""
    from makedo_cli.commands.operating.page import NoPageError, link_of

    try:
        return escape(link_of(system.node))
    except NoPageError as error:
        return f"none: {escape(str(error))}"


def _keep_up(console: Console, system: SimulatedSystem) -> None:
    """Wait for Ctrl-C; what other commands need to reach the stack is told."""
    domain = os.environ.get("ROS_DOMAIN_ID", "0")
    console.print(f"\nEverything stays up; the page is at {_page(system)}. Ctrl-C ends it.")
    console.print(f"[dim]Other commands reach it like this: ROS_DOMAIN_ID={domain} makedo stop[/]")
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()


@contextmanager
def _own_domain() -> Iterator[None]:
    """Two demos at once do not meet, unless somebody put both on one ROS domain."""
    from makedo_ros.runtime.domain import free_domain

    if "ROS_DOMAIN_ID" in os.environ:
        yield
        return
    with free_domain() as domain:
        os.environ["ROS_DOMAIN_ID"] = str(domain)
        try:
            yield
        finally:
            del os.environ["ROS_DOMAIN_ID"]


def _drive(args: argparse.Namespace, console: Console, system: SimulatedSystem) -> ExitCode:
    from makedo_cli.film import Film

    film = Film(system.node) if args.film else None
    code = _judged(args, console, system)
    if film is not None:
        keep(film, args.film, console)
    return code


def _judged(args: argparse.Namespace, console: Console, system: SimulatedSystem) -> ExitCode:
    """Carry out the instruction, and let the physics judge the demo's own."""
    console.print(f"[bold]“{escape(args.instruction)}”[/]")
    before = system.truth()
    ended = carry_out(system.node, args.instruction, console, args.timeout)
    code, after = show(ended, console), system.truth()
    lies = _told(ended, after, console)
    if lies and code in (ExitCode.OK, ExitCode.MADE_DO):
        return ExitCode.FAILED
    if code is ExitCode.MADE_DO:
        code = ExitCode.OK  # a demo of making do
    if args.instruction != INSTRUCTION:
        return code
    checks = judge(before, after)
    for text, holds in checks:
        console.print(f"  {'[green]yes[/]' if holds else '[red] no[/]'}  {escape(text)}")
    if code is ExitCode.OK and not all(holds for _, holds in checks):
        return ExitCode.FAILED
    return code


def _told(ended: Ended, after: SceneGraph, console: Console) -> int:
    """Print what the physics says of each sentence of the result; returns how many are not so."""
    if not ended.outcome.ok:
        return 0
    judged = judge_report(ended.goal_text, after)
    console.print("\nWhat the physics says:")
    for sentence in judged:
        console.print(f"  {_VERDICTS[sentence.verdict]}  {escape(sentence.sentence)}")
    return sum(sentence.verdict is SentenceTruth.FALSE for sentence in judged)


_VERDICTS = {
    SentenceTruth.TRUE: "[green]yes[/]",
    SentenceTruth.FALSE: "[red] no[/]",
    SentenceTruth.NOT_JUDGED: "[dim]  ?[/]",
}


def keep(film: Film, path: Path, console: Console) -> None:
    """Write a film and say so; a film that cannot be written changes nothing of how the run ended."""
    try:
        frames = film.write(path)
    except MakedoError as error:
        console.print(f"[red]no film: {escape(str(error))}[/]")
    else:
        console.print(f"[dim]film of {frames} frames: {escape(str(path))}[/]")
