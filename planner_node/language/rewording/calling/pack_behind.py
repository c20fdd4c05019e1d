# SPDX-License-Identifier: Apache-2.0
"""Things with what they come in behind their name: "the cream cheese box" is the cream cheese, if nothing else is."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_PACKS = frozenset("box bottle can carton jar packet pack package tin tube bag container".split())


@needs(_PACKS)
def pack_behind(words: Words, reader: SentenceReader) -> Words:
    """The words without what such a thing comes in, where it is here and no such pack is known by name."""
    for at in range(1, len(words)):
        if words[at] not in _PACKS:
            continue
        for begin in range(max(0, at - 3), at):
            name = reader.names.match(words, begin)
            whole = name is not None and name.length > at - begin
            if whole or name is None or begin + name.length != at or name.node_id is not None:
                continue
            pack = reader.names.match(words, at)
            is_one = reader.names.is_present(name) and reader.names.ontology.is_a(name.concept or "", "consumable")
            if is_one and (pack is None or not reader.names.is_present(pack)):
                reader.turned.add(words[at : at + 1])
                return pack_behind((*words[:at], *words[at + 1 :]), reader)
    return words
