# SPDX-License-Identifier: Apache-2.0
"""Words for how things look that are verbs, too: "clean clothes to the wardrobe" cleans nothing."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_TOWARDS = frozenset({"to", "into", "onto", "back"})
_EMPTIED = frozenset({"to", "back"})  # "empty bottles into the sink" empties them
_LISTED = frozenset({",", "and"})
_BEFORE_PLACE = lx.ARTICLES | {"to", "into", "in", "on"}


def goes_with_its_looks(words: Sequence[str], at: int, names: Names, book: Phrasebook) -> bool:
    """Whether a look that is a verb, too, stands before several things that go somewhere: what it does takes no place.

    Args:
        words: of an instruction.
        at: index of that look.
        names: what can be named in the scene.
        book: words and what they stand for.
    """
    verb, name = book.said_verbs.find(words, at), names.match(words, at + 1)
    if verb is None or verb.length > 1 or book.adjectives.attribute(words[at]) is None:
        return False
    if name is None or not name.is_plural:
        return False
    end = at + 1 + name.length
    towards = _EMPTIED if verb.value.quality == "empty" else _TOWARDS
    if tuple(words[end : end + 1]) == () or words[end] not in towards:
        return False
    while end < len(words) and words[end] in _BEFORE_PLACE | _TOWARDS:
        end += 1
    place = names.match(words, end) if end < len(words) else None
    return place is not None and names.is_place(place)


def is_a_noun(words: Sequence[str], at: int, names: Names) -> bool:
    """Whether a word that may be a verb is a name where it stands: "the saw", "the hammer, saw and drill"."""
    name, before = names.match(words, at), words[at - 1 : at]
    if name is None or not before:
        return False
    behind = words[at + name.length : at + name.length + 1]
    return before[0] in lx.ARTICLES or (before[0] in _LISTED and (not behind or behind[0] in _LISTED))
