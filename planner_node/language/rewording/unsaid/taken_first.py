# SPDX-License-Identifier: Apache-2.0
"""Several things that are taken first: "take the paint cans; put the white one on the bench and the green one here"."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_TAKING = (("take",), ("grab",), ("get",), ("fetch",), ("pick", "up"))
_PUTTING = frozenset({"put", "place", "set", "bring", "move", "lay", "take"})
_JOINTS = frozenset({"and", "then", ","})
_ALL = frozenset({"the", "both", "all", "these", "those"}) | lx.NUMBERS.keys()


@needs({"take", "grab", "get", "fetch", "pick"})
def taken_first(words: Words, reader: SentenceReader) -> Words:
    """Without the taking, and with the noun for each "one" of them that is told by its looks."""
    begin = 0
    while begin < len(words):
        stop = sentence_end(words, begin, ENDS | {","})
        taking = next((len(t) for t in _TAKING if words[begin : begin + len(t)] == t), 0)
        source = next((i for i in range(begin + 2, stop) if placing_end(words, i, reader) == stop), stop)
        noun = _kind(words[begin + taking : source], reader) if taking else ()
        order = stop
        while order < len(words) and words[order] in ENDS | _JOINTS:
            order += 1
        end = sentence_end(words, order)
        puts = words[order : order + 1] != () and words[order] in _PUTTING
        if noun and (puts or _is_told(words, order + 2, reader)):
            named = _with_noun(words[order:end], noun, reader)
            if named:
                reader.turned.update({words[begin : begin + taking], words[source:stop]})
                return (*words[:begin], *named, *words[end:])
        begin = sentence_end(words, begin) + 1
    return words


def _kind(said: Words, reader: SentenceReader) -> Words:
    """The singular of the kind of which several are named, and nothing else; empty: it is something else."""
    first = next((i for i in range(len(said)) if said[i] not in _ALL), len(said))
    name = reader.names.match(said, first) if first else None
    if name is None or first + name.length != len(said) or not name.is_plural or reader.names.is_place(name):
        return ()
    called = said[first:]
    for noun in ((name.concept or "").split("_"), [called[-1].removesuffix("s")], [called[-1].removesuffix("es")]):
        if noun and tuple(plural(" ".join(noun)).split()) == called:
            return tuple(noun)
    return ()


def _with_noun(order: Words, noun: Words, reader: SentenceReader) -> Words:
    """The order with the noun for each "one"; empty: not two of them are told by their looks."""
    ones = [i for i in range(2, len(order)) if _is_told(order, i, reader)]
    if len(ones) < 2:
        return ()
    for at in reversed(ones):
        order = (*order[:at], *noun, *order[at + 1 :])
    return order


def _is_told(order: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "the red one" ends there."""
    if at >= len(order) or order[at] != "one" or at < 2:
        return False
    look = order[at - 1]
    known = reader.book.adjectives.attribute(look) is not None or look in reader.names.attributes
    return known and order[at - 2] == "the"
