# SPDX-License-Identifier: Apache-2.0
"""What is left of several: "two glasses on table 2, and if there are any glasses left, put them on table 3"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words

_THERE = (("there", "is"), ("there", "are"), ("there's",), ("there", "should", "be"))
_SOME = frozenset({"any", "some", "still", "more", "a", "the"})
_LEFT = frozenset({"left", "remaining", "over", "leftover"})
_THEY = frozenset({"them", "it", "those", "that", "these"})
_FAR = 6  # words


def left_over(words: Words, reader: SentenceReader) -> Words:
    """The words with "put the rest of the glasses" in place of what depends on whether any are left."""
    if "if" not in words or _LEFT.isdisjoint(words):
        return words
    for at in range(3, len(words) - 6):
        there = next((t for t in _THERE if words[at + 1 : at + 1 + len(t)] == t), None) if words[at] == "if" else None
        begin = at + 1 + len(there or ())
        left = next((i for i in range(begin, min(len(words), begin + _FAR)) if words[i] in _LEFT), None)
        if there is None or left is None:
            continue
        noun = tuple(word for word in words[begin:left] if word not in _SOME)
        behind = left + 1
        while behind < len(words) and words[behind] in (*_LEFT, ",", "then"):
            behind += 1
        they = next((i for i in range(behind, min(len(words), behind + _FAR)) if words[i] in _THEY), None)
        name = reader.names.match(noun, 0) if noun else None
        if they is not None and name is not None and name.length == len(noun):
            return (*words[:at], *words[behind:they], "the", "rest", "of", "the", *noun, *words[they + 1 :])
    return words
