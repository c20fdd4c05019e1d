# SPDX-License-Identifier: Apache-2.0
"""Things by their form: "the roll of duct tape" is the duct tape, "a packet of tea" perhaps the tea box."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_FORMS = frozenset("roll spool reel tube bar block ball tub".split())
_PACKS = frozenset("packet pack package carton pot tin jar container".split())
_BEFORE = lx.ARTICLES | {"that", "this", "one", "our", "my"}


@needs({"of"}, _FORMS | _PACKS)
def whole_of(words: Words, reader: SentenceReader) -> Words:
    """Without the form before a single thing that is here, where both together are no name of it."""
    for at in range(2, len(words) - 1):
        form = words[at - 1]
        if words[at] != "of" or form not in _FORMS | _PACKS or words[at - 2] not in _BEFORE:
            continue
        whole, name = reader.names.match(words, at - 1), reader.names.match(words, at + 1)
        known = whole is not None and whole.length > 1
        if known or name is None or not reader.names.is_present(name) or reader.names.is_place(name):
            continue
        if name.is_plural:
            continue  # a packet of pens is no pen, and a stack of plates no plate
        if form in _FORMS:
            reader.turned.add((form, "of"))  # of what a packet may be, it is told that no use is made of it
        return whole_of((*words[: at - 1], *words[at + 1 :]), reader)
    return words
