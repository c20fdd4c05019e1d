# SPDX-License-Identifier: Apache-2.0
"""Things next to each other are together, as far as a robot can see to that; and a half that is left is the rest."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_MUTUAL = (
    *((side, other, one) for side in ("beside", "near") for other, one in (("each", "other"), ("one", "another"))),
    *(
        (first, "to", other, one)
        for first in ("next", "close")
        for other, one in (("each", "other"), ("one", "another"))
    ),
    ("side", "by", "side"),
    ("close", "together"),
    ("right", "together"),
)
_OTHER = ("the", "other")
_ENDING = ENDS | {",", "and", "on", "off", "too", "please"}
_OTHER_HALF = ("the", "other", "half")


@needs({"each", "another", "side", "together", "other", "half", "one", "ones", ":"})
def one_another(words: Words, reader: SentenceReader) -> Words:
    """With "together" in place of "next to each other", "the rest" of "the other half", and "the" before looks."""
    at = 0
    while at < len(words):
        mutual = next((m for m in _MUTUAL if words[at : at + len(m)] == m), None)
        if mutual is not None and at > 1:
            words = (*words[:at], "together", *words[at + len(mutual) :])
        elif words[at] == "each" and at > 1 and _stands_alone(words, at, reader):
            words = (*words[: at + 1], "of", "them", *words[at + 1 :])  # "and put each on the board"
        elif words[at : at + 2] == _OTHER and at > 1 and (at + 2 == len(words) or words[at + 2] in _ENDING):
            words = (*words[: at + 2], "one", *words[at + 2 :])  # "turn on the other"
        elif words[at : at + 3] == _OTHER_HALF and "half" in words[:at] and words[at + 3 : at + 4] != ("of",):
            words = (*words[:at], "the", "rest", *words[at + 3 :])
        at += 1
    return _with_article(words, reader)


def _stands_alone(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "each" stands between a verb and a place, of what was spoken of before."""
    verb = reader.book.said_verbs.find(words, at - 1)
    before = any(reader.names.match(words, i) is not None for i in range(at - 1))
    return verb is not None and verb.length == 1 and before and reader.book.places.sides.find(words, at + 1) is not None


def _with_article(words: Words, reader: SentenceReader) -> Words:
    """With "the" before looks and "one" where a list goes on: "clean towel on the sink, dirty one in the hamper"."""
    found: list[str] = []
    for at, word in enumerate(words):
        starts = at > 1 and words[at - 1] in (",", "and", ";")
        looks = reader.book.adjectives.attribute(word) is not None or word in reader.names.attributes
        is_one = words[at + 1 : at + 2] in (("one",), ("ones",))
        placed = reader.book.places.sides.find(words, at + 2) is not None and words[at + 2 : at + 3] != ("of",)
        headed = ":" in words[:at] and (starts or words[at - 1] == ":")
        alone = looks and headed and reader.book.places.sides.find(words, at + 1) is not None
        if (starts and looks and is_one and placed) or alone:
            found.append("the")
        found.append(word)
        found += ["ones"] if alone else []  # "sort the socks: dirty in the hamper"
    return tuple(found)
