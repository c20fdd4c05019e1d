# SPDX-License-Identifier: Apache-2.0
"""How something is done, or what is done to it first: "get rid of the can by putting it in the bin"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_STOPS = ENDS | {",", "and", "then"}
_SORTING = frozenset({Verb.RECYCLE, Verb.SORT})
_FIRST = (("first",), ("beforehand",), ("before", "that"), ("first", "please"))
_LONGEST = 8  # words of a thing


@needs({"by", ","})
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
            before = _done_before(words, at, how.value, it, reader)
            if before is not None:
                return before
            continue
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


def _done_before(words: Words, at: int, how: str, it: int, reader: SentenceReader) -> Words | None:
    """The words with what is done first before the order: "bring me the milk, warming it up first"."""
    end = sentence_end(words, it)
    rest = next((words[it + 1 : end - len(f)] for f in _FIRST if words[end - len(f) : end] == f), None)
    begin = sentence_begin(words, at)
    core = opened(words[begin:at], reader.book.sentences).words
    thing = _thing_in(core, reader)
    if rest is None or thing is None or not reader.starts_order(core):
        return None
    begins, ends = thing
    then = (*core[:begins], "it", *core[ends:])
    return (*words[: at - len(core)], *how.split(), *core[begins:ends], *rest, ".", "then", *then, *words[end:])


def _thing_in(core: Words, reader: SentenceReader) -> tuple[int, int] | None:
    """Where the first thing begins and ends that an order names with its article; None: it names none."""
    for begin in range(1, len(core) - 1):
        ends = range(min(len(core), begin + _LONGEST), begin + 1, -1) if core[begin] in lx.ARTICLES else ()
        end = next((e for e in ends if is_thing(core[begin:e], reader)), None)
        if end is not None:
            return begin, end
    return None
