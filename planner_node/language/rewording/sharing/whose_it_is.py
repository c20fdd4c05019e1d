# SPDX-License-Identifier: Apache-2.0
"""How somebody's thing looks, told before the order about it: "Mia's backpack is pink. Put it in cubby 1".

So it is the pink backpack that is meant, and "her" is Mia.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_BEING = frozenset({"is", "are"})
_IT = frozenset({"it", "them", "that", "this", "those"})
_WHOM = frozenset({"him", "her"})
_WHOSE = frozenset({"his", "her", "their"})
_MOST_NAMES = 3  # words of whose it is


def whose_it_is(words: Words, reader: SentenceReader) -> Words:
    """The words with the thing by its looks, and its owner by name, in the order behind."""
    words = _apposed(words, reader)
    for at in range(3, len(words) - 2):
        if words[at] not in ENDS | {","}:
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at + 1)
        found = _told(words[begin:at], reader)
        order = words[at + 1 : end]
        if found is None or not reader.starts_order(order):
            continue
        owner, looks, noun = found
        tells = _tells_apart(looks, noun, reader)
        said = _of_it(order, ("the", *(looks if tells else ()), *noun), noun)
        said = _for_owner(said, owner, reader)
        if said != order:
            reader.turned.add(words[begin:at])
            return whose_it_is((*words[: at + 1], *said, *words[end:]), reader)
    return words


def _apposed(words: Words, reader: SentenceReader) -> Words:
    """With "the red jacket" for "Mia's jacket, the red one,"."""
    for at in range(1, len(words) - 3):
        name = reader.names.match(words, at + 1) if words[at].endswith("'s") else None
        comma = at + 1 + name.length if name is not None and not reader.names.is_place(name) else 0
        one = next((i for i in range(comma + 3, min(len(words), comma + 6)) if words[i] in lx.ONES), 0) if comma else 0
        looks = words[comma + 2 : one]
        is_look = all(reader.book.adjectives.attribute(w) is not None for w in looks)
        if one and words[comma : comma + 2] == (",", "the") and looks and is_look:
            behind = words[one + 1 + (words[one + 1 : one + 2] == (",",)) :]
            return _apposed((*words[:at], "the", *looks, *words[at + 1 : comma], *behind), reader)
    return words


def _told(said: Words, reader: SentenceReader) -> tuple[Words, Words, Words] | None:
    """Whose thing it is, how it looks and what it is; None: the words tell something else."""
    last = next((i for i in range(min(_MOST_NAMES, len(said))) if said[i].endswith("'s")), None)
    name = reader.names.match(said, last + 1) if last is not None and last + 1 < len(said) else None
    if last is None or name is None or reader.names.is_place(name) or reader.names.is_person(name):
        return None
    be = last + 1 + name.length
    how = said[be + 1 :]
    if said[be : be + 1] == () or said[be] not in _BEING or name.node_id is not None:
        return None
    if how[:1] == ("the",) and how[-1] in lx.ONES:
        how = how[1:-1]
    is_look = all(word in reader.names.attributes or reader.book.adjectives.attribute(word) for word in how)
    return ((*said[:last], said[last].removesuffix("'s")), how, said[last + 1 : be]) if how and is_look else None


def _tells_apart(looks: Words, noun: Words, reader: SentenceReader) -> bool:
    """Whether something of the kind is known to look so."""
    name = reader.names.match(noun, 0)
    known = frozenset(a for word in looks if (a := reader.book.adjectives.attribute(word) or word))
    return name is not None and reader.names.here.is_any_so(NounPhrase("", name.concept), known)


def _of_it(order: Words, thing: Words, noun: Words) -> Words:
    """An order with the thing in place of what first stands for it: "it", "his backpack"."""
    for at in range(1, len(order)):
        if order[at] in _IT:
            return (*order[:at], *thing, *order[at + 1 :])
        if order[at] in _WHOSE and order[at + 1 : at + 1 + len(noun)] == noun:
            return (*order[:at], *thing, *order[at + 1 + len(noun) :])
    return order


def _for_owner(order: Words, owner: Words, reader: SentenceReader) -> Words:
    """An order with the owner's name in place of "him" or "her", where that is no possessive."""
    match = reader.names.match
    at = next((i for i in range(1, len(order)) if order[i] in _WHOM and match(order, i + 1) is None), None)
    return order if at is None else (*order[:at], *owner, *order[at + 1 :])
