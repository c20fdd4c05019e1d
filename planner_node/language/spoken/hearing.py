# SPDX-License-Identifier: Apache-2.0
"""From spoken words to a request: plain words first, then what is meant in the end, then the sentences."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.questions.parts import asks_where_to
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.sentence.compose import read_sentences
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds
from planner_node.language.spoken.corrections import corrected
from planner_node.language.spoken.dropped import without_dropped
from planner_node.language.spoken.own_deeds import without_own_deeds
from planner_node.language.spoken.plain_speech import plain_speech, without_asides

_WHERE_TO = "I do not answer where something is to go. Say where, or ask where it is."


def read_spoken(words: Words, reader: SentenceReader) -> Request | Refusal:
    """What an instruction asks for as it is spoken, or why it is not understood.

    Args:
        words: in lower case.
        reader: reads orders.
    """
    plain = plain_speech(tuple(words), reader)
    if any(asks_where_to(plain[begin:end]) for begin, end in sentence_bounds(plain)):
        return Refusal(FailureCause.NOT_UNDERSTOOD, _WHERE_TO)
    apart = without_own_deeds(plain, reader)
    if isinstance(apart, Refusal):
        return apart
    kept = without_dropped(apart[0], reader)
    if isinstance(kept, Refusal):
        return kept
    plain, told = kept[0], (*apart[1], *kept[1])
    meant = corrected(plain, reader, lambda said: read_sentences(said, reader))
    if isinstance(meant, Refusal):
        return meant
    request = read_sentences(without_asides(meant.words, reader), reader)
    return replace(request, notes=(*told, *meant.notes, *request.notes)) if isinstance(request, Request) else request
