# SPDX-License-Identifier: Apache-2.0
"""What was asked for and is not so: "I asked for the red pen on desk 2 but it's still on desk 1" asks for it again."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_thing, placing_end

_ASKED = (
    ("asked", "for"), ("wanted",), ("ordered",), ("asked", "you", "to", "put"), ("told", "you", "to", "put"),
)  # fmt: skip
_IT = frozenset({"it", "they"})
_IS = frozenset({"is", "are"})
_JOINTS = frozenset({",", "but", "and", "yet"})


@needs({"asked", "wanted", "ordered", "told"})
def asked_for(words: Words, reader: SentenceReader) -> Words:
    """The words with the order for what was asked for."""
    for at in range(len(words) - 5):
        begins = (at == 0 or words[at - 1] in ENDS) and words[at] in ("i", "we")
        asked = next((a for a in _ASKED if begins and words[at + 1 : at + 1 + len(a)] == a), ())
        if not asked:
            continue
        begin, end = at + 1 + len(asked), sentence_end(words, at)
        side = next((i for i in range(begin + 1, end) if placing_end(words[:end], i, reader) > i), 0)
        goes = placing_end(words[:end], side, reader) if side else 0
        behind = without(words[goes:end], _JOINTS) if goes else ()
        rest = spelt_out(behind, reader.book.sentences)
        so = len(behind) < end - goes and rest[:1] != () and rest[0] in _IT and rest[1:2] != () and rest[1] in _IS
        if so and is_thing(words[begin:side], reader) and "," not in rest and "and" not in rest:
            reader.turned.update((words[at:begin], words[goes:end]))
            return asked_for((*words[:at], "put", *words[begin:goes], *words[end:]), reader)
    return words
