# SPDX-License-Identifier: Apache-2.0
"""Which of several is meant by where it is among them: "the left plate", "the bowl on the right", "at the front".

Whoever stands before the robot sees it the other way round, so it is asked.
"""

from __future__ import annotations

from planner_node.language.rewording.gaps import goes_there
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_MOST = {
    "left": "left-hand", "right": "right-hand", "front": "front-most", "back": "back-most", "rear": "back-most",
    "middle": "middle", "centre": "middle", "center": "middle",
}  # fmt: skip
_BEHIND = frozenset({"on", "at", "in", "to"})
_BEFORE_NAME = frozenset({"left", "right"})  # "the front door", "the middle mug" are read as they are
_LONGEST = 5  # words of a thing with its article


@needs(_MOST)
def at_one_end(words: Words, reader: SentenceReader) -> Words:
    """The words with "the left-hand plate" and the like for a thing or furniture of which several are here."""
    for at in range(1, len(words)):
        if words[at] not in _MOST or words[at - 1] not in lx.DEFINITE:
            continue
        if words[at] in _BEFORE_NAME and reader.names.called_with(words[at]) is not None:
            continue  # "the right" may be the right_tray
        if words[at] in _BEFORE_NAME and reader.names.match(words, at) is None and _are_several(words, at + 1, reader):
            return at_one_end((*words[:at], _MOST[words[at]], *words[at + 1 :]), reader)
        begin = _thing_before(words, at - 2, reader) if at > 3 and words[at - 2] in _BEHIND else None
        goes_on = words[at + 1 : at + 2] in (("of",), ("side",)) or reader.names.match(words, at) is not None
        goes_on |= reader.names.match(words, at + 1) is not None or goes_there(words, at - 2, 3, reader)
        if begin is not None and not goes_on:
            said = (*words[: begin + 1], _MOST[words[at]], *words[begin + 1 : at - 2], *words[at + 1 :])
            return at_one_end(said, reader)
    return words


def _thing_before(words: Words, end: int, reader: SentenceReader) -> int | None:
    """Where a certain thing or furniture begins, with its article, that ends at a position and is one of several."""
    for begin in range(max(0, end - _LONGEST), end - 1):
        if words[begin] in lx.DEFINITE and _are_several(words[:end], begin + 1, reader, to_end=True):
            return begin
    return None


def _are_several(words: Words, at: int, reader: SentenceReader, to_end: bool = False) -> bool:
    """Whether words name one of several here, by their kind: with looks before the name, and nothing behind it."""
    while at < len(words) and reader.names.match(words, at) is None:
        if reader.book.adjectives.attribute(words[at]) is None:
            return False
        at += 1
    name = reader.names.match(words, at)
    if name is None or name.node_id is not None or name.concept is None or name.is_plural:
        return False
    if reader.names.ontology.is_a(name.concept, "bin"):
        return False  # "the right bin" is the one for such things
    ends = not to_end or at + name.length == len(words)
    return ends and sum(reader.names.ontology.is_a(n.label, name.concept) for n in reader.names.graph) > 1
