# SPDX-License-Identifier: Apache-2.0
"""The door of furniture for the furniture, where no such thing is known by itself: "if the dryer's door is open"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_DOORS = frozenset({"door", "doors", "lid", "flap"})
_BEING = frozenset({"is", "are", "happens", "stands", "was"})
_ITS = {"its": "it", "their": "they"}


@needs(_DOORS)
def its_door(words: Words, reader: SentenceReader) -> Words:
    """With "it" for "its door", and "the dryer" for "the dryer's door"."""
    for at in range(1, len(words)):
        name = reader.names.match(words, at) if words[at] in _DOORS else None
        if words[at] not in _DOORS or (name is not None and (name.length > 1 or reader.names.is_present(name))):
            continue
        before = words[at - 1]
        if before in _ITS and words[at + 1 : at + 2] != () and words[at + 1] in _BEING:
            reader.turned.add(words[at - 1 : at + 1])
            return its_door((*words[: at - 1], _ITS[before], *words[at + 1 :]), reader)
        owner = (*words[: at - 1], before.removesuffix("'s"))
        begin = next((i for i in range(max(0, at - 4), at) if words[i] in lx.DEFINITE), None)
        of = reader.names.match(owner, begin + 1) if before.endswith("'s") and begin is not None else None
        if of is not None and begin is not None and begin + 1 + of.length == at and reader.names.is_place(of):
            reader.turned.add(words[at - 1 : at + 1])
            return its_door((*owner, *words[at + 1 :]), reader)
    return words
