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
from planner_node.language.sentence.shapes.parts import name_with_looks, only_named, placing_end
from planner_node.language.words import lexicon as lx

_SET_OFF = frozenset({",", ":", "-", "\u2013", "\u2014"})
_MAY_HAVE_LEFT = tuple(
    (who, may, "have", left)
    for who in ("i", "we")
    for may in ("may", "might", "could", "must")
    for left in ("left", "put")
)
_PERHAPS = frozenset({"could", "might", "may"})
_IT = frozenset({"it", "they", "that", "those", "these"})
_ASKING = frozenset({"where", "what", "which", "who", "how"})
_IN_WHICH = (("in", "which"), ("on", "which"))
_WHERE = frozenset(
    "where would will might could can is are was were be have gone got to kept stored usually hidden living".split()
)
_WHERE_NOW = tuple(
    ("where", *is_it, *now) for is_it in (("is", "it"), ("are", "they")) for now in ((), ("now",))
)
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
        comma = next((i for i in range(len(said) - 2, 1, -1) if said[i] == ","), 0)
        if comma and not looks and _only_looks(said[comma + 1 :], reader) and (may := _may_be(said[:comma], reader)):
            asked = True
            found += [*may, "?"]
            continue
        question = _tagged(said, reader) or _asked_of(said, reader) or _supposed(said, mark, looks, reader)
        question = question or (_may_be(said, reader) if looks else None)
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
    if at is not None and words[at + 1 :] in _WHERE_NOW and not reader.starts_order(words):
        thing = only_named(words[:at], reader)  # "the remote was on the sofa, where is it now?"
        if thing and name_with_looks(without(words[:at], lx.ARTICLES), reader) is None:
            return ("where", "is", *thing)
    end = next((i for i in range(1, at or 0) if placing_end(words, i, reader) == at), at)
    if at is None or name_with_looks(without(words[:end], lx.ARTICLES), reader) is None:
        return None
    question = spelt_out(words[at + 1 :], reader.book.sentences)
    if (asked := _how_many(words[:at], question, reader)) is not None:
        return asked
    begins = question[:1] != () and (question[0] in COPULA | _ASKING or question[:2] in _IN_WHICH)
    if question[:2] == ("how", "many") and question[-1:] == ("there",):
        return (*question[:2], *words[:at], *question[2:])
    its = [i for i in range(1, len(question)) if question[i] in _IT]
    if not begins or not its or any(reader.names.match(question, i) is not None for i in range(len(question))):
        return None
    it, thing = its[0], words[:at]
    if len(its) == 2 and question[its[1] - 1 :] in (("in", question[its[0]]), ("on", question[its[0]])):
        return ("what", "is", question[its[1] - 1], *thing)  # "the crate, what has it got in it?"
    if len(its) > 1:
        return None
    frame = reader.book.questions.where.find(question, 0)
    if frame is not None and frame.length == it == len(question) - 1:
        return (*question[:it], *thing)  # "the wine, where did I put it?"
    if question[:1] == ("where",):  # "where would that be"
        return ("where", "is", *thing) if set(question) <= _WHERE | _IT else None
    return (*question[:it], *thing, *question[it + 1 :])


def _may_be(words: Words, reader: SentenceReader) -> Words | None:
    """Of "my watch might be on the nightstand", before "have a look": "is my watch on the nightstand"."""
    for left in _MAY_HAVE_LEFT:
        at = next((i for i in range(3, len(words)) if placing_end(words, i, reader) == len(words)), 0)
        if words[: len(left)] == left and at and name_with_looks(without(words[len(left) : at], lx.ARTICLES), reader):
            return ("is", *words[len(left) : at], *words[at:])  # "I may have left my watch on the nightstand"
    at = words.index("be") if "be" in words[2:] else 0
    if (
        not at
        or words[at - 1] not in _PERHAPS
        or name_with_looks(without(words[: at - 1], lx.ARTICLES), reader) is None
    ):
        return None
    return ("is", *words[: at - 1], *words[at + 1 :]) if placing_end(words, at + 1, reader) == len(words) else None


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
