# SPDX-License-Identifier: Apache-2.0
"""What is to be so, as what is to be done: "the fruit should be in the bowl" is "put the fruit in the bowl".

A wish names a subject and what it is to be: at a place, in a state of furniture, or something that a verb brings about
("clean", "washed"). What it is to be tells the verb. The subject and all that is said behind stay as they were said, so
that a wish is read by the same parser as an order.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.openings import opened, without_time
from planner_node.language.sentence.sentence import SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import all_further, is_at_most, is_several, named_place_end, told_where
from planner_node.language.words import lexicon as lx
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Verb

_OF_SOME = frozenset({"of", "one", "ones"})
_LONGEST_SUBJECT = 20
_NO_SUBJECT = frozenset("that which who whom whose where when if whether what not never ? . ! ;".split())
_RELATIVE = frozenset({"that", "which"})
_AND_THEY = (("and", "they"), ("and", "it"), ("so", "they"), ("so", "it"), ("but", "they"), ("but", "it"))
_REALLY = frozenset({"really", "still", "definitely", "always", "also"})
_NEGATING = frozenset({"not", "never", "no", "nothing", "none", "nobody"})
_PLACED = frozenset({"there", "back", "away", "here"})
_RESTING = frozenset("lying standing sitting hanging resting waiting staying ready placed stored kept".split())
_JUST = frozenset("right straight directly over up down across".split())  # before a place: "right on the bed"
_HOLDS = {"have": "to", "has": "to", "had": "to", "hold": "to", "holds": "to", "contain": "in", "contains": "in"}
_COMING = frozenset({"i", "we", "he", "she", "they", "everybody", "everyone", "the", "my", "our"})
_BEGINNING = frozenset(
    "come comes arrive arrives return returns wake wakes get gets leave leaves begin begins start starts eat".split()
)
_BACK = frozenset({"back", "here", "home"})
_MOVES = frozenset("come comes go move moves travel travels wander wanders".split())  # say as well what somebody does


def wish_as_order(words: Words, reader: SentenceReader, is_wished: bool = False) -> Words | None:
    """The order that brings about what somebody wants to be so; None if the words are no such wish.

    Args:
        words: without what says nothing around them.
        reader: knows words and names.
        is_wished: whether it was said before that this is a wish, so that "is" says what is to be.
    """
    known = reader.book.sentences
    ensured = skipped(words, known.ensuring)
    if ensured is not None:
        said = without_time(("before", *ensured[1:]), known)[0] if ensured[:1] == ("when",) else ensured
        return wish_as_order(opened(ensured if said[:1] == ("before",) else said, known).words, reader, is_wished=True)
    wanted = skipped(words, known.wanting)
    if wanted is not None:
        return _wanted(wanted, reader)
    if words[:1] == ("first",) and (first := _said_of(words[1:], reader, is_wished)) is not None:
        return first
    if words[:1] == ("there",):
        return _existing(words[1:], reader, is_wished)
    return _said_of(words, reader, is_wished) or _having(words, reader, is_wished)


def asked_wish(words: Words, reader: SentenceReader) -> Words | None:
    """The wish of a polite question: "could the window be opened" is "the window should be opened"; None: none is."""
    rest = skipped(words, reader.book.sentences.might)
    if not rest or rest[0] in lx.PRONOUNS | _NO_SUBJECT | {"i", "we", "you", "he", "she"}:
        return None
    for at in range(1, min(len(rest), _LONGEST_SUBJECT)):
        if reader.book.sentences.being.find(rest, at) is not None and _is_named(rest[:at], reader):
            return wish_as_order((*rest[:at], "should", *rest[at:]), reader)
    return None


def without_when(words: Words, reader: SentenceReader) -> tuple[Words, str]:
    """What is asked for without by when, and that; "when I come back" is that of a wish, a condition of an order."""
    known = reader.book.sentences
    if words[:1] == ("when",) and words[1:2] and words[1] in _COMING:
        rest, when = without_time(("before", *words[1:]), known)
        is_time = when and _comes(words[1 : len(words) - len(rest)], reader) and _is_wish(rest, reader)
        return (rest, f"when{when.removeprefix('before')}") if is_time else (words, "")
    at = words.index("when", 2) if "when" in words[2:-2] and not reader.asked else 0
    later = words[at + 1 :]  # "it would be nice if the lamp was on when the guests arrive"
    comes = at and later[0] in _COMING and "," not in later and _comes(later, reader)
    return (words[:at], " ".join(words[at:])) if comes and _is_wish(words[:at], reader) else without_time(words, known)


def _comes(said: Words, reader: SentenceReader) -> bool:
    """Whether somebody or something comes, or begins, of which the robot sees nothing: not "the window is open"."""
    coming = reader.book.sentences.coming
    if said[0] in lx.ARTICLES:
        name = reader.names.match(said, 1)
        known = name is not None and not reader.names.is_person(name) and reader.names.is_place(name)
        there = any(said[i - 1] in ("is", "are") and said[i] in _BACK for i in range(1, len(said)))
        return not known and (there or not (coming & _BEGINNING).isdisjoint(said))
    return not coming.isdisjoint(said)


def _is_wish(words: Words, reader: SentenceReader) -> bool:
    core, is_wished = opened(words, reader.book.sentences)
    return bool(core) and not reader.starts_order(core) and wish_as_order(core, reader, is_wished) is not None


def wanted_thing(words: Words, reader: SentenceReader) -> Words | None:
    """The thing that somebody wants of whom nothing more is said: "I could use something to drink"; None: none."""
    thing = skipped(words, reader.book.sentences.needing)
    return thing if thing and not reader.starts_order(thing) and thing[0] not in _NEGATING | {"to"} else None


def welcome_thing(words: Words, reader: SentenceReader) -> Words | None:
    """The thing that somebody would welcome: "anything sweet would be nice now"; None: none."""
    table = reader.book.sentences.welcome
    at = next((i for i in range(1, len(words)) if (f := table.find(words, i)) and i + f.length == len(words)), None)
    is_thing = at is not None and not reader.starts_order(words) and words[0] not in _NEGATING | {"it", "that", "this"}
    return words[:at] if is_thing else None


def thing_for_somebody(words: Words, reader: SentenceReader) -> Words | None:
    """The order of a thing and whom it is for, without a verb: "a soda for Ben"; None: it is none."""
    at = words.index("for") if "for" in words[1:-1] else 0
    first = bool(words) and (words[0] in lx.ARTICLES or words[0] in lx.NUMBERS)
    name = reader.names.match(words, at + 1) if at and first else None
    whole = name is not None and at + 1 + name.length == len(words) and reader.names.is_person(name)
    return ("give", *words[at + 1 :], *words[:at]) if whole and _is_named(words[:at], reader) else None


def _wanted(words: Words, reader: SentenceReader) -> Words | None:
    """Behind "I want": "the fridge closed", "the mugs to be on table 2", "the plates washed", "it in the bowl"."""
    if words[:3] == ("there", "to", "be"):
        return _existing(words[1:], reader, is_wished=True)
    if reader.starts_order(words) or words[:1] == ("to",) or _is_for_a_use(words, reader):
        return None
    if words[:3] == ("there", "to", "be"):
        return _existing(words[1:], reader, is_wished=True)
    return _said_of(words, reader, is_wished=True) or _without_verb(words, reader)


def _is_for_a_use(words: Words, reader: SentenceReader) -> bool:
    """Whether something is wanted for a use, and no place is said: "something to drink"."""
    sides = reader.book.places.sides
    uses = [i for i in range(len(words) - 2) if words[i] in ("something", "anything") and words[i + 1] == "to"]
    return bool(uses) and not any(sides.find(words, i) for i in range(len(words) - 1) if i - 1 not in uses)


def _existing(words: Words, reader: SentenceReader, is_wished: bool) -> Words | None:
    """Behind "there": "should be two cups on every table"."""
    for length, subject in _links(words, reader, is_wished):
        if not subject:
            rest = without(words[length:], reader.book.sentences.adverbs)
            sides = reader.book.places.sides  # "one cup standing on the table"
            rest = tuple(w for i, w in enumerate(rest) if w not in _RESTING or not i or not sides.find(rest, i + 1))
            negated = rest[:1] and rest[0] in _NEGATING
            rest = _without_resting(rest, reader)
            return ("put", *rest) if not negated and _has_place(rest, reader) else None
    return None


def _without_resting(words: Words, reader: SentenceReader) -> Words:
    """The words without "lying" before the first place: "three pens lying on the table"."""
    sides = reader.book.places.sides
    at = next((i for i in range(1, len(words) - 1) if words[i] in _RESTING and sides.find(words, i + 1)), 0)
    first = next((i for i in range(1, len(words)) if sides.find(words, i) is not None), 0)
    return (*words[:at], *words[at + 1 :]) if at and first == at + 1 else words


def _said_of(words: Words, reader: SentenceReader, is_wished: bool) -> Words | None:
    """A subject, "should be" and what it is to be."""
    words = apart(words, reader) if is_wished else words
    for length, subject in _links(words, reader, is_wished):
        if not subject or reader.starts_order(words):
            return None
        order = _predicate(_all_of(_plain_subject(subject, reader), reader), words[len(subject) + length :], reader)
        if order is not None:
            return order
    return None


def _having(words: Words, reader: SentenceReader, is_wished: bool) -> Words | None:
    """A place that is to have something on it: "the cabinet should have the soap on it"."""
    known = reader.book.sentences
    sides = reader.book.places.sides
    for at in range(1, min(len(words), _LONGEST_SUBJECT)):
        modal = known.modals.find(words, at)
        verb = at + (modal.length if modal else 0)
        if (modal is None and not is_wished) or not words[verb:] or words[verb] not in _HOLDS:
            continue
        if is_at_most(words[verb + 1 :], reader):
            return None
        if words[-1] != "it" and _is_place(words[:at], reader) and not _has_place(words[verb:], reader):
            return ("put", *words[verb + 1 :], _HOLDS[words[verb]], *words[:at])
        end = next((i for i in range(verb + 2, len(words)) if sides.find(words, i) and words[-1] == "it"), None)
        if end is not None and words[at - 1] not in _NO_SUBJECT and not reader.starts_order(words[:at]):
            return ("put", *words[verb + 1 : -1], *words[:at])
    return None


def _is_place(words: Words, reader: SentenceReader) -> bool:
    """Whether words name furniture, or a container that things go into, and nothing more."""
    bare = without(words, lx.ARTICLES)
    name = reader.names.match(bare, 0)
    whole = name is not None and name.length == len(bare) and reader.names.is_place(name)
    return whole or named_place_end(words, 0, reader) == len(words)  # "every desk"


def apart(words: Words, reader: SentenceReader) -> Words:
    """The words with "the drawer's shut" as "the drawer is shut"."""
    states = reader.book.sentences.states
    at = next((i for i, word in enumerate(words) if word.endswith("'s") and states.find(words, i + 1)), None)
    return words if at is None else (*words[:at], words[at].removesuffix("'s"), "is", *words[at + 1 :])


def _plain_subject(subject: Words, reader: SentenceReader) -> Words:
    """What is spoken of, without what it is now: "the lamp is off but" should be on, "it is off and it really"."""
    while len(subject) > 1 and subject[-1] in _REALLY:
        subject = subject[:-1]
    if subject[-1] not in ("but", "yet", "and", ",") and subject[-2:] not in _AND_THEY:
        return subject
    copulas = reader.book.sentences.copulas
    return next((subject[:i] for i in range(1, len(subject)) if copulas.find(subject, i)), subject)


def _all_of(subject: Words, reader: SentenceReader) -> Words:
    """A bare plural as all of it: "books go in the cabinet", "dirty plates belong in the sink"."""
    if subject[:1] == ("any",) and not reader.book.quantities.bounds.find(subject, 0):
        if subject[1:2] and (subject[1] in _OF_SOME or subject[1] in lx.NUMBERS):
            return ("one", *subject[1:]) if subject[1] == "of" else subject[1:]  # "any one of the books"
        return ("every", *subject[1:])  # "any book on the table should be on the shelf"
    if subject[:1] in (("anything",), ("everything",)):
        return lx.ALL_TO.get(subject[1:], ("everything", *subject[1:]))
    looks = next((i for i, word in enumerate(subject) if reader.book.adjectives.attribute(word) is None), len(subject))
    names = ((i, reader.names.match(subject, i)) for i in range(looks + 1))
    is_all = any(
        name is not None and i + name.length == len(subject) and is_several(subject, i, name, reader)
        for i, name in names
    )
    return ("all", *subject) if is_all else subject


def _links(words: Words, reader: SentenceReader, is_wished: bool) -> Iterator[tuple[int, Words]]:
    """What stands between a subject and what it is to be: its length, and the subject before it."""
    known = reader.book.sentences
    told_apart = 0
    is_bounded = words[:1] == ("no",) and reader.book.quantities.bounds.find(words, 0) is not None
    for at in range(min(len(words), _LONGEST_SUBJECT)):
        subject = words[:at]
        if at < told_apart:
            continue
        negated = reader.book.nouns.negated.find(words, at) if at and words[at] in _RELATIVE else None
        if negated is not None:
            told_apart = at + negated.length  # "the pens that are not red"
            continue
        where = reader.book.places.being.find(words, at) if at else None
        if where is not None and where.length > 1 and words[at] in _RELATIVE:
            told_apart = at + where.length  # "the pen that is lying in the hall"
            continue
        if at and words[at - 1] in _NO_SUBJECT and at != told_apart and not (at == 1 and is_bounded):
            return
        modal = known.modals.find(words, at) or (known.might.find(words, at) if is_wished else None)
        if modal is not None:
            behind = _behind(words, at + modal.length, known.being, known.adverbs)
            if behind is not None:
                yield behind - at, subject
                alone = words.index("be", at, behind) + 1 if "be" in words[at:behind] else behind
                if alone < behind:
                    yield alone - at, subject  # "should be set", of a table, says what is done, and no place follows
        elif (
            at
            and (belongs := reader.book.verbs.belonging.find(words, at))
            and (words[at] not in _MOVES or words[at + belongs.length : at + belongs.length + 1] == ("where",))
        ):
            yield belongs.length, subject
        elif is_wished and (copula := known.copulas.find(words, at)) is not None:
            yield copula.length, subject
        elif is_wished and words[at] == "to" and (being := known.being.find(words, at + 1)) is not None:
            yield 1 + being.length, subject
            if being.length > 1 and words[at + 1] == "be":
                yield 2, subject


def _behind(words: Words, at: int, table: Phrases[None], adverbs: frozenset[str]) -> int | None:
    """The index behind a phrase of a table, adverbs before it passed over; None if it does not stand there."""
    while at < len(words) and words[at] in adverbs:
        at += 1
    found = table.find(words, at)
    return None if found is None else at + found.length


def _predicate(subject: Words, said: Words, reader: SentenceReader) -> Words | None:
    """The order for a subject that is to be so; what follows the first of several wishes is read as said."""
    said = _straight(without(said, reader.book.sentences.adverbs), reader)
    is_bounded = reader.book.quantities.bounds.find(subject, 0) is not None  # "no fewer than two"
    if not said or said[0] in _NEGATING or (subject[0] in _NEGATING and not is_bounded):
        return ("clear", *without(said, {"in", "on", "at"})) if _is_cleared(subject, said, reader) else None
    subject, said = _likewise(subject, said, reader)
    if not said:
        return None
    return _in_state(subject, said, reader) or _done(subject, said, reader) or _put(subject, said, reader)


def _straight(said: Words, reader: SentenceReader) -> Words:
    """The words without "right" or "over" before the side of a place: "right on the pillow"."""
    return said[1:] if said[1:] and said[0] in _JUST and reader.book.places.sides.find(said, 1) else said


def _is_cleared(subject: Words, said: Words, reader: SentenceReader) -> bool:
    """Whether nothing is to be somewhere: "nothing should be on table_1"."""
    return subject == ("nothing",) and reader.book.places.sides.find(said, 0) is not None


def _in_state(subject: Words, said: Words, reader: SentenceReader) -> Words | None:
    known = reader.book.sentences
    state = known.states.find(said, 0)
    if state is None:
        return None
    rest = said[state.length :]
    if rest and rest[0] not in lx.SEPARATORS and not reader.book.nouns.excepted.find(rest, 0):
        return None  # "on table_2"
    order = (*known.state_orders[state.value].split(), *subject)
    more = without(rest, {",", "and", "but", "also"})
    again = known.states.find(more, 0) if more != rest else None
    if again is not None and again.length == len(more):  # "shut and running"
        more = (*subject, "is", *more)
    also = (_without_verb(more, reader) or wish_as_order(more, reader, is_wished=True)) if more != rest else None
    return (*order, "and", *also) if also else (*order, *rest)


def _done(subject: Words, said: Words, reader: SentenceReader) -> Words | None:
    """By a participle ("washed", "thrown away") or what a verb makes of things ("clean")."""
    found = reader.book.done_by.find(said, 0)
    verb = reader.book.said_verbs.find(tuple(found.value.split()), 0) if found is not None else None
    if verb is not None and verb.value.verb is Verb.GO:
        found = reader.book.done_by.find(said[:1], 0)  # "moved to table 3" goes nowhere
    if found is None:
        return None
    rest = said[found.length :]
    again = reader.book.done_by.find(rest, 1) if rest[:1] == ("and",) else None
    if again is not None:  # "emptied and moved to the hall"
        one = "and" not in subject and subject[0] in ("a", "an", "the") and not _is_several(subject, reader)
        rest = ("and", *again.value.split(), "it" if one else "them", *rest[1 + again.length :])
    return (*found.value.split(), *subject, *rest)


def _is_several(subject: Words, reader: SentenceReader) -> bool:
    names = (reader.names.match(subject, i) for i in range(len(subject)))
    return next((name.is_plural for name in names if name is not None), False)


def _put(subject: Words, said: Words, reader: SentenceReader) -> Words | None:
    """To a place."""
    at_place = reader.book.places.sides.find(said, 0) or reader.book.places.somewhere.find(said, 0)
    where = said[0] == "where" and len(said) > 2 and said[1] not in lx.PRONOUNS  # "where the book is"
    if not (at_place or said[0] in _PLACED or where):
        return None
    return ("put", *told_where(subject, reader), *all_further(said, reader))


def _without_verb(words: Words, reader: SentenceReader) -> Words | None:
    """A thing and what it is to be, without a verb: "the fridge closed", "drinks inside it", "the plates washed"."""
    if reader.starts_order(words) or not words or words[0] in _NEGATING:
        return None
    for at in range(1, len(words)):
        if words[at - 1] in _NO_SUBJECT:
            return None
        named = _is_named(words[:at], reader)
        order = (_in_state(words[:at], words[at:], reader) or _done(words[:at], words[at:], reader)) if named else None
        if order is not None:
            return order
        if named and reader.book.places.sides.find(_straight(words[at:], reader), 0):
            return ("put", *words[:at], *_straight(words[at:], reader))
        rest = _straight(words[at + 1 :], reader) if named and words[at] in _RESTING else ()
        if rest and reader.book.places.sides.find(rest, 0):
            return ("put", *words[:at], *rest)  # "the gloves lying on the workbench"
    return None


def _likewise(subject: Words, said: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """Another subject of which the same is true: "on table_1, the fork too"."""
    known = reader.book.sentences.likewise
    end = next((i for i in range(len(said)) if (f := known.find(said, i)) and i + f.length == len(said)), None)
    comma = max((i for i, word in enumerate(said[:end]) if word in (",", "and")), default=None)
    if end is None or comma is None or comma + 1 >= end:
        return subject, said if end is None else said[:end]
    other = without(said[comma:end], {",", "and"})
    return (*subject, "and", *other), without(said[:comma], ())


def _has_place(words: Words, reader: SentenceReader) -> bool:
    return any(reader.book.places.sides.find(words, i) for i in range(1, len(words)))


def _is_named(subject: Words, reader: SentenceReader) -> bool:
    """Whether words end in a name or a pronoun, so that an adjective behind them is not one before a noun."""
    if subject[-1] in lx.PRONOUNS | reader.book.nouns.anything | lx.ONES:
        return True
    names = ((i, reader.names.match(subject, i)) for i in range(len(subject)))
    return any(name is not None and i + name.length == len(subject) for i, name in names)
