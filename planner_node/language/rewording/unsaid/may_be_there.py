# SPDX-License-Identifier: Apache-2.0
"""Where something may be, before it is asked for: "there might be a saw in the chest, bring it to the bench"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end, singular
from planner_node.language.words import lexicon as lx

_MAY = (
    *(("there", modal, "be") for modal in ("may", "might", "could", "should", "must")),
    *(("there", modal, "still", "be") for modal in ("may", "might", "could", "should", "must")),
)
_BE = tuple((modal, "be") for modal in ("may", "might", "could", "should", "must"))
_IT = frozenset({"it", "one", "them", "some"})
_ALSO = frozenset({"and", "so", "then", "please", "just"})
_OUT_OF = {"in": "from", "inside": "from", "on": "from", "at": "from", "under": "from"}


@needs(ENDS | {","})
def may_be_there(words: Words, reader: SentenceReader) -> Words:
    """With what it may be, from there, in the order: "bring a saw from the chest to the bench"."""
    for stop in range(4, len(words) - 2):
        if words[stop] not in ENDS | {","}:
            continue
        begin = sentence_begin(words, stop)
        thing, at = _told(words[begin:stop], reader)
        side = begin + at
        order = stop + 1
        while order < len(words) and words[order] in _ALSO:
            order += 1
        end = sentence_end(words, order)
        it = next((i for i in range(order + 1, min(order + 4, end)) if words[i] in _IT), None)
        if it is None or "from" in words[it:end]:
            continue  # where it is taken from is said: what should be there is a wish
        if not thing or not reader.starts_order(words[order:end]) or words[side] not in _OUT_OF:
            continue
        if named_place_end(words, side + 1, reader) != stop:
            continue
        several = words[it] in ("them", "some") and thing[0] not in ("a", "an")
        bare = words[it] == "one" and thing[0] not in lx.ARTICLES
        what = ("a", *(singular(thing, reader) or thing)) if bare else thing
        if words[it] == "one" or several or (words[it] == "it" and thing[0] in lx.ARTICLES):
            reader.turned.update({words[begin:side], words[it : it + 1]})
            source = (_OUT_OF[words[side]], *words[side + 1 : stop])
            return (*words[:begin], *words[order:it], *what, *source, *words[it + 1 :])
    return words


def _told(said: Words, reader: SentenceReader) -> tuple[Words, int]:
    """What may be somewhere, and where the preposition of the place stands; empty: nothing is told of."""
    opening = next((len(m) for m in _MAY if said[: len(m)] == m), 0)
    if opening:
        at = next((i for i in range(opening + 1, len(said)) if reader.book.places.sides.find(said, i)), 0)
        thing = said[opening:at]
    else:
        verb = next((i for i in range(2, len(said) - 2) if said[i : i + 2] in _BE), 0)
        at = verb + 2
        thing = said[:verb] if verb and said[0] in ("the", "my") else ()
    what = tuple(w for w in thing if w not in ("some", "more"))
    name = next((n for i in range(len(what)) if (n := reader.names.match(what, i)) is not None), None)
    known = name is not None and not reader.names.is_place(name) and not reader.names.is_person(name)
    strange = name is None and len(what) == 2 and what[0] in lx.ARTICLES  # that it is not known is said of the order
    return (what, at) if at and what and (known or strange) and "and" not in what else ((), 0)
