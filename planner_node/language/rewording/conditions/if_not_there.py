# SPDX-License-Identifier: Apache-2.0
"""What is put somewhere "if it isn't there yet", which is where it goes, goes there: of several each that is not there.

Of "the apple, if it's not there the orange" the other thing is what is brought where there is no apple.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing, placing_end
from planner_node.language.words import lexicon as lx

_IT_IS = tuple(
    (it, *be)
    for it in ("it", "they")
    for be in (("is", "not"), ("are", "not"), ("isn't",), ("aren't",))
)  # fmt: skip
_SHORT = (("it's", "not"), ("they're", "not"))
_YET = frozenset({"yet", "already"})
_AWAY = (("there",), ("available",), ("around",))
_THERE = (
    ("available",), ("around",), ("in", "there"), ("on", "there"), ("on", "it"), ("in", "it"), ("inside",), ("there",),
)  # fmt: skip


@needs({"if"})
def if_not_there(words: Words, reader: SentenceReader) -> Words:
    """The words with "if it is not already there" for "if it's not in there yet"."""
    for at in range(3, len(words) - 2):
        is_not = next((n for n in (*_IT_IS, *_SHORT) if words[at + 1 : at + 1 + len(n)] == n), None)
        if words[at] != "if" or is_not is None:
            continue
        begin = at + 1 + len(is_not)
        begin += words[begin : begin + 1] != () and words[begin] in _YET
        there = next((t for t in _THERE if words[begin : begin + len(t)] == t), ())
        end = begin + len(there)
        end += words[end : end + 1] != () and words[end] in _YET
        other = words[end + (words[end : end + 1] == (",",)) : sentence_end(words, end)]
        if there in _AWAY and other[:1] and other[0] in lx.ARTICLES and is_thing(other, reader):
            return (*words[:at], "if", "there's", "none", *other, *words[sentence_end(words, end) :])
        if there:
            behind = words[at + 1 + len(is_not) : end]
            reader.turned.update(("if", *said, *behind) for said in (*_IT_IS, *_SHORT))  # however it was drawn together
            if _is_put_there(words, at, end, reader):
                return (*words[: at - (words[at - 1] == ",")], *words[end:])
            they = ("they", "are") if is_not[0].startswith("they") else ("it", "is")
            return (*words[:at], "if", *they, "not", "already", "there", *words[end:])
    return words


def _is_put_there(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    """Whether a place that things go to stands right before a condition, and nothing but the next behind it."""
    order = words[sentence_begin(words, at) : at - (words[at - 1] == ",")]
    places = (i for i in range(2, len(order)) if placing_end(order, i, reader) == len(order))
    behind = words[end : end + 2]
    alone = end >= sentence_end(words, end) or "and" in behind or behind[:1] == ("then",)
    return alone and next(places, None) is not None
