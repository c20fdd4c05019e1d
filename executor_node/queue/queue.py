# SPDX-License-Identifier: Apache-2.0
"""The queue: which instruction is begun next, and what becomes of the rest. Each change is kept before it counts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import tzinfo

from executor_node.queue.entries import Entry, EntryState
from executor_node.queue.store import LONGEST, KeptQueue, QueueFileError, QueueStore
from executor_node.queue.times import SaidTime, TimeError, due, said_time, timed, words_of
from makedo_core.failure import SUCCESS, FailureCause, Outcome

NOW = "now"
JUMP_S = 2.0  # a clock that gets farther than this from the machine's own was set
ON_TIME_S = 5.0  # later than this, an instruction is said to be begun late
_LATE = frozenset({FailureCause.BUSY, FailureCause.NOT_ACTIVE, FailureCause.HANDED_OVER})
"""How an instruction ends that was not begun at all: it waits on."""


@dataclass(frozen=True, slots=True)
class QueueSettings:
    """What an operator sets.

    Attributes:
        most: entries that wait or run at a time.
        kept: entries that are over and still listed.
        late_s: an instruction is begun no later than this after its time [s].
        goes_on: whether the next one is begun after one that failed or was not answered; else the queue is paused.
        begins: whether a queue that was kept over a restart goes on by itself; else it is paused.
    """

    most: int = 50
    kept: int = 20
    late_s: float = 300.0
    goes_on: bool = False
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time on the wall, which people set, and the machine's own, which nobody does [s].

    Attributes:
        wall: seconds since 1970.
        steady: since any moment.
        zone: in which people read the clock.
    """

    wall: Callable[[], float]
    steady: Callable[[], float]
    zone: tzinfo


class InstructionQueue:
    """Instructions in their order, one at a time.

    Args:
        settings: an operator's.
        clocks: both.
        store: keeps it over a restart; None: nothing does.
    """

    def __init__(self, settings: QueueSettings, clocks: Clocks, store: QueueStore | None = None) -> None:
        self._settings, self._clocks, self._store = settings, clocks, store
        self._lock = threading.RLock()
        self._kept = KeptQueue()
        self._offset = clocks.wall() - clocks.steady()
        self.problem = ""
        if store is not None:
            self._load(store)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those that wait or run, in their order, then those that are over, the newest first."""
        return self._kept.entries

    @property
    def paused(self) -> str:
        """Why nothing is begun; empty: it is."""
        return self._kept.paused

    def add(self, instruction: str, when: str = "", strategy: str = "", position: int = 0) -> tuple[Outcome, Entry]:
        """Put an instruction in; the entry is meaningless where the outcome is not a success.

        Args:
            instruction: may say its time itself.
            when: its time; empty: as the instruction says.
            strategy: how to plan.
            position: among those that wait, from 1; 0: the last.
        """
        none = Entry(0, instruction)
        with self._lock:
            refused = self._refused(instruction, strategy)
            if not refused.ok:
                return refused, none
            if sum(not e.state.is_over for e in self.entries) >= self._settings.most:
                return Outcome(FailureCause.BUSY, f"the queue is full: {self._settings.most} instructions wait"), none
            try:
                rest, said = (instruction.strip(), _said(when)) if when.strip() else timed(instruction)
                due_s = self._due(said)
            except TimeError as error:
                return _invalid(str(error)), none
            number = self._kept.next_number
            entry = Entry(number, rest, strategy, due_s, said is not None and said.in_s is not None)
            waiting = [*self._waiting()]
            if not 0 <= position <= len(waiting) + 1:
                return _invalid(f"place {position} is not among 1 to {len(waiting) + 1}"), none
            waiting.insert(position - 1 if position else len(waiting), entry)
            return self._keep(self._ordered(waiting), next_number=number + 1), entry

    def move(self, number: int, position: int) -> Outcome:
        """Give an entry that waits another place, from 1."""
        with self._lock:
            waiting = list(self._waiting())
            entry = next((e for e in waiting if e.number == number), None)
            if entry is None:
                return self._not_waiting(number)
            if not 1 <= position <= len(waiting):
                return _invalid(f"place {position} is not among 1 to {len(waiting)}")
            waiting.remove(entry)
            waiting.insert(position - 1, entry)
            return self._keep(self._ordered(waiting))

    def remove(self, number: int) -> Outcome:
        """Take an entry out that is not being carried out."""
        with self._lock:
            entry = self._entry(number)
            if entry is None or entry.state is EntryState.RUNNING:
                return self._not_waiting(number)
            return self._keep(tuple(e for e in self.entries if e.number != number))

    def retime(self, number: int, when: str) -> Outcome:
        """Give an entry that waits, or was missed, another time; "now": as soon as it is its turn."""
        with self._lock:
            entry = self._entry(number)
            if entry is None or entry.state not in (EntryState.WAITING, EntryState.MISSED):
                return self._not_waiting(number)
            try:
                said = _said(when)
                due_s = self._due(said)
            except TimeError as error:
                return _invalid(str(error))
            is_relative = said is not None and said.in_s is not None
            again = replace(entry, due_s=due_s, is_relative=is_relative, state=EntryState.WAITING, message="")
            waiting = [again if e.number == number else e for e in self._waiting()]
            return self._keep(self._ordered(waiting if again in waiting else [*waiting, again]))

    def pause(self, reason: str) -> Outcome:
        """Begin nothing more; what is being carried out goes on."""
        with self._lock:
            if self.problem:
                return _mend(self.problem)
            return self._keep(self.entries, paused=reason or "paused by the operator")

    def resume(self) -> Outcome:
        """Go on."""
        with self._lock:
            if not self.paused:
                return Outcome(FailureCause.PRECONDITION_FAILED, "the queue is not paused")
            return self._keep(self.entries, paused="")

    def hold(self, reason: str) -> None:
        """Pause it, if it is not paused and something waits in it: somebody stopped the robot, for one."""
        with self._lock:
            if not self.paused and self._waiting():
                self._keep_anyway(self.entries, paused=reason)

    def next(self) -> Entry | None:
        """The instruction to begin now, if nothing else is being carried out; it counts as begun.

        What is not due yet lets others pass. What cannot be kept as begun is not begun: a restart would begin it again.
        """
        with self._lock:
            now_s = self._clocks.wall()
            if self.problem or self.paused or any(e.state is EntryState.RUNNING for e in self.entries):
                return None
            ready = [e for e in self._waiting() if e.due_s is None or e.due_s <= now_s]
            timed_ones = sorted((e for e in ready if e.due_s is not None), key=lambda e: e.due_s or 0.0)
            entry = next(iter([*timed_ones, *ready]), None)
            if entry is None:
                return None
            late_s = 0.0 if entry.due_s is None else now_s - entry.due_s
            message = f"begun {late_s:.0f} s late" if late_s > ON_TIME_S else ""
            running = replace(entry, state=EntryState.RUNNING, message=message)
            waiting = [e for e in self._waiting() if e is not entry]
            kept = self._keep((running, *waiting, *self._over()))
            if not kept.ok:
                self._keep_anyway(self.entries, paused=str(kept))
            return running if kept.ok else None

    def ended(self, number: int, outcome: Outcome) -> None:
        """An instruction that was begun has ended; one that was refused at once waits on."""
        with self._lock:
            entry = self._entry(number)
            if entry is None or entry.state is not EntryState.RUNNING:
                return
            if outcome.cause in _LATE:
                waits = replace(entry, state=EntryState.WAITING, message=str(outcome))
                self._keep_anyway((waits, *self._waiting(), *self._over()))
                return
            state = EntryState.DONE if outcome.ok else EntryState.FAILED
            over = replace(entry, state=state, outcome=replace(outcome, raw=""))
            paused = self.paused
            halted = outcome.cause in (FailureCause.STOPPED, FailureCause.CANCELED)
            if not paused and (halted or not (outcome.ok or self._settings.goes_on)):
                paused = f"instruction {number} ended: {outcome}"
            self._keep_anyway((*self._waiting(), over, *self._over()), paused=paused)

    def watch(self) -> bool:
        """Call it about once a second: times that passed are missed, and a clock that was set is noticed.

        Returns:
            whether anything changed.
        """
        with self._lock:
            if self.problem:
                return False
            before = self.entries
            self._mind_jump()
            now_s = self._clocks.wall()
            for entry in self._waiting():
                if entry.due_s is not None and now_s > entry.due_s + self._settings.late_s:
                    self._miss(entry, now_s)
            return self.entries != before

    def _miss(self, entry: Entry, now_s: float) -> None:
        when = words_of(entry.due_s or 0.0, now_s, self._clocks.zone)
        why = f" ({self.paused or entry.message})" if self.paused or entry.message else ""
        message = f"it was due {when} and could not be begun within {self._settings.late_s:.0f} s{why}"
        missed = replace(entry, state=EntryState.MISSED, message=message)
        self._keep_anyway((*(e for e in self._active() if e.number != entry.number), missed, *self._over()))

    def _mind_jump(self) -> None:
        """What is due so long after it was said moves with a clock that is set; what is due by the clock does not."""
        offset = self._clocks.wall() - self._clocks.steady()
        jump_s, self._offset = offset - self._offset, offset
        if abs(jump_s) < JUMP_S:
            return
        moved = tuple(
            replace(e, due_s=max(0.0, e.due_s + jump_s)) if e.is_relative and e.due_s is not None else e
            for e in self._active()
        )
        if moved != self._active():
            self._keep_anyway((*moved, *self._over()))

    def _load(self, store: QueueStore) -> None:
        """Take over what was kept; what was being carried out then has ended, nobody knows how."""
        try:
            self._kept = store.load()
        except QueueFileError as error:
            self.problem = str(error)
            return
        broken = Outcome(FailureCause.COMPONENT_LOST, "the executor ended while it was carried out")
        ended = tuple(
            replace(e, state=EntryState.FAILED, outcome=broken) for e in self.entries if e.state is EntryState.RUNNING
        )
        paused = self.paused
        if self._waiting() and not paused and not self._settings.begins:
            paused = "the stack was started again"
        elif ended and not paused and not self._settings.goes_on:
            paused = f"instruction {ended[0].number} ended: {broken}"
        if ended or paused != self.paused:
            self._keep_anyway((*self._waiting(), *ended, *self._over()), paused=paused)

    def _refused(self, instruction: str, strategy: str) -> Outcome:
        if self.problem:
            return _mend(self.problem)
        if not instruction.strip():
            return _invalid("the instruction is empty; say what to do, e.g. 'Bring the apple to table_2'")
        longest = max(len(instruction), len(strategy))
        if longest > LONGEST:
            return _invalid(f"it has {longest:,} characters; at most {LONGEST:,} fit")
        if any("\ud800" <= c <= "\udfff" or c == "\ufffd" for c in instruction + strategy):
            return _invalid("it is not valid UTF-8 text; check the terminal's or the client's encoding")
        return SUCCESS

    def _due(self, said: SaidTime | None) -> float | None:
        return None if said is None else due(said, self._clocks.wall(), self._clocks.zone)

    def _entry(self, number: int) -> Entry | None:
        return next((e for e in self.entries if e.number == number), None)

    def _active(self) -> tuple[Entry, ...]:
        return tuple(e for e in self.entries if not e.state.is_over)

    def _waiting(self) -> tuple[Entry, ...]:
        return tuple(e for e in self.entries if e.state is EntryState.WAITING)

    def _over(self) -> tuple[Entry, ...]:
        return tuple(e for e in self.entries if e.state.is_over)

    def _ordered(self, waiting: list[Entry]) -> tuple[Entry, ...]:
        """The queue with this order of those that wait."""
        running = (e for e in self.entries if e.state is EntryState.RUNNING)
        again = {e.number for e in waiting}
        return (*running, *waiting, *(e for e in self._over() if e.number not in again))

    def _not_waiting(self, number: int) -> Outcome:
        if self.problem:
            return _mend(self.problem)
        entry = self._entry(number)
        if entry is not None and entry.state is EntryState.RUNNING:
            what = f"instruction {number} is being carried out; cancel or stop it"
            return Outcome(FailureCause.PRECONDITION_FAILED, what)
        if entry is not None:
            return Outcome(FailureCause.PRECONDITION_FAILED, f"instruction {number} does not wait any more")
        there = ", ".join(str(e.number) for e in self._waiting()) or "none"
        return _invalid(f"there is no instruction {number} in the queue; those that wait: {there}")

    def _keep(
        self, entries: tuple[Entry, ...], *, next_number: int | None = None, paused: str | None = None
    ) -> Outcome:
        """Have it kept, then let it count; where it cannot be kept, nothing changes."""
        if self.problem:
            return _mend(self.problem)
        new = self._changed(entries, next_number, paused)
        if self._store is not None:
            try:
                self._store.save(new)
            except QueueFileError as error:
                return Outcome(FailureCause.INTERNAL_ERROR, f"the queue was not changed: {error}")
        self._kept = new
        return SUCCESS

    def _keep_anyway(self, entries: tuple[Entry, ...], *, paused: str | None = None) -> None:
        """What has happened counts, whether or not it can be kept; what cannot is a reason to pause."""
        kept = self._keep(entries, paused=paused)
        if not kept.ok and not self.problem:
            self._kept = self._changed(entries, None, paused or self.paused or str(kept))

    def _changed(self, entries: tuple[Entry, ...], next_number: int | None, paused: str | None) -> KeptQueue:
        active = tuple(e for e in entries if not e.state.is_over)
        over = tuple(e for e in entries if e.state.is_over)[: self._settings.kept]
        number = self._kept.next_number if next_number is None else next_number
        return KeptQueue((*active, *over), number, self.paused if paused is None else paused)


def _said(when: str) -> SaidTime | None:
    """Raises TimeError. None: as soon as it is its turn."""
    return None if when.strip().lower() in ("", NOW) else said_time(when)


def _invalid(message: str) -> Outcome:
    return Outcome(FailureCause.INVALID_INSTRUCTION, message)


def _mend(problem: str) -> Outcome:
    return Outcome(FailureCause.PRECONDITION_FAILED, f"the queue cannot be used: {problem}")
