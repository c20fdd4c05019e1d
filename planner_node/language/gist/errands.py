# SPDX-License-Identifier: Apache-2.0
"""What the clauses of an instruction come to together: pronouns, places, cases and what stays are looked up in them.

None where a clause might ask for something that no errand has: an offer that leaves out a deed, a condition or a
state is no use to anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from planner_node.language.gist.errand import Errand, ToldErrands, UnclearError
from planner_node.language.gist.frame import POINTING, ClauseFrame, SpokenKind, SpokenThing
from planner_node.language.gist.numbers import WHOLE, bare, number_of
from planner_node.language.gist.saying import is_likewise, is_taken_on, only_told, tells_where
from planner_node.language.gist.standing_for import all_of, so_many
from planner_node.language.piecing.clauses import ALONE, CARRYING
from planner_node.language.piecing.pieces import PieceKind, SentencePiece
from planner_node.language.sentence.sentence import Words
from planner_node.language.things import Side
from planner_node.language.words.verbs import Verb

_POLITE = frozenset(
    "if you would could can please may might like it is that possible ok okay mind do not want i".split()
)
_TELLING = frozenset(
    "i we they he she nobody nothing hardly is are was were do does did has have had should can "
    "must will would went".split()
)
_ASKED_OF = frozenset({"you", "it", "that"})
_SOME = frozenset("some any one".split())
_SINGULAR = frozenset({"it", "that", "this"})
_GENERAL = frozenset({Verb.TIDY, Verb.SORT, Verb.CLEAR, Verb.SET, Verb.SERVE})
"""Deeds that say in general what the clauses behind them say one by one: "tidy up two things: the doll goes ..."."""
_NAMING = frozenset({SpokenKind.NAMED, SpokenKind.PLACE})


@dataclass
class _Listener:
    """Goes through the clauses.

    Attributes:
        head: the noun of words for a thing: of "red mug" the mug.
        told: what they come to so far.
        last: the things that were spoken of last.
        place: where something was last said to be or go.
        topic: things that were named with nothing asked of them.
        when: what has to be so for what comes next.
        is_missing: whether there may not be what was asked for last.
        is_open: whether things were named, and nothing said yet of what becomes of them.
    """

    head: Callable[[Words], Words]
    told: ToldErrands = field(default_factory=ToldErrands)
    last: tuple[SpokenThing, ...] = ()
    place: SentencePiece | None = None
    topic: tuple[SpokenThing, ...] = ()
    when: Words = ()
    is_missing: bool = False
    is_open: bool = False

    @property
    def before(self) -> Errand | None:
        """The errand that was asked for last."""
        return self.told.errands[-1] if self.told.errands else None

    def hear(self, frame: ClauseFrame, is_first: bool) -> None:
        """Take a clause; whether it is the first of its sentence."""
        frame.stays &= not frame.denied or frame.state is not None  # "the tools can not stay out"
        things, goal = self._meant(frame), self._goal(frame)
        if is_likewise(frame) and self.before is not None and things:
            self.told.errands.append(self._likewise(frame, things, goal, self.before))
            return
        on_it = frame.goal is not None and frame.goal.words == ("it",)
        if (
            on_it
            and not frame.needs
            and frame.deed is not None
            and self.last
            and self.last[-1].kind is SpokenKind.NAMED
        ):
            raise UnclearError  # "take the plate, put two forks on it"
        self.told.named += [thing for thing in things if thing.kind is SpokenKind.NAMED]
        if frame.denied and _TELLING.isdisjoint(frame.words) and not (frame.stays or frame.leaves or frame.deed):
            raise UnclearError  # "not the red pen, the blue one goes ..."
        if frame.excepts and not frame.excepted:
            raise UnclearError
        if frame.has_none and frame.deed is not None and not frame.is_condition:
            raise UnclearError  # "fetch exactly no potatoes"
        if frame.is_condition or (frame.has_none and not frame.goal):
            self._suppose(frame, things)
        elif frame.needs and "only" in frame.words and things:
            self.told.kept += things  # "my kid only needs one"
        elif frame.denied and frame.things and all(thing.kind is SpokenKind.COUNT for thing in frame.things):
            self.told.kept += things  # "two of them should not be moved"
        elif (
            tells_where(frame)
            or frame.exists
            or frame.is_own
            or frame.is_reason
            or (frame.denied and not (frame.leaves or frame.stays))
        ):
            self.topic = tuple(replace(t, at=goal.words) for t in things) if goal is not None else things
        elif frame.stays and frame.state is not None and things:
            self.told.errands.append(Errand(frame, things))  # "the fridge stays open"
        elif self._stays(frame, goal):
            is_said = frame.goal is not None and frame.goal.words not in POINTING
            at, side = (goal.words, goal.side or Side.ANY) if goal is not None and is_said else ((), Side.ANY)
            self.told.kept += [replace(t, at=at, side=side) if at else t for t in (*things, *frame.excepted)]
        elif not (frame.leaves and not things):
            self._ask(frame, things, goal, is_first)
        self._remember(frame, things, goal)

    def _likewise(
        self, frame: ClauseFrame, things: tuple[SpokenThing, ...], where: SentencePiece | None, before: Errand
    ) -> Errand:
        """The errand before of other things, or for another place: "and so does the one on the table"."""
        if all(thing.kind is SpokenKind.PLACE for thing in things):
            to = SentencePiece(PieceKind.TO, things[-1].words, side=Side.ANY)
            return Errand(frame, before.things, to, before.source, before.when)
        return Errand(frame, things, before.goal, where.words if where is not None else frame.source, before.when)

    def _meant(self, frame: ClauseFrame) -> tuple[SpokenThing, ...]:
        """The things of a clause, with those that a pronoun or a mere number stands for."""
        kinds = {thing.kind for thing in frame.things}
        if kinds == {SpokenKind.POINTER} and self.is_open and len(self.topic) > 1:
            return self.topic  # "Hammer. And two saws. All of that on the table."
        if kinds == {SpokenKind.POINTER} and frame.things[0].is_whole and self.last:
            is_carried = frame.goal is not None
            return tuple(all_of(t) if is_carried or t.kind is SpokenKind.NAMED else t for t in self.last)
        is_device = frame.state is not None or frame.verb in (Verb.OPEN, Verb.CLOSE, Verb.START, Verb.SWITCH)
        if kinds == {SpokenKind.POINTER} and is_device and self.place is not None:
            if not any(thing.kind is SpokenKind.PLACE for thing in self.last):
                return (SpokenThing(SpokenKind.PLACE, self.place.words),)  # "put the towel in the machine and close it"
        if kinds == {SpokenKind.POINTER}:
            single = frame.things[0].words[-1] in _SINGULAR and len(self.last) > 1 and not self.topic
            return self.last[-1:] if single else self.last
        keeps = frame.stays or frame.leaves or frame.denied
        of = next((t for t in reversed(self.last) if t.kind is SpokenKind.NAMED), None)
        of = of or next((t for t in frame.things if t.kind is SpokenKind.NAMED), None)
        if of is None or (keeps and kinds == {SpokenKind.COUNT}):
            return tuple(frame.things)
        meant: list[SpokenThing] = []
        for thing in frame.things:
            of = thing if thing.kind is SpokenKind.NAMED else of
            meant.append(so_many(self.head, thing, of) if thing.kind is SpokenKind.COUNT else thing)
        return tuple(meant)

    def _goal(self, frame: ClauseFrame) -> SentencePiece | None:
        goal = frame.goal
        if goal is None or goal.words not in POINTING:
            return goal
        if self.place is None or frame.exists:
            return None
        side = goal.side if goal.side not in (None, Side.ANY) else self.place.side
        return replace(self.place, side=side)

    def _remember(self, frame: ClauseFrame, things: tuple[SpokenThing, ...], goal: SentencePiece | None) -> None:
        places = [thing for thing in things if thing.kind is SpokenKind.PLACE]
        named = tuple(t for t in (*things, *frame.excepted) if t.kind in _NAMING)
        if frame.stays or frame.leaves:
            pass
        elif goal is not None:
            self.place = goal
        elif places:
            self.place = SentencePiece(PieceKind.TO, places[-1].words, side=Side.ANY)
        if named:
            self.last = named

    def _suppose(self, frame: ClauseFrame, things: tuple[SpokenThing, ...]) -> None:
        """What has to be so for the next clause."""
        self.when, self.is_missing = (), frame.has_none
        words = tuple(word for thing in things for word in thing.words)
        of_last = not things and not _SOME.isdisjoint(frame.words) and bool(self.last)
        if frame.has_none or (_POLITE.issuperset(frame.words) and not _ASKED_OF.isdisjoint(frame.words)):
            return
        if frame.state is not None and not things and self.last:
            words = self.last[-1].words  # "if its door is open"
        if frame.state is not None and words:
            self.when = ("if", *words, "is", *(("not",) if frame.denied else ()), frame.state.value)
        elif frame.exists and (things or of_last):
            self.when = ("if", "there", "is", "any", *bare(words or self.last[-1].words))
        elif not frame.things or any(thing.kind is not SpokenKind.POINTER for thing in frame.things):
            raise UnclearError

    def _stays(self, frame: ClauseFrame, goal: SentencePiece | None) -> bool:
        """Whether things of a clause are left where they are."""
        if not (frame.stays or frame.leaves) or not (frame.things or frame.excepted) or frame.verb is Verb.GO:
            return False
        counts = any(thing.kind is SpokenKind.COUNT or number_of(thing.words) for thing in frame.things)
        is_put = frame.leaves and goal is not None and frame.goal is not None and frame.goal.words != ("there",)
        return not is_put or counts

    def _ask(
        self, frame: ClauseFrame, things: tuple[SpokenThing, ...], goal: SentencePiece | None, is_first: bool
    ) -> None:
        """What a clause asks for."""
        if self._is_about_another(frame, things, goal):
            self.told.noted.append(frame)
            return
        if things and not self.last and frame.deed is None and all(t.kind is SpokenKind.COUNT for t in things):
            return  # "my little one wants to draw": nothing was spoken of yet
        if not things and goal is not None and (frame.verb in CARRYING or frame.deed is None):
            things = self.topic or self.last
        if not things and frame.state is not None:
            things = self.last
        before = self.before
        if frame.verb is Verb.GO and not frame.things and goal is not None and not is_first and before is not None:
            if before.frame.deed is None and before.goal is not None and not self.topic:
                self.told.noted.append(self.told.errands.pop().frame)  # "it has to come out and go in the basket"
                self.told.errands.append(Errand(frame, before.things, goal, before.goal.words, before.when))
                frame.deed = None
                return
        if frame.verb is Verb.GO and not frame.things and self.topic and goal is not None and not is_first:
            frame.deed, things = None, self.topic  # "all the washing has to come out and go in the basket"
        if not things and (frame.deed is None or (frame.verb is Verb.GO and goal is None)):
            return
        if not things and goal is None:
            return
        if not (goal or frame.state is not None or frame.verb in ALONE):
            if self._is_listed(frame, things, is_first):
                return
            if frame.deed is None and not frame.for_speaker and not frame.needs:
                self._name(frame, things)
                return
            goal = self._supposed_goal(frame, things)
        self._add(frame, things, goal)
        self.topic = ()

    def _name(self, frame: ClauseFrame, things: tuple[SpokenThing, ...]) -> None:
        """Things with nothing said of them: the next clause has to say what becomes of them."""
        self.topic = (*self.topic, *things) if self.is_open else things  # "Hammer. And the two screwdrivers."
        words = {word for unread in frame.unread for word in unread.words}
        self.is_open = len(words) <= 1 and any(thing.kind is SpokenKind.NAMED for thing in things)
        if self.is_open and not frame.unread:
            self.told.noted.append(frame)

    def _is_about_another(
        self, frame: ClauseFrame, things: tuple[SpokenThing, ...], goal: SentencePiece | None
    ) -> bool:
        """Whether a clause says more of the errand before, or what is wanted in its place; it is then noted."""
        before, errands = self.before, self.told.errands
        kinds = [thing.kind for thing in frame.things]
        if (frame.is_instead or self.is_missing) and before is not None and things:
            missing = bare(tuple(word for thing in before.things[:1] for word in thing.words))
            own = frame if frame.deed is not None and (goal or frame.for_speaker) else before.frame
            errands.append(
                Errand(own, things, goal or before.goal, frame.source, ("if", "there", "is", "no", *missing))
            )
            self.is_missing = False
            return True
        looks_so = kinds == [SpokenKind.COUNT] and frame.things[0].count == -1 and bool(frame.things[0].looks)
        if before is not None and looks_so and frame.deed is None and goal is None and frame.state is None and things:
            errands[-1] = replace(before, things=(*before.things[:-1], *things))
            return True  # "the desk needs a pen, the red one"
        is_made = frame.deed is not None and frame.deed.words == ("make",)
        if (
            before is not None
            and kinds == [SpokenKind.POINTER, SpokenKind.COUNT]
            and is_made
            and len(before.things) == 1
        ):
            errands[-1] = replace(before, things=(so_many(self.head, frame.things[1], before.things[0]),))
            return True  # "make it just one"
        wholly = bool(frame.things) and frame.things[0].is_whole and set(kinds) == {SpokenKind.POINTER}
        if before is not None and wholly and goal is None and frame.deed in (None, before.frame.deed):
            if {bare(t.words) for t in things} == {bare(t.words) for t in before.things}:
                before.frame.excepted += frame.excepted
                errands[-1] = replace(before, things=things)
                return True  # "the things to desk 1, all of them except the stapler"
        if before is not None and goal is not None and not frame.things and frame.for_speaker:
            if before.frame.for_speaker and before.goal is None and frame.verb in (None, Verb.FIND):
                errands[-1] = replace(before, goal=goal)
                return True  # "fetch me the cup. You find me at the desk"
        only_place = bool(things) and all(thing.kind is SpokenKind.PLACE for thing in things)
        if only_place and frame.deed is None and goal is None and frame.state is None:
            if self.topic:
                to = SentencePiece(PieceKind.TO, things[-1].words, side=Side.ANY)
                errands.append(Errand(frame, self.topic, to))
                self.is_open = False
            self.topic = () if self.topic else things
            return True  # "Old newspaper? Recycling bin."
        is_said = bool(kinds) and set(kinds) <= {SpokenKind.POINTER, SpokenKind.COUNT}
        is_said &= frame.verb in CARRYING | {Verb.SET}
        before_goal = before.goal if before is not None and before.things == things else None
        return is_said and before_goal is not None and (goal is None or goal.words == before_goal.words)

    def _is_listed(self, frame: ClauseFrame, things: tuple[SpokenThing, ...], is_first: bool) -> bool:
        """Whether things go where those before them do: "put the milk on the table, and the juice"."""
        before = self.before
        if is_first or before is None or before.goal is None or frame.for_speaker:
            return False
        if frame.deed is not None and frame.deed is not before.frame.deed:
            return False
        self.told.errands.append(Errand(frame, things, before.goal, before.source, before.when))
        return True

    def _supposed_goal(self, frame: ClauseFrame, things: tuple[SpokenThing, ...]) -> SentencePiece | None:
        """Where things go of which that is not said: where everything else was said to be or go."""
        is_carried = frame.verb in CARRYING and not frame.for_speaker
        if not is_carried or frame.verb in (Verb.HOLD, Verb.TAKE, Verb.OFFER) or self.place is None:
            return None
        return self.place if self.place.words != frame.source else None

    def _add(self, frame: ClauseFrame, things: tuple[SpokenThing, ...], goal: SentencePiece | None) -> None:
        errands, before = self.told.errands, self.before
        kinds = {thing.kind for thing in frame.things}
        self.is_open = False
        spoken_of = not frame.things or kinds <= {SpokenKind.POINTER, SpokenKind.COUNT}
        told_at = next((thing.at for thing in self.topic if thing.at), ()) if spoken_of else ()
        source = self._place_of(frame.source) or told_at
        if kinds == {SpokenKind.REST} and before is not None and before.goal is not None and goal == before.goal:
            things = tuple(replace(t, words=t.words or before.things[-1].words) for t in things)
            errands.pop()  # "I want the beakers there. The one in storage stays; bring the rest"
        elif before is not None and is_taken_on(before, things, goal is not None or frame.state is not None):
            source = source or before.source
            errands.pop()
        elif before is not None and spoken_of and only_told(before) and before.things == things:
            source = source or (before.goal.words if before.goal is not None else ())
            errands.pop()
        elif before is not None and before.frame.verb in _GENERAL and before.goal is None and goal is not None:
            errands.pop()
        source = () if goal is not None and source == goal.words else source
        is_anything = kinds == {SpokenKind.REST} and all(t.words and not WHOLE.isdisjoint(t.words) for t in things)
        if is_anything and not source and self.place is not None and goal != self.place:
            source = next((t.at for t in self.told.kept if t.at), self.place.words)
        errands.append(Errand(frame, things, goal, source, self.when))

    def _place_of(self, source: Words) -> Words:
        if source not in POINTING:
            return source
        return self.place.words if self.place is not None else ()


def _only_tells(frame: ClauseFrame) -> bool:
    """Whether a clause asks for nothing: it tells where things are, what the speaker does, or what is not so."""
    denies = frame.denied and not (frame.leaves or frame.stays)
    return tells_where(frame) or frame.exists or frame.is_own or frame.is_reason or denies


def told_by(sentences: Sequence[Sequence[ClauseFrame]], head: Callable[[Words], Words]) -> ToldErrands | None:
    """What the clauses of an instruction come to; None: it is not clear.

    Args:
        sentences: the clauses of each.
        head: the noun of words for a thing: of "red mug" the mug.
    """
    listener = _Listener(head)
    try:
        for frames in sentences:
            listener.when = ()
            for at, frame in enumerate(frames):
                listener.hear(frame, at == 0)
    except UnclearError:
        return None
    return None if listener.is_open else listener.told
