# SPDX-License-Identifier: Apache-2.0
"""What furniture has in it, as what is in it: "if the toolbox has a tape measure in it, bring it to the desk"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_IF = frozenset({"if", "whether", "unless", "when"})
_HAS = frozenset({"has", "have", "holds", "hold", "contains", "contain"})
_THERE = {
    "it": ("in", "on", "inside"),
    "them": ("in", "on", "inside"),
}
_LONGEST = 6  # words of what it has
_ANY = frozenset({"a", "an", "any", "some", "no", "another", "one", "two", "three", "more"})


def has_in_it(words: Words, reader: SentenceReader) -> Words:
    """The words with "there is" before what a condition says that furniture has."""
    if _HAS.isdisjoint(words) or _IF.isdisjoint(words):
        return words
    for at in range(len(words) - 4):
        if words[at] not in _IF:
            continue
        end = named_place_end(words, at + 1, reader)
        if end == at + 1 or end >= len(words) - 1 or words[end] not in _HAS:
            continue
        stop = next((i for i in range(end + 1, len(words)) if _stops(words, i)), len(words))
        thing, side = words[end + 1 : stop], "in"
        for it, sides in _THERE.items():
            if thing[-1:] == (it,) and thing[-2:-1] and thing[-2] in sides:
                side, thing = thing[-2], thing[:-2]
        named = any(reader.names.match(thing, i) is not None for i in range(len(thing)))
        bare = reader.names.match(thing, 0) if thing else None
        counted = thing[:1] and (thing[0] in _ANY or thing[0].isdigit() or (bare is not None and bare.node_id is None))
        if not 0 < len(thing) <= _LONGEST or not named or not counted:
            continue
        said = ("there", "is", *thing, side, *words[at + 1 : end])
        return has_in_it((*words[: at + 1], *said, *words[stop:]), reader)
    return words


def _stops(words: Words, at: int) -> bool:
    """Whether what furniture has ends there: "... has milk in it and if so"."""
    return words[at] in ENDS | {",", "then"} or (words[at] == "and" and words[at + 1 : at + 2] == ("if",))
