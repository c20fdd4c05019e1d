# SPDX-License-Identifier: Apache-2.0
"""The clauses of an instruction in their stages: what comes after what, and what replaces what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from makedo_core.graph.scene_graph import State
from planner_node.language.clauses.steps import ClauseStep, Pending
from planner_node.language.request import (
    Attend,
    Change,
    Clause,
    GoTo,
    Hold,
    Inquire,
    Look,
    Put,
    PutBack,
    SetState,
    TryOut,
)
from planner_node.language.staged import (
    Staged,
    awaiting,
    but_for,
    but_for_some,
    empties,
    from_there,
    goes_on_elsewhere,
    is_any_of,
    is_meant,
    is_repeated,
    is_same_thing,
    is_served_by,
    not_within,
    put_without,
    puts_all,
    same_furniture,
    same_kind,
    some_of_so_many,
    state_but_for,
    told_apart,
    without_served,
    without_those,
)
from planner_node.language.things import UNTRACKED, NounPhrase, Place, Side
from planner_node.language.words.naming import Names

_SOMETHING = frozenset({"something", "anything"})
_LASTING = (Put, GoTo, Change, PutBack, TryOut, Inquire, Attend)  # what a later clause of the same stage adds to
_DOORS = frozenset({State.OPEN, State.CLOSED})


class Wish(NamedTuple):
    """Something that is brought to somebody if nothing else is asked for."""

    thing: NounPhrase
    whom: NounPhrase | None


class ClauseStages:
    """Collects the clauses of one instruction.

    Attributes:
        stage: where the next clause belongs.
        entries: the clauses so far.
        ending: those of them that are to be done last of all: "press the button when done".
        wishes: what follows from how somebody feels: "I'm thirsty".
        of_need: whether nothing is asked for but what follows from that.
        moved_on: so many things that are put somewhere, those of them that go elsewhere without a word that says
            "then", and whether that is behind a full stop.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.stage = 0
        self.entries: list[Staged] = []
        self.ending: list[ClauseStep] = []
        self.wishes: list[Wish] = []
        self.of_need = False
        self.moved_on: list[tuple[NounPhrase, NounPhrase, bool]] = []
        self._told_before: tuple[Staged, ...] = ()  # in earlier sentences
        self._whole: Staged | None = None  # what is put somewhere with some of it first

    def next_sentence(self) -> None:
        """What follows is not said in one breath with what was said so far."""
        self._told_before = tuple(self.entries)

    def next_stage(self) -> None:
        """What follows comes after all that was said so far."""
        if any(entry.stage >= self.stage for entry in self.entries):
            self.stage = 1 + max(entry.stage for entry in self.entries)

    def add(self, step: ClauseStep, corrects: bool = False, names: Names | None = None) -> ClauseStep:
        """Append a clause; what it makes void goes: "pick it up and put it there", "open it and close it".

        Args:
            step: the clause.
            corrects: whether it was joined by "but": "throw the rubbish away but recycle it".
            names: what things are; None: no clause takes some of the things of another.

        Returns:
            The clause as it was kept.
        """
        if isinstance(step, Put):
            step = self._with_what_waits(self._with_what_is_wished(step))
            now = [e for e in self.entries if e.stage == self.stage]
            self.moved_on += [(*pair, e in self._told_before) for e in now for pair in some_of_so_many(e, step)]
            if corrects and names is not None and (apart := self._taken_out(step, names)) is not None:
                self.entries.append(Staged(apart, self.stage))
                return apart
            if corrects:
                step = self._instead(step)
            if names is not None:
                step = self._told_apart(step, names)
        if isinstance(step, Put) and self._whole is not None and self._goes_on_ranking(step):
            at, stage = self.entries.index(self._whole), self._whole.stage
            self._shift(at + 1, stage, self._whole)
            self.entries.insert(at, Staged(step, stage))
            self._whole = self.entries[at + 1]
            self.stage = max(entry.stage for entry in self.entries)
            return step
        if self.entries and isinstance(self.entries[-1].step, GoTo):
            self.next_stage()  # where the robot is first, then what it does there
        now = [] if corrects else [e for e in self.entries if e.stage == self.stage]
        if isinstance(step, Put) and any(goes_on_elsewhere(e, step) or empties(e, step.place) for e in now):
            self.next_stage()  # the same things to another place, or others into what was emptied
        if isinstance(step, Put) and self.entries and self._is_corrected(self.entries[-1], step):
            self.entries.pop()
        if isinstance(step, SetState) and names is not None:
            now = [state_but_for(e, step, self.stage, names) for e in self.entries]
            kept = [new for old, new in zip(self.entries, now, strict=True) if new is not old]
        else:
            now, kept = self.entries, []
        self.entries = [e for e in now if isinstance(e.step, _LASTING) or e in kept or not self._is_void(e, step)]
        if isinstance(step, Put):
            self.entries = [without_served(e, step) for e in self.entries]
        self.entries.append(Staged(step, self.stage))
        return step

    def _with_what_is_wished(self, step: Put) -> Put:
        """Something for who is thirsty is something to drink: "I'm thirsty, bring something here"."""
        if not self.wishes:
            return step
        wish = self.wishes[-1].thing
        return replace(
            step,
            what=tuple(
                replace(t, text=wish.text, concept=wish.concept) if t.text in _SOMETHING and t.concept is None else t
                for t in step.what
            ),
        )

    def _taken_out(self, step: Put, names: Names) -> Put | None:
        """Some of the things that were put somewhere, put elsewhere instead; None: they are not some of them."""
        at = next((i for i in reversed(range(len(self.entries))) if puts_all(self.entries[i], step.what, names)), None)
        whole = self.entries[at].step if at is not None else None
        if at is None or not isinstance(whole, Put) or whole.place == step.place:
            return None
        if any(s.referent.is_same(t.referent) for s in step.what for t in whole.what):
            return None
        if any(s.count is None and not s.attributes for s in step.what):
            return None
        self.entries[at] = replace(self.entries[at], step=put_without(whole, step.what, names))
        return Put(tuple(replace(t, referent=UNTRACKED) for t in step.what), step.place)

    def _told_apart(self, step: Put, names: Names) -> Put:
        """The things of clauses, where some of those of one are told apart for another place: "plate 1 there"."""
        for at, entry in enumerate(self.entries):
            before = entry.step
            if isinstance(before, Pending) and before.otherwise and entry.stage == self.stage:
                left = tuple(p for put in before.otherwise if (p := without_those(put, step.what, names)) is not None)
                self.entries[at] = replace(entry, step=replace(before, otherwise=left))
                usual = {t.referent.number for put in before.otherwise for t in put.what}
                step = replace(step, what=tuple(not_within(t, usual - {0}) for t in step.what))
            if not isinstance(before, Put) or entry.stage != self.stage or before.place == step.place:
                continue
            step = replace(step, what=tuple(from_there(t, before, names) for t in step.what))
            first = replace(before, what=tuple(from_there(t, step, names) for t in before.what))
            whole = {t.referent.number for t in first.what if any(told_apart(s, t, names) for s in step.what)} - {0}
            rest = first
            for thing in step.what:
                rest = but_for_some(rest, replace(thing, referent=UNTRACKED), names)
            for thing in first.what:
                step = but_for_some(step, replace(thing, referent=UNTRACKED), names)
            step = replace(step, what=tuple(not_within(t, whole) for t in step.what))
            self.entries[at] = replace(entry, step=rest)
        return step

    def undone_by(self, step: ClauseStep) -> bool:
        """Whether a clause undoes what another of the same stage asks for: closes what is opened."""
        if not isinstance(step, SetState):
            return False
        now = [e.step for e in self.entries if e.stage == self.stage and isinstance(e.step, SetState)]
        return any(self._is_void(Staged(old, self.stage), step) and old.state is not step.state for old in now)

    def after(self, main: tuple[ClauseStep, ...], first: tuple[ClauseStep, ...]) -> bool:
        """What was just said (`main`) comes after something (`first`); whether that had been said before already."""
        again = [e.stage for e in self.entries for step in first if same_kind(e.step, step) and e.step not in main]
        if again:
            self._later(main, 1 + max(again))
            return True
        stage = max((e.stage for e in self.entries if e.step in main), default=self.stage)
        before = [e for e in self.entries if e.step not in main]
        mains = [e for e in self.entries if e.step in main]
        self.entries = [*before, *(Staged(step, stage) for step in first), *mains]
        self._later(main, stage + 1)
        return False

    def ranked(self, things: tuple[NounPhrase, ...], is_last: bool, names: Names) -> bool:
        """Some of the things that were put somewhere go before the others, or behind them.

        Args:
            things: those that do.
            is_last: whether they go behind.
            names: what things are.

        Returns:
            Whether they are among things that were put somewhere.
        """
        at = next((i for i in reversed(range(len(self.entries))) if puts_all(self.entries[i], things, names)), None)
        whole = None if at is None else self.entries[at].step
        if at is None or not isinstance(whole, Put):
            return False
        if is_last and any(is_any_of(t, whole) for t in things):
            return False  # "the first one last": nothing tells which one that is
        stage = self.entries[at].stage
        some = Put(things, whole.place)
        if is_last:
            some = Put(tuple(replace(t, referent=UNTRACKED) for t in things), whole.place)
            self.entries[at] = Staged(put_without(whole, things, names), stage)
        self._shift(at + 1, stage, self.entries[at] if not is_last else None)
        self.entries.insert(at + is_last, Staged(some, stage + is_last))
        self.stage = max(entry.stage for entry in self.entries)
        self._whole = None if is_last else self.entries[at + 1]
        return True

    def _shift(self, begin: int, stage: int, whole: Staged | None) -> None:
        """Make room for a stage behind one: what comes later comes one stage later, and so does a whole."""
        self.entries = [
            replace(e, stage=e.stage + 1) if e is whole or (i >= begin and e.stage > stage) else e
            for i, e in enumerate(self.entries)
        ]

    def _goes_on_ranking(self, step: Put) -> bool:
        """Whether "then the red one" says which of the things comes next that are put there at last."""
        whole = self._whole
        if (
            whole is None
            or not isinstance(whole.step, Put)
            or self.entries[-1:] == []
            or step.place != whole.step.place
        ):
            return False
        within = {t.referent.number for t in whole.step.what}
        return whole in self.entries and all(t.referent.within in within - {0} for t in step.what)

    def finish(self) -> None:
        """Nothing more is said: things go where they go otherwise, and what is to be done last comes last."""
        for at, entry in reversed(list(enumerate(self.entries))):
            if isinstance(entry.step, Pending) and entry.step.otherwise:
                before = [
                    e for e in self.entries[:at] if isinstance(e.step, _LASTING) or not self._is_void(e, entry.step)
                ]
                puts = [Staged(put, entry.stage) for put in entry.step.otherwise]
                self.entries = [*before, *puts, *self.entries[at + 1 :]]
        rest = [e.stage for e in self.entries if e.step not in self.ending]
        if rest:
            self._later(tuple(self.ending), 1 + max(rest))

    def _later(self, steps: tuple[ClauseStep, ...], stage: int) -> None:
        self.entries = [replace(e, stage=max(e.stage, stage)) if e.step in steps else e for e in self.entries]
        self.stage = max(entry.stage for entry in self.entries)

    def after_each(self, main: tuple[ClauseStep, ...], quality: str = "") -> bool:
        """What was just said is repeated after each of the things that changed: "clean the mop after each room".

        Args:
            main: the clauses that were just said.
            quality: what the things became; empty: of several things that changed last, whatever they became.

        Returns:
            Whether there is such a change.
        """
        index = next(
            (
                i
                for i, e in reversed(list(enumerate(self.entries)))
                if isinstance(e.step, Change) and e.step not in main and is_repeated(e.step, quality)
            ),
            None,
        )
        if index is None:
            return False
        change = self.entries[index].step
        assert isinstance(change, Change)
        stage = self.entries[index].stage
        repeated: list[Staged] = []
        for turn, what in enumerate(change.what):
            repeated.append(Staged(replace(change, what=(what,)), stage + 2 * turn))
            repeated += [Staged(step, stage + 2 * turn + 1) for step in main]
        rest = [e for e in self.entries[index + 1 :] if e.step not in main]
        self.entries = [*self.entries[:index], *repeated, *rest]
        self.stage = max(e.stage for e in self.entries)
        return True

    def wish(self, thing: NounPhrase, whom: NounPhrase | None) -> None:
        """Something that is brought to somebody if nothing else is asked for; None: to the speaker."""
        self.wishes.append(Wish(thing, whom))

    def deliver(self, speaker: NounPhrase) -> None:
        """What was to be brought to the speaker goes where the speaker says to be."""
        waiting = [t for e in self.entries if isinstance(e.step, Pending) and e.step.to_speaker for t in e.step.what]
        if waiting:
            self.add(Put(tuple(waiting), Place(Side.ANY, speaker)))

    def limit(self, source: Place) -> None:
        """All that was asked for is to come from one place, where nothing else was said."""
        self._each_thing(lambda thing: thing if thing.source else replace(thing, source=source, only_there=True))

    def count(self, like: NounPhrase, number: int) -> None:
        """So many of what was spoken of are asked for."""
        self._each_thing(
            lambda thing: replace(thing, count=number, or_fewer=False) if is_same_thing(thing, like) else thing
        )

    def count_again(self, like: NounPhrase, number: int) -> None:
        """So many of a referent are asked for, not as many as were said."""
        self._each_thing(lambda t: replace(t, count=number, definite=False) if t.referent.is_same(like.referent) else t)

    def _each_thing(self, changed: Callable[[NounPhrase], NounPhrase]) -> None:
        for index, entry in enumerate(self.entries):
            if isinstance(entry.step, Put | Pending):
                step = replace(entry.step, what=tuple(map(changed, entry.step.what)))
                self.entries[index] = replace(entry, step=step)

    def unplaced(self) -> Pending | None:
        """Things that no clause gave a place to."""
        return next((e.step for e in self.entries if isinstance(e.step, Pending) and not self._is_placed(e)), None)

    def _is_placed(self, waiting: Staged) -> bool:
        """Whether things got their place before: "they should be in the box, so please collect them"."""
        before = [e.step for e in self.entries[: self.entries.index(waiting)] if e.stage == waiting.stage]
        placed = [t for step in before if isinstance(step, Put) for t in step.what]
        things = awaiting(waiting.step) if isinstance(waiting.step, Pending) and waiting.step.gathers else ()
        return bool(things) and all(any(t.referent.is_same(p.referent) for p in placed) for t in things)

    def clauses(self) -> tuple[Clause, ...]:
        """All clauses, in the order of their stages."""
        return tuple(e.step for e in self._ordered() if not isinstance(e.step, Pending))

    def numbers(self) -> tuple[int, ...]:
        """The stage of each clause, counted from 0; empty if there is only one stage."""
        stages = [e.stage for e in self._ordered()]
        ranks = {stage: rank for rank, stage in enumerate(sorted(set(stages)))}
        return tuple(ranks[s] for s in stages) if len(ranks) > 1 else ()

    def _ordered(self) -> list[Staged]:
        return sorted(self.entries, key=lambda entry: entry.stage)

    def _with_what_waits(self, put: Put) -> Put:
        """The things of a Put as they were first spoken of: "find 5 glasses and put the glasses there"."""
        waiting = [t for e in self.entries if not isinstance(e.step, _LASTING) for t in awaiting(e.step)]
        first = (next((w for w in waiting if is_meant(t, w)), t) for t in put.what)
        things = tuple(t if t in waiting else but_for(w, t) for t, w in zip(put.what, first, strict=True))
        return replace(put, what=things)

    def _instead(self, put: Put) -> Put:
        """The things of the Put that this one corrects."""
        earlier = [t for e in self.entries if isinstance(e.step, Put) for t in e.step.what]
        return replace(put, what=tuple(next((e for e in earlier if is_same_thing(t, e)), t) for t in put.what))

    def _is_corrected(self, entry: Staged, new: Put) -> bool:
        """Whether a place is said again for the very same things: "put it on the table and put it on the shelf"."""
        old = entry.step
        same = isinstance(old, Put) and all(any(t is o for o in old.what) for t in new.what)
        return same and isinstance(old, Put) and len(old.what) == len(new.what) and entry.stage == self.stage

    def _is_void(self, entry: Staged, new: ClauseStep) -> bool:
        """Whether an earlier clause is made void by a new one."""
        old = entry.step
        if isinstance(new, Put) or (isinstance(new, Pending) and new.otherwise):
            return all(any(is_served_by(w, t) for t in new.what) for w in awaiting(old)) and bool(awaiting(old))
        if isinstance(old, SetState) and isinstance(new, SetState) and entry.stage == self.stage:
            return same_furniture(old.what, new.what) and (old.state in _DOORS) is (new.state in _DOORS)
        if isinstance(new, Hold | Pending) and isinstance(old, Look | Pending):
            return all(any(is_served_by(w, t) for t in awaiting(new)) for w in awaiting(old))
        return False
