# SPDX-License-Identifier: Apache-2.0
"""What an instruction has spoken of so far: what pronouns and the like stand for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice

from planner_node.language.things import NounPhrase, Place
from planner_node.language.words import lexicon as lx

_REMEMBERED = 24  # things that may be spoken of again


@dataclass(slots=True)
class Discourse:
    """What was spoken of so far.

    Attributes:
        things: what "it" and "them" stand for.
        at_rest: whether the things were put down since, so that their origin no longer identifies them.
        furniture: what "put the milk in it" speaks of.
        opened: what "close it" speaks of.
        place: what "there" stands for.
        rooms: where the robot was sent to just before.
        emptied: furniture that was emptied or carried, whose contents may be spoken of.
        notes: what was understood otherwise than it was written.
        person: the room of the person last spoken of: "his desk" stands in it.
        person_at: where that person is, for what is brought to "him".
        speaker_at: where the speaker says to be, for what is brought to "me".
        around: the place of what a remark mentioned: "the can" is the one there.
        waiting: things that still need a place: "everything".
        served: several people who get one each of what is brought.
        named: all things that were named, by where their name begins: "the rest" is not these.
        kind: what "one" and "ones" stand for, where it is not what "it" stands for.
        listing: whether a list of what goes where was announced: "sort the waste: cans in bin 1, paper in bin 2".
        sent_to: where the robot was sent just before: "go to the hall and find a book" is about one there.
        somebody: the person last spoken of: "them" are they, as long as no things were spoken of since.
        things_before: the things that were spoken of before that person.
        listed: the last several things that were named together: "the former" is the first of two.
        is_bound: whether where the things go is known already: "bring me the mug next to the plate".
        clauses: where each clause begins; the last is being read: what it names itself it does not speak of again.
        numbered: how many referents were told apart so far.
        changed: furniture and devices that were opened, closed or switched together last: "them".
        changed_at: where the clause begins that did so.
        has_nothing_to_do: whether something was asked for that is so already, and no clause stands for it.
        told: where things are that a statement was about, by the number of their referent: "the plates on table 1 are
            clean"; None: that is not said.
        went: where things were put, by the number of their referent: "the carrot on the table" may be one of them.
    """

    things: tuple[NounPhrase, ...] = ()
    at_rest: bool = False
    furniture: NounPhrase | None = None
    opened: NounPhrase | None = None
    place: Place | None = None
    rooms: tuple[NounPhrase, ...] = ()
    emptied: tuple[NounPhrase, ...] = ()
    notes: tuple[str, ...] = ()
    person: NounPhrase | None = None
    person_at: NounPhrase | None = None
    speaker_at: NounPhrase | None = None
    around: Place | None = None
    waiting: tuple[NounPhrase, ...] = ()
    served: NounPhrase | None = None
    named: dict[int, NounPhrase] = field(default_factory=dict)
    kind: NounPhrase | None = None
    listing: bool = False
    sent_to: Place | None = None
    somebody: NounPhrase | None = None
    things_before: tuple[NounPhrase, ...] = ()
    is_bound: bool = False
    listed: tuple[NounPhrase, ...] = ()
    clauses: tuple[int, ...] = ()
    numbered: int = 0
    changed: tuple[NounPhrase, ...] = ()
    changed_at: int = 0
    went: dict[int, Place] = field(default_factory=dict)
    has_nothing_to_do: bool = False
    told: dict[int, Place | None] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Tell what was understood otherwise than it was written."""
        self.notes = tuple(dict.fromkeys((*self.notes, text)))

    def recalled(self) -> tuple[NounPhrase, ...]:
        """What "it" and "them" stand for; what was put down and is not told apart is no longer where it came from."""
        known = self.things
        return tuple(t if t.referent.number else replace(t, source=None) for t in known) if self.at_rest else known

    @property
    def clause_at(self) -> int:
        """Where the clause begins that is being read."""
        return self.clauses[-1] if self.clauses else 0

    def begin_clause(self, at: int) -> None:
        """A clause is read from here."""
        self.clauses = (*(c for c in self.clauses[-_REMEMBERED:] if c < at), at)

    def new_number(self) -> int:
        """The number of a referent that was not spoken of yet."""
        self.numbered += 1
        return self.numbered

    def named_before(self, at: int) -> tuple[NounPhrase, ...]:
        """All things that were named before an index, with where they are told to be."""
        before = (thing for begin, thing in self.named.items() if begin < at)
        return tuple(replace(t, source=t.source or self.told.get(t.referent.number)) for t in before)

    def mentioned(self, before: int, since: int = 0) -> tuple[NounPhrase, ...]:
        """The last things that were named between two indices, in the order of their names."""
        last = islice(reversed(self.named.items()), _REMEMBERED)
        return tuple(thing for at, thing in sorted(last, key=lambda item: item[0]) if since <= at < before)

    def antecedent(self, place: bool = False) -> NounPhrase | None:
        """The kind that "one" and "ones" stand for, where something is to go if so said; None if none was spoken of."""
        if place and self.furniture is not None and self.furniture.concept is not None:
            return self.furniture
        return self.kind or (self.things[-1] if self.things else self.furniture)

    def forget(self, since: int) -> None:
        """Things that were named from an index on only tell a place: "the others" are none of these."""
        before = {at: thing for at, thing in self.named.items() if at < since}
        if len(before) < len(self.named):
            self.named, self.kind = {}, None
            for at, thing in sorted(before.items(), key=lambda item: item[0]):
                self.name(at, thing)

    def name(self, at: int, thing: NounPhrase) -> None:
        """Remember a thing whose name begins at an index; "the rotten ones" are no kind of their own."""
        self.named[at] = thing
        if thing.concept is not None and thing.text.split()[-1] not in lx.ONES:
            self.kind = thing
