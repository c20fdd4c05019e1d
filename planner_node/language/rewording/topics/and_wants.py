# SPDX-License-Identifier: Apache-2.0
"""What speakers do or where they are, and what they want: "I'm cooking soup and need two carrots on table 1"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_SUBJECTS = {
    **dict.fromkeys(("i", "i'm", "i've", "i'll"), "i"),
    **dict.fromkeys(("we", "we're", "we've", "we'll"), "we"),
}
_WANTING = frozenset({"need", "want", "would", "could", "fancy", "require"})


def and_wants(words: Words, reader: SentenceReader) -> Words:
    """The words with a sentence of its own for what is wanted."""
    begin = 0
    for at in range(2, len(words) - 2):
        begin = at if words[at - 1] in ENDS else begin
        subject = _SUBJECTS.get(words[begin])
        if words[at] != "and" or subject is None or words[at + 1] not in _WANTING:
            continue
        known = reader.book.sentences
        own = known.wanting.find(words, begin) or known.needing.find(words, begin)
        wants = (subject, *words[at + 1 :])
        if own is None and (known.wanting.find(wants, 0) or known.needing.find(wants, 0)):
            before = words[: at - (words[at - 1] == ",")]
            return (*before, ".", *and_wants(wants, reader))
    return words
