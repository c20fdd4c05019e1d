# SPDX-License-Identifier: Apache-2.0
"""What speakers do or where they are, and what they want: "I'm cooking soup and need two carrots on table 1"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end

_SUBJECTS = {
    **dict.fromkeys(("i", "i'm", "i've", "i'll"), "i"),
    **dict.fromkeys(("we", "we're", "we've", "we'll"), "we"),
}
_FOR_ME = frozenset({"me", "us", "i", "we"})
_WANTING = frozenset({"need", "want", "would", "could", "fancy", "require"})


def and_wants(words: Words, reader: SentenceReader) -> Words:
    """The words with a sentence of its own for what is wanted."""
    words = _where_first(words, reader)
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


def _where_first(words: Words, reader: SentenceReader) -> Words:
    """The words with where the speaker is before what is asked for: "the pen for me, I'm working at desk 2"."""
    known = reader.book
    for at in range(2, len(words) - 3):
        found = known.remarks.speaker_is.find(words, at) if words[at - 1] in ENDS | {","} else None
        if found is None or _FOR_ME.isdisjoint(words[:at]):
            continue
        begin = at + found.length
        while (more := known.remarks.posture.find(words, begin)) is not None:
            begin += more.length
        end = placing_end(words, begin, reader)
        behind = words[end:]
        if end > begin and not reader.starts_order(words[at:]) and all(word in ENDS for word in behind):
            wanted = words[: at - 1]
            is_bare = wanted[-2:] in (("for", "me"), ("for", "us")) and not reader.starts_order(wanted)
            return (*words[at:end], ".", *(("bring", "me", *wanted[:-2]) if is_bare else wanted))
    return words
