# SPDX-License-Identifier: Apache-2.0
"""Those of several kinds that look so: "put the pens and markers here and the red ones there" means red pens, too."""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import named_things
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({"and", ","})
_EXCEPT = frozenset({"not", "except", "but", "excluding", "save", "without", "excepting", "leave", "for", "from"})
_LEAD = lx.ARTICLES | {"all", "both", "these", "those", "my", "our"}


def ones_of_both(words: Words, reader: SentenceReader) -> Words:
    """The words with each kind of which some look so for "ones", where several kinds were listed just before."""
    for at in range(4, len(words)):
        begin = at
        while begin > 0 and reader.book.adjectives.attribute(words[begin - 1]) is not None:
            begin -= 1
        if words[at] != "ones" or begin == at or words[begin - 1] != "the" or words[begin - 2] in _EXCEPT:
            continue
        looks, kinds = words[begin:at], _last_listed(words[: begin - 1], reader)
        there = [kind for kind in kinds if _is_any_so((*looks, *kind), reader)]
        if not there or there == [kinds[-1]]:
            continue
        each = (word for n, kind in enumerate(there) for word in (*(("and",) if n else ()), "the", *looks, *kind))
        return ones_of_both((*words[: begin - 1], *each, *words[at + 1 :]), reader)
    return words


def _last_listed(words: Words, reader: SentenceReader) -> list[Words]:
    """The kinds of things that were listed last, each in the plural; empty: what was named last stands alone."""
    found: list[Words] = []
    at = last = 0
    while at < len(words):
        name = reader.names.match(words, at)
        if name is None:
            at += 1
            continue
        if name.is_plural and not reader.names.is_place(name):
            between = words[last:at]
            joined = found and between[:1] and between[0] in _JOINTS and all(w in _JOINTS | _LEAD for w in between)
            found = [*found, words[at : at + name.length]] if joined else [words[at : at + name.length]]
            last = at + name.length
        elif not reader.names.is_place(name):
            found = []
        at += name.length
    return found if len(found) > 1 else []


def _is_any_so(words: Words, reader: SentenceReader) -> bool:
    named = named_things(words, (), reader)
    return named is not None and bool(named.nodes)
