# SPDX-License-Identifier: Apache-2.0
"""Things that nobody knows in sentences without a verb: "canary onto the table" asks for a canary."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end, placing_end
from planner_node.language.words import lexicon as lx

_FEW = 3  # words of a name
_IT = frozenset({"it", "them"})


def asks_for_unknown(words: Words, reader: SentenceReader) -> Words | None:
    """The order that the only sentence comes to, if words that nobody knows are its things; None: it is no such one."""
    end = sentence_end(words, 0)
    if any(word not in ENDS for word in words[end:]):
        return None
    said = words[:end]
    return _placed(said, reader) or _named_first(said, reader) or _received(said, reader)


def _placed(words: Words, reader: SentenceReader) -> Words | None:
    side = next((i for i in range(1, len(words)) if placing_end(words, i, reader) == len(words)), 0)
    return ("put", *words) if side and _is_unknown(words[:side], reader) else None


def _named_first(words: Words, reader: SentenceReader) -> Words | None:
    comma = words.index(",") if "," in words else 0
    order = opened(words[comma + 1 :], reader.book.sentences).words
    it = next((i for i, word in enumerate(order) if word in _IT), 0)
    if not comma or not it or not reader.starts_order(order) or not _is_unknown(words[:comma], reader):
        return None
    return (*order[:it], *order[it + 1 :], *words[:comma])


def _received(words: Words, reader: SentenceReader) -> Words | None:
    end = named_place_end(words, 0, reader)
    gets = reader.book.sentences.receiving.find(words, end) if end else None
    things = words[end + gets.length :] if gets is not None else ()
    parts = [tuple(p.split()) for p in " ".join("," if w == "and" else w for w in things).split(",")]
    unknown = [part for part in parts if _is_unknown(part, reader)]
    return ("put", *things, "to", *words[:end]) if unknown else None


def _is_unknown(words: Words, reader: SentenceReader) -> bool:
    """Whether a few words have no name and nothing else that is known among them."""
    bare = without(words, lx.ARTICLES)
    if not 0 < len(bare) <= _FEW:
        return False
    known = reader.book.known_words
    return not any(word in known or reader.names.match(bare, i) is not None for i, word in enumerate(bare))
