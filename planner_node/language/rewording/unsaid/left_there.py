# SPDX-License-Identifier: Apache-2.0
"""Who left something where it is: "the doll my daughter left on the bed" is the doll on the bed."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_LEAVING = frozenset("left put forgot dropped placed keeps keep kept stores laid set parked abandoned".split())
_DID = frozenset({"has", "have", "had", "just", "always", "usually"})
_NOBODY = frozenset({"nobody", "none", "never", "not"})
_RELATIVE = frozenset({"that", "which"})
_WHO = frozenset("i we you he she they somebody someone people everybody".split())
_WHOSE = frozenset("my our the his her their your".split())
_LONGEST = 5  # words of who did it


@needs(_LEAVING)
def left_there(words: Words, reader: SentenceReader) -> Words:
    """The words without who left it there."""
    for at in range(3, len(words) - 2):
        side = reader.book.places.sides.find(words, at + 1) if words[at] in _LEAVING else None
        if side is None or named_place_end(words, at + 1 + side.length, reader) == at + 1 + side.length:
            continue
        begin = _clause_begin(words, at, reader)
        if begin:
            reader.turned.add(words[begin : at + 1])
            return left_there((*words[:begin], *words[at + 1 :]), reader)
    return words


def _clause_begin(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the clause begins whose verb stands there, behind a certain thing; 0: it is none."""
    end = at
    while end > 0 and words[end - 1] in _DID:
        end -= 1
    for begin in range(end - 1, max(0, end - _LONGEST), -1):
        relative = words[begin] in _RELATIVE
        who = words[begin + relative : end]
        is_who = len(who) == 1 and who[0].isalpha() and (relative or _is_somebody(who[0], reader))
        is_who &= _NOBODY.isdisjoint(who)
        is_who |= 1 < len(who) <= 3 and who[0] in _WHOSE and not ENDS & set(who) and "and" not in who
        article = next((i for i in range(begin - 1, max(-1, begin - 5), -1) if words[i] in lx.ARTICLES), None)
        named = article is not None and _ends_in_name(words[article:begin], reader)
        if is_who and named and not reader.starts_order(words[begin:]):
            return begin
    return 0


def _is_somebody(word: str, reader: SentenceReader) -> bool:
    owned = reader.names.owned(word) is not None
    return word in _WHO or owned or reader.names.is_person(reader.names.match((word,), 0))


def _ends_in_name(words: Words, reader: SentenceReader) -> bool:
    """Whether words end in the name of a thing."""
    found = ((i, reader.names.match(words, i)) for i in range(len(words)))
    return any(n is not None and i + n.length == len(words) and not reader.names.is_place(n) for i, n in found)
