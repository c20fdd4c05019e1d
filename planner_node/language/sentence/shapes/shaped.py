# SPDX-License-Identifier: Apache-2.0
"""The order that a sentence of another shape comes to; nothing is taken for one that cannot be read to its end."""

from __future__ import annotations

from collections.abc import Callable

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.sentence.sentence import SentenceReader, Words, skipped
from planner_node.language.sentence.shapes.lists import behind_heading, counted_below, plain_list
from planner_node.language.sentence.shapes.place_first import headed, place_first
from planner_node.language.sentence.shapes.receiving import going, receiving
from planner_node.language.sentence.shapes.table_for import table_for
from planner_node.language.sentence.shapes.verbless import beside_its_place, gone, placed

_Shape = Callable[[Words, SentenceReader], "Words | None"]
_SHAPES: tuple[_Shape, ...] = (table_for, receiving, going, headed, place_first, gone, placed, beside_its_place)
_NOT_READ = frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})
_LONGEST = 60  # words of a sentence


def shaped(words: Words, reader: SentenceReader) -> Words | None:
    """The order that words without a verb of an order come to; None: they are none, or it cannot be read.

    Args:
        words: of one sentence, with contractions spelt out.
        reader: reads orders.
    """
    if len(words) > _LONGEST or reader.starts_order(words):
        return None
    said = plain_list(skipped(words, reader.book.sentences.needing) or words, reader)
    below = counted_below(said, reader) or behind_heading(said, reader)
    second: Words | None = None
    for part in (said, below) if below else (said,):
        if part is below and (reader.starts_order(part) or not isinstance(reader.orders(part), Refusal)):
            return part
        for shape in _SHAPES:
            order = shape(part, reader)
            read = None if order is None else reader.orders(order)
            if read is not None and not isinstance(read, Refusal):
                return order
            if isinstance(read, Refusal) and read.cause not in _NOT_READ:
                second = second or order
    return second
