# SPDX-License-Identifier: Apache-2.0
"""Whether a place behind things is where they are or where they go: "remove the plates on the table".

Only verbs that put something down say where it goes by "on" or "in". What is picked up or removed is there; of what is
moved both may be meant where such things are there already, so that is asked.
"""

from __future__ import annotations

from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.verbs import Said, Verb

_TAKING = frozenset({Verb.TAKE, Verb.RETURN})


def where_they_are(nouns: Nouns, said: Said, groups: tuple[Group, ...], begin: int, told: bool) -> tuple[Group, ...]:
    """The groups, with the place that was said by "on" or "in" as where things are taken from, if it is that.

    Args:
        nouns: reads names.
        said: the verb.
        groups: what was read behind it.
        begin: where that begins.
        told: whether somebody was named who gets it: "get me the lemon on the table".

    Raises:
        NotUnderstoodError: both may be meant.
    """
    book, words = nouns.book, nouns.cursor.words[begin : nouns.cursor.at]
    placed = [g for g in groups if g.places]
    last = placed[-1].places[-1] if placed else None
    if last is None or last.side is Side.ANY or any(len(g.places) > 1 or g.sources or g.in_order for g in groups):
        return groups
    removes = said.verb is Verb.HOLD or said.like in book.verbs.removing
    either = told or said.verb in _TAKING or said.like in book.verbs.moving
    if not book.places.towards.isdisjoint(words) or not (removes or either):
        return groups
    if not removes and not all(_lie_there(nouns, g) for g in placed):
        return groups
    if removes or told or said.verb in _TAKING:
        return tuple(_taken_from_there(g) for g in groups)
    raise _are_they_there(nouns, said, placed[-1], words)


def _taken_from_there(group: Group) -> Group:
    return replace(group, sources=(*group.sources, *group.places), places=())


def _lie_there(nouns: Nouns, group: Group) -> bool:
    """Whether some of each of the things are at the place behind them, as far as is known."""
    return all(_lies_there(nouns, thing, group.places[-1]) for thing in group.things)


def _lies_there(nouns: Nouns, thing: NounPhrase, place: Place) -> bool:
    if thing.concept is not None or thing.node_id is not None or thing.parts:
        return nouns.names.here.lies_at(thing, place)
    return any(nouns.names.here.is_within(node.id, place.what) for node in nouns.names.graph.of_kind(NodeKind.OBJECT))


def _are_they_there(nouns: Nouns, said: Said, group: Group, words: tuple[str, ...]) -> NotUnderstoodError:
    """The question whether things are at a place or go there."""
    place, things = group.places[-1], " and ".join(t.text for t in group.things)
    name = place.what.text
    preposition = "in" if place.side is Side.INSIDE else "on"
    onto = "into" if place.side is Side.INSIDE else "onto"
    text = (
        f"Is '{preposition} {name}' where {things} {'are' if _several(group) else 'is'} now, or where I shall "
        f"{said.like} {'them' if _several(group) else 'it'}? Say 'from {name}' or '{onto} {name}'."
    )
    begin = next((i for i in range(len(words) - 1, -1, -1) if words[i] in ("in", "on")), None)
    about = " ".join(words[begin:]) if begin is not None else ""
    gap = Gap(QuestionKind.WHICH, about) if about else None
    return NotUnderstoodError(FailureCause.AMBIGUOUS, text, (f"from {name}", f"{onto} {name}"), gap=gap)


def _several(group: Group) -> bool:
    one = group.things[0]
    return len(group.things) > 1 or (one.count != 1 and not one.text.startswith(("every", "all of it", "anything")))
