# SPDX-License-Identifier: Apache-2.0
"""Questions whose first words do not say what they ask: "the shelf has how many binders?", "the milk is where?".

Also those that say what they are about last or first: "is it on, the tv?", "in the cooler, how many soda cans are
there?", and statements that are asked: "the tv is on?".
"""

from __future__ import annotations

from collections.abc import Callable

from planner_node.language.questions.parts import COPULA
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, sentence_bounds
from planner_node.language.sentence.shapes.parts import begins_things, placing_end
from planner_node.language.words import lexicon as lx

_HOW_MANY = ("how", "many")
_FIRST = frozenset("which what who whose how when why".split())  # these say what they ask
_HOLDING = frozenset({"has", "have", "holds", "hold", "contains", "contain"})
_EXISTS = ("there", "is"), ("there", "are")
_OPENS = frozenset({"and", "so", "but", "now"})
_MARKS = frozenset({",", ":", "-"})
_IT = frozenset({"it", "they", "that", "those", "these"})
_ASKING = frozenset({"how", "where", "what", "?"})
_STATES = frozenset({"on", "off", "ajar"})
_IF_SO = tuple(("if", word) for word in ("so", "yes", "not", "no"))
_SOMEBODY = frozenset({"anybody", "anyone", "somebody", "someone"})
_WHETHER = frozenset({"if", "whether"})
_ABLE = frozenset({"can", "could", "do", "will", "would"})
_SEEN = (("seen",), ("see",), ("found",), ("spotted",))
_TOWARDS = frozenset({"to", "into", "onto", "by"})  # "the bread to table 2?" is an order
_NO_STATE = frozenset({"to", "for", "going", "supposed", "meant"})  # "the tv is to be on?" is a wish as likely


def asked_later(words: Words, reader: SentenceReader) -> Words:
    """The words with questions as most people put them in place of such ones."""
    if _ASKING.isdisjoint(words):
        return words
    words = each_sentence(words, _looked)
    if words[:1] in (("has",), ("did",)) and words[1:2] and words[1] in _SOMEBODY and words[2:3] in _SEEN:
        bounds = tuple(sentence_bounds(words))  # behind it stands what for: "has anybody seen the saw? Ben needs it"
        return ("where", "is", *words[3:]) if all(begin == end for begin, end in bounds[1:]) else words
    words = _if_so(words, reader)
    found: list[str] = []
    for begin, end in sentence_bounds(words):
        said, mark = words[begin:end], words[end : end + 1]
        plain = spelt_out(said, reader.book.sentences)
        plain = plain[1:] if plain[:1] and plain[0] in _OPENS else plain
        is_asked = mark == ("?",)
        if is_asked and plain[:1] == ("why",) and end + 1 < len(words) and (told := _told(plain[1:], reader)):
            found += [*told, "."]
            continue
        alone = begin == 0 and end + 1 >= len(words) and "please" not in said  # not "newspapers? Into the bin"
        short = _short(plain, reader) if is_asked and (alone or words[end + 1 : end + 3] in _IF_SO) else None
        ways = (way(plain, is_asked, reader) for way in _WAYS)
        is_order = reader.starts_order(plain) and not (is_asked and plain[:1] == ("see",))
        is_other = len(plain) > 2 and plain[0] not in _FIRST and not is_order and plain[1] not in _WHETHER
        question = short or (next(filter(None, ways), None) if is_other else None)
        found += [*(question or said), *(("?",) if question else mark)]
    return tuple(found)


def _looked(said: Words) -> Words:
    """Of "can you see whether ..." what it asks to look for; "can you see the cup" asks for something else."""
    seen = len(said) > 4 and said[0] in _ABLE and said[1:3] == ("you", "see") and said[3] in _WHETHER
    return ("check", *said[3:]) if seen else said


def _told(words: Words, reader: SentenceReader) -> Words | None:
    """Of "is the cabinet open", behind "why" and before an order, what it tells: "the cabinet is open"."""
    if words[:1] == () or words[0] not in COPULA:
        return None
    if words[1:2] == ("there",):
        return ("there", words[0], *words[2:])
    name = next(
        (n for i in (1, 2) if (n := reader.names.match(words, i)) is not None and (i == 1 or words[1] in lx.ARTICLES)),
        None,
    )
    end = 0 if name is None else (2 if words[1] in lx.ARTICLES else 1) + name.length
    return (*words[1:end], words[0], *words[end:]) if end and end < len(words) else None


def _if_so(words: Words, reader: SentenceReader) -> Words:
    """The words with "if so" for "then" behind a question without a verb: "the window open? Then close it"."""
    for begin, end in reversed(tuple(sentence_bounds(words))):
        if words[end : end + 2] == ("?", "then") and _short(words[begin:end], reader) is not None:
            words = (*words[: end + 1], "if", "so", ",", *words[end + 2 :])
    return words


def _short(words: Words, reader: SentenceReader) -> Words | None:
    """Of "any dirty plates", "the window open": "is there any ...", "is the window open"; None: it has a verb."""
    if not COPULA.isdisjoint(words) or len(words) < 2:
        return None
    if words[0] in ("any", "anything", "anybody", "anyone"):
        return ("is", "there", *words)
    named = next((i for i in range(2) if reader.names.match(words, i) is not None), None)
    name = reader.names.match(words, named) if named is not None else None
    if named is None or name is None or (named == 1 and words[0] not in lx.ARTICLES):
        return None
    end = named + name.length
    is_so = end + 1 == len(words) and (
        words[end] in _STATES or reader.book.adjectives.attribute(words[end]) is not None
    )
    is_there = placing_end(words, end, reader) == len(words) > end and words[end] not in _TOWARDS
    return ("is", *words) if is_so or is_there else None


def _how_many(words: Words, is_asked: bool, reader: SentenceReader) -> Words | None:
    """Of "the shelf has how many binders", "binders on the shelf, how many?": "how many binders are at the shelf"."""
    at = next((i for i in range(1, len(words) - 1) if words[i : i + 2] == _HOW_MANY), None)
    if at is None:
        return None
    before, behind = _unmarked(words[:at]), words[at + 2 :]
    place = placing_end(before, 0, reader)
    rest = before[place:]
    if rest[-1:] and rest[-1] in _HOLDING and not place and placing_end(("at", *rest[:-1]), 0, reader) == len(rest):
        return (*_HOW_MANY, *behind, "are", "at", *rest[:-1]) if behind else None
    if rest in _EXISTS or (place and not rest):
        things = _without_existing(behind, reader)
        return (*_HOW_MANY, *things, "are", *before[:place]) if place and things else (*_HOW_MANY, *behind)
    if begins_things(before, reader) and not _without_existing(behind, reader):
        side = next((i for i in range(1, len(before)) if placing_end(before, i, reader) == len(before)), None)
        there = ("are", *before[side:]) if side else behind
        things = before[:side]
        return (*_HOW_MANY, *(things[1:] if things[0] in lx.ARTICLES else things), *there)
    return None


def _where(words: Words, is_asked: bool, reader: SentenceReader) -> Words | None:
    """Of "the milk is where", "where is it, the milk": "where is the milk"."""
    be = next((i for i, word in enumerate(words) if word in COPULA), 0)
    if words[-1] == "where" and be == len(words) - 2 and begins_things(words, reader):
        return ("where", words[be], *words[:be])
    named = words[4:]
    if words[0] == "where" and be == 1 and words[2] in _IT and words[3:4] == (",",) and begins_things(named, reader):
        return (*words[:2], *named)
    return None


def _what(words: Words, is_asked: bool, reader: SentenceReader) -> Words | None:
    """Of "on the sofa, what is there", "there is what on the sofa": "what is on the sofa"."""
    place = placing_end(words, 0, reader)
    if place and _unmarked(words[place:], first=True) in (("what", "is", "there"), ("what", "is")):
        return ("what", "is", *words[:place])
    is_there = words[:2] in _EXISTS and words[2:3] == ("what",)
    return ("what", "is", *words[3:]) if is_there and placing_end(words, 3, reader) == len(words) > 3 else None


def _whether(words: Words, is_asked: bool, reader: SentenceReader) -> Words | None:
    """Of "the tv is on?", "is it on, the tv?", "there is a lemon on the sideboard?": "is the tv on", "is there ..."."""
    if not is_asked:
        return None
    seen = words[1:] if words[:1] == ("you",) else words
    if seen[:1] in (("see",), ("spot",)) and begins_things(seen[1:], reader):
        return ("do", "you", *seen)
    if words[0] in COPULA and words[-2:] == ("or", "not"):
        return words[:-2]
    comma = words.index(",") if "," in words else 0
    if words[0] in COPULA and words[1] in _IT and comma > 2 and begins_things(words[comma + 1 :], reader):
        return (words[0], *words[comma + 1 :], *words[2:comma])
    if comma:
        return None
    if words[:2] in _EXISTS:
        return (words[1], words[0], *words[2:])
    be = next((i for i, word in enumerate(words) if word in COPULA), 0)
    if not (be and begins_things(words, reader)) or be + 1 == len(words) or words[be + 1] in _NO_STATE:
        return None
    so = words[be + 1]
    is_state = be + 2 == len(words) and (so in _STATES or reader.book.adjectives.attribute(so) is not None)
    is_placed = placing_end(words, be + 1, reader) == len(words)
    return (words[be], *words[:be], *words[be + 1 :]) if is_state or is_placed else None


_WAYS: tuple[Callable[[Words, bool, SentenceReader], Words | None], ...] = (_how_many, _where, _what, _whether)


def _unmarked(words: Words, *, first: bool = False) -> Words:
    """Without a comma or colon behind (or before) them."""
    if first:
        return words[1:] if words[:1] and words[0] in _MARKS else words
    return words[:-1] if words[-1:] and words[-1] in _MARKS else words


def _without_existing(words: Words, reader: SentenceReader) -> Words:
    """Without "are there", "do we have" behind what is counted."""
    table = reader.book.questions.existing
    ends = ((i, table.find(words, i)) for i in range(len(words)))
    return next((words[:i] for i, found in ends if found is not None and i + found.length == len(words)), words)
