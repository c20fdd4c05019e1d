# SPDX-License-Identifier: Apache-2.0
"""Reads the outcomes of skills back from the run folders of past instructions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from makedo_core.failure import FailureCause, Outcome
from makedo_core.record.skill_outcome import EventTime, RunLog, SkillOutcome
from makedo_core.record.trace import read_trace
from makedo_core.skills import SkillCall

TRACE = "trace.jsonl"
_CALL = re.compile(r"([^()\s]+)\((.*)\)", re.DOTALL)
_DATE = re.compile(r"(\d{8}-\d{6})(-|$)")


@dataclass(frozen=True, slots=True)
class PastRuns:
    """What was read.

    Attributes:
        outcomes: in the order of the folders' names, which is that of time.
        problems: a sentence for each run that could not be read.
    """

    outcomes: tuple[SkillOutcome, ...]
    problems: tuple[str, ...] = ()


def read_runs(parent: Path) -> PastRuns:
    """All outcomes of the runs in a folder, or of the one run that it is; other folders in it are passed over.

    Raises:
        ValueError: if there is no run at all.
        OSError: if the folder cannot be read.
    """
    traces = [parent / TRACE] if (parent / TRACE).exists() else sorted(parent.glob(f"*/{TRACE}"))
    if not traces:
        parent.stat()  # reports a missing folder as such
        raise ValueError(f"{parent}: no run in it; expected folders with a {TRACE} each")
    outcomes: list[SkillOutcome] = []
    problems: list[str] = []
    for trace in traces:
        try:
            outcomes.extend(read_run(trace.parent))
        except (OSError, ValueError) as error:
            problems.append(str(error))
    return PastRuns(tuple(outcomes), tuple(problems))


def read_run(folder: Path) -> tuple[SkillOutcome, ...]:
    """The outcomes of one run, from its trace. A trace that ends in mid-line, as after a crash, counts up to there.

    What was recorded outside an instruction has none.

    Raises:
        ValueError: if the trace is no trace of a run.
        OSError: if it cannot be read.
    """
    reader = OutcomeReader(folder)
    for number, event in enumerate(read_trace(folder / TRACE), start=1):
        try:
            reader.event(event)
        except (KeyError, TypeError, ValueError) as error:
            what = f"no {error} in it" if isinstance(error, KeyError) else str(error)
            raise ValueError(f"{folder / TRACE}:{number}: not an event of a run: {what}") from None
    if not reader.begun:
        raise ValueError(f"{folder / TRACE}: no event 'instruction' in it; is it the trace of a run?")
    return tuple(reader.outcomes)


class OutcomeReader:
    """Makes outcomes of the events of a trace, one after another.

    Attributes:
        begun: whether there was an event that begins a run.
        outcomes: so far.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log: RunLog | None = None
        self.begun = False
        self.outcomes: list[SkillOutcome] = []

    def event(self, event: Mapping[str, Any]) -> None:
        """Take in the next event.

        Raises:
            KeyError, TypeError, ValueError: if it is not as such an event is.
        """
        log = self._log
        match event["event"]:
            case "instruction" | "recording" as kind:
                self.begun = True
                began = _began(self._folder.name, event)
                if kind == "instruction":
                    self._log = RunLog(self._folder.name, str(event["text"]), began, _moment(event))
            case "planned" if log is not None:
                log.planned(_moment(event))
            case "step" if log is not None:
                self.outcomes.append(_step_done(log, self._folder, event))


def _step_done(log: RunLog, folder: Path, event: Mapping[str, Any]) -> SkillOutcome:
    picture = str(folder / event["picture"]) if event.get("picture") else ""
    outcome = Outcome(FailureCause[event["cause"]], str(event["message"]))
    return log.step_done(_call(str(event["call"])), outcome, _moment(event), str(event.get("then", "")), picture)


def _moment(event: Mapping[str, Any]) -> EventTime:
    return EventTime(float(event["wall_s"]), float(event["time_s"]), int(event.get("revision", 0)))


def _began(name: str, event: Mapping[str, Any]) -> datetime:
    """When the run began, with its time zone; what says nothing about it began at its folder's name, local time."""
    if "began" in event:
        began = datetime.fromisoformat(str(event["began"]))
        if began.tzinfo is None:
            raise ValueError(f"began is {event['began']!r}, which lacks a time zone")
        return began
    date = _DATE.match(name)
    if date is None:
        raise ValueError("nothing tells when it began; expected 'began' or a folder's name like 20260102-030405-...")
    return datetime.strptime(date.group(1), "%Y%m%d-%H%M%S").astimezone()


def _call(text: str) -> SkillCall:
    match = _CALL.fullmatch(text)
    if match is None:
        raise ValueError(f"call is {text!r}; expected skill(argument, ...)")
    arguments = tuple(part.strip() for part in match.group(2).split(",")) if match.group(2).strip() else ()
    return SkillCall(match.group(1), arguments)
