# SPDX-License-Identifier: Apache-2.0
"""From the words of an instruction to its sentences, each by what it is said for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.notes import told_note
from planner_node.language.phrasebook.need_words import NeedOf
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, LimitKind, Request
from planner_node.language.sentence.background import is_background, is_reason
from planner_node.language.sentence.cases import conditional
from planner_node.language.sentence.choices import chosen_from, names_the_case, one_of_several, without_the_other
from planner_node.language.sentence.conditions import taken_apart
from planner_node.language.sentence.courtesy import is_courtesy, without_courtesy
from planner_node.language.sentence.limits import said_limit
from planner_node.language.sentence.needs import need_of
from planner_node.language.sentence.openings import closed, opened, spelt_out
from planner_node.language.sentence.sentence import (
    SaidLimit,
    SaidWay,
    Sentence,
    SentenceKind,
    SentenceReader,
    Words,
    sentence_bounds,
    without,
)
from planner_node.language.sentence.shapes.excepting import excepts, lists_exceptions
from planner_node.language.sentence.shapes.parts import begins_things, side_in
from planner_node.language.sentence.shapes.receiving import given
from planner_node.language.sentence.shapes.shaped import shaped
from planner_node.language.sentence.shapes.switching import switched, switched_and_left
from planner_node.language.sentence.wishes import (
    asked_wish,
    thing_for_somebody,
    wanted_thing,
    welcome_thing,
    wish_as_order,
    without_when,
)
from planner_node.language.words import lexicon as lx

_LONGEST = 120  # words of a sentence that is taken apart
_FAR = 24  # words within which it shows what a clause is said for
_JOINTS = frozenset({",", "and", "but", "so", "then", ":", "without", "though", "because", "since"})
_ORDERED = frozenset({SentenceKind.ORDER, SentenceKind.VERBLESS, SentenceKind.CHOICE})
_BESIDES = frozenset({SentenceKind.BACKGROUND, SentenceKind.NEED, SentenceKind.LIMIT})  # no list goes on behind them
_ASKING = frozenset({"could", "would", "can", "will"})  # "I don't like the mess, could you clear the table"
_ALLOWING = frozenset({"can", "could", "may"})  # first words of questions that ask for something
_DECIDING = frozenset({"if", "unless"})
_KEPT = frozenset({"without"})  # belong to what follows
_IS = frozenset({"is", "are", "was", "were", "has", "have", "should", "goes", "go", "belongs", "belong"})


def sentences_of(words: Words, reader: SentenceReader) -> Iterator[Sentence]:
    """The sentences of an instruction."""
    for begin, end in sentence_bounds(words):
        if end > begin:
            yield from _clauses(words[begin:end], replace(reader, asked=words[end : end + 1] == ("?",)))


def plainly(words: Words, kind: SentenceKind = SentenceKind.ORDER) -> Sentence:
    """A sentence that is read as it stands."""
    return Sentence(kind, words, (SaidWay(words),))


def _clauses(words: Words, reader: SentenceReader) -> Iterator[Sentence]:
    """One sentence, or its clauses where they are of different kinds: "put it there, the lamp should be on"."""
    left = switched_and_left(words, reader)
    if left is not None:
        yield Sentence(SentenceKind.WISH, words, (SaidWay(left),))
        return
    listed = _behind_colon(words, reader)
    if listed is not None:
        yield from listed
        return
    whole = sentence_of(words, reader)
    if whole is not None and whole.kind in (SentenceKind.CONDITION, SentenceKind.CHOICE):
        own = _own_condition(words, reader) if whole.kind is SentenceKind.CONDITION else 0
        yield from (whole,) if not own else (*_clauses(words[:own], reader), *_clauses(words[own + 1 :], reader))
        return
    for at in range(_opening(words, reader), len(words) - 1 if len(words) <= _LONGEST else 0):
        if words[at] not in _JOINTS or words[at + 1] in _JOINTS - _KEPT:
            continue
        behind = words[at:] if words[at] in _KEPT else words[at + 1 :]
        before = words[: at - 1] if words[at - 1] in _JOINTS else words[:at]
        if not before or lists_exceptions(before, words[at], behind, reader):
            continue
        if words[at] == "and" and _lists_what_is(before, behind, reader):
            continue
        if _lists_what_is_wished(whole, before, reader):
            continue
        if excepts(before, words[at], words[at + 1 :], reader):
            continue
        if not _parts(before, words[at], behind[:_FAR], reader) or _goes_on_done(before, words[at], behind, reader):
            continue
        told = _reason(before, words[at], behind, reader)
        yield told or sentence_of(before, reader) or plainly(before)
        first, *rest = _clauses(behind, reader)
        yield _afterwards(first) if words[at] == "then" else first
        yield from rest
        return
    yield whole or plainly(words)


def _reason(before: Words, joint: str, behind: Words, reader: SentenceReader) -> Sentence | None:
    """What is told before "so" and an order, where it would ask for what nobody could do; None: it is no reason."""
    core = opened(spelt_out(before, reader.book.sentences), reader.book.sentences).words
    order = opened(spelt_out(behind[:_FAR], reader.book.sentences), reader.book.sentences).words
    asks = joint == "so" or (joint == "," and behind[:1] != () and behind[0] in _ASKING)
    if not asks or not core or not reader.starts_order(order) or not is_reason(core, reader):
        return None
    if (first := sentence_of(before, reader)) is not None and first.kind is SentenceKind.WISH:
        read = reader.orders(first.ways[0].orders)
        if not isinstance(read, Refusal) or read.cause is FailureCause.AMBIGUOUS:
            return None
    elif first is not None and first.kind is not SentenceKind.NEED:
        return None
    return Sentence(SentenceKind.BACKGROUND, before, notes=(told_note(before),))


def _own_condition(words: Words, reader: SentenceReader) -> int:
    """Where "but" stands between an order and another with a condition of its own behind it; 0: it does not.

    "Turn off the lamps, but leave the heater on if the window is shut" turns off the lamps in any case.
    """
    at = words.index(lx.BUT) if lx.BUT in words else 0
    order, behind = words[: at - (words[at - 1] == ",")], words[at + 1 :]
    stays = behind[:1] in (("leave",), ("keep",)) and lx.PARTICLES.keys().isdisjoint(behind)  # "leave the milk if ..."
    ends = at and not stays and not _DECIDING.isdisjoint(behind[2:]) and _DECIDING.isdisjoint(words[:at])
    return at if ends and is_plain_order(order, reader) and reader.starts_order(behind) else 0


def _lists_what_is_wished(whole: Sentence | None, before: Words, reader: SentenceReader) -> bool:
    """Whether a joint stands in a list of what is wished, and it is said last how: "I want the cup and ..."."""
    if whole is None or whole.kind is not SentenceKind.WISH or whole.ways[0].orders[:1] == ("bring",):
        return False
    core = opened(spelt_out(before, reader.book.sentences), reader.book.sentences).words
    wanted = reader.book.sentences.wanting.find(core, 0)
    first = sentence_of(before, reader) if wanted is not None and 1 < wanted.length < len(core) else None
    return first is not None and first.kind is SentenceKind.BACKGROUND


def _goes_on_done(before: Words, joint: str, behind: Words, reader: SentenceReader) -> bool:
    """Whether a second participle follows: "the plate should be washed and put on the shelf"."""
    done = reader.book.done_by.find(behind, 0) if joint == "and" else None
    is_placed = done is not None and reader.book.places.sides.find(behind, done.length) is not None
    modals = reader.book.sentences.modals
    return is_placed and any(modals.find(before, i) for i in range(1, len(before)))


def _behind_colon(words: Words, reader: SentenceReader) -> tuple[Sentence, ...] | None:
    """What is told, and behind a colon things with their place and no verb: "the boss comes: pens in the drawer"."""
    at = words.index(":") if ":" in words[2:-2] else 0
    behind = words[at + 1 :]
    if not at or reader.starts_order(behind) or not _is_placed(behind, reader):
        return None
    before = tuple(_clauses(words[:at], reader))
    if any(s.kind not in (SentenceKind.BACKGROUND, SentenceKind.NEED) for s in before):
        return None
    return (*before, Sentence(SentenceKind.WISH, behind, (SaidWay(("put", *behind)),)))


def _is_placed(words: Words, reader: SentenceReader) -> bool:
    placed = any(reader.book.places.sides.find(words, i) for i in range(1, len(words)))
    return placed and isinstance(reader.orders(("put", *words)), Request)


def _afterwards(sentence: Sentence) -> Sentence:
    """An order behind "then" stays one that comes after what was said before."""
    if sentence.kind not in (SentenceKind.ORDER, SentenceKind.WISH):
        return sentence
    return replace(sentence, ways=tuple(replace(way, orders=("then", *way.orders)) for way in sentence.ways))


def _lists_what_is(before: Words, behind: Words, reader: SentenceReader) -> bool:
    """Whether what there is goes on: "there are apples | and a banana on the counter"."""
    end = next((i for i, word in enumerate(behind) if word in _JOINTS), len(behind))
    tells = reader.book.sentences.exists.find(before, 0) is not None
    return tells and begins_things(behind[:end], reader) and _IS.isdisjoint(behind[:end])


def _opening(words: Words, reader: SentenceReader) -> int:
    """How many words at least belong to one clause: those of a polite opening, with "ever so grateful" in it."""
    said = spelt_out(words, reader.book.sentences)
    order = without_courtesy(said, reader)
    return max(1, len(words) - len(order)) if order != said else 1


def _parts(before: Words, joint: str, behind: Words, reader: SentenceReader) -> bool:
    """Whether two clauses that are joined are of different kinds, so that each is read by itself."""
    state = reader.book.sentences.states.find(behind, 0)
    if state is not None and state.length == len(behind) and not reader.starts_order(before):
        return False  # "shut and running"
    if _reason(before, joint, behind, reader) is not None:
        return True
    is_whole = joint == "then" and _DECIDING.isdisjoint(before)
    if is_whole or (is_plain_order(behind, reader) and is_plain_order(before[:_FAR], reader)):
        return False
    first = sentence_of(before, reader)
    listed = first is not None and first.kind not in _BESIDES
    second = _listed(behind, reader) if joint == "and" else None
    second = second or sentence_of(behind, reader, only_if_besides=listed)
    second = second or (_told_first(behind, reader) if joint == "," else None)
    if joint == "and" and listed and first is not None and first.kind is SentenceKind.VERBLESS:
        if _is_told_of_both(behind, reader):
            return False
    if second is None or (joint in _KEPT and second.kind is not SentenceKind.LIMIT):
        return False
    if second.kind is SentenceKind.ORDER:
        return first is not None and first.kind not in _ORDERED
    if second.kind is SentenceKind.VERBLESS:  # else it belongs to the list before
        return first is not None and first.kind in _BESIDES
    if second.kind is SentenceKind.BACKGROUND and joint == "and":
        return first is not None and first.kind in (SentenceKind.BACKGROUND, SentenceKind.NEED)
    return first is not None


def _is_told_of_both(words: Words, reader: SentenceReader) -> bool:
    """Whether a thing with its place goes elsewhere, so that one with its place before it does: "... belong there"."""
    belongs = reader.book.verbs.belonging
    at = next((i for i in range(2, len(words) - 1) if belongs.find(words, i)), 0)
    return any(reader.book.places.sides.find(words, i) for i in range(1, at))


def _listed(words: Words, reader: SentenceReader) -> Sentence | None:
    """A thing with its place before a comma, which may end a list: "and the teapot on table 1, the lamp can be off"."""
    head = sentence_of(words[: words.index(",")], reader) if "," in words[1:] else None
    return head if head is not None and head.kind is SentenceKind.VERBLESS else None


def _told_first(words: Words, reader: SentenceReader) -> Sentence | None:
    """What is told before the next comma: "throw the banana away, it's rotten, and bring the orange"."""
    head = sentence_of(words[: words.index(",", 1)], reader) if "," in words[1:] else None
    return head if head is not None and head.kind is SentenceKind.BACKGROUND and head.notes else None


def is_plain_order(words: Words, reader: SentenceReader) -> bool:
    """Whether words are plainly an order, as they stand and with no condition or limit in them."""
    return reader.starts_order(words) and reader.book.sentences.framing.isdisjoint(words)


def sentence_of(words: Words, reader: SentenceReader, only_if_besides: bool = False) -> Sentence | None:
    """A sentence by what it is said for; None if nothing here knows it.

    Args:
        words: of one sentence.
        reader: what its parts are read with.
        only_if_besides: whether an order without a verb matters only where the words could be said besides as well.
    """
    known = reader.book.sentences
    core, notes = closed(spelt_out(words, known), known)
    core, when = without_when(core, reader)
    notes = (*notes, f"I do it now; '{when}' is left aside") if when else notes
    said = core
    limit = said_limit(core, reader)
    if limit is not None:
        return Sentence(SentenceKind.LIMIT, core, limits=(limit,))
    failing = known.otherwise.find(core, 0)
    if failing is not None and len(core) > failing.length and not names_the_case(core, failing.length, reader):
        return Sentence(SentenceKind.FALLBACK, core[failing.length :])
    core, is_wished = opened(core, known)
    manners = known.manners.find(core, 0)
    if not core or is_courtesy(core, reader) or (manners is not None and manners.length == len(core)):
        return Sentence(SentenceKind.BACKGROUND, words)
    limit = said_limit(core, reader)
    if limit is not None:
        return Sentence(SentenceKind.LIMIT, core, limits=(limit,))
    core = core[1:] if core[0] == "either" and reader.starts_order(core[1:]) else core
    core = core[1:] if core[0] == "to" and reader.starts_order(core[1:]) else core  # "please to put"
    apart = taken_apart(core, reader)
    if apart is not None:
        return conditional(core, apart, reader, sentences_of)
    core = given(named_first(_plainly_asked(said, core, reader), reader), reader)
    asking = _asking(words, core, is_wished, notes, reader)
    if asking is not None and when and asking.kind is SentenceKind.ORDER:
        asking = replace(
            asking, kind=SentenceKind.WISH
        )  # "before I go to bed" is nothing to do, as it is read in orders
    if asking is not None and (reader.starts_order(core) or not _names_nothing(asking, reader)):
        return asking
    needed = need_of(core, reader) or asking
    if needed is not None or (only_if_besides and _besides(words, core, reader) is None):
        return needed
    return _in_another_shape(words, core, notes, reader) or _besides(words, core, reader)


def _in_another_shape(words: Words, core: Words, notes: tuple[str, ...], reader: SentenceReader) -> Sentence | None:
    """An order without a verb, or with its place first; None: it is none, or it is asked whether it is so."""
    order = None if reader.asked and core[0] not in _ALLOWING else shaped(core, reader)
    return None if order is None else _chosen(Sentence(SentenceKind.VERBLESS, words, (SaidWay(order),), notes), reader)


def _plainly_asked(said: Words, core: Words, reader: SentenceReader) -> Words:
    """A sentence without a polite opening, which may begin with what else says nothing: "would you mind terribly"."""
    if reader.starts_order(core):
        return core
    asked = without_courtesy(core, reader)
    whole = without_courtesy(said, reader) if asked == core else said
    return asked if whole == said else whole


def named_first(words: Words, reader: SentenceReader) -> Words:
    """The words with what is named first at its place: "the remote, could you put it on the sofa"."""
    comma = next((i for i, word in enumerate(words[:_FAR]) if word in (",", ":")), 0)
    behind = opened(words[comma + 1 :], reader.book.sentences).words
    pronoun = next((i for i, word in enumerate(behind) if word in ("it", "them", "that", "those")), None)
    if not comma or pronoun is None or not reader.starts_order(behind) or reader.starts_order(words):
        return words
    thing = words[:comma]
    bare = without(thing, lx.ARTICLES)
    name = reader.names.match(bare, 0)
    several = behind[pronoun] in ("them", "those") and "and" in thing and begins_things(thing, reader)
    together = behind[max(0, pronoun - 2) : pronoun]  # "the candle and the vase, put both of them there"
    begin = pronoun - 2 if together in (("both", "of"), ("all", "of")) else pronoun
    if several and not side_in(thing, reader) and name is not None:
        return (*behind[:begin], *thing, *behind[pronoun + 1 :])
    if name is None or (name.length < len(bare) and reader.book.places.sides.find(bare, name.length) is None):
        return words
    return (*behind[:pronoun], *thing, *behind[pronoun + 1 :])


def _names_nothing(sentence: Sentence, reader: SentenceReader) -> bool:
    """Whether a wish is for something that nobody knows or carries, as "more light" in "I need more light"."""
    orders = sentence.ways[0].orders
    needed = reader.book.needs_of[NeedOf.ANYTHING].find(orders, 2) if orders[:2] == ("bring", "me") else None
    if needed is not None and needed.length == len(orders) - 2:
        return True
    read = reader.orders(sentence.ways[0].orders)
    return isinstance(read, Refusal) and read.cause in (FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE)


def _asking(
    words: Words, core: Words, is_wished: bool, notes: tuple[str, ...], reader: SentenceReader
) -> Sentence | None:
    """A sentence that asks for something; None if it does not."""
    core = switched(core, reader)
    is_ensured = reader.book.sentences.ensuring.find(core, 0) is not None  # "make sure" looks, before other words
    is_order = not is_ensured and (reader.starts_order(core) or known_instead(core, reader))
    wish = wish_as_order(core, reader, is_wished) or asked_wish(core, reader)
    is_ensured = known_ensuring(core, reader)
    is_had = core[:1] == ("have",) and not reader.asked  # "have the samples waiting on the bench"
    if wish is not None and not (is_order and wish[0] == "put" and not (is_ensured or is_had)):
        return _chosen(Sentence(SentenceKind.WISH, words, (SaidWay(wish),), notes), reader)
    if is_order or (is_ensured and reader.starts_order(core)):
        return _chosen(Sentence(SentenceKind.ORDER, words, (SaidWay(core),), notes), reader)
    given = thing_for_somebody(core, reader)
    if given is not None:
        return _chosen(Sentence(SentenceKind.WISH, words, (SaidWay(given),), notes), reader)
    thing = wanted_thing(core, reader) or welcome_thing(core, reader)
    if thing is not None:
        return _chosen(Sentence(SentenceKind.WISH, words, (SaidWay(("bring", "me", *thing)),), notes), reader)
    return None


def known_ensuring(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin with "make sure", which is a verb of looking as well."""
    return reader.book.sentences.ensuring.find(words, 0) is not None


def known_instead(words: Words, reader: SentenceReader) -> bool:
    """Whether what is not wanted comes first: "rather than the apple, bring the banana"."""
    return reader.book.sentences.instead_of.find(words, 0) is not None and "," in words


def _chosen(sentence: Sentence, reader: SentenceReader) -> Sentence:
    """The sentence with the choice that it leaves, and without what it says not to take instead."""
    orders = sentence.ways[0].orders
    other = without_the_other(orders, reader)
    if other is not None:
        place = reader.names.match(without(other[1], lx.ARTICLES), 0)
        is_place = place is not None and reader.names.is_place(place)  # things may well come from there
        limits = () if is_place else (SaidLimit(LimitKind.LEFT_ALONE, other[1]),)
        return Sentence(sentence.kind, sentence.words, (SaidWay(other[0]),), sentence.notes, limits)
    several = one_of_several(orders, reader)
    if several:
        return Sentence(SentenceKind.CHOICE, sentence.words, tuple(map(SaidWay, several)), sentence.notes)
    found = chosen_from(orders, reader)
    if found is None:
        return sentence
    first, second, failing = found
    ways = (SaidWay(first), SaidWay(second, basis=Basis.CASE if failing else Basis.ORDER))
    return Sentence(SentenceKind.CHOICE, sentence.words, ways, sentence.notes)


def _besides(words: Words, core: Words, reader: SentenceReader) -> Sentence | None:
    """A sentence that asks for nothing by itself."""
    table = reader.book.sentences.will_do
    for said in (core, words):  # of "an orange would be ok", "ok" may be manners
        end = next((i for i in range(1, len(said)) if (f := table.find(said, i)) and i + f.length == len(said)), None)
        if (end is not None and reader.names.match(said, 0) is not None) or (end and said[0] in ("a", "an", "some")):
            return Sentence(SentenceKind.FALLBACK, said)
    if is_background(core, reader):
        return Sentence(SentenceKind.BACKGROUND, words, notes=(told_note(words),))
    return None
