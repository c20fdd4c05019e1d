# SPDX-License-Identifier: Apache-2.0
"""One thing for another, and things from one place to another.

"Sugar off the table, honey on"; "desk 1 to desk 2: the stapler, the pen".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import MARKS, is_thing, named_place_end, names_things
from planner_node.language.words import lexicon as lx

_ON = (("on",), ("on", "it"), ("in",), ("in", "it"), ("there",))
_INSTEAD = (("instead",), ("in", "its", "place"), ())


def exchanged(words: Words, reader: SentenceReader) -> Words:
    """The words with "replace the sugar on the table with the honey", "from desk 1 to desk 2"."""
    return each_sentence(words, lambda said: _replaced(said, reader) or _from_there(said, reader) or said)


def _replaced(words: Words, reader: SentenceReader) -> Words | None:
    """Of "sugar off the table, honey on instead" the order; None: something else is said."""
    off = next((i for i in range(1, len(words)) if words[i] in ("off", "out")), 0)
    begin = off + 1 + (words[off + 1 : off + 2] == ("of",))
    end = named_place_end(words, begin, reader) if off else 0
    behind = words[end + 1 :]
    if not off or end <= begin or words[end : end + 1] not in ((",",), ("and",), (":",)):
        return None
    last = next((i for i in _INSTEAD if len(behind) > len(i) and behind[len(behind) - len(i) :] == i), ())
    on = next((o for o in _ON if behind[len(behind) - len(last) - len(o) : len(behind) - len(last)] == o), ())
    old, new = words[:off], behind[: len(behind) - len(last) - len(on)]
    if not on or not new or not is_thing(old, reader) or not is_thing(new, reader):
        return None
    side = "in" if words[off] == "out" else "on"
    there = ("on", "it") if on[:1] == ("on",) else on
    reader.turned.update((there, last))
    return ("replace", *_definite(old, reader), side, *words[begin:end], "with", *_definite(new, reader))


def _definite(things: Words, reader: SentenceReader) -> Words:
    """Things with "the" where no article or number stands before them."""
    return things if things[0] in lx.ARTICLES or things[0] in lx.NUMBERS else ("the", *things)


def _from_there(words: Words, reader: SentenceReader) -> Words | None:
    """With "from" before two places in a row and their things: "bench 1 to bench 2: the notebook"."""
    first = named_place_end(words, 0, reader)
    if not first or words[first : first + 1] not in (("to",), ("onto",), ("into",)):
        return None
    second = named_place_end(words, first + 1, reader)
    things = words[second + 1 :]
    marked = second > first + 1 and words[second : second + 1] != () and words[second] in MARKS | {","}
    if not marked or not names_things(things, reader):
        return None
    return ("put", *things, "from", *words[:first], *words[first:second])
