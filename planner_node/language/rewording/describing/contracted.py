# SPDX-License-Identifier: Apache-2.0
"""Where something is, or what became of it, with the verb drawn together: "the jacket's in the wardrobe"."""

from __future__ import annotations

from collections.abc import Mapping

from planner_node.language.rewording.needed import OWNED, needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_IS = "'s"
_LONGEST = 4  # words of a room with its article
_FIRST = (("at", "first"), ("at", "the", "beginning"), ("in", "the", "beginning"), ("at", "the", "start"))
_NEAR_WAS = 5  # words between "was" and "at first"
_SEEMING: Mapping[Words, str] = {
    (seem, "to", be): verb
    for seem, one in (("seem", False), ("seems", True), ("appear", False), ("appears", True))
    for be, verb in (("be", "is" if one else "are"), ("have", "has" if one else "have"))
}
_ENDED = frozenset({"done", "over", "finished", "ready"})
_LASTING = frozenset({"used", "broken"})
_BECOME = frozenset({"gone", "been", "got", "run", "fallen", "turned", "started", "begun"})
_SAYING = frozenset(
    "no not too much so still really very quite ready all already a an the far way for meant due where".split()
)
_OWN = frozenset({"mine", "ours", "yours", "hers", "theirs"})
_VERY = frozenset("so too very really quite".split())
_LONGEST_SAYING = 5  # words of what is said of a thing: "no good anymore", "much too dark"


@needs({"that", "which", "was", "were", "to", OWNED})
def contracted(words: Words, reader: SentenceReader) -> Words:
    """The words with "is" for what is drawn together with a name before a place; a room's things are those in it."""
    words = _that_were(_of_rooms(_is_so(words), reader), reader)
    for at in range(len(words) - 1):
        bare = words[at].removesuffix(_IS)
        side = reader.book.places.sides.find(words, at + 1) if bare != words[at] else None
        become = bare != words[at] and words[at + 1] in _BECOME
        is_placed = side is not None and named_place_end(words, at + 1 + side.length, reader) > at + 1 + side.length
        told = bare != words[at] and (_is_told(words, at + 1, reader) or words[at + 1] in _OWN)
        if not (become or is_placed or told):
            continue
        said = (*words[:at], bare)
        found = [(i, reader.names.match(said, i)) for i in range(max(0, at - 3), at + 1)]
        ends = any(name is not None and i + name.length == len(said) for i, name in found)
        things = any(name is not None and not reader.names.is_person(name) for _, name in found)
        strange = told and words[at + 1] in _VERY and at > 0 and words[at - 1] in lx.DEFINITE  # "my throat's so dry"
        strange |= told and _is_over(words, at, reader)
        if (ends or strange) if told and not (become or is_placed) else things:
            return contracted((*said, "has" if become else "is", *words[at + 1 :]), reader)
    return words


def _is_so(words: Words) -> Words:
    """With "are" for what "seem to be" so, and "was" for what used to be so."""
    for at in range(1, len(words) - 1):
        first = next((f for f in _FIRST if words[at : at + len(f)] == f), ())
        if first and not {"was", "were"}.isdisjoint(words[max(0, at - _NEAR_WAS) : at]):
            return _is_so((*words[:at], "originally", *words[at + len(first) :]))
    for at in range(1, len(words) - 2):
        be = _SEEMING.get(words[at : at + 3])
        be = "was" if words[at : at + 3] == ("used", "to", "be") and words[at - 1] in ("that", "which") else be
        if be is not None:
            return _is_so((*words[:at], be, *words[at + 3 :]))
    return words


def _that_were(words: Words, reader: SentenceReader) -> Words:
    """With "that is" for "that was" before what stays so: "the tissue that was used", but not "was dirty"."""
    lasting = reader.book.adjectives.spoilt | _LASTING
    for at in range(1, len(words) - 2):
        now = {"was": "is", "were": "are"}.get(words[at + 1]) if words[at] in ("that", "which") else None
        if now is not None and reader.book.adjectives.attribute(words[at + 2]) in lasting:
            return _that_were((*words[: at + 1], now, *words[at + 2 :]), reader)
    return words


def _is_over(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether something with no name here is said to be over, and nothing else: "nap's over", "the soup's done"."""
    begins = next((n for n in (0, 1) if at == n or (at > n and words[at - n - 1] in ENDS | {","})), None)
    closes = at + 2 >= len(words) or words[at + 2] in ENDS | {","}
    bare = words[at].removesuffix(_IS)
    led = begins == 0 or (begins == 1 and words[at - 1] in lx.DEFINITE)
    return led and closes and words[at + 1] in _ENDED and reader.names.owned(bare) is None


def _is_told(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether words say how something is, and name nothing that could be somebody's: "no good anymore", "thirsty"."""
    end = next((i for i in range(at + 1, len(words)) if words[i] in ENDS | {",", "and", "so", "but"}), len(words))
    if words[at] in _SAYING or words[at] in _ENDED:
        return end > at + 1 or words[at] in _ENDED
    named = any(reader.names.match(words, i) is not None for i in range(at, end))
    is_look = words[at] in reader.names.attributes or reader.book.adjectives.attribute(words[at]) is not None
    feels = any(needs.find(words, at) is not None for needs in reader.book.needs_of.values())
    return at < end <= at + _LONGEST_SAYING and not named and (is_look or feels)


def _of_rooms(words: Words, reader: SentenceReader) -> Words:
    """The words with "the table in the hall" for "the hall's table"."""
    for at in range(1, len(words) - 1):
        bare = words[at].removesuffix(_IS)
        begin = next((i for i in range(at - 1, max(-1, at - _LONGEST) - 1, -1) if i >= 0 and words[i] == "the"), None)
        own = reader.names.match(words, at)
        if bare == words[at] or begin is None or (own is not None and own.length > 1):
            continue  # "the kid's room" is a room here
        room = (*words[begin:at], bare)
        name, thing = reader.names.match(room, 1), reader.names.match(words, at + 1)
        whole = name is not None and 1 + name.length == len(room) and reader.names.is_room(name)
        if whole and thing is not None:
            end = at + 1 + thing.length
            return _of_rooms((*words[:begin], "the", *words[at + 1 : end], "in", *room, *words[end:]), reader)
    return words
