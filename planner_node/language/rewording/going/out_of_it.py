# SPDX-License-Identifier: Apache-2.0
"""What is taken out of what was just opened: "open the fridge and take out the bread" is about bread in the fridge."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.verbs import Verb

_OPENING = frozenset({Verb.OPEN, Verb.GO, Verb.LOOK})
_TAKING = frozenset("take get pull fetch grab bring remove pick lift".split())
_BEFORE = ENDS | {",", "and", "then", "please", "now"}
_FROM = frozenset({"of", "from", "to", "into", "onto", "on", "in", "for"})
_LONGEST = 6  # words of the things


@needs({"out"})
def out_of_it(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture that things are taken out of, where they come behind its opening."""
    for at in range(len(words) - 4):
        place = _opened(words, at, reader)
        for begin in range(at + 2 + len(place), len(words) - 2) if place else ():
            if words[begin] not in _TAKING or words[begin - 1] not in _BEFORE:
                continue
            end = next((i for i in range(begin, len(words)) if words[i] in ENDS | {",", "and", "then"}), len(words))
            said = words[begin + 1 : end]
            if "out" not in said or len(said) > _LONGEST + 1 or said[-1:] == ("of",) or not _FROM.isdisjoint(said):
                continue
            things = tuple(w for w in said if w != "out")
            if (said[0] != "out" and said[-1] != "out") or not things:
                continue
            return (*words[: begin + 1], *things, "out", "of", *place, *words[end:])
    return words


def _opened(words: Words, at: int, reader: SentenceReader) -> Words:
    """The container that is opened, driven to or looked into by the order that begins there; empty: none is."""
    verb = reader.book.said_verbs.find(words, at) if at == 0 or words[at - 1] in _BEFORE else None
    if verb is None or verb.value.verb not in _OPENING:
        return ()
    begin = at + verb.length
    side = reader.book.places.sides.find(words, begin)
    begin += side.length if side is not None else 0
    end = named_place_end(words, begin, reader)
    names = (reader.names.match(words, i) for i in range(begin, end))
    concept = next((n.concept for n in names if n is not None and n.concept is not None), None)
    return words[begin:end] if concept is not None and reader.names.ontology.is_a(concept, "container") else ()
