# SPDX-License-Identifier: Apache-2.0
"""What is moved and goes back: "take the banana to the table and put it back afterwards"."""

from __future__ import annotations

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import RelationType
from planner_node.language.rewording.doing.those_named import named_things, place_begin
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_RETURNING = frozenset({"put", "bring", "take", "return", "carry", "set", "place"})
_IT = frozenset({"it", "them"})
_WHERE = (
    ("where", "it", "was"), ("where", "they", "were"), ("where", "it", "was", "before"), ("to", "its", "place"),
    ("where", "it", "came", "from"), ("to", "where", "it", "was"), (),
)  # fmt: skip
_LATER = (("afterwards",), ("after", "that"), ("later",), ("again",), ("later", "on"), ("in", "the", "end"), ())
_JOINTS = frozenset({",", "and", "then", "later", "afterwards", ";"}) | ENDS
_MOVING = frozenset({Verb.BRING, Verb.TAKE})


@needs({"back"})
def back_again(words: Words, reader: SentenceReader) -> Words:
    """The words with the place where the thing is now, behind "then"."""
    words = _back_without_verb(words, reader)
    for at in range(4, len(words) - 2):
        returns = words[at] in _RETURNING and words[at + 1] in _IT and words[at + 2] == "back"
        if not returns or words[at - 1] not in _JOINTS:
            continue
        behind = at + 3
        said = ((*where, *later) for where in _WHERE for later in _LATER)
        end = behind + max(len(s) for s in said if words[behind : behind + len(s)] == s)
        if end < len(words) and words[end] not in ENDS | {","}:
            continue
        last = at
        while last and words[last - 1] in _JOINTS:
            last -= 1
        order = opened(words[sentence_begin(words, last) : last], reader.book.sentences).words
        place = _where_now(order, reader)
        if place:
            reader.turned.add(words[at + 1 : end])
            return back_again((*words[:last], ",", "then", "put", words[at + 1], *place, *words[end:]), reader)
    return words


def _back_without_verb(words: Words, reader: SentenceReader) -> Words:
    """With the verb that is left out: "..., and then the flour back" is "and then put the flour back"."""
    for at in range(2, len(words) - 2):
        end = sentence_end(words, at)
        thing = words[at + 1 : end - 1]
        if words[at] == "then" and words[end - 1] == "back" and is_thing(thing, reader) and thing[0] in lx.DEFINITE:
            return (*words[: at + 1], "put", *words[at + 1 :])
    return words


def _where_now(order: Words, reader: SentenceReader) -> Words:
    """Where the things that an order moves are now, with a preposition; empty: it moves none, or of several places."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None or verb.value.verb not in _MOVING:
        return ()
    thing = order[verb.length :]
    at = next((i for i in range(1, len(thing)) if reader.book.places.sides.find(thing, i) is not None), len(thing))
    source = place_begin(thing[:at], reader)
    named = named_things(thing[:source], thing[source:at], reader)
    if named is None or not named.nodes or (len(named.nodes) > 1 and not named.is_plural):
        return ()
    placed = {(r.type, r.target) for n in named.nodes if (r := reader.names.graph.placement(n.id)) is not None}
    if len(placed) != 1:
        return ()
    ((relation, support),) = placed
    return ("in" if relation is RelationType.INSIDE else "on", *spoken(support).split())
