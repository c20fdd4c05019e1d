# SPDX-License-Identifier: Apache-2.0
"""What joins things and errands as "and" does: "plus", "as well as", "and while you're at it"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_TOWARDS = frozenset({"to", "into", "from", "back"})  # "on your way to the table"
_BETWEEN = frozenset({",", "and", "then", "also"})


def joining(words: Words, reader: SentenceReader) -> Words:
    """With "and" in place of what joins things, and without what only says that errands go together."""
    known = reader.book.sentences
    found: list[str] = []
    at = 0
    while at < len(words):
        meanwhile = known.meanwhile.find(words, at)
        more = known.joining.find(words, at)
        begins = not found or found[-1] in ENDS | _BETWEEN
        behind = words[at + meanwhile.length : at + meanwhile.length + 1] if meanwhile else ()
        if meanwhile and begins and behind and behind[0] not in _TOWARDS | ENDS:
            at += meanwhile.length
            at += words[at : at + 1] == (",",)
        elif more and found and reader.names.match(words, at) is None and at + more.length < len(words):
            if found[-1] == ",":
                found.pop()
            found.append("and")
            at += more.length
        else:
            found.append(words[at])
            at += 1
    return tuple(found)
