# SPDX-License-Identifier: Apache-2.0
"""Questions in other words, as their frames have them: "did I leave the fridge open?" is "is the fridge open?"."""

from __future__ import annotations

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.parts import QuestionParts
from planner_node.language.sentence.sentence import Words, without

_LEAVING = frozenset({"leave", "left", "forget", "forgot"})
_HOLDING = frozenset({"has", "have", "holds", "hold", "contains", "contain"})
_DO = frozenset({"does", "do"})
_STILL = frozenset({"still", "currently", "now", "actually"})
_WITHIN = (("on", "it"), ("in", "it"), ("inside",))
_ANYTHING = frozenset({"anything", "something", "nothing", "what", "anybody", "anyone", "somebody", "someone"})
_WHICH = frozenset({"which", "what"})
_IS = frozenset({"is", "are"})
_KNOWN = (
    *(("do", "you", "know", "of"), ("do", "you", "know", "about"), ("do", "you", "know")),
    *(("are", "you", "aware", "of"), ("can", "you", "go", "to"), ("can", "you", "drive", "to")),
)
_HOMES = frozenset({"home", "house", "flat", "apartment", "place", "building", "office"})


def turned_question(words: Words, book: Phrasebook, parts: QuestionParts) -> Words:
    """The words of a question in those of a frame; the same words, where they are no such question.

    Args:
        words: of one question, without its mark.
        book: words of questions.
        parts: knows states, places and things.
    """
    words = _something(words)
    words = _so_there(words, book, parts) or _compared(words, book, parts) or words
    return _left_so(words, book, parts) or _known_here(words, book, parts) or _held(words, book, parts) or words


def _something(words: Words) -> Words:
    """Of "is there anything (else) to clean with": "is there something to clean with"; "nothing" likewise."""
    for at in range(1, len(words)):
        if words[at] in _ANYTHING and words[at + 1 : at + 2] == ("else",):
            return _something((*words[: at + 1], *words[at + 2 :]))
        if words[at] in ("anything", "nothing") and words[at + 1 : at + 2] == ("to",):
            return (*words[:at], "something", *words[at + 1 :])
    return words


def _so_there(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "is there a lamp on in the hall", "are any lamps on in the hall": "are any lamps in the hall on"."""
    there = words[1:2] == ("there",)
    if words[:1] == () or words[0] not in book.questions.whether_so:
        return None
    for at in range(2 + there, len(words) - 1):
        side = book.places.sides.find(words, at + 1)
        is_place = side is not None and parts.names_place(words[at + 1 + side.length :])
        if is_place and parts.state(words[at : at + 1]):
            return (words[0], *words[1 + there : at], *words[at + 1 :], words[at])
    return None


def _compared(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "which is bigger, the cup or the mug", "is the cup bigger than the mug": "which is the biggest of ...".

    Of "which of the screwdrivers is longer" likewise: the one that is asked for is told.
    """
    measures = book.questions.measures
    at = next((i for i in range(1, len(words)) if measures.find((_most_of(words[i]),), 0) is not None), 0)
    most = (_most_of(words[at]),)
    behind = without(words[at + 1 :], {",", ":"})
    if not at:
        return None
    if words[0] in _IS and behind[:1] == ("than",):
        both = (*words[1:at], "and", *behind[1:])
    elif words[0] in _WHICH and words[1:at] in (("is",), ("one", "is")) and "or" in behind:
        both = tuple("and" if w == "or" else w for w in behind)
    elif words[0] in _WHICH and words[at - 1] in _IS and not behind:
        both = words[1 + (words[1:2] == ("of",)) : at - 1]
    else:
        return None
    return ("which", "is", "the", *most, "of", *both) if _names_a_thing(both, parts) else None


def _most_of(word: str) -> str:
    """The superlative of a comparative: "biggest" of "bigger"."""
    return f"{word[:-2]}est" if word.endswith("er") else ""


def _names_a_thing(words: Words, parts: QuestionParts) -> bool:
    return any(parts.names.match(words, i) is not None for i in range(len(words)))


def _known_here(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "which rooms do you know", "what places does this home have": "which rooms are there"."""
    counting = book.questions.how_many.find(words, 0)
    begin = counting.length if counting is not None else int(words[0] in _WHICH)
    if begin == 0:
        return None
    end = next((len(words) - len(k) for k in _KNOWN if words[-len(k) :] == k), 0)
    if not end and words[-1] in _HOLDING and words[-2:-1] != () and words[-2] in _HOMES:
        end = next((i for i in range(begin + 1, len(words) - 2) if words[i] in _DO), 0)
    if end <= begin:
        return None
    places = words[begin:end] == ("places",) and parts.names.match(words, begin) is None
    return (*words[:begin], *(("furniture",) if places else words[begin:end]), "are", "there")


def _left_so(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "did I leave the fridge open": "is the fridge open"."""
    found = book.questions.whether.find(words, 0)
    if found is None or words[found.length - 1] not in _LEAVING or len(words) < found.length + 2:
        return None
    return ("is", *words[found.length :]) if parts.state(words[-1:]) else None


def _held(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "how many forks does the drawer have", "how many forks the drawer has": "how many forks are at the drawer"."""
    found = book.questions.how_many.find(words, 0)
    within = next((w for w in _WITHIN if words[-len(w) :] == w), ())
    words = words[: len(words) - len(within)]
    if found is None or words[-1] not in _HOLDING:
        return None
    for at in range(found.length + 1, len(words) - 1):
        place = without(words[at : -2 if words[-2] in _STILL else -1], _DO)
        if parts.names_place(place):
            return (*words[:at], "are", "at", *place)
    return None
