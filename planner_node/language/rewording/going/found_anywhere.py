# SPDX-License-Identifier: Apache-2.0
"""Things wherever they are found: "take every mug that you can find to the sink" is about every mug."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_FINDING = frozenset({"find", "see", "spot", "discover", "locate", "encounter", "meet"})
_MAY = frozenset({"can", "could", "may", "might", "will"})
_BEHIND = ENDS | {",", "and", "to", "into", "onto", "then", "go", "goes", "belong", "belongs", "should", "must"}


def found_anywhere(words: Words, reader: SentenceReader) -> Words:
    """The words without "that you can find", where no place of it follows."""
    for at in range(2, len(words) - 2):
        if words[at] not in ("that", "which") or words[at + 1] != "you":
            continue
        verb = at + 2 + (words[at + 2] in _MAY)
        across = words[verb : verb + 2] == ("come", "across")
        known = across or (words[verb : verb + 1] != () and words[verb] in _FINDING)
        end = verb + 1 + across
        end += words[end : end + 1] in (("anywhere",), ("around",))
        names = (reader.names.match(words, i) for i in range(max(0, at - 3), at))
        is_named = any(name is not None and not reader.names.is_place(name) for name in names)
        if known and is_named and (end == len(words) or words[end] in _BEHIND):
            reader.turned.add(words[at:end])
            return found_anywhere((*words[:at], *words[end:]), reader)
    return words
