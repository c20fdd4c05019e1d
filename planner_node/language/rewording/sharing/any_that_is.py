# SPDX-License-Identifier: Apache-2.0
"""Whatever is so is meant, all of it: "take any towel that has been used to the basket" is of all used towels."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.people.person_phrases import read_person
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words.verbs import Verb

_IN_THE_WAY = frozenset({"empty", "broken", "used", "wet", "crumpled", "old", "torn"})
_BEING = (("is",), ("has", "been"), ("was",), ("looks",), ("seems",))
_CARRYING = frozenset(
    {Verb.TAKE, Verb.BRING, Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE, Verb.TIDY, Verb.CLEAR, Verb.RETURN}
)


@needs({"any"})
def any_that_is(words: Words, reader: SentenceReader) -> Words:
    """The words with all of a kind for any that is so, where nobody is given one of them."""
    for at in range(1, len(words) - 3):
        name = reader.names.match(words, at + 1) if words[at] == "any" else None
        if name is None or name.is_plural or reader.names.is_place(name) or name.node_id is not None:
            continue
        end = at + 1 + name.length
        being = next((b for b in _BEING if words[end + 1 : end + 1 + len(b)] == b), ())
        look = words[end + 1 + len(being) : end + 2 + len(being)]
        if words[end : end + 1] not in (("that",), ("which",)) or not being or not look:
            continue
        if not _is_got_rid_of(look[0], reader) or not _is_carried(words, at, reader):
            continue  # of "any cup that is clean", one will do
        head = words[at + 1 : end - 1]
        reader.turned.update({("any",), words[end : end + 1 + len(being)]})
        several = (*head, plural(words[end - 1]))
        found = reader.names.match(several, 0)
        are = found is not None and reader.names.is_present(found)
        so = (*several, "that", "are") if are else (*words[at + 1 : end], "that", "is")  # "any paper that is crumpled"
        return any_that_is((*words[:at], "all", *so, *words[end + 1 + len(being) :]), reader)
    return words


def _is_got_rid_of(look: str, reader: SentenceReader) -> bool:
    """Whether things that look so are in the way: dirty, rotten, broken, empty."""
    looks = reader.book.adjectives
    return look in looks.soiled | looks.spoilt | looks.unmarked | _IN_THE_WAY


def _is_carried(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the order is of carrying, and to nobody: "bring me any cup that is clean" is of one."""
    begin = sentence_begin(words, at, ENDS | {",", "then"})
    starts = (i for i in range(begin, at) if reader.book.said_verbs.find(words, i) is not None)
    verb = next(starts, None)
    found = reader.book.said_verbs.find(words, verb) if verb is not None else None
    if found is None or verb is None or found.value.verb not in _CARRYING:
        return False
    to_whom = words[verb + found.length] in ("me", "us") if verb + found.length < at else False
    behind = next((i for i in range(at, len(words) - 1) if words[i] in ("to", "for")), 0)
    people = (verb + found.length, behind + 1 if behind else 0)
    return not to_whom and not any(i and read_person(words, i, reader.names, reader.book) is not None for i in people)
