# SPDX-License-Identifier: Apache-2.0
"""What says again what was said: "one cupcake per guest, pass them out", "sodas for everyone, one can each"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_STOPS = ENDS | {",", "-", "\u2013", "\u2014"}
_HANDING = frozenset({"pass", "hand", "give", "dish", "deal", "share", "serve"})
_OUT = frozenset({"out", "round", "around", "over"})
_AT_LEAST_ONE = (("one", "or", "more", "each"), ("one", "each"), ("at", "least", "one", "each"))
_SHARED = frozenset({"per", "each", "every", "everyone", "everybody", "all"})


def said_once(words: Words, reader: SentenceReader) -> Words:
    """The words without it, behind what shares things out among people."""
    for at in range(2, len(words) - 2):
        if words[at] not in _STOPS:
            continue
        begin = sentence_begin(words, at)
        end = next((i for i in range(at + 1, len(words)) if words[i] in _STOPS), len(words))
        before, said = words[begin:at], words[at + 1 : end]
        if said in _AT_LEAST_ONE and before[:1] == ("no",) and "without" in before:
            reader.turned.add(said)
            return said_once((*words[:at], *words[end:]), reader)
        shares = not _SHARED.isdisjoint(before)
        again = len(said) == 3 and said[0] in _HANDING and said[1] in ("them", "those", "it") and said[2] in _OUT
        if shares and (again or _one_each(before, said, reader)):
            reader.turned.add(said)
            return said_once((*words[:at], *words[end:]), reader)
    return words


def _one_each(before: Words, said: Words, reader: SentenceReader) -> bool:
    """Whether "one can each" counts what "sodas for everyone" leaves uncounted."""
    counted = not (lx.NUMBERS.keys() | {"a", "an"}).isdisjoint(before)
    if counted or said[:1] != ("one",) or said[-1:] != ("each",) or not {"everyone", "everybody"} & set(before):
        return False
    noun = said[1:-1]
    name = reader.names.match(noun, 0) if noun else None
    return not noun or (name is not None and name.length == len(noun) and not reader.names.is_place(name))
