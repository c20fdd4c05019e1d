# SPDX-License-Identifier: Apache-2.0
"""What is left out because the order has just said it, and "more" of things.

"Turn on the lamp and off the stove" is "turn on the lamp and turn off the stove"; "bring more forks" is "bring two more
forks", "a few more" three. "Fetch the newspaper", with no place, is said by somebody who wants it.
"""

from __future__ import annotations

from makedo_core.conversation.question import QuestionKind
from planner_node.language.reading.quantities import SOME
from planner_node.language.refusal import Refusal
from planner_node.language.rewording.amounts.counted_here import spelt
from planner_node.language.sentence.openings import closed, opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_DETERMINED = lx.ARTICLES | {"all", "every", "each", "both", "everything", "it", "them"}
_TOWARDS = frozenset({"to", "into", "onto", "for", "that", "which", "put"})
_RESTING = frozenset({"on", "in", "at"})
_MAKING = frozenset({"make", "do", "turn", "switch", "put"})
_NOTHING = ((), (",",), (".",), ("!",), ("and",))
_BEFORE_MORE = frozenset({"some", "a", "few"})
_FETCHING = (("go", "and", "fetch"), ("go", "fetch"), ("go", "get"), ("go", "and", "get"), ("fetch",))


def again_said(words: Words, reader: SentenceReader) -> Words:
    """The words with what was left out."""
    words = _a_second(_switched(_verb_behind(words, reader), reader), reader)
    return _person_first(_to_the_speaker(_more(words, reader), reader), reader)


def _a_second(words: Words, reader: SentenceReader) -> Words:
    """With "another mug" for "a second mug", which nobody counts off."""
    for at in range(len(words) - 2):
        if words[at] not in ("a", "another") or words[at + 1] not in lx.ORDINALS or words[at + 1] == "first":
            continue
        name = reader.names.match(words, at + 2)
        plain = name is not None and not name.is_plural and name.node_id is None and not reader.names.is_place(name)
        if plain and reader.names.match(words, at + 1) is None:
            return _a_second((*words[:at], "another", *words[at + 2 :]), reader)
    return words


def _verb_behind(words: Words, reader: SentenceReader) -> Words:
    """With the verb before the device in "please the heater make on", as other languages have it."""
    for at in range(1, len(words) - 1):
        if words[at] not in _MAKING or words[at + 1] not in lx.PARTICLES or words[at + 2 : at + 3] not in _NOTHING:
            continue
        for begin in range(max(0, at - 4), at):
            name = reader.names.match(words, begin)
            if name is None or begin + name.length != at or not reader.names.is_place(name):
                continue
            first = begin - (words[begin - 1] in lx.ARTICLES)
            first -= first > 0 and words[first - 1] == "please"
            if first <= 0 or words[first - 1] in ENDS | {",", "and"}:
                return (*words[: max(first, 0)], "turn", words[at + 1], "the", *words[begin:at], *words[at + 2 :])
    return words


def _switched(words: Words, reader: SentenceReader) -> Words:
    """With the verb again before "off the stove" behind "turn on the lamp and"."""
    verb, said = "", False  # whether it was said to which state, before "and"
    for at in range(1, len(words) - 1):
        if words[at - 1] in ENDS:
            verb, said = "", False
        said |= words[at - 1] in lx.PARTICLES
        if words[at] in lx.PARTICLES and words[at - 1] in ("and", ",", "but") and words[at + 1] in _DETERMINED and verb:
            return (*words[:at], verb, *_switched(words[at:], reader))
        if verb and said and words[at - 1] in ("and", ",") and words[at] in lx.DEFINITE:
            name = reader.names.match(words, at + 1)
            end = at + 1 + (name.length if name is not None else 0)
            if name is not None and words[end : end + 1] in (("on",), ("off",)) and not _goes_on(words, end, reader):
                return (*words[:at], verb, *_switched(words[at:], reader))  # "... and the table lamp off if it's on"
        found = reader.book.said_verbs.find(words, at - 1)
        if found is not None:
            verb = words[at - 1] if found.value.verb is Verb.SWITCH else "" if found.length > 1 else verb
    return words


def _goes_on(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a place follows a preposition there: "the lamp on the desk"."""
    return named_place_end(words, at + 1, reader) > at + 1


def _more(words: Words, reader: SentenceReader) -> Words:
    """With "two more" in place of "more" before several things, and "another" before one."""
    for at in range(len(words) - 1):
        name = reader.names.match(words, at + 1) if words[at] == "more" else None
        if (
            name is None
            or reader.names.is_place(name)
            or words[at + 1 + name.length : at + 2 + name.length] == ("than",)
        ):
            continue
        begin = at
        while begin and words[begin - 1] in _BEFORE_MORE:
            begin -= 1
        before = words[begin - 1 : begin]
        starts = not before or before[0] in ENDS | {",", "and"} or reader.book.said_verbs.find(words, begin - 1)
        if starts:
            counted = reader.book.quantities.counted.find(words, begin) if begin < at else None
            number = counted.value if counted is not None else None
            plain = (spelt(number or SOME), "more") if name.is_plural else ("another",)
            return (*words[:begin], *plain, *words[at + 1 :])
    return words


def _where_they_are(things: Words, reader: SentenceReader) -> Words:
    """With "from" before where things are that are fetched: nobody fetches a mug "on the counter" to there."""
    orders = any(things[i] in ("and", ",") and reader.starts_order(things[i + 1 :]) for i in range(len(things) - 1))
    if orders or not _TOWARDS.isdisjoint(things):
        return things  # "and set them on the table"
    sides = reader.book.places.sides
    found: list[str] = []
    for at, word in enumerate(things):
        is_side = word in _RESTING and sides.find(things, at) is not None
        found.append("from" if is_side and named_place_end(things, at + 1, reader) > at + 1 else word)
    return tuple(found)


def _to_the_speaker(words: Words, reader: SentenceReader) -> Words:
    """With "bring me" in place of "fetch" where nothing else says where to."""
    core = opened(words, reader.book.sentences).words
    fetching = next((f for f in _FETCHING if core[: len(f)] == f), None)
    said = closed(core, reader.book.sentences)[0]
    stop = sentence_end(said, 0)
    if fetching is None or _orders_more(said[stop:], reader):
        return words
    said = said[:stop]
    things = said[len(fetching) :]
    there = _where_they_are(things, reader)
    if there != things and isinstance(reader.orders(("fetch", *there)), Refusal):
        return (*words[: len(words) - len(core)], "bring", "me", *there, *core[len(said) :])
    read = reader.orders(("fetch", *things)) if without(things, lx.ARTICLES) else None
    asks = isinstance(read, Refusal) and read.gap is not None and read.gap.kind is QuestionKind.WHERE
    return (*words[: len(words) - len(core)], "bring", "me", *core[len(fetching) :]) if asks else words


def _orders_more(words: Words, reader: SentenceReader) -> bool:
    """Whether a further sentence orders something, or asks for it: where things go may be said there."""
    begins = (i + 1 for i in range(len(words)) if words[i] in ENDS)
    known = reader.book.sentences
    asking = (known.wanting, known.needing, known.modals, known.softeners)
    return any(
        reader.starts_order(opened(words[i:], known).words) or any(t.find(words, j) for t in asking for j in (i, i + 1))
        for i in begins
    )


def _person_first(words: Words, reader: SentenceReader) -> Words:
    """With "bring me the lemon" for "bring the lemon to me"."""
    for at in range(2, len(words) - 1):
        behind = without(words[at + 2 :], {",", "and", "then"})
        ends = at + 2 == len(words) or words[at + 2] in ENDS or (words[at + 2] in (",", "and") and _own(behind, reader))
        if words[at] != "to" or words[at + 1] not in lx.SPEAKERS or not ends:
            continue
        begin = next((i for i in range(at - 1, -1, -1) if reader.book.said_verbs.find(words, i)), None)
        verb = reader.book.said_verbs.find(words, begin) if begin is not None else None
        if begin is None or verb is None or verb.value.verb is not Verb.BRING:
            continue
        things = words[begin + verb.length : at - (words[at - 1] == "over")]
        placed = any(reader.book.places.sides.find(things, i) for i in range(len(things)))
        if things and not placed and not ENDS & set(things) and things[0] not in lx.PRONOUNS:
            return (*words[: begin + verb.length], words[at + 1], *things, *words[at + 2 :])
    return words


def _own(behind: Words, reader: SentenceReader) -> bool:
    """Whether what follows is no more of the same order: another one, or where somebody is."""
    return not behind or reader.starts_order(behind) or behind[0] in ("i", "i'm", "we", "we're", "please")
