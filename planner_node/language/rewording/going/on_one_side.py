# SPDX-License-Identifier: Apache-2.0
"""Places that are called by their side: "on right tray", "on the tray on the right" are on the right tray."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_SIDES = frozenset({"left", "right"})
_BEFORE = frozenset({"on", "onto", "to", "in", "into", "from", "at"})
_LEADS = (("on", "the"), ("to", "the"), ("at", "the"))


@needs(_SIDES)
def on_one_side(words: Words, reader: SentenceReader) -> Words:
    """The words with the place by its name, where something here is called so."""
    for at in range(1, len(words) - 1):
        if words[at] in _SIDES and words[at - 1] in _BEFORE and _may_be_called(words, at, reader):
            return on_one_side((*words[:at], "the", *words[at:]), reader)
        lead = next((s for s in _LEADS if words[at + 1 : at + 1 + len(s)] == s), ())
        end = at + 1 + len(lead)
        article = words[at - 1] in lx.ARTICLES
        placed = words[at - 1 - article : at - article] != () and words[at - 1 - article] in _BEFORE
        if lead and placed and words[end : end + 1] != () and words[end] in _SIDES:
            if _is_called(words[end], words[at], reader):
                behind = end + 1 + (words[end + 1 : end + 2] == ("side",))
                reader.turned.add(words[at + 1 : behind])
                return on_one_side((*words[: at - article], "the", words[end], words[at], *words[behind:]), reader)
    return words


def _may_be_called(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a place here is called so, or nothing is and a thing is named: there is "no right tray here" then."""
    if _is_called(words[at], words[at + 1], reader):
        return True
    name = reader.names.match(words, at + 1)
    return name is not None and name.node_id is None and not reader.names.is_room(name)


def _is_called(side: str, noun: str, reader: SentenceReader) -> bool:
    """Whether a place here is called by its side: the right tray."""
    name = reader.names.match((side, noun), 0)
    return name is not None and name.length == 2 and reader.names.is_place(name)
