# SPDX-License-Identifier: Apache-2.0
"""The same orders once more, elsewhere or for others: "mop the kitchen floor and do the same in the hall"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_THE_SAME = (("do", "the", "same", "thing"), ("do", "the", "same"))
_WHERE = frozenset({"in", "on", "at"})
_WITH = frozenset({"with", "for", "to"})
_JOINTS = frozenset({",", "and", "then", "please"})


@needs({"same"})
def do_the_same(words: Words, reader: SentenceReader) -> Words:
    """The words with the orders before it once more, of the other place or the other things."""
    for at in range(3, len(words) - 3):
        if words[at] != "do":
            continue
        said = next((s for s in _THE_SAME if words[at : at + len(s)] == s), ())
        link = at + len(said)
        if not said or words[link] not in _WHERE | _WITH:
            continue
        end = sentence_end(words, link, ENDS | {","})
        orders = _orders_before(words, at, reader)
        again = _again(orders, words[link], words[link + 1 : end], reader) if orders else ()
        if again:
            reader.turned.add(words[at : link + 1])
            return do_the_same((*words[:at], *again, *words[end:]), reader)
    return words


def _orders_before(words: Words, at: int, reader: SentenceReader) -> Words:
    """The orders of the sentence, or of the one before it, without what joins them; empty: there are none."""
    joint = at
    while joint > 0 and words[joint - 1] in _JOINTS | ENDS:
        joint -= 1
    begin = sentence_begin(words, joint)
    stage = reader.book.clauses.next_stage.find(words, begin)
    begin += stage.length if stage is not None and begin + stage.length < joint else 0
    while begin < joint and words[begin] in _JOINTS:
        begin += 1
    orders = words[begin:joint]
    return orders if orders and reader.starts_order(orders) else ()


def _again(orders: Words, link: str, others: Words, reader: SentenceReader) -> Words:
    """The orders with another place, or other things; empty: what they would be of is not the only one of its kind."""
    bare = others[others[:1] != () and others[0] in lx.ARTICLES :]
    name = reader.names.match(bare, 0)
    if name is None or name.length != len(bare):
        return ()
    is_room, is_place = reader.names.is_room(name), reader.names.is_place(name)
    if is_place != (link in _WHERE) and not (is_place and link in _WITH):
        return ()
    found = [(at, one) for at, one in _names(orders, reader) if _is_alike(one, is_room, is_place, reader)]
    kinds = {(one.concept, one.node_id) for _, one in found}
    if not kinds or (is_place and len(kinds) > 1):
        return ()
    again = orders
    for at, one in reversed(found if is_place else found[:1]):
        again = (*again[:at], *bare, *again[at + one.length :])
    return again


def _names(words: Words, reader: SentenceReader) -> list[tuple[int, Name]]:
    found, at = [], 0
    while at < len(words):
        name = reader.names.match(words, at)
        if name is not None:
            found.append((at, name))
        at += name.length if name is not None else 1
    return found


def _is_alike(name: Name, is_room: bool, is_place: bool, reader: SentenceReader) -> bool:
    """Whether a name is a room's, furniture's or a thing's, as the other one is."""
    return reader.names.is_room(name) == is_room and reader.names.is_place(name) == is_place
