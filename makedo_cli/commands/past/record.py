# SPDX-License-Identifier: Apache-2.0
"""`makedo record`: record what a running stack does and knows, also outside an instruction. Nothing moves."""

from __future__ import annotations

import argparse
import math
import signal
import sys
import threading
import time
from typing import Any

from makedo_cli.commands.past.runs_folder import add_runs_option, runs_dir
from makedo_cli.exit_code import ExitCode
from makedo_core.failure import Outcome
from makedo_core.files.robot_files import ROBOT, robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.replay.recording import Recording

HEARD_S = 10.0
NEARLY = 0.9
"""At this share of its limit a recording ends: what is on its way still fits."""
_EXECUTOR_S = 4.0  # how long an executor is looked for, to learn its robot's description


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("record", help="record a running stack until Ctrl-C, also outside an instruction")
    parser.add_argument("title", nargs="?", default="recording", help="what the recording is called")
    parser.add_argument("--for", dest="for_s", type=_above_0, metavar="S", default=math.inf, help="end after S seconds")
    parser.add_argument("--max-mb", type=_above_0, metavar="MB", default=500.0, help="end at this size (500)")
    parser.add_argument(
        "--pictures", type=_seconds, metavar="S", default=5.0, help="a picture every S seconds (5); 0: none"
    )
    parser.add_argument("--robot", help=f"a name of config/robots (default: the running executor's, else {ROBOT})")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    add_runs_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo_cli.commands.past.live import LiveStack
    from makedo_cli.session import Session
    from makedo_ros.doctor.asking import robot_file_of
    from makedo_ros.doctor.needs import namespace_of

    namespace = namespace_of(args.namespace)
    limit = int(args.max_mb * 2**20)
    with Session("makedo_record", namespace) as session, _Ending(args.for_s) as ending:
        name = args.robot or robot_file_of(session.node, namespace, _EXECUTOR_S) or ROBOT
        robot = robot_config_from_yaml(robot_file(name))
        stack = LiveStack(session.node, robot)
        if not stack.wait(HEARD_S):
            sys.stderr.write("makedo: neither a robot nor a scene graph is heard (start the stack with `makedo up`)\n")
            return ExitCode.SYSTEM
        recording = Recording(
            runs_dir(args.runs), args.title, stack.clock, revision=stack.revision, limit_bytes=limit, tell=_warn
        )
        began = recording.began.isoformat()
        recording.note_at(recording.moment(), "recording", text=args.title, began=began, robot=robot.name)
        sys.stdout.write(f"recording into {recording.folder} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        ending.begin()
        stack.record(recording, args.pictures, lambda wait_s: ending.wait(wait_s, recording, limit))
    return _closed(recording, args.title, ending)


def _closed(recording: Recording, title: str, ending: _Ending) -> int:
    """Seal the recording, and say what became of it."""
    outcome = Outcome(message=ending.why)
    recording.note("outcome", cause=outcome.cause.name, message=outcome.message)
    recording.close("recording", title, outcome)
    sys.stdout.write(f"recorded: {ending.why}; {recording.folder}\n")
    if recording.problem:
        sys.stderr.write(f"makedo: the recording is incomplete: {recording.problem}\n")
        return ExitCode.FAILED
    return ExitCode.OK


class _Ending:
    """When a recording is to end: by a signal, after a time, or because its disk or its bound is full.

    A context manager: signals mean what they meant before once it is left.

    Attributes:
        why: for people.
    """

    def __init__(self, for_s: float) -> None:
        self._for_s, self._until = for_s, math.inf
        self._ended = threading.Event()
        self._before: dict[int, Any] = {}
        self.why = ""

    def __enter__(self) -> _Ending:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, lambda *_: self._end("it was ended"))
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def begin(self) -> None:
        """The time runs from now on."""
        self._until = time.monotonic() + self._for_s

    def wait(self, seconds: float, recording: Recording, limit: int) -> bool:
        """Wait so long [s, wall]; whether it is to end, at least before it is larger than its limit [bytes]."""
        if recording.problem:
            self._end("no more could be written")
        elif recording.writer.size > NEARLY * limit:
            self._end(f"it has reached {limit / 2**20:g} MB")
        elif time.monotonic() >= self._until:
            self._end(f"{self._for_s:g} s are over")
        return self._ended.wait(seconds)

    def _end(self, why: str) -> None:
        self.why = self.why or why
        self._ended.set()


def _warn(problem: str) -> None:
    sys.stderr.write(f"makedo: {problem}\n")


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.0 <= value < math.inf:
        raise ValueError(text)
    return value


def _above_0(text: str) -> float:
    value = float(text)
    if not 0.0 < value < math.inf:
        raise ValueError(text)
    return value
