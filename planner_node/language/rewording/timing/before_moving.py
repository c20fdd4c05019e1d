# SPDX-License-Identifier: Apache-2.0
"""What is done before things are moved: "the shelf should be in the hall, but empty it before you move it".

"Once the shelf is empty, bring it to the hall" empties it first, too.
"""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_thing

_MOVING = (
    ("before", "you", "move"), ("before", "you", "bring"), ("before", "you", "carry"), ("before", "you", "take"),
    ("before", "moving"), ("before", "bringing"), ("before", "carrying"), ("before", "taking"), ("before", "you", "do"),
)  # fmt: skip
_PUTTING = (("putting",), ("placing",), ("you", "put"), ("you", "have", "put"), ("you've", "put"), ("laying",))
_IT = (("it",), ("them",), ("that",), ("it", "there"), ("them", "there"), ("so",), ("it", "over"), ("them", "over"))
_JOINTS = frozenset({",", "but", "and", ";", "."})
_ONCE = ("once", "after")
_BEING = frozenset({"is", "are"})


@needs({"before", *_ONCE})
def before_moving(words: Words, reader: SentenceReader) -> Words:
    """The words with what is done first before what is done then."""
    words = _told_behind(_put_in(_emptied_first(words, reader), reader), reader)
    for at in range(4, len(words) - 1):
        said = next((m for m in _MOVING if words[at : at + len(m)] == m), None)
        behind = at + len(said) if said is not None else 0
        it = next((i for i in _IT if words[behind : behind + len(i)] == i and _ends(words, behind + len(i))), None)
        if said is None or it is None:
            continue
        joints = (i for i in range(at - 1, 0, -1) if words[i - 1] in _JOINTS)
        order_begin = next((i for i in joints if reader.starts_order(words[i:at])), 0)
        last = order_begin
        while last and words[last - 1] in _JOINTS:
            last -= 1
        begin = sentence_begin(words, last)
        first, then = words[order_begin:at], words[begin:last]
        if not order_begin or not then:
            continue
        reader.turned.add(words[at : behind + len(it)])
        then = _as_order(then, reader)
        joint = (",", "then") if reader.starts_order(then) else (".", "then")
        return before_moving((*words[:begin], *first, *joint, *then, *words[behind + len(it) :]), reader)
    return words


def _told_behind(words: Words, reader: SentenceReader) -> Words:
    """With the order before the sentence that it is done before: "... goes there. Before you carry it, empty it"."""
    for at in range(4, len(words) - 3):
        said = next((m for m in _MOVING if words[at : at + len(m)] == m), None) if words[at - 1] in ENDS else None
        behind = at + len(said) if said is not None else 0
        its = (i for i in _IT if said is not None and words[behind : behind + 1 + len(i)] == (*i, ","))
        it = next(its, None)
        if said is None or it is None:
            continue
        begin, end = sentence_begin(words, at - 1), sentence_end(words, at)
        first, then = words[behind + len(it) + 1 : end], words[begin : at - 1]
        if not then or not reader.starts_order(first):
            continue
        reader.turned.add(words[at : behind + len(it)])
        then = _as_order(then, reader)
        joint = (",", "then") if reader.starts_order(then) else (".", "then")
        return (*words[:begin], *first, *joint, *then, *words[end:])
    return words


def _as_order(wish: Words, reader: SentenceReader) -> Words:
    """With an order for "the shelf should be in the hall"."""
    for at in range(2, len(wish) - 2):
        found = reader.book.sentences.modals.find(wish, at)
        end = (
            at + found.length + (wish[at + found.length : at + found.length + 1] in (("be",), ("go",))) if found else at
        )
        if found is not None and place_stands(wish, end, reader):
            return ("put", *wish[:at], *wish[end:])
    return wish


def _ends(words: Words, at: int) -> bool:
    return at == len(words) or words[at] in ENDS


def _emptied_first(words: Words, reader: SentenceReader) -> Words:
    """With an order to empty it for "once the shelf is empty" before another order."""
    for at in range(len(words) - 4):
        if words[at] not in _ONCE or not (at == 0 or words[at - 1] in ENDS):
            continue
        be = next((i for i in range(at + 2, sentence_end(words, at)) if words[i] in _BEING), 0)
        thing = words[at + 1 : be]
        if not be or words[be + 1 : be + 3] != ("empty", ",") or not thing:
            continue
        behind = without(words[be + 3 :], {"then"})
        names = [n for i in range(len(thing)) if (n := reader.names.match(thing, i)) is not None]
        if names and reader.starts_order(behind):
            reader.turned.add(words[at : at + 1])
            return _emptied_first((*words[:at], "empty", *thing, ",", "then", *behind), reader)
    return words


def _put_in(words: Words, reader: SentenceReader) -> Words:
    """With "in it" for "in" behind what is put there: "close the box after putting the puzzle in"."""
    for at in range(3, len(words) - 3):
        putting = next((p for p in _PUTTING if words[at : at + 1 + len(p)] == (words[at], *p)), None)
        end = sentence_end(words, at, ENDS | {","})
        if words[at] not in ("after", "before") or putting is None or words[end - 1] not in ("in", "inside"):
            continue
        if is_thing(words[at + 1 + len(putting) : end - 1], reader):
            return _put_in((*words[:end], "it", *words[end:]), reader)
    return words
