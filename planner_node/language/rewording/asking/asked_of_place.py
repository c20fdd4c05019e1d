# SPDX-License-Identifier: Apache-2.0
"""Furniture that is asked about, and what is done with it next: "tell me what is on desk 2, then clear it"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_JOINTS = ENDS | {",", "and", "then"}
_WORDS = frozenset("what what's whether if is are how".split())
_OF_FURNITURE = frozenset({Verb.CLEAR, Verb.OPEN, Verb.CLOSE, Verb.SWITCH, Verb.TIDY, Verb.SET})
_WHETHER = frozenset({"whether", "if"})
_CASES = frozenset({"if", "unless", "when"})
_ASKING = frozenset({"me", "us", "check", "see", "know", "look", "tell", "out"})  # "if it is on, ..." asks nothing
_EARLY = 6  # words of what asks to be told
_NEAR = 3  # words from the verb to "it": "switch it", "turn off it"


@needs(_WORDS, {"it"})
def asked_of_place(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture for "it" in an order of its own behind such a question."""
    for at in range(4, len(words) - 1):
        if words[at] not in _JOINTS or words[at + 1] in _JOINTS:
            continue
        question = words[sentence_begin(words, at) if words[at] not in ENDS else sentence_begin(words, at - 1) : at]
        end = sentence_end(words, at + 1)
        order = opened(words[at + 1 : end], reader.book.sentences).words
        is_case = _has_case(question) or not _CASES.isdisjoint(order)
        asks = not is_case and "it" in order[1:_NEAR] and _is_asked(question)
        place = _only_furniture(question, reader) if asks else ()
        verb = reader.book.said_verbs.find(order, 0)
        if not place or not reader.starts_order(order) or verb is None or verb.value.verb not in _OF_FURNITURE:
            continue
        it = order.index("it")
        stop = at
        while words[stop - 1] in _JOINTS:
            stop -= 1
        mark = ("?",) if "?" in words[stop : at + 1] else (".",)
        return (*words[:stop], *mark, *order[:it], *place, *order[it + 1 :], *without(words[end:], {"?"}))
    return words


def _has_case(said: Words) -> bool:
    """Whether "if" says there in which case, and does not ask: "... and if it isn't"."""
    return any(word == "if" and said[at - 1 : at] and said[at - 1] not in _ASKING for at, word in enumerate(said))


def _is_asked(said: Words) -> bool:
    """Whether a question word begins what is said, or follows what asks to be told."""
    first = {"what", "what's", "how"} | ({"is", "are"} if said[:1] in (("is",), ("are",)) else set())
    asked = any(said[i] in _WHETHER and said[i - 1] in _ASKING for i in range(1, min(_EARLY, len(said))))
    return asked or any(word in first for word in said[:_EARLY])


def _only_furniture(said: Words, reader: SentenceReader) -> Words:
    """The only furniture that is named, with "the" where it has no number; empty: there is none, or several."""
    found: set[Words] = set()
    behind = 0
    for at in range(1, len(said)):
        before = said[at - 1]
        is_named = before in lx.ARTICLES | _WORDS or reader.book.places.sides.find(said, at - 1) is not None
        name = reader.names.match(said, at) if is_named and at >= behind else None
        behind = at + name.length if name is not None else behind
        if name is not None and reader.names.is_place(name) and not reader.names.is_room(name):
            called = said[at : at + name.length]
            found.add(called if name.node_id is not None else ("the", *called))
    return found.pop() if len(found) == 1 else ()
