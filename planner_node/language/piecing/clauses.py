# SPDX-License-Identifier: Apache-2.0
"""Plain orders from the pieces of a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from makedo_core.graph.scene_graph import State
from planner_node.language.piecing.pieces import JOINTS, PieceKind, SentencePiece
from planner_node.language.sentence.sentence import Words
from planner_node.language.things import Side
from planner_node.language.words.verbs import Verb

CARRYING = frozenset(
    {Verb.BRING, Verb.TAKE, Verb.SERVE, Verb.RETURN, Verb.THROW, Verb.HOLD, Verb.LOAD, Verb.OFFER, Verb.FILE}
)
"""Deeds that move things to a place; all others keep their verb, and what stands behind it."""
ALONE = frozenset(
    {Verb.OPEN, Verb.CLOSE, Verb.START, Verb.CLEAR, Verb.FIND, Verb.LOOK, Verb.GO, Verb.TIDY, Verb.THROW_AWAY}
    | {Verb.RECYCLE, Verb.CHANGE, Verb.SET, Verb.TEST}
)
BY_STATE = {
    State.OPEN: ("open",),
    State.CLOSED: ("close",),
    State.ON: ("switch", "on"),
    State.OFF: ("switch", "off"),
}
_FIRST = frozenset({"i", "we", "me", "us", "my", "our"})
_PAST = frozenset({"left", "forgot", "dropped", "lost", "saw", "stood", "stands", "lies", "found"})
RESTING = frozenset("hang stand lie sit rest stay".split())
_PREPOSITIONS = {Side.ON: "on", Side.INSIDE: "in"}


@dataclass
class _Clause:
    """What was met of one clause so far.

    Attributes:
        deed: its verb.
        goes: whether things stand before the verb: "the books go to the shelf".
        is_fronted: whether a place stands before all things: "in the rack: all magazines".
        things: what is spoken of.
        to: places behind a preposition.
        source: where things are from.
        place: with no preposition before it.
        state: that something is to have.
        others: words that say none of this.
        is_later: whether it comes after the one before.
        is_unclear: whether two things stand together that nothing joins.
        is_joined: whether a mark or "and" stands behind the last thing.
        is_subject: whether its first thing stands before all else: "onions are wanted on the table".
    """

    deed: SentencePiece | None = None
    goes: bool = False
    is_fronted: bool = False
    things: list[SentencePiece] = field(default_factory=list)
    to: list[SentencePiece] = field(default_factory=list)
    source: SentencePiece | None = None
    place: SentencePiece | None = None
    state: State | None = None
    others: list[str] = field(default_factory=list)
    is_later: bool = False
    is_unclear: bool = False
    is_joined: bool = False
    is_subject: bool = False

    @property
    def verb(self) -> Verb | None:
        """What is to be done."""
        return None if self.deed is None else self.deed.verb

    @property
    def is_empty(self) -> bool:
        """Whether nothing is spoken of."""
        return not (self.things or self.to or self.source or self.place or self.state)

    @property
    def only_names(self) -> bool:
        """Whether it names things and says nothing of what becomes of them."""
        told = all(place.is_told for place in self.to) or not _PAST.isdisjoint(self.others)
        return bool(self.things) and told and not (self.deed or self.place or self.state or self.is_unclear)

    @property
    def is_whole(self) -> bool:
        """Whether it says what is to become of something."""
        has_place = self.to or self.state or (self.goes and self.place)
        return bool(self.things and has_place) or bool(self.place and self.state)


@dataclass(frozen=True, slots=True)
class PiecedOrder:
    """An order that pieces come to.

    Attributes:
        words: in plain English.
        is_topic: whether they only name what the next order is about: "see the magazine?"
        of: the words of the instruction that it stands for.
        goal: where things go, with its preposition; empty: nowhere.
    """

    words: Words
    is_topic: bool = False
    of: Words = ()
    goal: Words = ()


def orders_of(pieces: Iterable[SentencePiece], asking: Collection[str]) -> tuple[PiecedOrder, ...] | None:
    """Plain orders; None where the pieces make none, or something known is left over.

    Args:
        pieces: of one sentence.
        asking: words by which somebody asks for a thing.
    """
    found: list[PiecedOrder] = []
    deed: SentencePiece | None = None
    for clause in _clauses(pieces, asking):
        if clause.deed is None and clause.things and clause.to:
            clause.deed = deed  # "the books to the shelf, the cups to the sink"
        order = _order(clause, asking)
        if order is None and not clause.only_names:
            return None
        words = order or (*_all_listed(clause), *_told_place(clause))
        is_next = clause.is_later and found and order is not None
        found.append(PiecedOrder(("then", *words) if is_next else words, order is None, goal=_goal(clause, words)))
        deed = clause.deed
    return tuple(found) or None


def _clauses(pieces: Iterable[SentencePiece], asking: Collection[str]) -> Iterator[_Clause]:
    """The pieces, taken apart where one clause is whole and another begins."""
    clause, is_later = _Clause(), False
    for piece in pieces:
        if piece.kind is PieceKind.DEED and clause.things and clause.deed is None and piece.words[0] in RESTING:
            clause.others.append("stands")  # "the dress and the jacket hang in the wardrobe"
            continue
        if piece.kind is PieceKind.THEN:
            is_later, clause.is_later = not clause.is_whole, clause.is_later or clause.is_whole
        elif piece.kind is PieceKind.POINTER and clause.deed is None and set(asking).isdisjoint(clause.others):
            continue  # "it is about to rain"
        elif _begins(piece, clause):
            yield clause
            clause, is_later = _Clause(is_later=is_later), False
        _add(clause, piece)
    if clause.deed is not None or not clause.is_empty:
        yield clause


def _begins(piece: SentencePiece, clause: _Clause) -> bool:
    """Whether a piece is the first of another clause."""
    match piece.kind:
        case PieceKind.DEED:
            return (clause.deed is not None and not clause.is_empty) or clause.is_whole
        case PieceKind.THING:
            return clause.is_whole and not clause.is_fronted
        case PieceKind.TO:
            return clause.is_whole and clause.is_fronted
        case PieceKind.POINTER:
            return bool(clause.things)
    return False


def _add(clause: _Clause, piece: SentencePiece) -> None:
    match piece.kind:
        case PieceKind.DEED:
            clause.deed, clause.goes = piece, bool(clause.things)
        case PieceKind.THING | PieceKind.POINTER:
            clause.is_unclear |= bool(clause.things) and not clause.is_joined
            clause.is_subject |= clause.deed is None and not (clause.things or clause.to or clause.place)
            clause.things.append(piece)
            clause.is_joined = False
        case PieceKind.PLACE if clause.place is None:
            clause.place = piece
        case PieceKind.PLACE if clause.place is not None and not clause.things and clause.others[-1:] == ["and"]:
            clause.place = SentencePiece(PieceKind.PLACE, (*clause.place.words, "and", *piece.words))
        case PieceKind.PLACE | PieceKind.TO:
            clause.to.append(piece)
            clause.is_fronted |= not clause.things
        case PieceKind.FROM:
            clause.source = piece
            clause.is_fronted |= not clause.things
        case PieceKind.STATE:
            clause.state = piece.state
        case PieceKind.OTHER:
            clause.others += piece.words
            clause.is_joined |= piece.words[0] in JOINTS


def _order(clause: _Clause, asking: Collection[str]) -> Words | None:
    """The order of a clause; None: none is known that says all of it."""
    if clause.is_unclear:
        return None
    what = clause.things or ([clause.place] if clause.place else [])
    if clause.state is not None and clause.verb in (None, Verb.SWITCH) and not clause.to:
        return (*BY_STATE[clause.state], *_listed(what)) if what else None
    goes = clause.verb is Verb.GO and (clause.goes or not clause.to)
    if clause.verb is Verb.GO and clause.things and not goes:
        return None
    if clause.deed is not None and clause.verb in ALONE and not goes:
        where = [word for place in clause.to for word in (_preposition(place), *place.words)]
        return (*clause.deed.words, *_listed(what), *_from(clause), *where) if what or where else None
    if clause.verb is not None and clause.verb not in CARRYING and not goes:
        return None
    return _carried(clause, asking)


def _carried(clause: _Clause, asking: Collection[str]) -> Words | None:
    """Things that go somewhere, or into the hand."""
    was_so = not _PAST.isdisjoint(clause.others)
    told = [place for place in clause.to if place.is_told or was_so]
    goals = [place for place in clause.to if not (place.is_told or was_so)]
    if len(goals) == 2 and not told and goals[0].side is not Side.ANY:
        told, goals = goals[:1], goals[1:]  # "the cup on the shelf to the table"
    if not clause.things or len(goals) > 1 or len(told) > 1 or (clause.place and goals):
        return None
    source = [word for place in told for word in ("from", *place.words)] or _from(clause)
    if clause.place is not None:  # "the table needs a spoon", "give Anna a soda"
        return ("bring", *_all_listed(clause), *source, "to", *clause.place.words)
    if not goals and _FIRST.isdisjoint(clause.others) and clause.deed is None:
        return None  # somebody else wants it, nobody knows where
    if goals:
        verb, side = ("bring" if goals[0].side is Side.ANY else "put"), _preposition(goals[0])
        return (verb, *_all_listed(clause), *source, side, *goals[0].words)
    if clause.deed is not None and clause.verb in (Verb.HOLD, Verb.TAKE):
        return (*clause.deed.words, *_all_listed(clause), *source)
    is_asked = clause.verb is not None or not set(asking).isdisjoint(clause.others)
    return ("bring", "me", *_all_listed(clause), *source) if is_asked else None


def _goal(clause: _Clause, words: Words) -> Words:
    """Where the things of an order go, as it ends with that."""
    for place in (*clause.to[-1:], *((clause.place,) if clause.place else ())):
        length = len(place.words) + 1
        if words[-len(place.words) :] == place.words and words[:1] in (("bring",), ("put",)):
            return words[-length:]
    return ()


def _told_place(clause: _Clause) -> list[str]:
    """Where things are that are only named."""
    return [word for place in clause.to[:1] for word in ("from", *place.words)] or _from(clause)


def _from(clause: _Clause) -> list[str]:
    return ["from", *clause.source.words] if clause.source is not None else []


def _preposition(place: SentencePiece) -> str:
    return _PREPOSITIONS.get(place.side or Side.ANY, "to")


def _listed(things: Sequence[SentencePiece]) -> Words:
    """Things with "and" between them."""
    return tuple(word for at, thing in enumerate(things) for word in (*(("and",) if at else ()), *thing.words))


def _all_listed(clause: _Clause) -> Words:
    """The things of a clause, and that all of them are meant where that was said: "flour and sugar, all of them"."""
    has_place = bool(clause.to or clause.place)
    if clause.is_subject and has_place and any(thing.is_bare for thing in clause.things):
        whole = [replace(thing, words=("all", *thing.words)) if thing.is_bare else thing for thing in clause.things]
        return _listed(whole)
    said = next((word for word in ("both", "all") if word in clause.others), "")
    return (*_listed(clause.things), *((",", said, "of", "them") if said and len(clause.things) > 1 else ()))
