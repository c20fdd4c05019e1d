# SPDX-License-Identifier: Apache-2.0
"""What is wanted failing what the sentence before asks for: "... . If you can't find it, the doll will do".

"Anna would like champagne. If there is none, give her a soda" is "..., otherwise give her a soda".
The case must be that there is none of what was asked for; a condition about anything else is left as it is.
"""

from __future__ import annotations

from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import (
    ENDS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import is_thing, placing_end
from planner_node.language.words import lexicon as lx

_IT = frozenset({"it", "that", "them", "those", "these", "one", "any", "some", "none"})
_BE = frozenset({"is", "are"})
_AFTER = frozenset({"left", "there", "here", "available", "anywhere", "around", "at", "all", "more"})
_BEFORE = frozenset({"any", "a", "an", "some", "the", "no", "more", "enough", "of", "out"})
_JOINTS = frozenset({",", "then", "just", "please"})
_LONGEST = 10  # words of the case


def next_best(words: Words, reader: SentenceReader) -> Words:
    """The words with "otherwise" in place of the case that there is none of what the sentence before asks for."""
    words = _or_else(words, reader)
    for at in range(3, len(words) - 3):
        joined = words[at - 1] in ("and", "but") and words[at] == "if"
        if not joined and (words[at - 1] not in ENDS or words[at - 1] == "?"):
            continue
        first = sentence_begin(words, at - 1)
        stop = sentence_end(words, at)
        second = _behind_lack(words[at:stop], words[first : at - 1], reader)
        if second:
            before = words[: at - 1 - (words[at - 2] == ",")]
            return next_best((*before, ",", "otherwise", *second, *words[stop:]), reader)
    return words


def _or_else(words: Words, reader: SentenceReader) -> Words:
    """With "otherwise juice" for "or juice if there is no tea" behind "tea on table 2"."""
    known = reader.book.sentences
    for at in range(1, len(words) - 4):
        if words[at] != "or":
            continue
        stop = sentence_end(words, at)
        case = words.index("if", at, stop) if "if" in words[at:stop] else 0
        second, said = words[at + 1 : case], spelt_out(words[case + 1 : stop], known)
        if not case or not is_thing(second, reader):
            continue
        begin = sentence_begin(words, at)
        before = words[: at - (words[at - 1] == ",")]
        if _lacks(said, words[begin:at], reader):
            return (*before, ",", "otherwise", *second, *words[stop:])
    return words


def _behind_lack(words: Words, wanted: Words, reader: SentenceReader) -> Words:
    """What is said behind "if there is none," of what is wanted; empty: the words begin with no such case."""
    known = reader.book.sentences
    said = spelt_out(words, known)
    case = ("there", "is", *said[3:]) if said[:3] == ("should", "there", "be") else skipped(said, known.if_so)
    if case is None:
        return ()
    for end in range(2, min(len(case) - 1, _LONGEST) + 1):
        behind = without(case[end:], _JOINTS)
        begins = case[end] in _JOINTS or reader.starts_order(behind) or _will_do(behind, reader)
        begins |= is_thing(behind, reader) and case[end] in lx.ARTICLES
        if begins and behind and _lacks(case[:end], wanted, reader) and _is_other(behind, reader):
            return behind
    return ()


def _will_do(words: Words, reader: SentenceReader) -> bool:
    """Whether words say of a thing that it will do: "a pear is fine"."""
    table = reader.book.sentences.will_do
    ends = ((i, table.find(words, i)) for i in range(1, len(words)))
    return any(f is not None and i + f.length == len(words) and is_thing(words[:i], reader) for i, f in ends)


def _lacks(case: Words, wanted: Words, reader: SentenceReader) -> bool:
    """Whether a case is that there is none of what is wanted."""
    known = reader.book.sentences
    exists = skipped(case, known.exists)
    if exists is not None and exists[:2] in (("no", "room"), ("no", "space"), ("not", "enough")):
        return not without(exists[2:], _AFTER | {"room", "space", "for", "it", "them", "in", "on", "that"})
    if case in (("it", "does", "not", "fit"), ("they", "do", "not", "fit"), ("it", "will", "not", "fit")):
        return True
    if exists is not None and exists[:1] in (("none",), ("no",)):
        return _is_of(exists[1:], wanted, reader) or not without(exists[1:], _AFTER)
    lacking = skipped(case, known.lacks)
    if lacking is not None:
        return _is_of(lacking, wanted, reader)
    if case[:2] in (("none", "is"), ("none", "are")):
        return not without(case[2:], _AFTER)
    if case[-4:] in (("can", "not", "be", "found"), ("can", "not", "be", "had")):
        return _is_of(case[:-4], wanted, reader)
    be = next((i for i in range(1, len(case)) if case[i] in _BE), 0)
    gone = without(case[be + 1 :], {"all"})
    is_gone = gone[:2] == ("not", "there") or gone in (("gone",), ("out",), ("not", "available"), ("finished",))
    return bool(be) and is_gone and _is_of(case[:be], wanted, reader)


def _is_of(said: Words, wanted: Words, reader: SentenceReader) -> bool:
    """Whether words stand for what is wanted: "it", "any left", or its name again."""
    bare = without(said, _BEFORE)
    if bare[:1] and bare[0] in _IT:
        return not without(bare[1:], _AFTER)
    if said and not bare:
        return said[-1] in ("any", "more", "enough")
    if not without(bare, _AFTER):
        return bool(said) and said[0] in ("any", "none")
    again = any(wanted[i : i + len(bare)] == bare for i in range(len(wanted)))
    named = reader.names.match(bare, 0)
    concepts = [n.concept for i in range(len(wanted)) if (n := reader.names.match(wanted, i)) is not None]
    return again or (named is not None and not without(bare[named.length :], _AFTER) and named.concept in concepts)


def _is_other(behind: Words, reader: SentenceReader) -> bool:
    """Whether something or some place is named there that will do instead."""
    placed = any(placing_end(behind, i, reader) == len(behind) for i in range(len(behind)))
    return placed or _names_more(behind, reader)


def _names_more(behind: Words, reader: SentenceReader) -> bool:
    """Whether something is named there that could be had instead."""
    names = (reader.names.match(behind, i) for i in range(len(behind)))
    return any(n is not None and not reader.names.is_place(n) and not reader.names.is_person(n) for n in names) or any(
        word in lx.ONES for word in behind
    )
