# SPDX-License-Identifier: Apache-2.0
"""What is left of several: "two glasses on table 2, and if there are any glasses left, put them on table 3".

All goes but what is to be left: "take things off the bed until only the pillows are left".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_THERE = (("there", "is"), ("there", "are"), ("there's",), ("there", "should", "be"))
_SOME = frozenset({"any", "some", "still", "more", "a", "the"})
_LEFT = frozenset({"left", "remaining", "over", "leftover"})
_THEY = frozenset({"them", "it", "those", "that", "these"})
_FAR = 6  # words
_ONLY = (
    ("only",), ("just",), ("nothing", "but"), ("nothing", "except"), ("there", "is", "only"), ("there", "are", "only"),
)  # fmt: skip
_REMAIN = (
    ("is", "left"), ("are", "left"), ("remains",), ("remain",), ("is", "there"), ("are", "there"), ("left",),
    ("stays",), ("stay",),
)  # fmt: skip
_WHATEVER = frozenset({"things", "stuff", "items", "objects"})


def left_over(words: Words, reader: SentenceReader) -> Words:
    """The words with "put the rest of the glasses" in place of what depends on whether any are left."""
    words = _until_only(words, reader)
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


def _until_only(words: Words, reader: SentenceReader) -> Words:
    """The words with "everything except the pillows" for "things until only the pillows are left"."""
    for at in range(3, len(words) - 3):
        only = next((o for o in _ONLY if words[at + 1 : at + 1 + len(o)] == o), None)
        if words[at] not in ("until", "till") or only is None:
            continue
        begin = at + 1 + len(only)
        end = next((i for i in range(begin, len(words)) if words[i] in ENDS), len(words))
        left = next((len(r) for r in _REMAIN if words[end - len(r) : end] == r), 0)
        thing = words[begin : end - left]
        name = reader.names.match(thing, len(thing) - 1) if left and thing else None
        first = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS), 0)
        some = next((i for i in range(first + 1, at) if words[i] in _WHATEVER), None)
        if name is None or (some is None and {"everything", "all"}.isdisjoint(words[first:at])):
            continue
        order = words[first:at] if some is None else (*words[first:some], "everything", *words[some + 1 : at])
        return (*words[:first], *order, ",", "except", *thing, *words[end:])
    return words
