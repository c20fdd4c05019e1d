# SPDX-License-Identifier: Apache-2.0
"""Conditions that a speaker states: "if there is no pear", "unless the lamp is on", "should the drawer be closed".

A condition is about things that are there or not, or about furniture that is open, closed, on or off. It is read by the
same parser as an order about them ("find a pear", "open the drawer") and decided later, from the graph.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.graph.scene_graph import State
from planner_node.language.phrasebook.sections import Bound
from planner_node.language.refusal import Refusal
from planner_node.language.request import Look, Request, SetState, StatedCondition
from planner_node.language.sentence.sentence import SentenceReader, Words, skipped, without
from planner_node.language.sentence.wishes import apart
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_NO = frozenset({"no", "none"})
_ANY = frozenset({"any", "some", "of", "either"})
_SOME = frozenset({"any", "some", "one", "a", "an", "either"})
_THERE = frozenset({"there", "already", "yet", "of", "them"})
_EVERY = frozenset({"any", "either"})  # each of which it is so: "if any mug is dirty, put it ..."
_THINGS = {"anything": "everything", "something": "everything"}
_NONE_OF = (("not", "one"), ("not", "any"), ("no", "one"), ("neither",), ("none",), ("no",))
_OTHER_STATE = {State.OPEN: "closed", State.CLOSED: "open", State.ON: "off", State.OFF: "on"}
_BEHIND = frozenset({"away", "out", "up", "off"})  # particles behind what an order is about
_PLACED = (("there",), ("already",))
_MOST = 24  # words of a condition


@dataclass(frozen=True, slots=True)
class SaidCondition:
    """A sentence with a condition, taken apart.

    Attributes:
        condition: its words, without "if".
        negated: whether "unless" stood before them.
        then: what is asked for if it is so.
        first: whether it is to be brought about first ("once the fridge is open").
        waits: whether somebody else is to bring it about, for which the robot would have to wait.
    """

    condition: Words
    negated: bool
    then: Words
    first: bool = False
    waits: bool = False


def taken_apart(words: Words, reader: SentenceReader) -> SaidCondition | None:
    """A sentence as a condition and what depends on it; None if it has none.

    Args:
        words: with contractions spelt out, without what says nothing around them.
        reader: knows the words.
    """
    known = reader.book.sentences
    words = apart(words, reader)
    if _says_when_done(words, reader):
        return None
    if words[:1] == ("should",):  # "should the drawer be closed, open it"
        found = _ahead(tuple("is" if w == "be" else w for w in words[1:]), reader)
        return None if found is None else SaidCondition(found[0], False, found[1])
    for table, negated in ((known.if_not, True), (known.if_so, False)):
        rest = skipped(words, table)
        if rest and (found := _ahead(rest, reader)) is not None:
            first = words[0] == "when" and _is_brought_about(found[0], found[1], reader)
            return SaidCondition(found[0], negated, found[1], first)
    for table, waits in ((known.waiting, True), (known.once, False)):
        rest = skipped(words, table)
        found = _ahead(rest, reader) if rest else None
        if found is not None and any(known.is_so.find(found[0], i) for i in range(1, len(found[0]))):
            return SaidCondition(found[0], False, found[1], first=True, waits=waits)
    return _behind(words, reader)


def _is_brought_about(condition: Words, then: Words, reader: SentenceReader) -> bool:
    """Whether "when" stands before where a thing is to be first, and what follows is about something else.

    "When the sample is on the bench, shut the fridge"; but of "when the milk is on the table, put it away" nothing says
    that the milk is to be put there.
    """
    known = reader.book.sentences
    at = next((i for i in range(1, len(condition)) if known.is_so.find(condition, i)), None)
    if at is None or (condition[0] not in lx.DEFINITE and reader.names.match(condition, 0) is None):
        return False
    link = known.is_so.find(condition, at)
    said = without(condition[at + (link.length if link else 1) :], known.adverbs)
    name = reader.names.match(without(condition[:at], lx.ARTICLES), 0)
    moves = name is not None and not (reader.names.is_place(name) or reader.names.is_person(name))
    again = not (lx.PRONOUNS | {"him", "her"}).isdisjoint(then) or condition[at - 1] in then
    placed = said and reader.book.places.sides.find(said, 0) is not None and len(said) > 1 and said[0] != "at"
    return bool(moves and placed and not again)


def _says_when_done(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin with what only says that all is done: "when everything is finished"."""
    clauses = reader.book.clauses
    if clauses.at_last.find(words, 0) or clauses.next_stage.find(words, 0):
        return True
    when = clauses.when.find(words, 0)
    if when is None:
        return False
    end = words.index(",") if "," in words else len(words)
    return set(words[when.length : end]) <= clauses.finishing | clauses.finished


def _ahead(words: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """The condition at the beginning and what follows it, behind a comma, "then", or where an order begins."""
    far = min(len(words), _MOST)
    for at in range(3, words.index(",") if "," in words[:far] else far):
        goes = reader.book.verbs.belonging.find(words, at + 1) if words[at] in ("it", "they") else None
        if goes is not None and reader.book.places.sides.find(words, at + 1 + goes.length) is not None:
            return words[:at], words[at:]  # "if the can is empty it goes in the bin"
    if (early := _order_before_comma(words[:far], words, reader)) is not None:
        return early
    for at in range(2, far):
        if words[at] == "," and (more := _another(words, at, reader)):
            return (*words[:at], *words[at + 1 : more]), without(words[more:], {",", "then", "please"})
        if words[at] in (",", "then") and (behind := without(words[at:], {",", "then", "and", "please"})):
            return (words[: at - 1] if words[at - 1] in ("and", ",") else words[:at]), behind
    links = reader.book.sentences.is_so
    for at in range(3, far):
        whole = words[at - 1] not in lx.ARTICLES and links.find(words, at - 1) is None  # "is open" is no order
        if whole and reader.starts_order(words[at:]):
            return words[:at], words[at:]
    return None


def _another(words: Words, at: int, reader: SentenceReader) -> int:
    """Index of the comma behind ", or the board is dirty", a further condition; 0: there is none."""
    comma = words.index(",", at + 1) if words[at + 1 : at + 2] in (("or",), ("and",)) and "," in words[at + 1 :] else 0
    links = reader.book.sentences.is_so
    so = any(links.find(words, i) is not None for i in range(at + 3, comma))
    is_order = reader.starts_order(words[at + 2 :])
    return comma if so and not is_order and reader.starts_order(without(words[comma:], {",", "then", "please"})) else 0


def _order_before_comma(words: Words, whole: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """A condition that an order follows without a comma, with one later: "if there is one take it, else ..."."""
    comma = words.index(",") if "," in words else 0
    links = reader.book.sentences.is_so
    for at in range(3, comma - 1):
        inner = words[at - 1] in lx.ARTICLES or links.find(words, at - 1) is not None
        if inner or not reader.starts_order(whole[at:comma]):
            continue
        if isinstance(_facts(words[:at], reader), StatedCondition):
            return whole[:at], whole[at:]
    return None


def _behind(words: Words, reader: SentenceReader) -> SaidCondition | None:
    """A condition at the end: "put it there unless there is fruit on it"."""
    known = reader.book.sentences
    verb = reader.book.said_verbs.find(words, 0)
    if verb is None or verb.value.verb.name in ("LOOK", "TEST", "TELL"):
        return None
    for at in range(2, len(words) - 1):
        failing = known.otherwise.find(words, at)
        end = at + failing.length if failing is not None else at
        counted = failing is not None and reader.book.quantities.bounds.find(words, end - 1) is not None
        is_placed = counted or words[end : end + 1] in _PLACED  # "if there are no more than two" counts them
        if (failing is not None and not is_placed) or known.will_do.find(words, at) is not None:
            continue  # "or an orange if there is none"; but "if it isn't there already"
        for table, negated in ((known.if_not, True), (known.if_so, False)):
            found = table.find(words, at)
            rest = words[at + found.length :] if found else ()
            if (
                rest
                and not {",", "then"} & set(rest)
                and "or" not in words[:at]  # of "tea, or water in case ..." it is said when water will do
                and not _says_when_done(words[at:], reader)
            ):
                then = words[: at - 1] if words[at - 1] == "," else words[:at]
                if _of_last_order(rest, then, reader):
                    return None  # of several orders it belongs to the last
                return SaidCondition(_of_order(rest, then, reader, negated), negated, then)
        found = known.once.find(words, at)
        rest = words[at + found.length :] if found and not _says_when_done(words[at:], reader) else ()
        if rest and "," not in rest and any(known.is_so.find(rest, i) for i in range(1, len(rest))):
            then = words[: at - 1] if words[at - 1] == "," else words[:at]
            return SaidCondition(_of_order(rest, then, reader), False, then, first=True)
    return None


def _of_last_order(condition: Words, orders: Words, reader: SentenceReader) -> bool:
    """Whether a condition speaks of "it", and several orders stand before it."""
    joints = [i for i in range(1, len(orders) - 1) if orders[i] in ("and", ",", "then")]
    several = any(reader.starts_order(orders[i + 1 :]) and not lx.PRONOUNS & set(orders[i + 1 :]) for i in joints)
    return several and any(word in ("it", "they", "them") for word in condition)


def _of_order(condition: Words, order: Words, reader: SentenceReader, negated: bool = False) -> Words:
    """A condition with what an order is about in place of "it", or where things go in place of "on it"."""
    sides = reader.book.places.sides
    if condition[-1:] in (("inside",), ("in",)):  # "close the hood once the acid is inside"
        condition = (*condition[:-1], "in", "it")
    starts = [i for i in range(1, len(order)) if sides.find(order, i) is not None]
    if negated or not {"not", "already"}.isdisjoint(condition):  # "if it's there" asks whether there is such a thing
        condition = _at_the_place(condition, order[starts[-1] :] if starts else (), reader)
    at = next((i for i, word in enumerate(condition) if word in ("it", "them", "they")), None)
    exists = skipped(condition, reader.book.sentences.exists)
    if negated and exists and exists[0] in _ANY and set(exists[1:]) <= _THERE:
        place = order[starts[-1] :] if starts else ()  # "unless there are any", however many go there
        kind = without(_about_of(order, starts, reader), lx.ARTICLES | lx.NUMBERS.keys())
        return (*condition[: len(condition) - len(exists)], *kind, *place)
    if at is None and exists and not without(exists, reader.book.sentences.amounts | {"one"}):
        at = len(condition) - 1  # "if there are any"
    if at is None:
        return condition
    if at and sides.find(condition, at - 1) is not None and starts:
        found = sides.find(order, starts[-1])
        thing = order[starts[-1] + (found.length if found else 1) :]
    else:
        thing = _about_of(order, starts, reader)
    return (*condition[:at], *thing, *condition[at + 1 :])


def _about_of(order: Words, starts: list[int], reader: SentenceReader) -> Words:
    """What an order is about, without where it goes: "turn off the lamp" is about the lamp.

    Args:
        order: with its verb.
        starts: where prepositions of place stand in it.
        reader: knows the words.
    """
    verb = reader.book.said_verbs.find(order, 0)
    begin = verb.length if verb else 1
    thing = without(order[begin:], {"me", "us", "on", "off"})
    begin = len(order) - len(thing)
    end = next((i - begin for i in starts if i > begin), len(thing))
    return thing[: end - 1] if thing[end - 1 : end] and thing[end - 1] in _BEHIND else thing[:end]


def _at_the_place(condition: Words, place: Words, reader: SentenceReader) -> Words:
    """A condition with where an order puts things in place of "there": "unless it is there already"."""
    plain = condition
    while plain and plain[-1] in reader.book.sentences.adverbs:
        plain = plain[:-1]
    is_said = len(plain) > 2 and plain[-1] == "there" and not {"there", "where"} & set(plain[:-1])
    return (*plain[:-1], *place) if place and is_said else condition


def subject(condition: Words, reader: SentenceReader) -> Words:
    """What a condition is about, as it is spoken of afterwards: of "there are books on table_3" the books there."""
    known = reader.book.sentences
    thing = skipped(condition, known.exists) or skipped(condition, known.lacks)
    if thing is not None:
        thing = _amount(_without_end(thing, reader), reader)
    else:
        at = next((i for i in range(1, len(condition)) if known.is_so.find(condition, i)), len(condition))
        thing = condition[:at]
    bound = reader.book.quantities.bounds.find(thing, 0)
    thing = thing[bound.length :] if bound else thing
    bare = without(thing, lx.ARTICLES | set(lx.NUMBERS) | _NO | _ANY | set(filter(str.isdigit, thing)))
    if thing[:1] and (thing[0] in _SOME or thing[0] in _THINGS) and bare:
        return _of_which_it_is_so(thing, bare, condition, reader)
    return ("the", *bare) if bare and bare[0] not in lx.PRONOUNS else bare


def looking_so(condition: Words, about: Words, reader: SentenceReader) -> Words:
    """What a condition is about where it is so: of "the apple is red" the red apple, of several."""
    at = next((i for i in range(1, len(condition)) if reader.book.sentences.is_so.find(condition, i)), len(condition))
    link = reader.book.sentences.is_so.find(condition, at)
    said = without(condition[at + link.length :], reader.book.sentences.adverbs) if link is not None else ()
    looks = reader.book.adjectives.attribute(said[0]) if len(said) == 1 and condition[at] == "is" else None
    if looks is None or about[:1] != ("the",) or reader.names.match(about, 1) is None or about[-1].isdecimal():
        return about
    return ("the", looks, *about[1:])


def _of_which_it_is_so(thing: Words, bare: Words, condition: Words, reader: SentenceReader) -> Words:
    """What a condition about any of several is about: of "any mug is dirty" every dirty mug, not another one."""
    said = without(condition[len(thing) :], {*reader.book.sentences.adverbs, "is", "are"})
    negated, said = said[:1] == ("not",), without(said, {"not", *reader.book.sentences.adverbs})
    while len(said) > 1 and said[-1] in reader.book.sentences.adverbs:
        said = said[:-1]
    state = reader.book.sentences.states.find(said, 0)
    if state is not None and state.length == len(said):
        now = (_OTHER_STATE[state.value],) if negated else said
        return ("every", *without(bare, lx.ARTICLES), "that", "is", *now) if thing[0] not in _THINGS else ()
    looks = reader.book.adjectives.attribute(said[0]) if len(said) == 1 else None
    placed = _is_placed(said, reader)
    if thing[0] in _THINGS:
        told = (looks,) if looks is not None else said if placed else ()
        return (_THINGS[thing[0]], *told, *bare[1:]) if looks is not None else (_THINGS[thing[0]], *bare[1:], *told)
    several = thing[1:2] == ("of",) or bare[0] == "the"
    every = thing[0] in _EVERY or (thing[0] in ("a", "an") and not placed)  # one "in the cupboard" may be enough
    which = ("every",) if every and not several else ("the",)
    bare = without(bare, lx.ARTICLES)
    bare = (looks, *bare) if looks is not None else bare
    return (*which, *bare, *said) if placed else (*which, *bare)


def read_condition(said: SaidCondition, reader: SentenceReader) -> StatedCondition | Refusal | None:
    """A condition as a value; None if it is about something that no scene graph says."""
    found = _facts(said.condition, reader)
    if isinstance(found, StatedCondition):
        return replace(found, text=" ".join(said.condition), so=not said.negated)
    return found


def _facts(words: Words, reader: SentenceReader) -> StatedCondition | Refusal | None:
    known = reader.book.sentences
    for table, negated in ((known.exists, False), (known.lacks, True)):
        thing = skipped(words, table)
        if thing:
            if {"room", "space"} & set(without(thing, _NO | reader.book.sentences.amounts | {"more"})[:1]):
                return None  # no graph tells how much room is left
            nothing = thing[0] == "nothing"
            thing = ("anything", *thing[1:]) if nothing else thing
            bounded = reader.book.quantities.bounds.find(thing, 0) is not None  # "no more than two"
            none = nothing or (not bounded and thing[0] in _NO | {"not"})
            thing = _without_end(thing, reader)
            thing = thing if bounded else _amount(thing, reader)
            return _there(thing, reader, negated is not none)
    for at in range(1, len(words)):
        link = known.is_so.find(words, at)
        if link is not None:
            thing, is_none = _of_none(words[:at])
            found = _so(thing, words[at + link.length :], reader)
            return (
                replace(found, negated=not found.negated) if is_none and isinstance(found, StatedCondition) else found
            )
    return None


def _of_none(thing: Words) -> tuple[Words, bool]:
    """The words "any lamp" for "neither lamp", "none of the lamps"; whether it was said so."""
    if thing == ("nothing",):
        return ("anything",), True
    none = next((n for n in _NONE_OF if thing[: len(n)] == n and thing[len(n) :]), None)
    return (thing, False) if none is None else (("any", *without(thing[len(none) :], lx.DEFINITE | {"of"})), True)


def _so(thing: Words, said: Words, reader: SentenceReader) -> StatedCondition | Refusal | None:
    """A subject that is open, is somewhere, or is there at all."""
    known = reader.book.sentences
    negated = said[:1] == ("not",)
    said = without(said, {"not", *known.adverbs})
    while len(said) > 1 and said[-1] in known.adverbs:
        said = said[:-1]  # "if it isn't on already"
    state = known.states.find(said, 0)
    is_state = state is not None and state.length == len(said)
    if negated and (
        thing[0] in _EVERY or thing[0] in _THINGS or (thing[0] in ("a", "an") and not _is_placed(said, reader))
    ):
        # Of one of them it is not so; that says less than that it is so of none.
        return _so(thing, (_OTHER_STATE[state.value],), reader) if is_state and state is not None else None
    if state is not None and is_state:
        read = reader.orders((*known.state_orders[state.value].split(), *thing))
        if isinstance(read, Refusal):
            return read
        what = next((c.what for c in read.clauses if isinstance(c, SetState)), None)
        if what is not None and thing[0] in _SOME and (what.count is None or "of" in thing[1:2]):
            what = replace(what, count=1, definite=False)  # "one of the lamps", "any lamps"
        return None if what is None else StatedCondition("", what, state.value, negated)
    looks = reader.book.adjectives.attribute(said[0]) if len(said) == 1 else None
    if looks is not None:
        return _there((looks, *without(thing, lx.ARTICLES | _ANY)), reader, negated)
    if len(said) == 1 and said[0] in known.gone:
        return _there(thing, reader, not negated)
    hand = known.at_hand.find(said, 0)
    if hand is not None and hand.length == len(said):
        return _there(thing, reader, negated)
    if reader.book.places.sides.find(said, 0) is not None:
        every = thing[0] not in _SOME  # "if any books are on the table": one is enough
        return _of_somebody(thing, said, reader, negated) or _there((*thing, *said), reader, negated, every)
    return None


def _is_placed(said: Words, reader: SentenceReader) -> bool:
    return len(said) > 1 and reader.book.places.sides.find(said, 0) is not None


def _of_somebody(thing: Words, said: Words, reader: SentenceReader, negated: bool) -> StatedCondition | None:
    """That somebody whom the scene knows is at a place; None: it is about nobody by name."""
    name = reader.names.match(thing, 0)
    if name is None or not reader.names.is_person(name) or name.node_id is None or name.length != len(thing):
        return None
    read = reader.orders(("find", "everything", *said))
    looks = [c for c in read.clauses if isinstance(c, Look)] if isinstance(read, Request) else []
    place = looks[0].what.source if len(looks) == 1 else None
    who = NounPhrase(" ".join(thing), name.concept, name.node_id, source=place)
    return None if place is None else StatedCondition("", who, None, negated)


def _there(
    thing: Words, reader: SentenceReader, negated: bool, every: bool = False
) -> StatedCondition | Refusal | None:
    read = reader.orders(("find", *thing)) if thing else None
    if read is None or isinstance(read, Refusal):
        return read
    looks = [c for c in read.clauses if isinstance(c, Look)]
    if len(looks) != len(read.clauses) or not looks or (len(looks) > 1 and not every):
        return None
    plain = len(looks) == 1 and _is_plain(thing, reader)
    whats = [c.what if every and c.what.count is None else replace(c.what, count=1) if plain else c.what for c in looks]
    if any(what.source != whats[-1].source for what in whats):
        return None
    bound = reader.book.quantities.bounds.find(thing, 0)
    only = bound is not None and bound.value is Bound.EXACTLY and not plain
    return StatedCondition("", whats[0], None, negated, others=tuple(whats[1:]), only=only)


def _is_plain(thing: Words, reader: SentenceReader) -> bool:
    """Whether no number is said of the thing: of "books on table 2" one is enough."""
    end = next((i for i in range(len(thing)) if reader.names.match(thing, i) is not None), len(thing))
    return not any(word in lx.NUMBERS or word.isdecimal() for word in thing[:end])


def _amount(thing: Words, reader: SentenceReader) -> Words:
    return without(thing, reader.book.sentences.amounts | _NO | {"not", "a", "an"})


def _without_end(thing: Words, reader: SentenceReader) -> Words:
    table = reader.book.sentences.at_hand
    end = next((i for i in range(1, len(thing)) if (f := table.find(thing, i)) and i + f.length == len(thing)), None)
    return thing if end is None else thing[:end]
