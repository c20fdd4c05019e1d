# SPDX-License-Identifier: Apache-2.0
"""What stays in furniture that is emptied elsewhere: "empty the drawer except for the knives onto table 2"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end, placing_end

_EMPTYING = frozenset({"empty", "unload", "clear"})
_ALL = (("everything",), ("all",), ("it", "all"))
_OUT_OF = (("out", "of"), ("from",), ("off",), ("from", "inside"))
_FAR = 8  # words of what stays


@needs(_EMPTYING)
def emptied_but(words: Words, reader: SentenceReader) -> Words:
    """The words with what stays behind the place where all else goes."""
    return each_sentence(words, lambda said: _order(said, reader) or said)


def _order(words: Words, reader: SentenceReader) -> Words | None:
    core = opened(words, reader.book.sentences).words
    lead = words[: len(words) - len(core)]
    if len(core) < 6 or core[0] not in _EMPTYING:
        return None
    whole = next((w for w in _ALL if core[1 : 1 + len(w)] == w), ())
    first = 1 + len(whole) if whole else named_place_end(core, 1, reader)
    stays, end = _staying(core, first, reader)
    if not whole:
        goes = placing_end(core, end, reader) if stays else end
        said = (*lead, *core[:first], *core[end:goes], "except", *stays, *core[goes:])
        return said if first > 1 and goes > end else None
    if core[0] == "clear" and not stays:
        return None
    out = next((o for o in _OUT_OF if core[end : end + len(o)] == o), ())
    place = end + len(out)
    stop = named_place_end(core, place, reader) if out else place
    goes = placing_end(core, stop, reader)
    if stop == place or goes == stop:
        return None
    left = ("except", *stays) if stays else ()
    return (*lead, core[0], *core[place:stop], *core[stop:goes], *left, *core[goes:])


def _staying(core: Words, at: int, reader: SentenceReader) -> tuple[Words, int]:
    """What stays, and where it ends: behind "except for"; none, and the index itself: nothing does."""
    found = reader.book.nouns.excepted.find(core, at)
    begin = at + (found.length if found is not None else 1 if core[at : at + 1] == ("but",) else 0)
    ends = range(begin + 1, min(len(core), begin + _FAR)) if begin > at else range(0)
    for end in ends:
        parts = [tuple(part.split()) for part in " ".join(core[begin:end]).split(" and ")]
        if all(is_thing(part, reader) for part in parts) and not _goes_on(core, end, reader):
            return core[begin:end], end
    return (), at


def _goes_on(core: Words, at: int, reader: SentenceReader) -> bool:
    """Whether more belongs to the name, or to the list, that ends there."""
    return core[at : at + 1] == ("and",) or reader.names.match(core, at) is not None
