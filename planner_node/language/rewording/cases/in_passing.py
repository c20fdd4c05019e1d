# SPDX-License-Identifier: Apache-2.0
"""A condition between commas: "the milk, if it is in the fridge, goes on the counter"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things

_IT = frozenset({"it", "they"})
_JOINTS = frozenset({"or", "and", "but", "then"})
_LONGEST = 9  # words of the condition


@needs({","})
def in_passing(words: Words, reader: SentenceReader) -> Words:
    """The words with the condition behind an order, or before what is said of things."""
    known = reader.book.sentences
    for at in range(1, len(words) - 5):
        case = known.if_so.find(words, at + 1) or known.if_not.find(words, at + 1) if words[at] == "," else None
        if case is None:
            continue
        behind = at + 1 + case.length
        end = next((i for i in range(behind, min(len(words), behind + _LONGEST)) if words[i] in ENDS | {","}), 0)
        stop = sentence_end(words, end)
        begin = sentence_begin(words, at)
        rest = words[end + 1 : stop]
        is_between = end > 0 and words[end] == "," and words[at - 1] not in _JOINTS
        if not (is_between and rest) or "," in words[begin:at] or "," in rest:
            continue
        core = opened(words[begin:at], known).words
        said = spelt_out(words[behind:end], known)
        if reader.starts_order(core) and not reader.starts_order(opened(rest, known).words):
            order = (*core, *rest, *words[at + 1 : behind], *said)
        elif begins_things(core, reader) and said[:1] and said[0] in _IT and reader.book.verbs.belonging.find(rest, 0):
            order = (*words[at + 1 : behind], *core, *said[1:], ",", *core, *rest)
        else:
            continue
        return (*words[: at - len(core)], *order, *words[stop:])
    return words
