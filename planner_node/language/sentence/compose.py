# SPDX-License-Identifier: Apache-2.0
"""From sentences to a request: what is asked for, within which limits, and what in other cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product

from makedo_core.failure import FailureCause
from planner_node.language.notes import told_note
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, Inquire, Request, StatedCondition
from planner_node.language.sentence.choices import fallback_of
from planner_node.language.sentence.framing import sentences_of
from planner_node.language.sentence.limits import but_for_what_is_left, limited, limits_of, of_the_kind_left
from planner_node.language.sentence.sentence import SaidLimit, SaidWay, Sentence, SentenceKind, SentenceReader, Words
from planner_node.language.sentence.shapes.verbless import says_of_them

_MOST = 16  # ways in which an instruction may be meant


def read_sentences(words: Words, reader: SentenceReader) -> Request | Refusal:
    """What an instruction asks for, or why it is not understood.

    What is said in orders alone is read as it stands. Else each sentence becomes the orders that it comes to.

    Args:
        words: in lower case.
        reader: reads orders.
    """
    plain = tuple(words)
    sentences = with_fallbacks(without_needs(tuple(sentences_of(plain, reader))), reader)
    if isinstance(sentences, Refusal):
        return sentences
    refusal = next((s.refusal for s in sentences if s.refusal is not None), None)
    if refusal is not None:
        as_said = reader.orders(plain)
        return as_said if isinstance(as_said, Request) else refusal
    if any(s.limits or len(s.ways) > 1 or s.kind is SentenceKind.NEED for s in sentences):
        return _with_what_is_told(sentences, reader)
    told = any(_tells_where_it_goes(s, reader) or _begins_with_a_name(s, reader) for s in sentences)
    if told or any(s.kind is SentenceKind.WISH for s in sentences):
        wished = _with_what_is_told(sentences, reader)
        if told or isinstance(wished, Request):
            return wished
    if sum(s.kind is SentenceKind.BACKGROUND and bool(s.notes) for s in sentences) > 1:
        apart = _with_what_is_told(sentences, reader)  # "the mug there is red, the one here is blue": of two mugs
        if isinstance(apart, Request):
            return apart
    as_said = reader.orders(plain)
    if isinstance(as_said, Request):
        return _with_all_orders(as_said, sentences, reader) or as_said
    if _joined(sentences) == _marked(plain):
        return as_said
    return _with_what_is_told(sentences, reader)


def _tells_where_it_goes(sentence: Sentence, reader: SentenceReader) -> bool:
    """Whether words that have no verb of an order tell behind a comma where the things go: "all of it, go there"."""
    return sentence.kind is SentenceKind.VERBLESS and says_of_them(sentence.words, reader)


def _begins_with_a_name(sentence: Sentence, reader: SentenceReader) -> bool:
    """Whether words without a verb begin with a name here, and that with a verb: "wash bottle, bench 1"."""
    words = sentence.words
    name = reader.names.match(words, 0) if sentence.kind is SentenceKind.VERBLESS else None
    is_here = name is not None and name.length > 1 and reader.names.is_present(name)
    return is_here and reader.book.said_verbs.find(words, 0) is not None


def _with_all_orders(
    as_said: Request, sentences: Sequence[Sentence], reader: SentenceReader
) -> Request | Refusal | None:
    """Read by sentences, where an order is taken for what is told as it stands: "..., it smells, and bring the orange".

    None: none is.
    """
    orders = sum(1 for s in sentences if s.ways)
    if orders <= len(as_said.clauses) or not any(s.kind is SentenceKind.BACKGROUND for s in sentences):
        return None
    composed = _with_what_is_told(sentences, reader)
    fewer = isinstance(composed, Request) and len(composed.clauses) <= len(as_said.clauses)
    return None if fewer else composed


def without_needs(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The sentences; a need is only told besides where something is asked for, and of several the first counts."""
    asking = any(s.ways and s.kind is not SentenceKind.NEED for s in sentences)
    first = next((s for s in sentences if s.kind is SentenceKind.NEED), None)
    return tuple(
        Sentence(SentenceKind.BACKGROUND, s.words, notes=(told_note(s.words),))
        if s.kind is SentenceKind.NEED and (asking or s is not first)
        else s
        for s in sentences
    )


def with_fallbacks(sentences: Sequence[Sentence], reader: SentenceReader) -> tuple[Sentence, ...] | Refusal:
    """The sentences, each fall-back as another way of the one that it belongs to."""
    found: list[Sentence] = []
    for sentence in sentences:
        before = next((i for i in range(len(found) - 1, -1, -1) if found[i].ways), None)
        in_place = before is not None and _is_lacking(found[before], sentence)
        if in_place:
            sentence = Sentence(SentenceKind.FALLBACK, sentence.ways[0].orders)
        if sentence.kind is not SentenceKind.FALLBACK:
            found.append(sentence)
        elif before is None:
            return _of_nothing(sentence)
        else:
            joined = _joined_with(found[before], sentence, reader)
            if joined is None:
                asked = reader.orders(found[before].ways[0].orders)
                return asked if isinstance(asked, Refusal) and asked.gap is not None else _of_nothing(sentence)
            found[before] = joined
    return tuple(found)


def _is_lacking(before: Sentence, sentence: Sentence) -> bool:
    """Whether a condition says that there is none of what was just asked for: "if we don't have tea"."""
    when = sentence.ways[0].when if sentence.kind is SentenceKind.CONDITION and sentence.ways else ()
    if len(when) != 1 or when[0].state is not None or when[0].negated is not when[0].so or sentence.ways[-1].orders:
        return False
    asked, noun = before.ways[0].orders, when[0].what.text.split()[-1:]
    looks = when[0].what.attributes  # "take the milk. If the milk isn't sour, ..." does not say that there is none
    return bool(noun) and noun[0] in asked and looks.issubset(asked)


def _joined_with(before: Sentence, fallback: Sentence, reader: SentenceReader) -> Sentence | None:
    """A sentence with what is to be done otherwise; None: it is not one to be done, but a question."""
    first, last = before.ways[0], before.ways[-1]
    read = reader.orders(first.orders)
    if isinstance(read, Request) and any(isinstance(clause, Inquire) for clause in read.clauses):
        return None
    orders = fallback_of(first.orders, fallback.words, reader)
    if orders is None:
        return None
    if before.kind is SentenceKind.CONDITION and not last.orders:
        return replace(before, ways=(*before.ways[:-1], replace(last, orders=orders)))
    return replace(before, kind=SentenceKind.CHOICE, ways=(*before.ways, SaidWay(orders, basis=Basis.CASE)))


def _of_nothing(fallback: Sentence) -> Refusal:
    said = " ".join(fallback.words)
    return Refusal(
        FailureCause.NOT_UNDERSTOOD, f"I do not know in place of what '{said}' is meant; say it as an order."
    )


def _with_what_is_told(sentences: Sequence[Sentence], reader: SentenceReader) -> Request | Refusal:
    """The request with what was told besides, where that helps to understand it; else without."""
    needing = reader.book.clauses.in_need_of  # "the towel needs washing" would be an order
    told = [
        s
        for s in sentences
        if s.kind is SentenceKind.BACKGROUND
        and s.notes
        and not any(needing.find(s.words, i) and s.words[i + 1].endswith("ing") for i in range(len(s.words) - 1))
    ]
    if told:
        stated = [replace(s, ways=(SaidWay(s.words),), notes=()) if s in told else s for s in sentences]
        found = _composed(stated, reader)
        if isinstance(found, Request):
            return found
    return _composed(sentences, reader)


def _composed(sentences: Sequence[Sentence], reader: SentenceReader) -> Request | Refusal:
    """The request of the first way in which the sentences may be meant, with the others."""
    limits = limits_of(sentences, reader)
    notes = tuple(note for s in sentences for note in s.notes)
    asking = [s for s in sentences if s.ways]
    if not asking:
        return _nothing_asked(sentences, reader)
    found: list[Request] = []
    refusals: list[Refusal] = []
    for ways in islice(product(*(s.ways for s in asking)), _MOST):
        request = _way(ways, limits, notes, reader)
        if isinstance(request, Refusal):
            refusals.append(request)
            needed = any(way.basis is Basis.NEED for way in ways)
            if any(way.when for way in ways) or not (found or needed):
                return request  # what was said first counts, understood or not
        else:
            found.append(request)
    if not found:
        needs = [s for s in asking if s.kind is SentenceKind.NEED]
        told = " ".join(f"{note}." for s in needs for note in s.notes)
        return replace(refusals[0], message=f"{told} {refusals[0].message}".strip())
    return replace(found[0], instead=tuple(found[1:]))


def _way(
    ways: Sequence[SaidWay], limits: Sequence[SaidLimit], notes: tuple[str, ...], reader: SentenceReader
) -> Request | Refusal:
    """The request of one way of each sentence."""
    orders = tuple(word for way in ways if way.orders for word in (*way.orders, "."))
    orders = of_the_kind_left(orders, limits, reader)
    orders = but_for_what_is_left(orders, limits, reader) if limits else orders
    when: tuple[StatedCondition, ...] = tuple(c for way in ways for c in way.when)
    told = (*notes, *(note for way in ways for note in way.notes))
    basis = next((way.basis for way in ways if way.basis is not Basis.ORDER), Basis.ORDER)
    if not orders:
        return Request(" ".join(told), (), notes=told, when=when, basis=basis)
    read = reader.orders(orders)
    if isinstance(read, Refusal):
        return read
    request = replace(read, notes=(*told, *read.notes), when=when, basis=basis)
    return limited(request, limits, reader) if limits else request


def _nothing_asked(sentences: Sequence[Sentence], reader: SentenceReader) -> Refusal:
    """Only limits, or only what was told besides."""
    if any(s.limits for s in sentences):
        text = "I leave that alone as long as nothing is asked for. Say what to do; a limit holds for one instruction."
        return Refusal(FailureCause.NOT_UNDERSTOOD, text)
    said = " ".join(w for s in sentences for w in s.words)
    read = reader.orders(sentences[0].words if sentences else ())
    if isinstance(read, Refusal) and read.cause is not FailureCause.NOT_UNDERSTOOD:
        return read
    return Refusal(FailureCause.NOT_UNDERSTOOD, f"You told me '{said}'; I do not know what I am to do. Say what to do.")


def _joined(sentences: Sequence[Sentence]) -> Words:
    return tuple(word for s in sentences for word in (*s.ways[0].orders, ".")) if all(s.ways for s in sentences) else ()


def _marked(words: Words) -> Words:
    """The words with a full stop behind each sentence, as the joined orders have it."""
    ends = {"!", "?", ";", "."}
    plain = tuple("." if w in ends else w for w in words)
    return plain if plain and plain[-1] == "." else (*plain, ".")
