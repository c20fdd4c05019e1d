# SPDX-License-Identifier: Apache-2.0
"""Light from a lamp, or none: "light from lamp 1, please, and no light from lamp 2" switches the one and the other."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_LEADS = tuple(
    tuple(said.split())
    for said in (
        "let there be", "there should be", "there must be", "there shall be", "i want", "i need", "i would like",
        "i'd like", "we need", "we want", "give me", "give us", "make",
    )
)  # fmt: skip
_LIGHT = {("light", "from"): "on", ("some", "light", "from"): "on", ("no", "light", "from"): "off"}
_JOINTS = frozenset({",", "and", "but"})


@needs({"light"}, {"from"})
def light_from(words: Words, reader: SentenceReader) -> Words:
    """The words with lamps that are switched on or off."""
    for at in range(len(words) - 2):
        begins = at == 0 or words[at - 1] in ENDS | _JOINTS | {"please"}
        lead = next((n for n in _LEADS if begins and words[at : at + len(n)] == n), ())
        light = next((n for n in _LIGHT if words[at + len(lead) : at + len(lead) + len(n)] == n), ())
        begin = at + len(lead) + len(light)
        end = named_place_end(words, begin, reader) if begins and light else begin
        if end > begin and (end == len(words) or words[end] in ENDS | _JOINTS | {"please"}):
            reader.turned.add(words[at:begin])
            return light_from((*words[:at], "turn", _LIGHT[light], *words[begin:end], *words[end:]), reader)
    return words
