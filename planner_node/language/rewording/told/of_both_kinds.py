# SPDX-License-Identifier: Apache-2.0
"""All of two kinds, joined by "or": "any cup or glass left here goes in the sink" is about every cup and every glass.

"Any" with one thing may leave a choice as well ("bring me any pear or apple"): it is all of them where a sentence says
what they are to be, of several ("any pears or apples"), and of what is found ("any pear you find").
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_EVERY = frozenset({"every", "each", "all", "whatever"})
_ANY = "any"
_FINDING = frozenset({"find", "see", "spot", "notice", "discover", "encounter", "come"})
_BEING = frozenset({"is", "are", "was", "were", "has", "have", "been", "got"})
_LYING = frozenset({"lying", "left", "scattered", "sitting", "standing", "strewn", "spread"})
_ABOUT = frozenset({"about", "around", "everywhere", "anywhere", "out"})
_LONGEST = 9  # words of the kinds before the last
_CARRYING = frozenset({Verb.BRING, Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE, Verb.TIDY, Verb.CLEAR, Verb.LOAD})
_SERVING = frozenset("bring fetch get serve offer grab give hand pass have".split())
_OPENING = frozenset({"please", "so", "then", "and", ","})


def all_that_is_found(words: Words, reader: SentenceReader) -> Words:
    """The words with "every" for "any" before what the robot finds: "put any cup you see in the sink"."""
    for at, word in enumerate(words[:-1]):
        use = words[at + 1 : at + 3] if word == "anything" else ()
        if use in lx.ALL_TO and at > 0 and words[at - 1] in _SERVING | lx.RECIPIENTS:
            reader.turned.add(words[at : at + 1])
            words = (*words[:at], "something", *words[at + 1 :])
        elif word == "anything" and at and words[at - 1] in _SERVING | lx.RECIPIENTS and _has_a_use(words, at, reader):
            reader.turned.add(words[at : at + 1])
            words = (*words[:at], "something", *words[at + 1 :])
        elif use in lx.ALL_TO and _is_put(words, at, reader):
            words = (*words[:at], *lx.ALL_TO[use], *words[at + 3 :])
        if word == "anything" and _is_all_that(words, at, reader):
            words = (*words[:at], "everything", *words[at + 1 :])
            continue
        looks = _looks(words, at + 1, reader) if word == _ANY and _is_put(words, at, reader) else ()
        begin = at + 1 + len(looks)
        name = reader.names.match(words, begin) if word == _ANY and not _is_for_speaker(words, at) else None
        if name is None or reader.names.is_place(name):
            continue
        if looks or _is_found(words, begin + name.length):
            words = (*words[:at], "all" if name.is_plural else "every", *words[at + 1 :])
    return words


def _has_a_use(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what it is for is said by words that name such things: "something to write with"."""
    name = reader.names.match(("something", *words[at + 1 :]), 0)
    return name is not None and name.length > 1


def _is_all_that(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "anything" is all of which something is said, and which is carried."""
    said = words[at + 1 : at + 3]
    is_told = said[:1] in (("that",), ("which",), ("that's",)) and said[1:] != ("you",)
    if is_told:
        return _is_carried(words, at, reader) or _is_sent(words, at, reader)
    if _is_lying_there(words, at + 1, reader):
        return _is_carried(words, at, reader)
    is_moved = _is_put(words, at, reader) or _is_sent(words, at, reader)
    return is_moved and _is_described(words, at + 1, reader)


def _is_sent(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a sentence without a verb begins with it and says where it goes: "anything blue onto desk 2"."""
    if at and words[at - 1] not in ENDS | _OPENING:
        return False
    behind = range(at + 1, sentence_end(words, at))
    towards = any(words[i] in reader.book.places.towards for i in behind)
    return towards and not any(reader.book.said_verbs.find(words, i) or words[i] in _BEING for i in behind)


def _is_lying_there(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether it is said where it is now and where it goes: "on desk 2 to the shelf"."""
    side = reader.book.places.sides.find(words, at)
    if side is None or words[at] in reader.book.places.towards:
        return False
    behind = range(at + side.length + 1, sentence_end(words, at))
    return any(words[i] in reader.book.places.towards for i in behind)


def _is_put(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether it is carried somewhere and not served: "bring me anything sweet" is one thing."""
    return at > 0 and words[at - 1] not in _SERVING and _is_carried(words, at, reader)


def _is_carried(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a verb stands before it by which things are carried."""
    verb = reader.book.said_verbs.find(words, at - 1) if at else None
    if verb is None or verb.length != 1:
        return False
    return verb.value.verb in _CARRYING or (verb.value.verb is Verb.TAKE and words[at - 1] != "get")  # "get anything"


def _is_described(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether it is said there how things look, of what kind they are, or where they are: "red", "from the shelf"."""
    adjectives, places = reader.book.adjectives, reader.book.places
    word = words[at : at + 1]
    look = bool(word) and (word[0] in reader.names.attributes or adjectives.attribute(word[0]) is not None)
    kind, source = adjectives.requirements.find(words, at), places.sources.find(words, at)
    made = words[at : at + 2] in (("made", "of"), ("made", "from"))
    return look or kind is not None or source is not None or made or _is_found(words, at)


def of_both_kinds(words: Words, reader: SentenceReader) -> Words:
    """The words with "and" between kinds of which all are meant."""
    begin = 0
    for at, word in enumerate(words):
        if word in ENDS:
            begin = at + 1
        first = _quantified(words, begin, at, reader) if word == "or" else None
        if first is None:
            continue
        behind = at + 1 + (words[at + 1 : at + 2] == words[first : first + 1])
        kinds = _kinds(words[first + 1 : at], reader)
        other = _kind_behind(words, behind, reader)
        if not kinds or other is None:
            continue
        shared = _looks(words, first + 1, reader) if behind == at + 1 and not _looks(words, behind, reader) else ()
        several = other.is_plural or any(name.is_plural for _, name in kinds)
        found = words[first] == _ANY and _is_found(words, behind + other.length) and not _is_for_speaker(words, first)
        if words[first] == _ANY and not (several or found or _is_subject(words, begin, first, at, reader)):
            continue
        every = "all" if several else "every"
        said = (*kinds[0][0], *(word for part, _ in kinds[1:] for word in (",", every, *shared, *part)))
        return of_both_kinds((*words[:first], every, *said, "and", every, *shared, *words[behind:]), reader)
    return words


def _quantified(words: Words, begin: int, at: int, reader: SentenceReader) -> int | None:
    """Where "every" or "any" stands a few words before "or"; None: it does not."""
    for i in range(at - 2, max(begin, at - 1 - _LONGEST) - 1, -1):
        if words[i] in _EVERY or words[i] == _ANY:
            return i
        if words[i] in ENDS or reader.book.places.sides.find(words, i):
            return None
    return None


def _kinds(words: Words, reader: SentenceReader) -> list[tuple[Words, Name]]:
    """The kinds that commas stand between, each with its name; empty: one of them is a place, or nothing known."""
    found: list[tuple[Words, Name]] = []
    begin = 0
    for end in (*(i for i, word in enumerate(words) if word == ","), len(words)):
        name = _kind_before(words, begin, end, reader)
        if name is None:
            return [] if words[begin:end] else found
        found.append((words[begin:end], name))
        begin = end + 1
    return found


def _kind_before(words: Words, begin: int, end: int, reader: SentenceReader) -> Name | None:
    """The kind that some words end in; None: they name a place, or nothing."""
    begin += sum(word in lx.ARTICLES | {"of"} for word in words[begin : min(begin + 2, end)])
    begin += len(_looks(words, begin, reader))
    name = reader.names.match(words[:end], begin)
    return name if name and begin + name.length == end and not reader.names.is_place(name) else None


def _looks(words: Words, begin: int, reader: SentenceReader) -> Words:
    """Adjectives that stand from an index on: "dirty" of "every dirty cup or plate" is said of both."""
    match, end = reader.names.match, begin
    while end < len(words) and reader.book.adjectives.attribute(words[end]):
        if match(words, end) is not None and match(words, end + 1) is None:
            break  # it is part of the name; "empty bottle" is a name, and what it says is said of "can" as well
        end += 1
    return words[begin:end]


def _kind_behind(words: Words, begin: int, reader: SentenceReader) -> Name | None:
    """The kind that is named from an index on, behind adjectives; None: a place is, or nothing."""
    name = reader.names.match(words, begin + len(_looks(words, begin, reader)))
    return None if name is None or reader.names.is_place(name) or reader.names.is_person(name) else name


def _is_found(words: Words, at: int) -> bool:
    """Whether all that there is of it is spoken of: "any cup you find on the table"."""
    at += words[at : at + 1] in (("that",), ("which",))
    behind = without(words[at:], _BEING)
    if behind[:1] and behind[0] in _LYING and not _ABOUT.isdisjoint(without(behind, _LYING)[:1]):
        return True
    return words[at : at + 1] == ("you",) and not _FINDING.isdisjoint(words[at + 1 : at + 4])


def _is_for_speaker(words: Words, at: int) -> bool:
    return at > 0 and words[at - 1] in lx.RECIPIENTS


def _is_subject(words: Words, begin: int, first: int, at: int, reader: SentenceReader) -> bool:
    """Whether the kinds begin a sentence that says next what is to be with them."""
    if any(word not in _OPENING for word in words[begin:first]):
        return False
    end = sentence_end(words, at)
    tables = (reader.book.sentences.modals, reader.book.verbs.belonging)
    return any(table.find(words, i) for table in tables for i in range(at, end))
