# SPDX-License-Identifier: Apache-2.0
"""One clause of an instruction: a verb and what it needs."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State
from planner_node.language.clauses.care import Care
from planner_node.language.clauses.clearing import cleared
from planner_node.language.clauses.handling import ClauseStep
from planner_node.language.clauses.tables import Tables
from planner_node.language.nouns.groups import Group
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import GoTo, Look, NounPhrase, Place, SetState, Side, TryOut
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said, Verb

_DOORS = {Verb.OPEN: State.OPEN, Verb.CLOSE: State.CLOSED}
_BUTTONS = ("button", "push_button")
_ABLE = (
    "I can bring, put, pick up and throw away things, open and close doors and drawers, switch things on and off, "
    "press buttons, drive somewhere and look for things."
)


class Clauses(Care, Tables):
    """Reads one clause after the other."""

    def clause(self) -> tuple[ClauseStep, ...]:
        """The clauses of one verb, which decides their shape."""
        self.polite()
        begin = self.at
        found = self.take(self.book.said_verbs)
        if found is None:
            without = self.without_verb()
            if without is None:
                raise self.no_verb()
            return without
        words = self.said(begin)
        said = found.value
        if said.like.startswith("prepar") and not self.prepares():
            raise NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I cannot {words}. {_ABLE}")
        if said.verb is Verb.BRING and said.like == "move" and self.word() in ("into", "towards"):
            said = Said(Verb.GO)
        if said.like == "push" and self.button_follows():
            said = Said(Verb.CHANGE, quality="pressed")
        if said.verb in (Verb.SET, Verb.BRING) and (table := self.table_set(said.like)) is not None:
            return table
        return self.of_verb(said, words)

    def without_verb(self) -> tuple[ClauseStep, ...] | None:
        """Things with a place: "the cups go to the left", or "the bowl" and "the boxes to the right" behind such.

        None: something else stands here.
        """
        begin = self.at
        if self.word() not in lx.ARTICLES | set(lx.NUMBERS) and self.name() is None:
            return None
        try:
            things = self.things()
            goes = self.take(self.book.verbs.belonging) is not None
            place = self.place() if self.side() and not self.ends_particle() else None
        except NotUnderstoodError:
            self.at = begin
            return None
        again = self.spoken.place if self.spoken.at_rest else None
        where = place or (None if goes else again)
        if where is None or not (goes or again) or not self.ends_clause():
            self.at = begin
            return None
        return (self.put(things, where),)

    def prepares(self) -> bool:
        """Whether what was spoken of is to be made ready, or a table: nothing else can be prepared."""
        return self.word() in lx.PRONOUNS | {"everything"} or self.table_ahead()

    def button_follows(self) -> bool:
        """Whether a button is named here, which is pushed to press it and not to move it."""
        ahead = 0
        while self.word(ahead) in lx.ARTICLES:
            ahead += 1
        name = self.name(ahead)
        return name is not None and name.concept in _BUTTONS

    def of_verb(self, said: Said, words: str) -> tuple[ClauseStep, ...]:
        """The clauses of a verb that was read."""
        match said.verb:
            case Verb.OPEN | Verb.CLOSE:
                if said.verb is Verb.CLOSE and self.spoken.opened is not None:
                    self.spoken.furniture = self.spoken.opened
                return tuple(self.in_state(what, _DOORS[said.verb]) for what in self.places_named())
            case Verb.SWITCH:
                return self.switching(words)
            case Verb.START:
                return tuple(self.in_state(what, State.ON) for what in self.places_named())
            case Verb.GO:
                return self.going()
            case Verb.FIND | Verb.LOOK:
                return self.looking(said.verb)
            case Verb.CHANGE:
                return self.changing(said)
            case Verb.FLOOR:
                return self.floors(said)
            case Verb.CLEAR:
                return self.clearing(said, words)
            case Verb.LOAD:
                return self.loading(said, words)
            case Verb.HIDE | Verb.FILE:
                return self.hiding(said)
            case Verb.TEND:
                return self.tending(said, words)
            case Verb.TEST:
                return tuple(TryOut(what) for what in self.places_named())
            case _:
                return self.handling(said, words)

    def polite(self) -> None:
        """Past politeness; "I do ..." counts as a wish that the robot does it."""
        while True:
            if self.take(self.book.clauses.polite) or self.accept(","):
                continue
            narrated = self.find(self.book.clauses.narrated)
            if narrated is None or not (
                self.find(self.book.said_verbs, narrated.length) or self.word(narrated.length) in self.book.verbs.cannot
            ):
                return
            self.at += narrated.length
            self.note("You tell what you do yourself; I take it for what I am to do.")

    def no_verb(self) -> NotUnderstoodError:
        """Why there is no clause here."""
        word = self.word()
        text = " ".join(self.words[self.at : self.at + 4])
        if word in self.book.verbs.cannot:
            return NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I cannot {word}. {_ABLE}")
        if self.find(self.book.clauses.prohibitions):
            reason = f"'{text}' says what not to do. Say what to do, and what to leave out behind 'except'."
            return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
        if word in self.book.clauses.unconditional:
            reason = f"I cannot plan for '{text}'; say what to do without a condition."
            return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
        if word in self.book.clauses.questions:
            reason = f"I do not answer questions such as '{text}'; say what to do, or ask where something is."
            return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
        near = self.names.nearest(word, self.book.verb_bases)
        hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
        said = f"'{text}'" if text else "the end of the sentence"
        return NotUnderstoodError(
            FailureCause.NOT_UNDERSTOOD, f"I expected what to do and found {said}.{hint}", tuple(near)
        )

    def in_state(self, what: NounPhrase, state: State) -> SetState:
        """The clause, and what "it" and "there" stand for from now on."""
        self.spoken.furniture = what
        if state is State.OPEN:
            self.spoken.opened = what
        if not self.in_room(what):
            self.spoken.place = Place(Side.ANY, what)
        return SetState(what, state)

    def places_named(self) -> tuple[NounPhrase, ...]:
        """Furniture joined by commas and "and"; all of it, where only a plural is said.

        Of a kind that stands in the room where the robot was sent to just before, that in this room is meant.
        """
        found = [self.one_door()]
        while self.continues():
            self.skip({",", "and"})
            found.append(self.one_door())
        rooms = self.spoken.rooms
        here = [Place(Side.INSIDE, room) for room in rooms]
        return tuple(n for what in found for n in self._narrowed(what, here))

    def one_door(self) -> NounPhrase:
        """Furniture, or its door: "the fridge door", "the door of the fridge"."""
        what = self.one_place()
        if what.concept == "door" and self.accept("of"):
            return self.one_place()
        if self.word() in ("door", "doors", "lid") and self.is_furniture(what):
            self.at += 1
        return what

    def _narrowed(self, what: NounPhrase, here: list[Place]) -> list[NounPhrase]:
        if what.source is not None or what.node_id is not None or self.in_room(what):
            return [what]
        inside = [replace(what, source=place) for place in here if self.names.stands_in(what.concept, place.what)]
        return inside or [what]

    def switching(self, words: str) -> tuple[ClauseStep, ...]:
        """Turn on X, or turn X on."""
        state = lx.PARTICLES.get(self.word())
        self.at += state is not None
        things = self.places_named()
        if state is None:
            state = lx.PARTICLES.get(self.word())
            if state is None:
                raise NotUnderstoodError(
                    FailureCause.NOT_UNDERSTOOD, f"Shall {things[0].text} be switched on or off?", ("on", "off")
                )
            self.at += 1
        return tuple(self.in_state(what, state) for what in things)

    def going(self) -> tuple[GoTo, ...]:
        """Drive to furniture or into a room, or into several."""
        self.take(self.book.places.sides)
        found = [self.one_place(bare=1)]
        while self.continues() and self.place_follows(1):
            self.skip({",", "and"})
            found.append(self.one_place(bare=1))
        what = found[-1]
        self.spoken.rooms = tuple(f for f in found if self.in_room(f))
        self.spoken.place = Place(Side.INSIDE if self.in_room(what) else Side.ANY, what)
        if not self.in_room(what):
            self.spoken.furniture = what
        return tuple(GoTo(f) for f in found)

    def looking(self, verb: Verb) -> tuple[ClauseStep, ...]:
        """Look for things, or at a place: "search the kitchen for apples" is about the apples."""
        if verb is Verb.FIND:
            group = self.group()
            things = group.sourced(*group.places)
        elif (tested := self.tested()) is not None:
            return (TryOut(tested),)
        elif self.word() in self.book.clauses.unconditional | {"whether", "that", "how"}:
            raise NotUnderstoodError(
                FailureCause.NOT_CAPABLE, "I can look at things, not tell whether something is so."
            )
        else:
            what = self.noun_phrase(place=True)
            room = self.attached_room()
            place = replace(what, source=room) if room else what
            if not self.accept("for"):
                self.spoken.furniture = place
                self.take(self.book.places.anywhere)
                return (Look(self.described(place)),)
            source = Place(Side.INSIDE if self.in_room(place) else Side.ANY, place)
            things = Group(self.things(), (source,)).sourced()
        self.spoken.things, self.spoken.at_rest = things, False
        return tuple(Look(thing) for thing in things)

    def clearing(self, said: Said, words: str) -> tuple[ClauseStep, ...]:
        """All that is on furniture goes elsewhere; or things are cleared away to a place."""
        begin = self.at
        self.skip({"off", "up", "out"})
        name_at = next((i for i in range(4) if self.name(i) is not None and self.word(i) not in lx.ARTICLES), 0)
        name = self.name(name_at)
        if name is None or not (self.names.is_place(name)):
            self.at = begin
            return self.handling(said, words)
        what = self.one_furniture()
        if self.side():
            return (self.all_from((what,), self.place()),)
        if self.is_heading(what):
            self.note(f"I take what follows for how '{words} {what.text}' is meant")
            return ()
        return cleared(what, self.names, self.names.surfaces())

    def is_heading(self, what: NounPhrase) -> bool:
        """Whether what follows says where the things on furniture go: "clear the table: the cups to the left ..."."""
        begin = self.at
        self.skip(lx.SEPARATORS)
        colon = ":" in self.words[begin : self.at]
        try:
            self.polite()
            carries = (verb := self.take(self.book.said_verbs)) is not None and verb.value.verb in (
                Verb.BRING,
                Verb.TAKE,
                Verb.SERVE,
            )
            first = self.noun_phrase() if carries or colon else None
        except NotUnderstoodError:
            first = None
        self.at = begin
        return first is not None and (colon or self.names.lies_at(first, Place(Side.ANY, what)))

    def one_furniture(self) -> NounPhrase:
        """One piece of furniture with its room."""
        what = self.noun_phrase(place=True)
        room = self.attached_room()
        return replace(what, source=room) if room and what.source is None else what

    def loading(self, said: Said, words: str) -> tuple[ClauseStep, ...]:
        """Load the dishwasher with plates, or plates into the dishwasher."""
        begin = self.at
        name_at = next((i for i in range(3) if self.name(i) is not None), 0)
        name = self.name(name_at)
        if name is not None and self.names.is_place(name):
            what = self.one_furniture()
            if self.accept("with"):
                return (self.put_into((what,)),)
            self.at = begin
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"What shall I {words} {what.text} with?")
        return self.handling(said, words)
