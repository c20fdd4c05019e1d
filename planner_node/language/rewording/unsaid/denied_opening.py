# SPDX-License-Identifier: Apache-2.0
"""What is denied before anything is asked for: "not the blue towel, the white one in the bathtub"."""

from __future__ import annotations

from planner_node.language.rewording.cases.not_that import is_named
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx

_BETWEEN = frozenset({",", "but", "-"})


@needs({"not"})
def denied_opening(words: Words, reader: SentenceReader) -> Words:
    """Without it, and with its noun for "one" in what is meant."""
    end = sentence_end(words, 0)
    joint = next((i for i in range(2, end - 2) if words[i] in _BETWEEN), None)
    if words[:1] != ("not",) or joint is None or not is_named(words[1:joint], reader):
        return words
    meant = without(words[joint:end], _BETWEEN)
    if not begins_things(meant, reader):
        return words
    one = next((i for i in range(1, min(4, len(meant))) if meant[i] == "one"), None)
    noun = _noun(words[1:joint], reader)
    reader.turned.add(words[:joint])
    return (*(meant if one is None else (*meant[:one], *noun, *meant[one + 1 :])), *words[end:])


def _noun(said: Words, reader: SentenceReader) -> Words:
    """What a thing is called, without its article and looks."""
    begin = next((i for i in range(len(said)) if said[i] not in lx.ARTICLES and reader.names.match(said, i)), 0)
    return said[begin:]
