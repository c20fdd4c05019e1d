# SPDX-License-Identifier: Apache-2.0
"""Two questions in one, after how two things are: "is the stove off and the fridge closed?", "check that it is so".

And all that is on a piece of furniture: "all of shelf 3" is everything on shelf 3.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

STATES = frozenset("on off open closed shut locked unlocked empty full clean dirty".split())
"""How furniture and things are said to be, in a word."""
_BE = frozenset({"is", "are"})
_CHECKING = frozenset({"check", "see", "verify", "confirm"})
_WHETHER = frozenset({"whether", "if", "that"})
_CARRYING = frozenset({"move", "take", "bring", "carry", "put", "transfer", "get", "clear"})


@needs(_BE | _CHECKING | {"all"})
def both_states(words: Words, reader: SentenceReader) -> Words:
    """The words with a question for each of them, and everything on what is moved."""
    words = _all_of_it(words, reader)
    for at in range(len(words) - 4):
        begins = at == 0 or words[at - 1] in ENDS | {",", "please", "you"}
        checks = words[at] in _CHECKING and words[at + 1] in _WHETHER
        if not begins or not (checks or words[at] in _BE):
            continue
        lead = ("check", "whether") if checks else (words[at],)
        begin = at + 2 if checks else at + 1
        first, end = _told(words, begin, checks, reader)
        if not first:
            continue
        stop = (".",) if checks else ("?",)
        joint = end + (words[end : end + 1] == (",",))
        if words[joint : joint + 1] == ("and",):
            again = joint + 1 + (words[joint + 1 : joint + 2] != () and words[joint + 1] in _WHETHER | _BE)
            second, behind = _told(words, again, checks, reader)
            if second:
                asked = lead if checks else ("is",)
                return both_states((*words[:at], *lead, *first, *stop, *asked, *second, *words[behind:]), reader)
        if checks and words[at + 1] == "that":
            return (*words[:at], *lead, *words[begin:])
    return words


def _told(words: Words, at: int, checks: bool, reader: SentenceReader) -> tuple[Words, int]:
    """What is how, and where that ends: "the stove off", or "the stove is off" behind "check whether"."""
    drawn = next((i for i in range(at, min(len(words), at + 4)) if words[i].endswith("'s")), None) if checks else None
    if drawn is not None:  # "the stove's off"
        plain = (*words[:drawn], words[drawn].removesuffix("'s"), "is", *words[drawn + 1 :])
        said, end = _told(plain, at, checks, reader)
        return said, end - 1 if said else at
    begin = at + (words[at : at + 1] != () and words[at] in lx.ARTICLES)
    name = reader.names.match(words, begin)
    end = begin + name.length if name is not None else at
    be = words[end : end + 1] != () and words[end] in _BE
    state = end + be
    if name is None or (checks and not be) or words[state : state + 1] == ():
        return (), at
    return (words[at : state + 1], state + 1) if words[state] in STATES else ((), at)


def _all_of_it(words: Words, reader: SentenceReader) -> Words:
    """With "everything on shelf 3" for "all of shelf 3" that is moved."""
    for at in range(1, len(words) - 2):
        name = reader.names.match(words, at + 2) if words[at : at + 2] == ("all", "of") else None
        if name is None or name.node_id is None or words[at - 1] not in _CARRYING:
            continue
        if reader.names.is_place(name) and not reader.names.is_room(name):
            reader.turned.add(words[at : at + 2])
            return _all_of_it((*words[:at], "everything", "on", *words[at + 2 :]), reader)
    return words
