# SPDX-License-Identifier: Apache-2.0
"""How something is done: "get rid of the can by putting it in the bin" is "put the can in the bin"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_STOPS = ENDS | {",", "and", "then"}
_SORTING = frozenset({Verb.RECYCLE, Verb.SORT})
_LONGEST = 8  # words of a thing


def by_doing(words: Words, reader: SentenceReader) -> Words:
    """The words with the order that says how in place of both: behind "by", or behind a comma with the same thing."""
    for at in range(3, len(words) - 2):
        if words[at] not in ("by", ","):
            continue
        how = reader.book.gerunds.find(words, at + 1)
        it = at + 1 + how.length if how is not None else len(words)
        if how is None or words[it : it + 1] == () or words[it] not in lx.PRONOUNS:
            continue
        done = reader.book.said_verbs.find(tuple(how.value.split()), 0)
        if words[at] == "," and (done is None or done.value.verb not in _SORTING):
            continue  # "bring me the milk, warming it up first"
        comma = words[at] == "by" and words[at - 1] == ","
        end = at - comma
        begin = sentence_begin(words, end, _STOPS)
        core = opened(words[begin:end], reader.book.sentences).words
        verb = reader.book.said_verbs.find(core, 0) if core and reader.starts_order(core) else None
        if verb is None or not 0 < len(core) - verb.length <= _LONGEST:
            continue
        first = end - len(core)
        thing = words[first + verb.length : end]
        if thing[0] in lx.SPEAKERS:
            continue
        reader.turned.add(words[first : first + verb.length])
        return (*words[:first], *how.value.split(), *thing, *words[it + 1 :])
    return words
