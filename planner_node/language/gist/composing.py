# SPDX-License-Identifier: Apache-2.0
"""Errands as plain orders that the grammar reads."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.language.gist.errand import Errand, ToldErrands
from planner_node.language.gist.frame import ClauseFrame, SpokenKind, SpokenThing
from planner_node.language.gist.numbers import WHOLE, bare, in_plural, number_of, spoken
from planner_node.language.piecing.clauses import ALONE, BY_STATE
from planner_node.language.piecing.pieces import SentencePiece
from planner_node.language.request import Request
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import Side
from planner_node.language.words.verbs import Verb

_PREPOSITIONS = {Side.ON: "on", Side.INSIDE: "in"}
_ALSO_CARRYING = frozenset({Verb.THROW_AWAY, Verb.SET, Verb.FIND})
_EVERYBODY = frozenset({("everybody",)})


def composed(errands: Sequence[Errand], told: ToldErrands, reader: SentenceReader) -> Words | None:
    """All errands in plain words, each once; None: one of them cannot be said.

    Args:
        errands: that are to be said.
        told: all that the instruction came to.
        reader: knows names and words.
    """
    orders: list[Words] = []
    for errand in errands:
        said = _order(errand, told, reader)
        if said is None:
            return None
        later = ("then",) if errand.frame.is_later and orders else ()
        whole = (*later, *((*errand.when, ",") if errand.when else ()), *said, ".")
        if not orders or orders[-1] != whole:
            orders.append(whole)
    return tuple(word for order in orders for word in order)


def _order(errand: Errand, told: ToldErrands, reader: SentenceReader) -> Words | None:
    """One errand in plain words; None: it cannot be said."""
    frame = errand.frame
    named = [t.words for t in errand.things if t.kind in (SpokenKind.NAMED, SpokenKind.PLACE)]
    if frame.excepted and (frame.state is not None or frame.verb in ALONE):
        return None
    if frame.stays and frame.state is not None:
        return ("keep", *_joined(named), frame.state.value) if named else None
    if frame.state is not None and errand.goal is None:
        return (*BY_STATE[frame.state], *_joined(named)) if named else None
    from_there, to_there = (("from", *errand.source) if errand.source else ()), _to(errand.goal)
    if frame.verb is Verb.GO and not any(t.kind is SpokenKind.NAMED for t in errand.things):
        place = errand.goal.words if errand.goal is not None else named[0] if named else ()
        return ("go", "to", *place) if place else None
    if frame.deed is not None and frame.verb in ALONE and not (frame.verb in _ALSO_CARRYING and to_there):
        words = (*frame.deed.words, *_joined(named), *from_there, *to_there)
        return words if named or to_there else None
    return _carried(errand, told, reader, from_there, to_there)


def _carried(
    errand: Errand, told: ToldErrands, reader: SentenceReader, from_there: Words, to_there: Words
) -> Words | None:
    """Things that go somewhere, or to the speaker."""
    frame = errand.frame
    if any(thing.kind is SpokenKind.PLACE for thing in errand.things):
        return None  # furniture stays
    if any(reader.names.is_person(reader.names.match(thing.words, 0)) for thing in errand.things if thing.words):
        return None  # nobody is carried
    is_all = frame.deed is None and not frame.for_speaker
    said = [_thing(t, told, reader) for t in errand.things]
    said = [
        ("all", *w) if is_all and t.is_bare and w == t.words else w for t, w in zip(errand.things, said, strict=True)
    ]
    if not said or not all(said) or (frame.each and errand.goal is not None and errand.goal.words not in _EVERYBODY):
        return None
    counted = next((t.count for t in (*frame.excepted, *told.kept) if t.kind is SpokenKind.COUNT and t.count > 0), 0)
    if counted and len(said) == 1 and said[0][:2] != ("all", "but"):
        said = [("all", "but", spoken(counted), "of", "the", *bare(said[0]))]
    excepted = _excepted(said, frame, told)
    if excepted is None or (frame.excepted and not any(_is_many(words, reader) for words in said)):
        return None
    if to_there:
        assert errand.goal is not None
        verb = "bring" if (errand.goal.side or Side.ANY) is Side.ANY else "put"
        return (verb, *_joined(said), *from_there, *excepted, *to_there)
    is_handed = frame.deed is not None and frame.deed.words[0] in reader.book.gist.handing
    if frame.for_speaker or is_handed or frame.verb in (Verb.HOLD, Verb.TAKE):
        return ("bring", "me", *_joined(said), *from_there, *excepted)
    if frame.deed is None or excepted:
        return None
    order = (*frame.deed.words, *_joined(said), *from_there)
    return order if isinstance(reader.orders(order), Request) else None


def _to(goal: SentencePiece | None) -> Words:
    if goal is None:
        return ()
    return (_PREPOSITIONS.get(goal.side or Side.ANY, "to"), *goal.words)


def _thing(thing: SpokenThing, told: ToldErrands, reader: SentenceReader) -> Words:
    """A thing in plain words; empty: it is not clear which."""
    if thing.kind in (SpokenKind.POINTER, SpokenKind.COUNT):
        return ()
    if thing.kind is not SpokenKind.REST:
        return thing.words
    named = thing.words or next((t.words for t in told.kept if t.kind is SpokenKind.NAMED), ())
    named = named or next((t.words for t in reversed(told.named)), ())
    if not named or not told.kept:
        return ()
    if not WHOLE.isdisjoint(named):
        return ("everything",)
    count = next((t.count for t in told.kept if t.count > 0), 0) or next(
        (number_of(t.words) for t in told.kept if t.count >= 0), 0
    )
    if count:
        return ("all", "but", spoken(count), "of", "the", *in_plural(bare(named)))
    return ("all", "the", *bare(named))


def _excepted(said: Sequence[Words], frame: ClauseFrame, told: ToldErrands) -> Words | None:
    """What is left out of things, in plain words; None: that is not clear."""
    left_out = [t for t in frame.excepted if t.count <= 0]
    is_group = any(not WHOLE.isdisjoint(words) for words in said)
    has_counted = any(words[:2] == ("all", "but") for words in said)
    if is_group and not has_counted:
        left_out += [t for t in told.kept if t.kind is SpokenKind.NAMED]
    if not has_counted:
        left_out += [t for t in told.kept if t.kind is SpokenKind.COUNT and t.count == -1]
    words: list[Words] = []
    for thing in left_out:
        if thing.kind is SpokenKind.COUNT and not thing.at:
            return None
        at = (_PREPOSITIONS.get(thing.side, "from"), *thing.at) if thing.at else ()
        words.append((*(("the", "one") if thing.kind is SpokenKind.COUNT else thing.words), *at))
    return ("except", *_joined(words)) if words else ()


def _is_many(words: Words, reader: SentenceReader) -> bool:
    """Whether words are for several things, of which some may be left out."""
    noun = bare(words)
    return not WHOLE.isdisjoint(words) or in_plural(noun) == noun or not reader.book.nouns.collectives.isdisjoint(noun)


def _joined(parts: Sequence[Words]) -> Words:
    """Parts with "and" between them."""
    return tuple(word for at, part in enumerate(parts) for word in (*(("and",) if at else ()), *part))
