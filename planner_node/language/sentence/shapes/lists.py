# SPDX-License-Identifier: Apache-2.0
"""Lists as people say them: "first the honey, then the jam, both on the table", "shopping: flour, sugar, ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import MARKS, begins_things, side_in
from planner_node.language.words import lexicon as lx

_LONGEST_HEADING = 8
_FURTHER = frozenset({"then", "next", "also", "finally", "lastly", "furthermore"})
_DOING = frozenset({"sorting", "tidying", "clearing", "packing", "shopping", "cleaning", "duty", "list"})
_BEGIN = frozenset({"first", "firstly"})
_OF_THEM = (
    ("of", "them"),
    ("of", "those"),
    ("of", "these"),
    ("of", "that"),
    ("of", "it"),
    ("that",),
    ("those",),
    ("these",),
)
_TOO = (("too",), ("as", "well"), ("also",))


def plain_list(words: Words, reader: SentenceReader) -> Words:
    """A list without "first", "then" and "too", and without "both" or "all" before its place."""
    return _said_once(_in_a_row(words, reader), reader)


def _in_a_row(words: Words, reader: SentenceReader) -> Words:
    """Without "first", "then" and "too", where nothing but things stands between them."""
    if words and words[0] in _BEGIN and begins_things(words[1:], reader):
        words = words[1:]
    found: list[str] = []
    at = 0
    while at < len(words):
        length = next((len(t) for t in _TOO if words[at : at + len(t)] == t), 0)
        goes_on = words[at + length : at + length + 1] in ((",",), ("and",))
        if length and found and goes_on:
            at += length
        elif words[at] in _FURTHER and found and found[-1] in (",", "and") and begins_things(words[at + 1 :], reader):
            at += 1
        else:
            found.append(words[at])
            at += 1
    return tuple(found)


def _said_once(words: Words, reader: SentenceReader) -> Words:
    """Without "both" behind the things; "all" is "all of them", where no number was said."""
    for at in range(1, len(words) - 1):
        side = reader.book.places.sides.find(words, at + 1) is not None
        more = next((len(t) for t in _OF_THEM if words[at + 1 : at + 1 + len(t)] == t), 0)
        set_off = words[at - 1] in MARKS | {",", "\u2026"}
        if words[at] not in ("both", "all") or not set_off or not (side or more):
            continue
        rest = words[at + 1 + more :]
        if rest[:1] == (",",):
            rest = rest[1:]
        counted = any(w in lx.NUMBERS or w.isdecimal() or w in ("a", "an") for w in words[: at - 1])
        kept = ("all", "of", "them") if words[at] == "all" and not counted else ()
        return (*words[: at - 1], *kept, *rest)
    return words


def behind_heading(words: Words, reader: SentenceReader) -> Words | None:
    """What stands behind a heading that names nothing here and limits nothing: "shopping for the cake: ..."."""
    at = words.index(":") if ":" in words[: _LONGEST_HEADING + 1] else 0
    heading = words[:at]
    if not heading or reader.starts_order(heading) or reader.book.sentences.binding.intersection(heading):
        return None
    named = (name for at in range(len(heading)) if (name := reader.names.match(words, at)) is not None)
    is_here = any(map(reader.names.is_present, named))
    doing = heading[-1] in _DOING  # "sorting the vegetables", "veg sorting"
    return None if is_here and heading[0] != "for" and not doing else words[at + 1 :]


def counted_below(words: Words, reader: SentenceReader) -> Words | None:
    """Things with how many of them behind a mark: "pens: two of them to the table", "of the pens, two to the table"."""
    mark = next((i for i, word in enumerate(words) if word in MARKS | {","}), 0)
    things, behind = words[:mark], words[mark + 1 :]
    things = things[1:] if things[:1] == ("of",) else things
    is_number = behind[:1] and (behind[0] in lx.NUMBERS or behind[0].isdecimal() or behind[0] in ("half", "all"))
    if not is_number or not begins_things(things, reader) or side_in(("", *things), reader):
        return None
    rest = behind[3:] if behind[1:3] in (("of", "them"), ("of", "those")) else behind[1:]
    if begins_things(rest, reader):
        return None
    article = () if things[0] in lx.ARTICLES else ("the",)
    return (behind[0], "of", *article, *things, *rest)
