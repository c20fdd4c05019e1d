# SPDX-License-Identifier: Apache-2.0
"""A pack with what is in it and how that looks: "the can of green paint" is the green paint can."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_PACKS = frozenset(
    "box bottle can carton jar packet pack package tin tube bag container bar roll bowl cup boxes bottles cans cartons "
    "jars bags bars rolls tins tubes".split()
)


@needs(_PACKS, {"of"})
def what_is_in_it(words: Words, reader: SentenceReader) -> Words:
    """The words with the pack behind what is in it, where the scene has such a thing and none by the other name."""
    for at in range(1, len(words) - 2):
        if words[at] not in _PACKS or words[at + 1] != "of":
            continue
        noun = at + 2
        while noun < len(words) and reader.book.adjectives.attribute(words[noun]) is not None:
            noun += 1
        looks, inside = words[at + 2 : noun], words[noun : noun + 1]
        called, longer = reader.names.match(words, at), reader.names.match(words, noun)
        if longer is not None and longer.length > 1:
            continue  # "rolls of toilet paper"
        if called is not None and called.length > 2 and reader.names.is_present(called):
            continue
        name = reader.names.match((*inside, words[at]), 0)
        if inside and name is not None and name.length == 2 and reader.names.is_present(name):
            reader.turned.add(("of",))
            return what_is_in_it((*words[:at], *looks, *inside, words[at], *words[noun + 1 :]), reader)
    return words
