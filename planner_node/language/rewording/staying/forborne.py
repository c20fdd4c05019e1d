# SPDX-License-Identifier: Apache-2.0
"""What is not to be done with a thing, and what is: "don't wash the cup, put it on table 2" puts the cup there.

Nothing else is asked for, so nothing else is done. What is to be left alone ("don't move the cup") is no such thing.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import name_with_looks, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_DENYING = (("do", "not"), ("don't",), ("never",), ("you", "do", "not", "have", "to"), ("you", "don't", "have", "to"),
            ("no", "need", "to"), ("there", "is", "no", "need", "to"), ("you", "need", "not"))  # fmt: skip
_BREAKS = ENDS | MARKS | {"but", "and"}
_DISCARDING = frozenset({Verb.THROW, Verb.THROW_AWAY})
_BETWEEN = frozenset({"but", "and", "just", "rather", "instead", "simply", "only", ","}) | MARKS
_PARTICLES = frozenset({"away", "out", "up", "down", "off", "on", "yet", "now", "today", "again", "please"})
_IT = frozenset({"it", "them"})
_THEY = frozenset({"it", "they", "that", "those"})
_LONGEST_VERB = 2


@needs({"not", "don't", "never", "need"}, _IT | _THEY)
def forborne(words: Words, reader: SentenceReader) -> Words:
    """The words with the thing in the order behind, and without what is not to be done with it."""
    for at in range(len(words) - 4):
        if at and words[at - 1] not in ENDS:
            continue
        denying = next((d for d in _DENYING if words[at : at + len(d)] == d), None)
        stop = sentence_end(words, at, _BREAKS)
        both = words[stop : stop + 1] == ("and",)  # "don't wash it and put it there" denies both
        thing = _thing(words[at:stop], len(denying), reader) if denying is not None and not both else ()
        end = sentence_end(words, stop + 1) if thing else stop
        order = opened(without(words[stop + 1 : end], _BETWEEN), reader.book.sentences).words if thing else ()
        done = _with_thing(order, thing, reader)
        if done:
            reader.turned.add(words[at:stop])
            return (*words[:at], *done, *words[end:])
    return words


def _thing(denied: Words, begin: int, reader: SentenceReader) -> Words:
    """The only thing that a denied order is about; empty: it is a limit, or names more than a thing."""
    known = reader.book.sentences
    spelt = spelt_out(denied, known)
    verb = reader.book.said_verbs.find(denied, begin)
    discards = verb is not None and verb.value.verb in _DISCARDING
    if not discards and (known.untouched.find(spelt, 0) is not None or known.unopened.find(spelt, 0) is not None):
        return ()
    rest = denied[begin:]
    while rest and rest[-1] in _PARTICLES:
        rest = rest[:-1]
    for length in range(1, _LONGEST_VERB + 1):
        thing = rest[length:]
        name = reader.names.match(thing, 0) if thing else None
        named = bool(thing) and (
            thing[0] in lx.DEFINITE | lx.ARTICLES or (name is not None and name.node_id is not None)
        )
        bare = without(thing, lx.DEFINITE | lx.ARTICLES)
        ends = (i for i in range(1, len(bare)) if placing_end(bare, i, reader) == len(bare))  # "the plates on table 1"
        if named and name_with_looks(bare[: next(ends, len(bare))], reader) is not None:
            return thing
    return ()


def _with_thing(order: Words, thing: Words, reader: SentenceReader) -> Words:
    """An order about "it" with the thing; empty: it is none, or about something else."""
    its = [i for i, word in enumerate(order) if word in _IT | _THEY]
    if len(its) != 1 or not order:
        return ()
    at = its[0]
    goes = at == 0 and order[0] in _THEY and reader.book.verbs.belonging.find(order, 1) is not None
    is_order = at > 0 and order[at] in _IT and reader.starts_order(order)
    return (*order[:at], *thing, *order[at + 1 :]) if goes or is_order else ()
