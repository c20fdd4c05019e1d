# SPDX-License-Identifier: Apache-2.0
"""What is compared, with the comparative before the noun: "a smaller beaker than beaker 1"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx


@needs({"than"})
def compared_before(words: Words, reader: SentenceReader) -> Words:
    """With the comparative behind the noun: "a beaker smaller than beaker 1"."""
    for at in range(1, len(words) - 3):
        more = reader.book.comparatives.find(words, at)
        article = words[at - 1] in lx.ARTICLES | lx.NUMBERS.keys() | {"all", "some", "any", "every", "each"}
        name = reader.names.match(words, at + more.length) if more is not None and article else None
        if more is None or name is None:
            continue
        end = at + more.length + name.length
        if words[end : end + 1] == ("than",):
            article_now = ("a",) if words[at - 1] == "an" else words[at - 1 : at]
            noun, adjective = words[at + more.length : end], words[at : at + more.length]
            return (*words[: at - 1], *article_now, *noun, *adjective, *words[end:])
    return words
