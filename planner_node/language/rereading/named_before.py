# SPDX-License-Identifier: Apache-2.0
"""What "it" is, of which something is said behind an order or a question: "see the magazine? It goes on the shelf"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import only_named

_IT = frozenset({"it", "they", "that", "those"})
_JOINTS = ENDS | MARKS


def with_what_was_named(words: Words, reader: SentenceReader) -> Iterator[Words]:
    """The words with the only thing that the clause before names in place of "it" at the beginning of a clause."""
    joints = [at for at in range(2, len(words) - 2) if words[at] in _JOINTS and words[at + 1] in _IT]
    for at in joints:
        begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in _JOINTS), 0)
        thing = only_named(words[begin:at], reader)
        if thing:
            yield (*words[: at + 1], *thing, *words[at + 2 :])
