# SPDX-License-Identifier: Apache-2.0
"""What somebody only supposes: "I hope the bread is in the fridge" asks whether it is there, and orders nothing."""

from __future__ import annotations

from planner_node.language.questions.parts import COPULA
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import SUPPOSING, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import begins_things, placing_end

_WHO = frozenset({"i", "we"})
_ADVERBS = frozenset({"really", "just", "do", "would", "only", "can", "sincerely"})
_VERBS = SUPPOSING | {"expect", "bet", "assume", "presume", "trust", "imagine", "doubt", "fear"}
_PERHAPS = frozenset({"hopefully", "maybe", "perhaps", "possibly", "presumably", "probably", "surely"})
_MAY = frozenset({"may", "might"})
_TO_BE = frozenset("should must ought will would shall can could may might to needs need".split())


@needs(_VERBS | _PERHAPS | _MAY)
def only_supposed(words: Words, reader: SentenceReader) -> Words:
    """The words as a question, where nothing else is said."""
    said = words
    while said and said[-1] in ENDS:
        said = said[:-1]
    if not ENDS.isdisjoint(said) or "," in said:
        return words
    told = _told(spelt_out(said, reader.book.sentences))
    may = not _MAY.isdisjoint(said[:-1]) and _MAY.isdisjoint(told)
    if told and told[0] == "there" and told[1:2] and told[1] in COPULA:
        return (told[1], "there", *told[2:], "?")
    at = next((i for i in range(1, len(told) - 1) if told[i] in COPULA), 0)
    subject, rest = told[:at], without(told[at + 1 :], {"not", "still", "already"})
    is_named = begins_things(subject, reader) or reader.names.match(without(subject, {"the", "my"}), 0) is not None
    if not (at and is_named):
        return words
    placed = bool(rest) and placing_end(rest, 0, reader) == len(rest)
    allowed = may and "might" not in said and not placed  # "the TV may be off" may be a wish
    return words if allowed or not _is_how_it_is(rest, reader) else (told[at], *subject, *rest, "?")


def _told(words: Words) -> Words:
    """What is supposed to be so; empty: nothing is, or it is what is to be."""
    if words[:1] and words[0] in _WHO:
        behind = without(words[1:], _ADVERBS)
        told = without(behind[1:], {"that"}) if behind[:1] and behind[0] in _VERBS else ()
    elif words[:1] and words[0] in _PERHAPS:
        told = words[1:]
    else:
        at = next((i for i in range(1, len(words) - 2) if words[i] in _MAY and words[i + 1] == "be"), 0)
        is_one = at > 0 and words[0] != "there" and _TO_BE.isdisjoint(words[:at])
        return (*words[:at], "is", *words[at + 2 :]) if is_one else ()
    return told if _TO_BE.isdisjoint(told) else ()


def _is_how_it_is(rest: Words, reader: SentenceReader) -> bool:
    """Whether words say where something is, in which state or how it looks, and no more."""
    if rest and placing_end(rest, 0, reader) == len(rest):
        return True
    state = reader.book.sentences.states.find(rest, 0)
    if state is not None and state.length == len(rest):
        return True
    return len(rest) == 1 and reader.book.adjectives.attribute(rest[0]) is not None
