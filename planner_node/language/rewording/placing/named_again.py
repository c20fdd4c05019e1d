# SPDX-License-Identifier: Apache-2.0
"""A place that is named once more behind a comma: "set the table for two, table 3", "over here, desk 2!"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, without
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_NAMELY = (("that", "is"), ("that's",), ("it", "is"), ("it's",), ("i", "mean"), ("namely",))
_POLITE = frozenset({"please", "thanks", "thank", "you"})
_KINDS = lx.DEFINITE | {"a", "an", "my", "our"}
_HERE = (("over", "here"), ("i", "am", "here"), ("i'm", "here"), ("i", "am", "over", "here"), ("i'm", "over", "here"))


@needs({","})
def named_again(words: Words, reader: SentenceReader) -> Words:
    """The words with the certain place where only its kind was said before."""
    for at in range(2, len(words) - 1):
        if words[at] != ",":
            continue
        lead = next((len(n) for n in _NAMELY if words[at + 1 : at + 1 + len(n)] == n), 0)
        name = reader.names.match(words, at + 1 + lead)
        if name is None or name.node_id is None or not reader.names.is_place(name) or reader.names.is_room(name):
            continue
        end = at + 1 + lead + name.length
        stop = next((i for i in range(end, len(words)) if words[i] not in _POLITE | {","}), len(words))
        if stop < len(words) and words[stop] not in ENDS:
            continue
        begin, place = sentence_begin(words, at), words[at + 1 + lead : end]
        if without(words[begin:at], {","}) in _HERE:
            return named_again((*words[:begin], "i", "am", "at", *place, *words[stop:]), reader)
        kind = _kind(words, begin, at, name, reader)
        if kind is not None:
            first, last = kind
            return named_again((*words[:first], *place, *words[last:at], *words[stop:]), reader)
    return words


def _kind(words: Words, begin: int, end: int, place: Name, reader: SentenceReader) -> tuple[int, int] | None:
    """Where the only furniture stands that a place is one of, with its article; None: none does, or several."""
    found: list[tuple[int, int]] = []
    for at in range(begin + 1, end):
        name = reader.names.match(words, at)
        if name is None or not reader.names.is_place(name) or words[at - 1] not in _KINDS:
            continue
        is_one = name.node_id is None and reader.names.ontology.is_a(place.concept or "", name.concept or "")
        if name.concept is None or not is_one:
            return None
        found.append((at - 1, at + name.length))
    return found[0] if len(found) == 1 else None
