# SPDX-License-Identifier: Apache-2.0
"""A question that only asks for what was wished: "the trash should be empty, could you see to that?"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_bounds
from planner_node.language.sentence.shapes.shaped import shaped
from planner_node.language.sentence.wishes import wish_as_order

_DOING = (
    ("see", "to"), ("take", "care", "of"), ("do",), ("arrange",), ("manage",), ("handle",), ("sort", "out"), ("sort",),
    ("deal", "with"), ("make",), ("get",),
)  # fmt: skip
_THAT = (("that",), ("it",), ("this",))
_BEHIND = ((), ("out",), ("for", "me"), ("for", "us"), ("happen",), ("done",), ("happen", "for", "me"))
_TAGS = tuple((word, "you") for word in ("can't", "don't", "won't", "couldn't", "wouldn't", "do", "can"))
_EXCHANGING = frozenset({"exchange", "swap", "switch"})
_AROUND = frozenset({"around", "round", "over", "for", "me", "us"})
_STOPS = ENDS | {","}


@needs({"you"})
def seen_to(words: Words, reader: SentenceReader) -> Words:
    """The words without such a question behind a wish or an order."""
    for begin, end in sentence_bounds(words, _STOPS):
        if begin > 3 and words[begin - 1] == "," and words[begin:end] in _TAGS:
            return seen_to((*words[: begin - 1], *words[end:]), reader)
        if begin < 3 or not _asks(words[begin:end], reader) or words[end : end + 1] == (",",):
            continue
        before = words[sentence_begin(words, begin - 1) : begin - 1]
        core = opened(spelt_out(before, reader.book.sentences), reader.book.sentences)
        wished = wish_as_order(core.words, reader, core.is_wished) or shaped(core.words, reader) if core.words else None
        if wished or (reader.starts_order(core.words) and _EXCHANGING.isdisjoint(words[begin:end])):
            reader.turned.add(words[begin:end])
            return seen_to((*words[: begin - 1], ".", *words[end + 1 :]), reader)  # nothing else is asked
    return words


def _asks(said: Words, reader: SentenceReader) -> bool:
    core = opened(said, reader.book.sentences).words
    if core == said or said[:1] == ():
        return False
    if core[:1] != () and core[0] in _EXCHANGING and core[1:2] == ("them",):
        return all(word in _AROUND for word in core[2:])  # behind where each of the two belongs
    return any(core == (*doing, *that, *behind) for doing in _DOING for that in _THAT for behind in _BEHIND)
