# SPDX-License-Identifier: Apache-2.0
"""A table that is to be set, without a verb: "table for four", "a table for two, soup"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, without
from planner_node.language.words import lexicon as lx


def table_for(words: Words, reader: SentenceReader) -> Words | None:
    """The order to set it; None: the words say no such thing."""
    bare = without(words, lx.ARTICLES)
    name = reader.names.match(bare, 0)
    if name is None or name.concept is None or not reader.names.ontology.is_a(name.concept, "table"):
        return None
    rest = bare[name.length :]
    number = rest[1:2] and (rest[1] in lx.NUMBERS or rest[1].isdecimal())
    if rest[:1] != ("for",) or not (number or reader.book.occasions.find(rest, 1)):
        return None
    comma = rest.index(",") if "," in rest else len(rest)
    course = reader.book.courses.find(rest, comma + 1)
    if course is not None and comma + 1 + course.length == len(rest):
        rest = (*rest[:comma], "with", *rest[comma + 1 :])
    return ("set", "the", *bare[: name.length], *rest)
