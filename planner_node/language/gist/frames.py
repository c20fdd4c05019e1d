# SPDX-License-Identifier: Apache-2.0
"""The clauses of a sentence: a frame is filled from the marks as they come, and closed where another clause begins.

Nothing here decides what is to be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from planner_node.language.gist.frame import POINTING, ClauseFrame, SpokenKind, SpokenThing, Unread
from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.piecing.clauses import ALONE, CARRYING
from planner_node.language.piecing.pieces import PieceKind, SentencePiece
from planner_node.language.sentence.sentence import Words
from planner_node.language.things import Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_SPEAKERS = frozenset({"i", "we"})
_BREAKS = frozenset({"but", "so", ":"})
_REASONS = frozenset({"because", "since", "while", "as"})
_LISTING = frozenset({",", "and"})
_KEEPING = frozenset({"keep", "keeps"})
_LEAVING = frozenset({"leave", "keep", "leaving", "keeping", "let"})
_SWITCHING = frozenset("turn switch get have put leave make keep left set".split())
_WHOLE = frozenset({"all", "both", "every", "each"})
_COMPARED = frozenset({("more",), ("fewer",), ("less",)})
_SILENT = frozenset({MarkKind.OTHER, MarkKind.DENIES})
_THINGS = {
    MarkKind.THING: SpokenKind.NAMED,
    MarkKind.POINTER: SpokenKind.POINTER,
    MarkKind.COUNT: SpokenKind.COUNT,
    MarkKind.REST: SpokenKind.REST,
}


def frames_of(marks: Sequence[WordMark]) -> list[ClauseFrame]:
    """The clauses of one sentence, in order."""
    builder = _Builder(marks)
    for at in range(len(marks)):
        builder.add(at)
    builder.close()
    return builder.frames


@dataclass
class _Builder:
    """Fills frames.

    Attributes:
        marks: of the sentence.
        frames: that are closed.
        frame: that is being filled.
        excepting: whether things are left out that come now.
        joined: whether a mark or "and" stands behind the last thing.
        joint: how many words of the frame stand before its last joint.
        last: the mark before.
        behind: the kind of the next mark that says something; None: there is none.
    """

    marks: Sequence[WordMark]
    frames: list[ClauseFrame] = field(default_factory=list)
    frame: ClauseFrame = field(default_factory=ClauseFrame)
    excepting: bool = False
    joined: bool = False
    joint: int = 0
    last: WordMark | None = None
    behind: MarkKind | None = None

    def close(self, carried: bool = False) -> None:
        """End a clause; whether the words behind its last joint belong to the next one."""
        frame = self.frame
        behind = frame.words[self.joint :] if carried and self.joint else []
        next_one = ClauseFrame(words=behind)
        if behind:
            del frame.words[self.joint :]
            if frame.unread and frame.unread[-1].follows(MarkKind.JOINT) and self._is_silent():
                next_one.unread.append(frame.unread.pop())
        if frame.words:
            self.frames.append(frame)
        self.frame, self.excepting, self.joined, self.joint = next_one, False, bool(behind), 0

    def add(self, at: int) -> None:
        """Take the mark at a position."""
        mark, behind, frame = self.marks[at], self.marks[at + 1 :], self.frame
        self.behind = _next_kind(behind)
        if self._begins(mark):
            deed = frame.deed if mark.kind in _THINGS and not frame.leaves and frame.verb not in ALONE else None
            self.close(carried=True)
            frame = self.frame
            frame.deed, frame.is_inherited = deed, deed is not None
        match mark.kind:
            case MarkKind.JOINT:
                self._join(mark.words[0], _next_kind(behind))
            case MarkKind.DEED:
                self._do(mark)
            case MarkKind.THING | MarkKind.POINTER | MarkKind.COUNT | MarkKind.REST:
                self._name(mark, behind)
            case MarkKind.PLACE:
                self._place(mark, behind)
            case MarkKind.TO:
                self._goes_to(mark, any(m.kind is MarkKind.TO for m in behind))
            case MarkKind.FROM if mark.piece is not None:
                frame.source = mark.piece.words
            case MarkKind.STATE if mark.piece is not None:
                if mark.words[0] not in lx.PARTICLES or self._is_switched():
                    frame.state = mark.piece.state
            case MarkKind.EXCEPT:
                self.excepting, self.joined = True, False
                frame.excepts = True
            case _:
                self._note(mark)
        self.frame.words += mark.words
        self._read(mark)

    def _begins(self, mark: WordMark) -> bool:
        """Whether a mark is the first of another clause."""
        frame, known = self.frame, not self.frame.is_empty
        if self.excepting and mark.kind in (*_THINGS, MarkKind.PLACE):
            return False
        match mark.kind:
            case MarkKind.EXISTS if frame.goal is not None and not frame.things and frame.deed is None:
                return False  # "on the table there is a cup"
            case MarkKind.DEED if self._is_said_of_things(mark):
                return False
            case MarkKind.DEED | MarkKind.IF | MarkKind.EXISTS | MarkKind.THEN:
                only_opened = frame.is_condition and not (frame.things or frame.state or frame.goal)
                return known and not only_opened
            case MarkKind.REST if frame.things and (frame.leaves or frame.stays):
                return True
            case MarkKind.THING if frame.only_places and self.joined and not frame.goal:
                return frame.verb not in CARRYING  # "check the fridge, the milk goes on the table"
            case MarkKind.THING if frame.needs and self.joined:
                return False  # "shelf 2 should get the hammer and the pliers"
            case MarkKind.THING | MarkKind.COUNT | MarkKind.REST:
                return frame.is_whole and not (frame.stays and not frame.things)
            case MarkKind.POINTER | MarkKind.ME if frame.denied and self.joined and frame.things:
                return not frame.leaves  # "the box should not stand about, it goes in the cupboard"
            case MarkKind.POINTER:
                return frame.is_whole and not frame.stays and frame.state is None
            case MarkKind.STAYS:
                return frame.goal is not None and bool(frame.things) and frame.deed is not None
            case MarkKind.NONE:
                return known and not (frame.is_condition and not frame.things)
            case MarkKind.STATE:
                return frame.state is not None
            case MarkKind.TO:
                return frame.goal is not None and not frame.things and frame.deed is None
            case MarkKind.PLACE:
                return frame.is_whole
        return False

    def _is_said_of_things(self, mark: WordMark) -> bool:
        """Whether a verb says what becomes of the things before it: "the cups go to ...", "the cup put on ..."."""
        frame = self.frame
        is_open = bool(frame.things) and frame.deed is None and frame.goal is None and not frame.only_places
        goes = mark.piece is not None and (mark.piece.verb is Verb.GO or self.behind is MarkKind.TO)
        follows = self.last is not None and self.last.kind in (MarkKind.THING, MarkKind.COUNT)
        return is_open and not self.joined and (goes or follows)

    def _read(self, mark: WordMark) -> None:
        """Keep what is made of nothing."""
        unread, frame = self.frame.unread, self.frame
        frame.narrowed |= mark.piece is not None and mark.piece.left_out > 0
        if mark.kind in _SILENT:
            if unread and self._is_silent():
                unread[-1].words += mark.words
            else:
                unread.append(Unread(mark.words, self.last))
        elif unread and self._is_silent():
            unread[-1].behind = mark
        self.last = mark

    def _is_silent(self) -> bool:
        """Whether nothing was made of the words before."""
        return self.last is not None and self.last.kind in _SILENT

    def _note(self, mark: WordMark) -> None:
        """What a small word says of the whole clause."""
        frame, kind = self.frame, mark.kind
        frame.stays |= kind is MarkKind.STAYS or (kind is MarkKind.NEEDS and mark.words[0] in _KEEPING)
        frame.exists |= kind is MarkKind.EXISTS or (kind is MarkKind.IF and "there" in mark.words)
        frame.has_none |= kind is MarkKind.NONE
        frame.is_condition |= kind is MarkKind.IF
        frame.is_instead |= kind is MarkKind.INSTEAD
        frame.is_later |= kind is MarkKind.THEN
        frame.denied |= kind is MarkKind.DENIES
        frame.for_speaker |= kind is MarkKind.ME
        frame.each |= kind is MarkKind.EACH
        frame.is_own |= kind is MarkKind.OWN
        if mark.words == ("yourself",) and frame.deed is not None:
            frame.deed = replace(frame.deed, verb=Verb.GO)  # "move yourself over to the hall"

    def _is_switched(self) -> bool:
        """Whether "on" and "off" say here what something is to be, and not how it is with "working on"."""
        frame = self.frame
        spoken_of = any(thing.kind is not SpokenKind.NAMED for thing in frame.things) or not frame.things
        deed = frame.deed is not None and (frame.verb is Verb.SWITCH or frame.deed.words[0] in _SWITCHING)
        return (spoken_of and (bool(frame.things) or deed or frame.is_empty)) or deed

    def _join(self, word: str, behind: MarkKind | None) -> None:
        frame = self.frame
        self.joined, self.joint = True, len(frame.words)
        self.excepting &= word in _LISTING and not (word == "," and not frame.things)
        if word == "so" and behind not in (None, MarkKind.JOINT):
            self._tell_reasons()
        is_over = frame.is_empty or (frame.is_condition and word == ",") or (word in _BREAKS and frame.is_whole)
        is_title = word == ":" and bool(frame.things) and behind in (MarkKind.THING, MarkKind.PLACE)
        is_told = frame.exists and not frame.is_condition and behind not in (MarkKind.THING, MarkKind.PLACE)
        is_reason = frame.is_reason and word in {*_BREAKS, ","}
        if is_over or is_title or is_told or is_reason or word in _REASONS or word == "so":
            self.close()
            self.joined, self.frame.is_reason = True, word in _REASONS

    def _tell_reasons(self) -> None:
        """What stands before "so" only tells why, where it has no verb of an order."""
        for frame in (*self.frames, self.frame):
            frame.is_reason |= frame.deed is None and not (frame.for_speaker and frame.goal is not None)

    def _do(self, mark: WordMark) -> None:
        frame = self.frame
        if self._is_said_of_things(mark):
            return
        said = frame.words[self.joint :]
        frame.deed, frame.is_inherited, frame.leaves = mark.piece, False, mark.words[0] in _LEAVING
        frame.is_own |= bool(_SPEAKERS.intersection(said)) and "you" not in said
        self.joined = False

    def _name(self, mark: WordMark, behind: Sequence[WordMark]) -> None:
        frame = self.frame
        if mark.kind is MarkKind.POINTER:
            if _next_kind(behind) is MarkKind.NEEDS and not frame.things:
                frame.goal, frame.needs = SentencePiece(PieceKind.TO, ("them",), side=Side.ANY), True
                return  # "every one of them gets a can"
            if frame.things and not self.excepting:
                return  # "leave the wine where it is", "the toy, I want it here"
        elif not self.excepting and frame.only_pointers:
            if (mark.kind is not MarkKind.COUNT or mark.count == -1) and not self.joined:
                frame.things.clear()  # "I would like that the vase ..."
        thing = _thing(mark)
        if mark.kind is MarkKind.THING and thing.words[0] == "no" and thing.words[1:2] not in _COMPARED:
            thing = replace(thing, words=thing.words[1:])
            if frame.only_places and frame.deed is None and not frame.is_condition:
                lacking = frame.things.pop()  # "the table has no bread"
                frame.goal, frame.needs = SentencePiece(PieceKind.TO, lacking.words, side=Side.ANY), True
            frame.has_none |= not frame.needs
        (frame.excepted if self.excepting else frame.things).append(thing)
        self.joined = False

    def _place(self, mark: WordMark, behind: Sequence[WordMark]) -> None:
        piece, frame, kind = mark.piece, self.frame, _next_kind(behind)
        assert piece is not None
        if frame.only_pointers and frame.deed is None:
            frame.things.clear()  # "this may sound strange, but the shelf ..."
        to, place = SentencePiece(PieceKind.TO, piece.words, side=Side.ANY), SpokenThing(SpokenKind.PLACE, piece.words)
        if self.excepting:
            frame.excepted.append(place)
        elif not frame.things and self._needs(kind, behind):
            frame.goal, frame.needs = to, True
        elif frame.verb in CARRYING and not frame.things and kind in (MarkKind.THING, MarkKind.COUNT):
            frame.goal = to  # "give Anna a soda"
        elif not frame.things or frame.goal or kind is MarkKind.STATE or frame.stays:
            frame.things.append(place)
        elif self.joined and frame.only_places:
            frame.things.append(place)
        else:
            frame.goal = to  # "knives table 3"
        self.joined = False

    def _needs(self, kind: MarkKind | None, behind: Sequence[WordMark]) -> bool:
        """Whether a place is where things behind it are to be: "desk 1 should get", "table 3:", "and desk 3 the"."""
        frame = self.frame
        is_title = frame.deed is None and behind[:1] != () and behind[0].words in ((":",), ("-",))
        goes_on = bool(self.frames) and self.frames[-1].needs and frame.deed is None and kind is MarkKind.THING
        return kind is MarkKind.NEEDS or is_title or (goes_on and self.joined)

    def _goes_to(self, mark: WordMark, goes_on: bool) -> None:
        piece, frame = mark.piece, self.frame
        assert piece is not None
        if self.excepting and frame.excepted and (frame.goal is not None or frame.excepted[-1].count or goes_on):
            frame.excepted[-1] = replace(frame.excepted[-1], at=piece.words, side=piece.side or Side.ANY)
            return
        self.excepting = False
        if frame.goal is None or frame.goal.words == ("there",):
            frame.source = frame.source or (("there",) if frame.goal is not None and frame.things else ())
            frame.goal = piece
            if frame.deed is None and frame.only_places:
                frame.source = frame.things[-1].words  # "bench 1 to bench 2: the notebook"
                frame.things.clear()
        elif piece.words not in POINTING and not frame.needs:
            if frame.things:
                frame.source = frame.source or frame.goal.words  # "the cup on the shelf to the table"
            frame.goal = piece


def _thing(mark: WordMark) -> SpokenThing:
    """What a mark speaks of."""
    words: Words = mark.piece.words if mark.piece is not None else mark.words
    looks = mark.named if mark.kind is MarkKind.COUNT else ()
    is_whole = mark.kind is MarkKind.POINTER and mark.words[0] in _WHOLE
    named = mark.named if mark.kind is MarkKind.REST else words
    is_bare = mark.piece is not None and mark.piece.is_bare
    return SpokenThing(_THINGS[mark.kind], named, mark.count, looks=looks, is_whole=is_whole, is_bare=is_bare)


def _next_kind(behind: Sequence[WordMark]) -> MarkKind | None:
    """The kind of the next mark that says something."""
    return next((mark.kind for mark in behind if mark.kind is not MarkKind.OTHER), None)
