# SPDX-License-Identifier: Apache-2.0
"""What is said to be instead, at the end of an order, or to be liked better.

"... and put the banana in instead" is another order; "Bring me the milk. Bring me the juice instead" takes the first
one back; "..., the red one in the crate instead" tells one of several apart; in "if there is no beer, bring me the
juice instead" it says no more than the condition does.
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, side_in
from planner_node.language.words import lexicon as lx

_INSTEAD = "instead"
_LIKED = (
    ("i'd", "rather", "have"), ("i", "would", "rather", "have"), ("i'd", "rather", "take"), ("i'd", "prefer"),
    ("i", "would", "rather", "take"), ("i", "would", "prefer"), ("i'd", "rather", "drink"), ("i'd", "rather", "eat"),
)  # fmt: skip
_TAKEN_BACK = ("no", "wait", ",")
_CASES = frozenset({"if", "unless", "when", "otherwise", "else", "case"})
_DENIALS = frozenset({"not", "don't", "never", "no"})
_JOINTS = frozenset({"and", "then", ","})
_OUT = frozenset({"out", "off"})
_IN = frozenset({"in", "on", "inside"})
_THAN = frozenset({"than", "to", "over", "of"})


def instead_last(words: Words, reader: SentenceReader) -> Words:
    """The words without "instead", where it says no more, and with what takes an order back, where it does that."""
    words = _liked_better(words, reader)
    for at in range(3, len(words)):
        end = at + 1
        if words[at] != _INSTEAD or not (end == len(words) or words[end] in ENDS | {","}):
            continue
        begin = sentence_begin(words, at)
        sentence = words[begin:at]
        set_off = (i for i in range(len(sentence)) if i == 0 or sentence[i - 1] in MARKS)
        if any(reader.book.speech.takes_back.find(sentence, i) is not None for i in set_off):
            reader.turned.add((_INSTEAD,))  # what is taken back is found later
            continue
        joint = _joint(sentence, reader)
        if joint and sentence[-1] == "there":  # of a place that is emptied
            continue
        if joint:
            first, order = sentence[:joint], sentence[joint:]
            if sentence[joint - 1] == "," and _goes_elsewhere(first, order, reader):
                said = (*first, *order)
            elif sentence[joint - 1] == "," and not _is_denied(first) and reader.starts_order(first):
                said = (*first, *_TAKEN_BACK, *order)
            else:
                said = (*first, *_exchanged(first, order, reader))
        elif not _CASES.isdisjoint(sentence):
            said = sentence
        elif begin == 0 or not reader.starts_order(sentence):
            continue
        else:
            before = opened(words[sentence_begin(words, begin - 1) : begin - 1], reader.book.sentences).words
            is_order = words[begin - 1] != "?" and reader.starts_order(before) and not _is_denied(before)
            said = (*_TAKEN_BACK, *sentence) if is_order else sentence
        reader.turned.add((_INSTEAD,))
        return instead_last((*words[:begin], *said, *words[end:]), reader)
    return words


def _liked_better(words: Words, reader: SentenceReader) -> Words:
    """With what takes an order back for "I'd rather have ..." behind it."""
    for at in range(3, len(words) - 2):
        said = next((p for p in _LIKED if words[at : at + len(p)] == p), ()) if words[at - 1] in ENDS - {"?"} else ()
        before = opened(words[sentence_begin(words, at - 1) : at - 1], reader.book.sentences).words if said else ()
        end = next((i for i in range(at, len(words)) if words[i] in ENDS), len(words))
        compares = not _THAN.isdisjoint(words[at:end]) if said else True
        if not compares and reader.starts_order(before) and begins_things(words[at + len(said) :], reader):
            reader.turned.add(said)
            return (*words[:at], *_TAKEN_BACK, *words[at + len(said) :])
    return words


def _goes_elsewhere(first: Words, order: Words, reader: SentenceReader) -> bool:
    """Whether some of several go elsewhere: "put the screwdrivers in the chest, the red one in the crate instead"."""
    names = (reader.names.match(first, i) for i in range(1, len(first)))
    several = any(name is not None and name.is_plural and not reader.names.is_place(name) for name in names)
    is_some = order[0] in lx.DEFINITE and any(word in lx.ONES for word in order[1:4])
    return several and is_some and side_in(order, reader)


def _is_denied(words: Words) -> bool:
    return not _DENIALS.isdisjoint(words[:4])


def _joint(sentence: Words, reader: SentenceReader) -> int:
    """Where the last part of a sentence begins, an order or a thing with its place; 0: it has one part."""
    if not _CASES.isdisjoint(sentence):
        return 0
    for i in range(len(sentence) - 1, 1, -1):
        rest = sentence[i:]
        if sentence[i - 1] in _JOINTS and (
            reader.starts_order(rest) or (begins_things(rest, reader) and side_in(rest, reader))
        ):
            return i
    return 0


def _exchanged(first: Words, order: Words, reader: SentenceReader) -> Words:
    """The second of two orders with the place of the first, where it says "put it in" or "take it out" alone."""
    places = reader.book.places
    if order[-1] in _IN and order[0] not in lx.ARTICLES:  # "take the pear out of the fridge and put the banana in"
        source = next(((i, s) for i in range(2, len(first)) if (s := places.sources.find(first, i))), None)
        begin = source[0] + source[1].length if source else 0
        end = named_place_end(first, begin, reader) if begin else 0
        return (*order[:-1], order[-1], *first[begin:end]) if end > begin else order
    out = next((i for i, word in enumerate(order) if word in _OUT), None)
    if out is not None and out in (1, len(order) - 1):  # "put the shirt in the closet and take out the coat"
        side = next(((i, s) for i in range(2, len(first)) if (s := places.sides.find(first, i))), None)
        begin = side[0] + side[1].length if side else 0
        end = named_place_end(first, begin, reader) if begin else 0
        return (*order[:out], *order[out + 1 :], "out", "of", *first[begin:end]) if end > begin else order
    return order
