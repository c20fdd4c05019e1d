# SPDX-License-Identifier: Apache-2.0
"""Where the robot goes for something: "go to the kitchen, get the mug and bring it here" is about the mug there.

The place is said once more behind the thing, and going there is left out, where things of that kind are elsewhere, too.
"""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import named_things
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.verbs import Verb

_JOINTS = frozenset({",", "and", "then", "to", "please"})
_BEFORE = ENDS | {",", "and", "then", "please", "to", "you", "now", "first"}
_INTO = frozenset({"to", "into", "in", "inside"})
_FETCHING = frozenset({Verb.BRING, Verb.TAKE, Verb.HOLD, Verb.CLEAR})
_OF_THE_PLACE = frozenset({"there", "here", "from", "wait", "stay"})
_EACH = frozenset({"each", "every", "all", "both"})  # places that nobody goes to for themselves
_LONGEST = 7  # words of a thing


def gone_for(words: Words, reader: SentenceReader) -> Words:
    """The words with the place behind the thing in place of going there."""
    for at in range(len(words) - 4):
        verb = reader.book.said_verbs.find(words, at) if at == 0 or words[at - 1] in _BEFORE else None
        if verb is None or verb.value.verb is not Verb.GO:
            continue
        to = (
            at
            + verb.length
            + (words[at + verb.length : at + verb.length + 1] != () and words[at + verb.length] in _INTO)
        )
        end = _places_end(words, to, reader)
        behind = without(words[end:], _JOINTS) if end > to else ()
        if not behind or words[end] in ENDS:
            continue
        place, begin = words[to:end], len(words) - len(behind)
        if not _OF_THE_PLACE.isdisjoint(behind[: sentence_end(behind, 0)]):
            continue
        thing = _thing_end(words, begin, place, reader)
        if thing:
            reader.turned.add(words[at:end])
            return (*words[:at], *words[begin:thing], "from", *place, *words[thing:])
    return words


def _places_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the places that begin there, joined by "and"; the index itself: none do."""
    end = named_place_end(words, at, reader)
    while end > at and words[end : end + 1] in (("and",), (",",)):
        more = named_place_end(words, end + 1, reader)
        if more == end + 1:
            break
        end = more
    return end


def _thing_end(words: Words, begin: int, place: Words, reader: SentenceReader) -> int:
    """Index behind the thing that is fetched, if such things are at the place and others are not; 0: none is."""
    order = opened(words[begin:], reader.book.sentences).words
    begin = len(words) - len(order)
    verb = reader.book.said_verbs.find(words, begin)
    if verb is None or verb.value.verb not in _FETCHING:
        return 0
    first = begin + verb.length
    for end in range(min(len(words), first + _LONGEST), first, -1):
        named = named_things(words[first:end], (), reader)
        if named is None:
            continue
        there = named_things(words[first:end], ("from", *place), reader)
        if not named.nodes and named.looks:  # nothing tells which of them look so
            named, there = (named_things(named.noun, at, reader) for at in ((), ("from", *place)))
        few = named is not None and there is not None and len(there.nodes) < len(named.nodes)
        is_there = there is not None and bool(there.nodes) and (few or place[0] in _EACH)
        return end if is_there else 0
    return 0
