# SPDX-License-Identifier: Apache-2.0
"""How one skill call ended, with all that makes it worth remembering; and how that follows from a run's events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from makedo_core.failure import Outcome
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_core.skills import SkillCall


@dataclass(frozen=True, slots=True)
class SkillOutcome:
    """A skill call that ended.

    Attributes:
        run: name of the run folder; with `number` the name of this outcome for ever.
        number: place in the run, from 1.
        instruction: what was being carried out.
        call: skill and arguments.
        step: step of the plan, from 1.
        attempt: which attempt at this step it was, from 1.
        began: wall time, in UTC.
        ended: wall time, in UTC.
        began_s: on the robot's clock, which may be simulated [s].
        ended_s: on the robot's clock [s].
        outcome: typed cause and message.
        then: what followed a failure, e.g. "retry"; empty: nothing.
        revision_before: of the scene graph; 0: not known.
        revision_after: of the scene graph; 0: not known.
        picture: path of a picture that was taken meanwhile; empty: none.
        robot: the agent's id in the scene graph.
    """

    run: str
    number: int
    instruction: str
    call: SkillCall
    step: int
    attempt: int
    began: datetime
    ended: datetime
    began_s: float
    ended_s: float
    outcome: Outcome
    then: str = ""
    revision_before: int = 0
    revision_after: int = 0
    picture: str = ""
    robot: str = AGENT_ID


@dataclass(frozen=True, slots=True)
class EventTime:
    """When an event of a run happened.

    Attributes:
        wall_s: wall time since the run began [s].
        time_s: on the robot's clock [s].
        revision: of the scene graph; 0: not known.
    """

    wall_s: float
    time_s: float
    revision: int = 0


class RunLog:
    """Makes outcomes of the events of a run: a skill call begins where the event before it ended.

    Args:
        run: name of the run folder.
        instruction: what is carried out.
        began: wall time, with its time zone.
        first: moment of the beginning.
    """

    def __init__(self, run: str, instruction: str, began: datetime, first: EventTime) -> None:
        self._run = run
        self._instruction = instruction
        self._began = began.astimezone(timezone.utc)
        self._before = first
        self._number = 0
        self._step, self._attempt = 1, 1

    def planned(self, moment: EventTime) -> None:
        """There is a (new) plan: its steps count from one."""
        self._before = moment
        self._step, self._attempt = 1, 1

    def step_done(
        self, call: SkillCall, outcome: Outcome, moment: EventTime, then: str = "", picture: str = ""
    ) -> SkillOutcome:
        """A skill call ended: what is to be remembered of it."""
        before, self._before = self._before, moment
        self._number += 1
        done = SkillOutcome(
            self._run,
            self._number,
            self._instruction,
            call,
            self._step,
            self._attempt,
            self._at(before),
            self._at(moment),
            before.time_s,
            moment.time_s,
            outcome,
            then,
            before.revision,
            moment.revision,
            picture,
        )
        self._step, self._attempt = (self._step + 1, 1) if outcome.ok else (self._step, self._attempt + 1)
        return done

    def _at(self, moment: EventTime) -> datetime:
        return self._began + timedelta(seconds=moment.wall_s)
