# SPDX-License-Identifier: Apache-2.0
"""What is said first and then asked: "my coat is in the closet, right?", "lamp 2, is it on?" ask whether it is so.

"Could my watch be on the nightstand? Have a look" asks whether it is there; whoever asks is told after a look anyway.
"""

from __future__ import annotations

from planner_node.language.questions.parts import COPULA
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import (
    SentenceReader,
    Words,
    sentence_bounds,
    sentence_end,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import name_with_looks, placing_end
from planner_node.language.words import lexicon as lx

_SET_OFF = frozenset({",", ":", "-", "\u2013", "\u2014"})
_PERHAPS = frozenset({"could", "might", "may"})
_IT = frozenset({"it", "they", "that", "those", "these"})
_LONGEST = 7  # words of a tag


def asked_so(words: Words, reader: SentenceReader) -> Words:
    """The words with a question that begins with its verb in place of such sentences."""
    found: list[str] = []
    asked = False
    for begin, end in sentence_bounds(words):
        said, mark = words[begin:end], words[end : end + 1]
        if asked and _only_looks(said, reader):
            continue
        looks = _only_looks(words[end + 1 : sentence_end(words, end + 1)], reader)
        question = _tagged(said, reader) or _asked_of(said, reader) or _supposed(said, mark, looks, reader)
        asked = mark == ("?",) or question is not None
        found += [*(question or said), *(("?",) if question else mark)]
    return tuple(found)


def _tagged(words: Words, reader: SentenceReader) -> Words | None:
    """Of "I think my coat is in the closet, is that right": "is my coat in the closet"."""
    known = reader.book
    for at in range(max(3, len(words) - _LONGEST), len(words)):
        tag = spelt_out(words[at:], known.sentences) if words[at - 1] == "," else ()
        found = known.questions.tags.find(tag, 0) if tag else None
        if found is None or found.length != len(tag):
            continue
        said = spelt_out(words[: at - 1], known.sentences)
        said = skipped(said, known.questions.supposing) or said
        be = next((i for i in range(1, len(said) - 1) if said[i] in COPULA), None)
        if be is not None and not reader.starts_order(said) and "," not in said:
            return (said[be], *said[:be], *said[be + 1 :])
    return None


def _asked_of(words: Words, reader: SentenceReader) -> Words | None:
    """Of "lamp 2, is it on": "is lamp 2 on"; of "the gloves, where are they": "where are the gloves"."""
    known = reader.book.sentences
    words = words[1:] if words[:1] in (("and",), ("so",)) else words
    words = skipped(words, known.wanting) or words  # "I need the scissors, where are they?"
    at = next((i for i in range(1, len(words) - 2) if words[i] in _SET_OFF), None)
    end = next((i for i in range(1, at or 0) if placing_end(words, i, reader) == at), at)
    if at is None or name_with_looks(without(words[:end], lx.ARTICLES), reader) is None:
        return None
    question = spelt_out(words[at + 1 :], reader.book.sentences)
    if (asked := _how_many(words[:at], question, reader)) is not None:
        return asked
    it = 1 if question[:1] and question[0] in COPULA else len(question) - 1
    asks = question[:1] and question[0] in COPULA | {"where"} and question[it : it + 1] and question[it] in _IT
    return (*question[:it], *words[:at], *question[it + 1 :]) if asks else None


def _how_many(topic: Words, question: Words, reader: SentenceReader) -> Words | None:
    """Of "binders on the shelf: how many?" and "oranges, do we have any?"; "lamp 2, on or off?"; None: none of them."""
    known = reader.book.questions
    counted = known.how_many.find(question, 0)
    if counted is not None and question[:1] == ("how",):
        rest = question[counted.length :]
        exists = known.existing.find(rest, 0) if rest else None
        left = without(rest[exists.length if exists else 0 :], {"left", "there", "in", "total", "altogether"})
        end = next((i for i in range(1, len(topic)) if placing_end(topic, i, reader) == len(topic)), len(topic))
        things = without(topic[:end], lx.ARTICLES)
        return (*question[: counted.length], *things, "are", "there", *topic[end:]) if not left else None
    whether = known.whether.find(question, 0)
    rest = question[whether.length :] if whether is not None else ()
    if whether is not None and rest[:1] in (("any",), ("some",), ("one",)):
        things = without(topic, lx.ARTICLES)
        return (*question[: whether.length], *(("a",) if rest[0] == "one" else ("any",)), *things, *rest[1:])
    state = reader.book.sentences.states.find(question, 0)
    if state is not None and question[state.length : state.length + 1] == ("or",):
        return ("is", *topic, *question)
    return None


def _supposed(words: Words, mark: Words, looks: bool, reader: SentenceReader) -> Words | None:
    """Of "could my watch be on the nightstand?": "is my watch on the nightstand"."""
    at = words.index("be") if "be" in words[2:] else 0
    if mark != ("?",) or not at or words[0] not in _PERHAPS or words[1] == "you":
        return None
    if words[0] == "could" and not looks:
        return None  # a wish, as likely: "could the tools be on shelf 1?"
    return ("is", *words[1:at], *words[at + 1 :]) if placing_end(words, at + 1, reader) == len(words) > at + 1 else None


def _only_looks(words: Words, reader: SentenceReader) -> bool:
    """Whether a sentence only asks to look: "have a look"."""
    said = without(words, {"please", "just", "can", "you", "could"})
    found = reader.book.questions.lead_ins.find(said, 0) if said else None
    return found is not None and found.length == len(said)
