# SPDX-License-Identifier: Apache-2.0
"""From the words of an instruction to its sentences, each by what it is said for, and to the orders they come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from planner_node.language.request import Refusal, Request
from planner_node.language.sentence.openings import closed, opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, Sentence, SentenceKind, SentenceReader, Words
from planner_node.language.sentence.wishes import wanted_thing, wish_as_order

_FAR = 24  # words within which it shows what a clause is said for
_JOINTS = frozenset({",", "and", "but", "so", "then", ":"})


def read_sentences(words: Words, reader: SentenceReader) -> Request | Refusal:
    """What an instruction asks for, or why it is not understood.

    What is said in orders alone is read as it stands. Else each sentence becomes the orders that it comes to.

    Args:
        words: in lower case.
        reader: reads orders.
    """
    plain = tuple(words)
    sentences = tuple(sentences_of(plain, reader))
    if all(s.kind is SentenceKind.ORDER and s.orders == s.words for s in sentences) or not _changes(plain, sentences):
        return reader.orders(plain)
    request = reader.orders(_joined(sentences))
    if isinstance(request, Refusal):
        as_said = reader.orders(plain)
        return as_said if isinstance(as_said, Request) else request
    notes = tuple(note for s in sentences for note in s.notes)
    return replace(request, notes=(*notes, *request.notes))


def sentences_of(words: Words, reader: SentenceReader) -> Iterator[Sentence]:
    """The sentences of an instruction."""
    begin = 0
    for at, word in enumerate((*words, ".")):
        if word in ENDS:
            if at > begin:
                yield from _clauses(words[begin:at], reader)
            begin = at + 1


def _clauses(words: Words, reader: SentenceReader) -> Iterator[Sentence]:
    """One sentence, or its clauses where they are of different kinds: "put it there, the lamp should be on"."""
    for at in range(1, len(words) - 1):
        if words[at] not in _JOINTS or words[at + 1] in _JOINTS:
            continue
        behind = tuple(words[at + 1 :])
        if words[at] == "then" or not _begins_frame(behind[:_FAR], reader):
            continue
        before = tuple(w for i, w in enumerate(words[:at]) if i < at - 1 or w not in _JOINTS)
        if before and _sentence(before, reader) is not None:
            yield _sentence(before, reader) or Sentence(SentenceKind.ORDER, before, before)
            yield from _clauses(behind, reader)
            return
    yield _sentence(words, reader) or Sentence(SentenceKind.ORDER, words, words)


def _begins_frame(words: Words, reader: SentenceReader) -> bool:
    """Whether words say in another way than by an order what is wanted."""
    found = _sentence(words, reader)
    return found is not None and found.kind is not SentenceKind.ORDER


def _sentence(words: Words, reader: SentenceReader) -> Sentence | None:
    """A sentence by what it is said for; None if nothing here knows it."""
    known = reader.book.sentences
    core, notes = closed(spelt_out(words, known), known)
    core, is_wished = opened(core, known)
    if not core:
        return Sentence(SentenceKind.BACKGROUND, words)
    is_order = reader.starts_order(core)
    wish = wish_as_order(core, reader, is_wished)
    if wish is not None and not (is_order and wish[0] == "put"):
        return Sentence(SentenceKind.WISH, words, wish, notes)
    if is_order:
        return Sentence(SentenceKind.ORDER, words, core, notes)
    thing = wanted_thing(core, reader)
    if thing is not None:
        return Sentence(SentenceKind.WISH, words, ("bring", "me", *thing), notes)
    return None


def _changes(words: Words, sentences: tuple[Sentence, ...]) -> bool:
    return _joined(sentences) != words


def _joined(sentences: tuple[Sentence, ...]) -> Words:
    orders = [s.orders for s in sentences if s.orders]
    return tuple(word for order in orders for word in (*order, "."))
