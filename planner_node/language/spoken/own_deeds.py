# SPDX-License-Identifier: Apache-2.0
"""What speakers do themselves, some other time, or have done: "I'll wash the plates later". It is no order.

"I walk to the table and take the cup" tells what is to be done, as programs for robots do, and stays one.
"""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.notes import told_note
from planner_node.language.refusal import Refusal
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds

_WHO = frozenset("i we he she they somebody someone".split())
_WILL = (("will",), ("can",), ("shall",), ("must",), ("should",), ("might",), ("may",), ("have", "to"), ("need", "to"),
         ("am", "going", "to"), ("are", "going", "to"), ("is", "going", "to"), ("was", "going", "to"),
         ("were", "going", "to"), ("am", "about", "to"), ("are", "about", "to"), ())  # fmt: skip
_OWN = frozenset("later tomorrow myself ourselves himself herself themselves yesterday already alone".split())
_INTENDS = (("will",), ("am", "going", "to"), ("is", "going", "to"), ("am", "about", "to"), ("am", "gonna"))
_JOINTS = frozenset({"and", "while", "but", "so"})
_DONE = frozenset({"have", "has", "had"})
_BETWEEN = frozenset({"already", "just", "also", "all", "now", "always", "usually"})


def without_own_deeds(words: Words, reader: SentenceReader) -> tuple[Words, tuple[str, ...]] | Refusal:
    """The words without the sentences that tell of own deeds, and a note of each; a refusal if nothing else is said."""
    left: list[str] = []
    notes: list[str] = []
    for begin, end in sentence_bounds(words):
        sentence, stop = words[begin:end], words[end : end + 1]
        head = _before_an_order(sentence, reader)
        if sentence and stop != ("?",) and is_own_deed(sentence, reader):
            notes.append(told_note(sentence))
        elif head and (is_own_deed(sentence[:head], reader) or _leaves_it_to_you(sentence, head, reader)):
            notes.append(told_note(sentence[:head]))
            left += [*_named_again(sentence, head, reader), *stop]
        else:
            left += [*sentence, *stop]
    if notes and not any(word not in ENDS for word in left):
        said = " ".join(words).rstrip(" .!")
        text = f"You told me '{said}', which I take for what you do yourself. I do nothing for it; say what I am to do."
        return Refusal(FailureCause.AMBIGUOUS, text)
    return tuple(left), tuple(notes)


def _named_again(sentence: Words, head: int, reader: SentenceReader) -> Words:
    """The order behind what somebody has done, with what that was done to for "it": "Anna has put the cup there"."""
    order = sentence[head + 1 :]
    done = next((i for i in range(1, head) if reader.book.done_by.find(sentence, i) is not None), 0)
    found = reader.book.done_by.find(sentence, done) if done else None
    begin = done + found.length if found is not None else head
    end = next((i for i in range(begin, head) if reader.book.places.sides.find(sentence, i)), head)
    thing = sentence[begin:end]
    pronoun = next((i for i, word in enumerate(order) if word in ("it", "them")), 0)
    return (*order[:pronoun], *thing, *order[pronoun + 1 :]) if thing and pronoun else order


def _before_an_order(sentence: Words, reader: SentenceReader) -> int:
    """Index of the comma behind which an order begins: "I already put it there, so bring the cup"; 0: there is none.

    So does "and" before what is left to the robot: "I'll take the cup and you take the plate".
    """
    for at in range(2, len(sentence) - 1):
        joined = sentence[at] in _JOINTS and sentence[at + 1] == "you"
        if (sentence[at] == "," or joined) and _is_order(sentence[at + 1 :], reader):
            return at
    return 0


def _is_order(words: Words, reader: SentenceReader) -> bool:
    while words[:1] and words[0] in _JOINTS:
        words = words[1:]
    words = opened(words, reader.book.sentences).words
    return reader.starts_order(words[1:] if words[:1] == ("you",) else words)


def _leaves_it_to_you(sentence: Words, head: int, reader: SentenceReader) -> bool:
    """Whether somebody does one thing and the robot another: "I'll take the laptop, you bring the headphones"."""
    words = spelt_out(sentence[:head], reader.book.sentences)
    behind = sentence[head + 1 :]
    while behind[:1] and behind[0] in _JOINTS:
        behind = behind[1:]
    rest = _behind(words[1:])
    will = next(w for w in _WILL if rest[: len(w)] == w)
    theirs = words[:1] and words[0] in _WHO and reader.starts_order(_behind(rest[len(will) :]))
    return bool(theirs) and behind[:1] == ("you",) and reader.starts_order(behind[1:])


def is_own_deed(sentence: Words, reader: SentenceReader) -> bool:
    """Whether one sentence says what the speaker or somebody else does, not now or not by a robot, or has done."""
    known = reader.book.sentences
    words = spelt_out(sentence, known)
    words = words if words[:1] and words[0] in _WHO else opened(words, known).words
    person = reader.names.match(words, 0) if words else None
    named = person is not None and reader.names.is_person(person)
    told = words[1:2] in (("has",), ("have",)) and words[0] not in reader.book.known_words and person is None
    if not words or not (words[0] in _WHO or named or told) or not {"you", "please", "if", "so"}.isdisjoint(words):
        return False
    rest = words[person.length if named and person is not None else 1 :]
    for lead in (_DONE, _BETWEEN):
        if rest[:1] and rest[0] in lead and (done := _behind(rest[1:])) and reader.book.done_by.find(done, 0):
            return "," not in done
    intends = next((i for i in _INTENDS if rest[: len(i)] == i), None)
    if intends is not None and words[0] != "we" and "," not in rest:
        return reader.starts_order(_behind(rest[len(intends) :]))
    if _OWN.isdisjoint(rest[-3:]) or "," in rest or "and" in rest:
        return False
    will = next(w for w in _WILL if rest[: len(w)] == w)
    return reader.starts_order(_behind(rest[len(will) :]))


def _behind(words: Words) -> Words:
    at = next((i for i, word in enumerate(words) if word not in _BETWEEN), len(words))
    return words[at:]
