# SPDX-License-Identifier: Apache-2.0
"""What is set apart to stress it: "it's the red one I want on the counter", "that's where I want the balls to be kept".

So is "among the mugs there's a blue one, and that's the one I'd like you to hand me".
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing, singular
from planner_node.language.words import lexicon as lx

_IT_IS = (("it's",), ("it", "is"))
_THAT_IS = (("that's",), ("that", "is"))
_SPEAKERS = frozenset({"i", "we", "i'd", "we'd"})
_THAT = frozenset({"that", "which"})
_JOINTS = ENDS | {",", "and", "but", "so"}
_LONGEST = 9  # words of what is set apart
_ME = frozenset({"me", "us"})
_AMONG = (("among",), ("amongst",), ("of",), ("one", "of"))
_ONE = frozenset({"a", "an", "one"})


@needs({"it's", "it", "that's", "that"}, _SPEAKERS)
def cleft(words: Words, reader: SentenceReader) -> Words:
    """The words with what is set apart where it belongs."""
    words = _one_among(words, reader)
    for at in range(len(words) - 3):
        if at and words[at - 1] not in _JOINTS:
            continue
        end = sentence_end(words, at)
        said = _thing_wanted(words[at:end], reader) or _place_wanted(words[at:end], reader)
        said = said or _one_wanted(words[at:end], reader)
        if said:
            before = words[:at]
            while before and before[-1] in _JOINTS - ENDS:
                before = before[:-1]
            return (*before, *(() if not before or before[-1] in ENDS else (".",)), *said, *words[end:])
    return words


def _wanting(words: Words, reader: SentenceReader) -> int:
    """How many words, as they are said, say first that somebody wants something; 0: none do."""
    known = reader.book.sentences
    for length in range(min(4, len(words)), 1, -1):
        plain = spelt_out(words[:length], known)
        found = known.wanting.find(plain, 0) or known.needing.find(plain, 0)
        if found is not None and found.length == len(plain):
            return length
    return 0


def _thing_wanted(words: Words, reader: SentenceReader) -> Words:
    """Of "it's the red one I want on the counter": "I want the red one on the counter"."""
    lead = next((len(i) for i in _IT_IS if words[: len(i)] == i), 0)
    far = range(lead + 2, min(len(words), lead + _LONGEST)) if lead else ()
    who = next((i for i in far if words[i] in _SPEAKERS), 0)
    thing = words[lead : who - (words[who - 1] in _THAT)] if who else ()
    wants = _wanting(words[who:], reader) if who else 0
    if not wants or thing[0] not in lx.DEFINITE or not is_thing(thing, reader):
        return ()
    return (*words[who : who + wants], *thing, *words[who + wants :])


def _place_wanted(words: Words, reader: SentenceReader) -> Words:
    """Of "that's where I want the balls to be kept": "I want the balls to be kept there"."""
    lead = next((len(i) for i in _THAT_IS if words[: len(i)] == i), 0)
    wants = _wanting(words[lead + 1 :], reader) if lead and words[lead : lead + 1] == ("where",) else 0
    rest = words[lead + 1 :]
    return (*(rest[:-1] if rest[-1:] == ("please",) else rest), "there") if wants and len(rest) > wants else ()


def _one_wanted(words: Words, reader: SentenceReader) -> Words:
    """Of "that's the one I'd like you to hand me": "hand me that one"."""
    lead = next((len(i) for i in _THAT_IS if words[: len(i)] == i), 0)
    who = lead + 2 + (words[lead + 2 : lead + 3] in (("that",), ("which",)))
    if not lead or words[lead : lead + 2] != ("the", "one"):
        return ()
    wants = _wanting(words[who:], reader)
    if wants and words[who + wants : who + wants + 2] == ("you", "to"):
        order = words[who + wants + 2 :]
        verb = reader.book.said_verbs.find(order, 0)
        if verb is None:
            return ()
        end = verb.length + (order[verb.length : verb.length + 1] != () and order[verb.length] in _ME)
        return (*order[:end], "that", "one", *order[end:])
    return (*words[who : who + wants], "that", "one", *words[who + wants :]) if wants else ()


def _one_among(words: Words, reader: SentenceReader) -> Words:
    """With "there is a blue mug" for "among the mugs there's a blue one"."""
    for at in range(len(words) - 5):
        among = next((a for a in _AMONG if words[at : at + len(a)] == a), None)
        if among is None or not (at == 0 or words[at - 1] in ENDS) or words[at + len(among)] not in lx.DEFINITE:
            continue
        name = reader.names.match(words, at + len(among) + 1)
        there = at + len(among) + 1 + (name.length if name is not None else 0)
        be = there + 1 + (words[there : there + 2] == ("there", "is"))
        ones = next((i for i in range(be + 1, min(len(words), be + 5)) if words[i] == "one"), 0)
        if name is None or not ones or words[there] not in ("there", "there's") or words[be] not in _ONE:
            continue
        noun = singular(words[at + len(among) + 1 : there], reader)
        return (*words[:at], "there", "is", *words[be:ones], *noun, *words[ones + 1 :])
    return words
