# SPDX-License-Identifier: Apache-2.0
"""How many things there are at each of several places, or of each of two kinds; answered from what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from makedo_core.goals.goal_text import enumerate_words, number_word
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType
from makedo_core.ontology.words import plural
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Asking
from planner_node.language.questions.answer import Doubt, SceneAnswer
from planner_node.language.things import NounPhrase

_SHOWN = 3


def counted(found: SceneAnswer, nodes: Sequence[Node], scene: Scene) -> SceneAnswer:
    """An answer with the numbers that it compares: of HOLDS_MOST the places with the most first."""
    question = found.question
    if question.asking is Asking.MORE:
        numbers = tuple((t.text, sum(_is_one(n, t, scene) for n in nodes)) for t in question.things)
        (_, first), (_, second) = numbers
        if question.measure is None and not second:  # "enough bread for three burgers"
            return replace(found, numbers=numbers, holds=None, doubts=found.doubts | {Doubt.UNKNOWN})
        holds = first >= second if question.measure is None else first > second
        return replace(found, numbers=numbers, holds=holds)
    assert question.measure is not None
    sign = -1 if question.measure.is_greatest else 1
    places = places_among(question.among, scene)
    many = {p.id: sum(is_there(n, p, scene) for n in nodes) for p in places}
    order = sorted(places, key=lambda p: sign * many[p.id])
    best = many[order[0].id] if order else 0
    so = frozenset(i for i, number in many.items() if number == best)
    return replace(found, numbers=tuple((p.id, many[p.id]) for p in order), so=so)


def places_among(among: NounPhrase | None, scene: Scene) -> tuple[Node, ...]:
    """The rooms or the furniture that a question asks of."""
    if among is None:
        return ()
    holding = (n for n in scene.places(among) if n.kind is NodeKind.ASSET and _holds_things(n, scene))
    return tuple(holding) or scene.rooms(among)


def _holds_things(place: Node, scene: Scene) -> bool:
    """Whether anything can be on or in furniture, as far as its file says."""
    return place.model is None or bool(place.model.regions) or bool(scene.graph.contents(place.id))


def is_there(node: Node, place: Node, scene: Scene) -> bool:
    """Whether a thing is in a room, or on or in furniture, or on what is there."""
    if place.kind is NodeKind.ROOM:
        return scene.graph.room_of(node.id) == place.id
    relation = scene.graph.placement(node.id)
    while relation is not None and relation.type is not RelationType.HELD_BY:
        if relation.target == place.id:
            return True
        relation = scene.graph.placement(relation.target)
    return False


def _is_one(node: Node, thing: NounPhrase, scene: Scene) -> bool:
    if thing.concept == "person" and thing.node_id is None:
        return scene.ontology.is_a(node.label, "person")
    return scene.matches(node, replace(thing, source=None))


def most_told(found: SceneAnswer, named: Callable[[str], str]) -> str:
    """At which place there are the most or the fewest of some things, in words.

    Args:
        found: the answer.
        named: what a place or a person is called.
    """
    measure = found.question.measure
    assert measure is not None
    what = enumerate_words((_bare(t) for t in found.question.things), "and") or "things"
    most = "most" if measure.is_greatest else "fewest"
    if not found.numbers:
        among = found.question.among
        return f"I know of no {_bare(among) if among is not None else 'place'}"
    if measure.is_greatest and found.numbers[0][1] == 0:
        return f"I know of no {what} at {enumerate_words((named(p) for p, _ in found.numbers[:_SHOWN]), 'or')}"
    best = [(p, n) for p, n in found.numbers if p in found.so]
    few = len(found.numbers) <= _SHOWN + 1
    others = [(p, n) for p, n in found.numbers if p not in found.so and (n or few)][:_SHOWN]
    rest = "".join(f"; {named(p)} has {_number(n)}" for p, n in others)
    names, number = enumerate_words(named(p) for p, _ in best), _number(best[0][1])
    if not best[0][1]:
        return f"{names} {'has' if len(best) == 1 else 'have'} no {what} that I know of{rest}"
    if len(best) > 1:
        return f"{names} have equally many {what} that I know of, {number} each{rest}"
    return f"{names} has the {most} {what} that I know of, {number}{rest}"


def more_told(found: SceneAnswer) -> str:
    """Whether there are more of some things than of others, in words."""
    if found.holds is None:
        (some, number), (others, _) = found.numbers
        what = _without_article(some)
        have = f"{_number(number)} {_numbered(number, what)}" if number else f"no {what}"
        return f"I know of {have}, and do not know how much is needed for {others}"
    yes = "yes" if found.holds else "no"
    many = enumerate_words(f"{number_word(n)} {_numbered(n, _without_article(text))}" for text, n in found.numbers)
    return f"{yes}, I know of {many}"


def _number(count: int) -> str:
    return number_word(count) if count else "none"


def _numbered(count: int, text: str) -> str:
    """One of several by the noun for one: "banana", of "bananas"."""
    shorter = (text[:-2], text[:-1], f"{text[:-3]}y")
    return next((one for one in shorter if plural(one) == text), text) if count == 1 else text


def _bare(what: NounPhrase) -> str:
    return _without_article(what.text)


def _without_article(text: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if rest and first in ("the", "a", "an", "any", "some", "all", "my", "our", "your") else text
