# SPDX-License-Identifier: Apache-2.0
"""What comes next, said by what it comes after: "shut the window if it's open, and after that bring me my blanket"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_AFTER = (("after", "that"), ("after", "this"), ("following", "that"), ("after", "which"), ("when", "that's", "done"))
_AFTER_THING = (("after", "it"), ("after", "them"))
_JOINTS = frozenset({",", "and"})
_BEFORE_WISH = ((",", "and", "then"), (",", "and"), (",", "then"))
_WISHING = (("i'd",), ("i",), ("we'd",), ("we",))


def after_that(words: Words, reader: SentenceReader) -> Words:
    """The words with "then" for it in the middle of a sentence, where more follows; a wish is a sentence of its own."""
    return _wished(_then(_before_no_order(_verb_then(words, reader), reader), reader), reader)


def _verb_then(words: Words, reader: SentenceReader) -> Words:
    """With "then" before its verb: "put two forks there. Put then one of them on the counter"."""
    for at in range(2, len(words) - 1):
        verb = reader.book.said_verbs.find(words, at - 1) if words[at] == "then" else None
        begins = words[at - 2] in ENDS | _JOINTS
        if verb is not None and verb.length == 1 and begins and words[at + 1] not in ENDS | _JOINTS:
            return (*words[: at - 1], "then", words[at - 1], *words[at + 1 :])
    return words


def _before_no_order(words: Words, reader: SentenceReader) -> Words:
    """With "then" for "after that," at the beginning of a sentence that says how things are to be."""
    for at in range(len(words) - 3):
        found = reader.book.clauses.next_stage.find(words, at) if at == 0 or words[at - 1] in ENDS else None
        end = at + found.length if found is not None else at
        if found is None or words[end : end + 1] != (",",) or words[at:end] == ("then",):
            continue
        said = opened(words[end + 1 :], reader.book.sentences).words
        if said[:1] and said[0] in lx.DEFINITE and not reader.starts_order(said):
            reader.turned.add(words[at:end])
            return _before_no_order((*words[:at], "then", *words[end + 1 :]), reader)
    return words


def _then(words: Words, reader: SentenceReader) -> Words:
    for at in range(3, len(words) - 2):
        if words[at - 1] not in _JOINTS:
            continue
        said = next((a for a in _AFTER if words[at : at + len(a)] == a), ())
        bare = next((a for a in _AFTER_THING if words[at : at + len(a)] == a), ())
        said = said or (bare if bare and words[at + len(bare)] in lx.ARTICLES else ())
        end = at + len(said)
        end += words[end : end + 1] == (",",)
        if not said or end >= len(words) or words[end] in ENDS | _JOINTS:
            continue
        begin = at
        while begin and words[begin - 1] in _JOINTS:
            begin -= 1
        if begin and words[begin - 1] not in ENDS:
            reader.turned.add(said)
            return _then((*words[:begin], ",", "then", *words[end:]), reader)
    return words


def _wished(words: Words, reader: SentenceReader) -> Words:
    """With a stop before a wish behind an order and its comma: "turn on the lamp, and I'd like my blanket"."""
    known = reader.book.sentences
    begin = 0
    for at in range(3, len(words) - 2):
        if words[at - 1] in ENDS:
            begin = at
        joint = next((j for j in _BEFORE_WISH if words[at : at + len(j)] == j), ())
        behind = at + len(joint)
        wish = spelt_out(words[behind:], known) if joint and words[behind : behind + 1] in _WISHING else ()
        if wish and known.needing.find(wish, 0) and reader.starts_order(opened(words[begin:at], known).words):
            return (*words[:at], ".", *(("then",) if "then" in joint else ()), *_wished(words[behind:], reader))
    return words
