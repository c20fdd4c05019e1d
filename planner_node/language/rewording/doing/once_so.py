# SPDX-License-Identifier: Apache-2.0
"""When what was just asked for is done: "turn the tv on and once it's on, put the remote away" is "..., then put ...".

"When you're done with the mug, ..." tells when it suits, and nothing else.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_WHEN = (("once",), ("when",), ("as", "soon", "as"), ("after",))
_FAR = 8  # words of what is so
_MOMENTS = frozenset({"moment", "minute", "second", "instant"})
_ALL = frozenset({"all", "both", "everything", "every", "each"})
_IT = (("it's",), ("it", "is"), ("they", "are"), ("they're",), ("that's",), ("that", "is"))
_SWITCHES = frozenset({Verb.SWITCH, Verb.START})
_MOVES = frozenset({Verb.OPEN, Verb.CLOSE})
_SO = {"on": _SWITCHES, "off": _SWITCHES, "running": _SWITCHES, "open": _MOVES, "closed": _MOVES, "shut": _MOVES}
_DONE = frozenset({"done", "finished", "through"})
_YOU = (("you", "are"), ("you're",), ("you", "have"), ("you've",))


def _moments(words: Words, reader: SentenceReader) -> Words:
    """With "as soon as" for "the moment" something is so."""
    for at in range(len(words) - 4):
        begins = at == 0 or words[at - 1] in ENDS | {",", "and"}
        is_so = (reader.book.sentences.is_so.find(words, i) for i in range(at + 3, min(at + _FAR, len(words) - 1)))
        counts = words[at + 1] == "second" and words[at + 2] not in lx.ARTICLES | lx.PRONOUNS | _ALL  # of the tables
        if begins and words[at] == "the" and words[at + 1] in _MOMENTS and not counts and any(is_so):
            reader.turned.add(words[at : at + 2])
            return _moments((*words[:at], "as", "soon", "as", *words[at + 2 :]), reader)
    return words


def once_so(words: Words, reader: SentenceReader) -> Words:
    """The words with "then" in place of "and once it's on", behind an order; without "when you're done with it,"."""
    words = _once_there(_moments(words, reader), reader)
    for at in range(len(words) - 3):
        when = next((w for w in _WHEN if words[at : at + len(w)] == w), None)
        if when is None:
            continue
        begin = at + len(when)
        it = next((i for i in _IT if words[begin : begin + len(i)] == i), None)
        so = begin + len(it) if it is not None else 0
        if so and words[so : so + 1] and words[so] in _SO and at > 1:
            behind = without(words[so + 1 :], {",", "then"})
            before = words[:at]
            while before and before[-1] in ("and", ",", "then"):
                before = before[:-1]
            if reader.starts_order(behind) and _brings_about(before, words[so], reader):
                return (*before, ",", "then", *once_so(behind, reader))
        you = next((y for y in _YOU if words[begin : begin + len(y)] == y), None)
        done = begin + len(you) if you is not None else 0
        if done and words[done : done + 1] and words[done] in _DONE and (at == 0 or words[at - 1] in ENDS):
            comma = sentence_end(words, done, ENDS | {","})
            if words[comma : comma + 1] == (",",) and "with" in words[done:comma]:
                return (*words[:at], *words[comma + 1 :])
    return words


def _brings_about(before: Words, state: str, reader: SentenceReader) -> bool:
    """Whether the last sentence so far orders something that brings a state about."""
    begin = next((i + 1 for i in range(len(before) - 1, -1, -1) if before[i] in ENDS), 0)
    verbs = (reader.book.said_verbs.find(before, i) for i in range(begin, len(before)))
    return any(verb is not None and verb.value.verb in _SO[state] for verb in verbs)


def _once_there(words: Words, reader: SentenceReader) -> Words:
    """With "once" for "after" before where things are to be first: "shut the fridge after the cans are on table 2"."""
    for at in range(len(words) - 4):
        if words[at] != "after":
            continue
        stop = sentence_end(words, at, ENDS | {","})
        be = next((i for i in range(at + 2, stop) if words[i] in ("is", "are")), 0)
        if be and placing_end(words, be + 1, reader) == stop > be + 1:
            return (*words[:at], "once", *_once_there(words[at + 1 :], reader))
    return words
