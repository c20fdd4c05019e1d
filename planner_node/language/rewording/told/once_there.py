# SPDX-License-Identifier: Apache-2.0
"""What was somewhere before: "everything that used to be on the shelf" is "the previous contents of the shelf"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_THINGS = frozenset({"things", "objects", "items", "stuff", "everything", "all", "what", "whatever"})
_BEFORE_THINGS = frozenset({"all", "the", "of"})
_WAS = tuple(tuple(said.split()) for said in ("used to be", "had been", "was", "were"))
_HELD = tuple(
    tuple(said.split())
    for said in (
        "used to hold", "used to contain", "used to have in it", "used to have on it", "used to have inside",
        "used to have in them", "used to have on them", "had contained", "had held", "had in it", "had on it",
        "had in them", "had on them", "had inside", "contained", "held",
    )
)  # fmt: skip
_PREVIOUSLY = frozenset({"before", "previously", "originally", "earlier", "formerly", "initially"})
_THEM = frozenset({"them", "it", "they", "these"})


@needs(_THINGS)
def once_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the previous contents in place of what was somewhere."""
    for at in range(len(words) - 2):
        if words[at] not in _THINGS or (at > 0 and words[at - 1] in ("and", "or") and words[at] == "what"):
            continue
        begin = at
        while begin > 0 and words[begin - 1] in _BEFORE_THINGS:
            begin -= 1
        found = _was_there(words, at + 1, reader) or _held(words, at + 1, reader)
        if found is None:
            continue
        where, end = found
        owned = ("its",) if where == ("it",) else ("their",)
        of = (*owned, "previous", "contents") if where[0] in _THEM else ("the", "previous", "contents", "of", *where)
        return once_there((*words[:begin], *of, *words[end:]), reader)
    return words


def _was_there(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int] | None:
    """The place of "that used to be on the shelf", and where that ends; None: nothing of the kind stands there."""
    at += words[at : at + 1] in (("that",), ("which",))
    early = words[at + 1 : at + 2] if words[at : at + 1] in (("was",), ("were",)) else ()
    was = next((w for w in _WAS if words[at : at + len(w)] == w), None)
    if was is None:
        return None
    at += len(was) + (1 if early and early[0] in _PREVIOUSLY else 0)
    side = reader.book.places.sides.find(words, at)
    found = _place(words, at + side.length, reader) if side is not None else None
    if found is None:
        return None
    where, end = found
    late = words[end : end + 1] and words[end] in _PREVIOUSLY
    again = where[0] in _THEM or _was_named(words[: at - len(was)], where)
    told = len(was) > 1 or late or (early and early[0] in _PREVIOUSLY) or again
    return (where, end + (1 if late else 0)) if told else None


def _was_named(words: Words, where: Words) -> bool:
    """Whether furniture was named before, so that "what was on the shelf" was there then."""
    named = tuple(word for word in where if word not in lx.ARTICLES)
    return any(words[i : i + len(named)] == named for i in range(len(words)))


def _held(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int] | None:
    """The place of "the shelf contained before", and where that ends; None: nothing of the kind stands there."""
    at += words[at : at + 1] in (("that",), ("which",))
    found = _place(words, at, reader)
    behind = found[1] if found is not None else len(words)
    held = next((h for h in _HELD if words[behind : behind + len(h)] == h), None)
    if found is None or held is None:
        return None
    end = behind + len(held)
    return found[0], end + (1 if words[end : end + 1] and words[end] in _PREVIOUSLY else 0)


def _place(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int] | None:
    """The named places that begin there, joined by "and", and where they end; None: none do."""
    if words[at : at + 1] and words[at] in _THEM:
        return words[at : at + 1], at + 1
    end = named_place_end(words, at, reader)
    if end == at:
        return None
    more = named_place_end(words, end + 1, reader) if words[end : end + 1] == ("and",) else end + 1
    end = more if more > end + 1 else end
    return words[at:end], end
