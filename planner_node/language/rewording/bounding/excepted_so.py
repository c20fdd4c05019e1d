# SPDX-License-Identifier: Apache-2.0
"""How what is excepted is to be: "switch off all lights but the one in the kids room, which should be on".

Behind a colon it is excepted as behind a comma: "all food in the fridge: no bread". All "but only one" of a kind are
those of other kinds, and one of it.
"""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import several
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import begins_things, singular
from planner_node.language.words import lexicon as lx

_EXCEPTING = frozenset({"no", "not", "except", "without"})
_ONLY = frozenset({"only", "just"})
_GROUPS = frozenset({"all", "every", "everything", "anything"})
_WHICH = frozenset({"which", "that"})
_OF_ALL = frozenset({"all", "the", "of", "every", "each", "my", "our"})
_FAR = 10  # words of what is excepted


@needs({":"}, {"no", "not", "except", "without"})
def excepted_apart(words: Words, reader: SentenceReader) -> Words:
    """With a comma for the colon between an order and what is excepted."""
    for at in range(2, len(words) - 1):
        if words[at] != ":" or words[at + 1] not in _EXCEPTING:
            continue
        order = opened(words[sentence_begin(words, at) : at], reader.book.sentences).words
        if reader.starts_order(order) and begins_things(without(words[at + 2 :], {"for"}), reader):
            return (*words[:at], ",", *words[at + 1 :])
    return words


@needs({"only", "just"}, {"but"})
def but_only(words: Words, reader: SentenceReader) -> Words:
    """With "one apple and all the fruit except the apples" for "all the fruit, but only one apple"."""
    for at in range(2, len(words) - 3):
        if words[at - 1 : at + 1] != (",", "but") or words[at + 1] not in _ONLY or words[at + 2] not in lx.NUMBERS:
            continue
        begin = sentence_begin(words, at)
        first = next((i for i in range(begin, at) if words[i] in _GROUPS), at)
        noun = at + 3 + (2 if words[at + 3 : at + 5] == ("of", "the") else 0)
        name = reader.names.match(words, noun)
        if first == at or name is None or reader.names.is_place(name):
            continue
        end = noun + name.length
        group, few = without(words[first:at], {","}), words[noun:end]
        if any(reader.book.places.sides.find(group, i) is not None for i in range(len(group))):
            behind: Words = words[end:]  # "all the fruit on table 3, but only one apple"
        else:
            behind = words[end + (words[end : end + 1] == (",",)) :]
        some = (words[at + 2], *few)
        side = next((i for i in range(len(group)) if reader.book.places.sides.find(group, i) is not None), len(group))
        named = (*some, "and", *group[:side], "except", "the", *several(few, reader), *group[side:])
        reader.turned.add(words[at : at + 2])
        return (*words[:first], *named, *behind)
    return words


@needs(_WHICH, {","})
def excepted_so(words: Words, reader: SentenceReader) -> Words:
    """The words with a sentence of its own for that."""
    for at in range(4, len(words) - 2):
        modal = reader.book.sentences.modals.find(words, at + 2) if words[at] == "," else None
        if modal is None or words[at + 1] not in _WHICH:
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        found = _excepted(words[begin:at], reader)
        if found:
            return (*words[:at], ".", *found, *words[at + 2 : end], *words[end:])
    return words


def _excepted(order: Words, reader: SentenceReader) -> Words:
    """What is excepted last, by the name of its kind; empty: nothing is, or it is not clear of what kind it is."""
    table = reader.book.nouns.excepted
    far = range(len(order) - 2, max(1, len(order) - _FAR), -1)
    at = next((i for i in far if order[i] == "but" or table.find(order, i) is not None), 0)
    if not at or any(word in ("and", ",", "or") for word in order[at + 1 :]):
        return ()
    found = table.find(order, at)
    out = order[at + (found.length if found is not None else 1) :]
    one = next((i for i, word in enumerate(out) if word in lx.ONES), None)
    if one is None:
        return out if out[:1] and out[0] in lx.DEFINITE else ()
    for begin in range(1, at):
        name = reader.names.match(order, begin)
        if name is not None and begin + name.length <= at and (name.is_plural or order[begin - 1] in _OF_ALL):
            noun = order[begin : begin + name.length]
            noun = singular(noun, reader) if out[one] == "one" and name.is_plural else noun
            return (*out[:one], *noun, *out[one + 1 :])
    return ()
