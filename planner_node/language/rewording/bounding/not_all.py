# SPDX-License-Identifier: Apache-2.0
"""Not all but only some: "don't turn off all the lights, only the table lamp" turns off the table lamp."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, without
from planner_node.language.sentence.shapes.parts import is_thing, singular
from planner_node.language.words import lexicon as lx

_ONLY = frozenset({"only", "just"})
_ALL = frozenset({"all", "every", "both", "everything"})
_POLITE = frozenset({"please", "thanks", ","})
_SMALL = frozenset({"of", "the", "my", "our", "these", "those"})


@needs(_ONLY, _ALL, {"not", "don't"})
def not_all(words: Words, reader: SentenceReader) -> Words:
    """The words with the order for those alone."""
    return each_sentence(words, lambda said: _order(said, reader) or said)


def _order(words: Words, reader: SentenceReader) -> Words | None:
    spelt = spelt_out(without(words, {"please", "but"}), reader.book.sentences)
    while spelt and spelt[-1] in _POLITE:
        spelt = spelt[:-1]
    at = next((i for i in range(4, len(spelt) - 1) if spelt[i] == "," and spelt[i + 1] in _ONLY), 0)
    order, said = spelt[2:at], spelt[at + 2 :]
    if not at or spelt[:2] != ("do", "not") or not reader.starts_order(order):
        return None
    begin = next((i for i in range(1, len(order)) if order[i] in _ALL), 0)
    noun = begin + 1
    while begin and noun < len(order) and order[noun] in _SMALL:
        noun += 1
    whole = order[begin : begin + 1] == ("everything",)
    name = reader.names.match(order, noun) if begin and not whole else None
    end = begin + 1 if whole else noun + name.length if name is not None else 0
    one = next((i for i, word in enumerate(said) if word in lx.ONES), None)
    if one is not None and name is not None and not whole:
        kind = order[noun:end] if said[one] == "ones" else singular(order[noun:end], reader)
        said = (*said[:one], *kind, *said[one + 1 :])
    if not end or not said or said[0] not in lx.DEFINITE or not is_thing(said, reader):
        if not (end and said and _is_furniture(said, reader)):
            return None
    reader.turned.update((words[: words.index(order[0])], words[len(words) - len(said) - 1 : len(words) - len(said)]))
    reader.turned.add(order[begin:end])
    return (*order[:begin], *said, *order[end:])


def _is_furniture(said: Words, reader: SentenceReader) -> bool:
    name = reader.names.match(without(said, lx.ARTICLES), 0)
    return name is not None and reader.names.is_place(name) and name.length == len(without(said, lx.ARTICLES))
