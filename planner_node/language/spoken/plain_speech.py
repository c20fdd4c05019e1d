# SPDX-License-Identifier: Apache-2.0
"""Spoken words as they would be written: without sounds, drawn-together words, words said twice, and asides."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.sentence import (
    ENDS,
    MARKS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    without,
)
from planner_node.language.words import lexicon as lx

_PAUSE = "\u2026"
_JOINED = frozenset({"and", "so"})
_NUMBER = frozenset({"number", "nr", "no", "#", "num"})  # before the number of a name
_OPEN = frozenset("me us to would could should can must will i'd we'd you'd".split())
_HEDGES = (("sort", "of"), ("kind", "of"), ("kinda",), ("sorta",), ("more", "or", "less"))
_SPEAKING = frozenset("i we i'd we'd would really just".split())
_OF_OTHERS = frozenset({"not", "belong", "belongs", "go", "goes", "be", "kept", "stored"})
_WAITING = frozenset({"wait", "sorry", "oh", "hm", "hmm"})
_BEFORE_VERBS = frozenset({"and", "then", "you", "to", ","})
_LONGEST = 4  # words of a thing with its article
_REPEATED = 5  # words that are said twice
_TWICE = frozenset({"very", "so", "really", "much", "too", "1", "2", "3", "4", "5", "6", "7", "8", "9"})


def plain_speech(words: Words, reader: SentenceReader) -> Words:
    """The words without what only speech has; those of asides stay.

    Args:
        words: in lower case.
        reader: knows the words and what is called so in the scene.
    """
    written = _the_rest(_taken_back(tuple(_written(_paused(words), reader))), reader)
    return _once(_silent(_numbered(written, reader), reader), reader)


def _taken_back(words: Words) -> Words:
    """With "no wait" for "wait, no"."""
    for at in range(1, len(words) - 3):
        if words[at] in _WAITING and words[at + 1] == "," and words[at + 2] == "no":
            words = (*words[:at], "no", words[at], *words[at + 3 :])
    return words


def _the_rest(words: Words, reader: SentenceReader) -> Words:
    """With "the rest" for "rest" that begins a clause and does not tell to rest: "plates in the sink, rest stays"."""
    for at in range(2, len(words) - 1):
        begins = words[at] == "rest" and words[at - 1] in ENDS | MARKS | {"and", "but"}
        placed = reader.book.places.sides.find(words, at + 1) or reader.book.sentences.staying.find(words, at + 1)
        told = placed or reader.book.sentences.modals.find(words, at + 1)
        if begins and (told or reader.book.verbs.belonging.find(words, at + 1)):
            return (*words[:at], "the", *words[at:])
    return words


def without_asides(words: Words, reader: SentenceReader) -> Words:
    """The words without what is said in between, set off by commas: ", you know,"."""
    table = reader.book.speech.asides
    at = 0
    while at < len(words):
        found = table.find(words, at)
        end = at + found.length if found else at
        if found is None or not (_opens(words, at) and _closes(words, end)) or len(words) == found.length:
            at += 1
            continue
        words = _cut(words, at, end, reader)
        at = max(0, at - 1)
    return words


def _paused(words: Words) -> Words:
    """Dots in a row as one pause, which ends a sentence where an order follows."""
    found: list[str] = []
    for at, word in enumerate(words):
        if word == "." and words[at - 1 : at] == (".",) and at:
            found[-1] = _PAUSE
        else:
            found.append(word)
    return tuple(found)


def _written(words: Words, reader: SentenceReader) -> Iterator[str]:
    """Words at full length, and signs in words."""
    known = reader.book.speech
    at = 0
    while at < len(words):
        arrow = known.arrows.find(words, at)
        if arrow is not None and at and at + arrow.length < len(words):
            yield "to"
            at += arrow.length
            continue
        short = known.short.get(words[at])
        is_name = short is not None and reader.names.match(words, at) is not None
        yield from (words[at],) if short is None or is_name else short.split()
        at += 1


def _numbered(words: Words, reader: SentenceReader) -> Words:
    """The words with the numbers of names in digits: "desk two", "the desk number 2" where there is a desk_2."""
    at = 1
    while at < len(words):
        length = 2 if words[at] in _NUMBER and at + 1 < len(words) else 1
        said = words[at + length - 1]
        digits = str(lx.NUMBERS.get(said, said))
        if digits.isdecimal() and (length == 2 or digits != said):
            begins = (i for i in range(max(0, at - 3), at) if _is_called(words[i:at], digits, reader))
            if next(begins, None) is not None:
                words = (*words[:at], digits, *words[at + length :])
        at += 1
    return words


def _is_called(noun: Words, number: str, reader: SentenceReader) -> bool:
    """Whether a noun with a number is the name of something here."""
    name = reader.names.match((*noun, number), 0)
    return name is not None and name.length == len(noun) + 1


def _silent(words: Words, reader: SentenceReader) -> Words:
    """The words without sounds such as "uh"."""
    sounds = reader.book.speech.sounds
    words = _said_anew(_without_like(_without_hedges(words), reader), reader)
    while (at := next((i for i, word in enumerate(words) if word in sounds), None)) is not None:
        words = _cut(words, at, at + 1, reader)
        at = min(at, len(words))
        if at == 0 or words[at - 1] in ENDS:  # "oh, and the comb"
            words = (*words[:at], *without(words[at:], _JOINED))
    return words


def _said_anew(words: Words, reader: SentenceReader) -> Words:
    """With "I mean" for a sound between two things or two places: "put the watch, er, the wallet on the desk"."""
    sounds = reader.book.speech.sounds
    for at in range(3, len(words) - 2):
        if words[at] not in sounds or words[at - 1] != "," or words[at + 1] != ",":
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at + 2)
        listed = {",", "and", "or"} & {*words[begin : at - 1], *words[at + 2 : end]}
        (one, is_place), (other, is_other_place) = (
            _named_alone(words, i, reader) for i in (_noun_begin(words, at - 1), at + 2)
        )
        if not listed and one == at - 1 and other > at + 2 and is_place is is_other_place:
            return (*words[:at], "i", "mean", *words[at + 1 :])
    return words


def _noun_begin(words: Words, end: int) -> int:
    """Where the article stands of what ends there, or its name if it has a number; the end: there is neither."""
    article = next((i for i in range(end - 1, max(-1, end - _LONGEST), -1) if words[i] in lx.ARTICLES), end)
    return end - 2 if article == end and end > 1 and words[end - 1].isdecimal() else article


def _named_alone(words: Words, begin: int, reader: SentenceReader) -> tuple[int, bool]:
    """Where a thing or a place ends that begins there with an article, or has a number, and which of them it is.

    The index itself: none does.
    """
    numbered = reader.names.match(words, begin)
    if numbered is not None and words[begin + numbered.length - 1].isdecimal():
        return begin + numbered.length, reader.names.is_place(numbered)
    at = begin + 1
    while at < len(words) and reader.book.adjectives.attribute(words[at]) is not None:
        at += 1
    name = reader.names.match(words, at) if words[begin : begin + 1] and words[begin] in lx.ARTICLES else None
    return (begin, False) if name is None else (at + name.length, reader.names.is_place(name))


def _without_hedges(words: Words) -> Words:
    """Without "sort of" behind who speaks: "I'd sort of like the paper"."""
    for at in range(1, len(words)):
        hedge = next((h for h in _HEDGES if words[at : at + len(h)] == h), None)
        if hedge is not None and words[at - 1] in _SPEAKING:
            return _without_hedges((*words[:at], *words[at + len(hedge) :]))
    return words


def _without_like(words: Words, reader: SentenceReader) -> Words:
    """Without "like" before a verb: "grab it and like put it on the bench"."""
    for at in range(1, len(words) - 1):
        if words[at] == "like" and words[at - 1] in _BEFORE_VERBS and reader.starts_order(words[at + 1 :]):
            return _without_like((*words[:at], *words[at + 1 :]), reader)
    return words


def _once(words: Words, reader: SentenceReader) -> Words:
    """What was said twice in a row once: "the the cup", "the remote the remote control"."""
    at = 0
    while at < len(words):
        for length in range(min(_REPEATED, (len(words) - at) // 2), 0, -1):
            again = words[at : at + length]
            if again != words[at + length : at + 2 * length] or _is_meant_twice(again):
                continue
            if length > 1 and at > 0 and (words[at - 1] in _OF_OTHERS or words[at - 1].endswith("n't")):
                continue  # "the books that are not on the shelf | on the shelf"
            if length > 1 and _is_another_place(words, at, length, reader):
                continue
            name = reader.names.match(words, at)
            if name is None or name.length <= length or name.node_id is None:  # "food food 1" is called so
                words = (*words[:at], *words[at + length :])
                break
        else:
            at += 1
    return words


def _is_another_place(words: Words, at: int, length: int, reader: SentenceReader) -> bool:
    """Whether a place goes on behind words that were just said: "the rug in the bathroom | in the bathroom cabinet"."""
    side = reader.book.places.sides.find(words, at)
    if side is None or side.length >= length:
        return False
    again = range(at + length + side.length, at + 2 * length)
    return any((name := reader.names.match(words, i)) and i + name.length > at + 2 * length for i in again)


def _is_meant_twice(words: Words) -> bool:
    return not (ENDS | MARKS).isdisjoint(words) or any(w in _TWICE for w in words[:1])


def _opens(words: Words, at: int) -> bool:
    return at == 0 or words[at - 1] in MARKS | ENDS


def _closes(words: Words, end: int) -> bool:
    return end == len(words) or words[end] in MARKS | ENDS


def _cut(words: Words, begin: int, end: int, reader: SentenceReader) -> Words:
    """The words without some, and without the commas that only set those off."""
    left, right = words[:begin], words[end:]
    if left and left[-1] in MARKS and (not right or right[0] in ENDS):
        left = left[:-1]
    elif right and right[0] in MARKS and (not left or left[-1] in ENDS):
        right = right[1:]
    elif left and right and left[-1] in MARKS and right[0] in MARKS:
        right = right[1:]
    if left and right and left[-1] in MARKS and _goes_on(left[:-1], right, reader):
        left = left[:-1]
    elif left and right and right[0] in MARKS and _goes_on(left, right[1:], reader):
        right = right[1:]
    return (*left, *right)


def _goes_on(left: Words, right: Words, reader: SentenceReader) -> bool:
    """Whether no comma can stand between: behind an article, a verb or a preposition, or before a preposition."""
    sides, verbs = reader.book.places.sides, reader.book.said_verbs
    last, open_words = left[-1:], lx.ARTICLES | _OPEN
    if not last or not right:
        return False
    bare = verbs.find(left, len(left) - 1) is not None and reader.names.match(left, len(left) - 1) is None
    known = reader.book.sentences  # "the magazine, like, ends up there"
    goes = any(t.find(right, 0) for t in (known.modals, reader.book.verbs.belonging)) and ENDS.isdisjoint(right[:1])
    return (
        last[0] in open_words
        or sides.find(left, len(left) - 1) is not None
        or bare
        or goes
        or bool(sides.find(right, 0))
    )
