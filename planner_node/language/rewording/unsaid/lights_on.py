# SPDX-License-Identifier: Apache-2.0
"""Light that is only named: "lights, please", "Lights!" are to be on."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_COURTESY = frozenset({"please", ",", "the", "all", "now"}) | ENDS


def lights_on(words: Words, reader: SentenceReader) -> Words:
    """With "turn on", where nothing else is said."""
    bare = tuple(word for word in words if word not in _COURTESY)
    name = reader.names.match(bare, 0) if bare and "?" not in words else None
    if name is None or name.length != len(bare) or name.concept is None or not name.is_plural:
        return words
    return ("turn", "on", "the", *bare) if reader.names.ontology.is_a(name.concept, "light") else words
