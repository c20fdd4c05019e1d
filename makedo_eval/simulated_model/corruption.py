# SPDX-License-Identifier: Apache-2.0
"""How a model goes wrong: named corruptions of what it knows, or of the text that it says.

The kinds are those that the papers report of real models: things left out, things made up, predicates and steps mixed
up, answers that break the form, refusals, and positions that were true once.

Source: Onishchenko et al., "LookPlanGraph", appendix A (failure cases); Musumeci et al., "Context Matters!".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType

from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.skills import Literal, SkillCall
from makedo_eval.simulated_model.truth import Truth


class Corruption(StrEnum):
    """What is wrong with an answer."""

    MISSING_OBJECT = "missing object"
    HALLUCINATED_OBJECT = "hallucinated object"
    WRONG_PREDICATE = "wrong predicate"
    WRONG_ORDER = "wrong order"
    BROKEN_FORMAT = "broken format"
    REFUSAL = "refusal"
    STALE_MEMORY = "stale memory"


REFUSAL = "I'm sorry, but I can't help with that."
_PAIRS = (("on", "inside"), ("ontop", "inside"), ("is-on", "inside"), ("put_on", "put_inside"))
_OTHER: Mapping[str, str] = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])} | {"inside": "on"}


def corrupted(truth: Truth, corruption: Corruption, random: Random) -> Truth:
    """What a model would believe that is wrong in this way; the truth itself where it cannot go wrong like that."""
    change = _CHANGES.get(corruption)
    return change(truth, random) if change is not None else truth


def corrupted_text(text: str, corruption: Corruption, random: Random) -> str:
    """An answer that is wrong in its form, or none at all."""
    if corruption is Corruption.REFUSAL:
        return REFUSAL
    if corruption is Corruption.BROKEN_FORMAT:
        return text[: random.randrange(len(text))] if text else text
    return text


def _missing(truth: Truth, random: Random) -> Truth:
    """One thing that the goal is about does not come to mind."""
    lost = _some_thing(truth, random)

    def without(literals: Sequence[Literal]) -> tuple[Literal, ...]:
        return tuple(x for x in literals if lost not in x.terms[:1])

    calls = tuple(c for c in truth.calls if lost not in c.arguments)
    return replace(truth, asked=without(truth.asked), wanted=without(truth.wanted), calls=calls)


def _hallucinated(truth: Truth, random: Random) -> Truth:
    """One thing is called what nothing is called."""
    thing = _some_thing(truth, random)
    if thing not in truth.graph:
        return truth
    label = truth.graph[thing].label
    number = next(n for n in range(len(truth.graph.nodes) + 2, 10**9) if f"{label}_{n}" not in truth.graph)
    return _renamed(truth, {thing: f"{label}_{number}"})


def _wrong_predicate(truth: Truth, random: Random) -> Truth:
    """On is taken for inside, or the other way round: of one fact, and of the steps with its thing."""
    facts = [x for x in truth.wanted if x.predicate in _OTHER and len(x.terms) > 1]
    if not facts:
        return truth
    mistaken = random.choice(facts)
    other = Literal(_OTHER[mistaken.predicate], mistaken.terms, mistaken.negated)

    def mixed_up(literals: Sequence[Literal]) -> tuple[Literal, ...]:
        return tuple(other if x == mistaken else x for x in literals)

    calls = tuple(
        SkillCall(_OTHER.get(c.skill, c.skill), c.arguments) if mistaken.terms[0] in c.arguments else c
        for c in truth.calls
    )
    return replace(truth, asked=mixed_up(truth.asked), wanted=mixed_up(truth.wanted), calls=calls)


def _wrong_order(truth: Truth, random: Random) -> Truth:
    """Two steps that follow each other change places."""
    pairs = [i for i in range(len(truth.calls) - 1) if truth.calls[i] != truth.calls[i + 1]]
    if not pairs:
        return truth
    at = random.choice(pairs)
    calls = list(truth.calls)
    calls[at], calls[at + 1] = calls[at + 1], calls[at]
    return replace(truth, calls=tuple(calls))


def _stale(truth: Truth, random: Random) -> Truth:
    """One thing is thought to be where it is not."""
    thing = _some_thing(truth, random)
    graph = truth.graph
    relation = graph.placement(thing) if thing in graph else None
    elsewhere = [n.id for n in graph.of_kind(NodeKind.ASSET) if relation is None or n.id != relation.target]
    if relation is None or not elsewhere or graph[thing].kind is not NodeKind.OBJECT:
        return truth
    place = random.choice(sorted(elsewhere))
    first = next((i for i, c in enumerate(truth.calls) if thing in c.arguments), -1)
    moved = {relation.target: place}
    calls = tuple(
        SkillCall(c.skill, tuple(moved.get(a, a) for a in c.arguments)) if i <= first else c
        for i, c in enumerate(truth.calls)
    )
    return replace(truth.in_graph(_moved(graph, thing, place)), calls=calls)


def _moved(graph: SceneGraph, thing: str, place: str) -> SceneGraph:
    return graph.with_placement(Relation(thing, RelationType.ON, place))


def _some_thing(truth: Truth, random: Random) -> str:
    """One of the things that the goal is about; empty if it is about none."""
    things = dict.fromkeys(x.terms[0] for x in truth.wanted if x.terms and _is_thing(truth.graph.nodes.get(x.terms[0])))
    named = things or dict.fromkeys(x.terms[0] for x in truth.wanted if x.terms)
    return random.choice(list(named)) if named else ""


def _is_thing(node: Node | None) -> bool:
    return node is not None and node.kind is NodeKind.OBJECT


def _renamed(truth: Truth, names: Mapping[str, str]) -> Truth:
    return replace(
        truth,
        asked=tuple(x.bind(names) for x in truth.asked),
        wanted=tuple(x.bind(names) for x in truth.wanted),
        calls=tuple(SkillCall(c.skill, tuple(names.get(a, a) for a in c.arguments)) for c in truth.calls),
    )


_CHANGES: Mapping[Corruption, Callable[[Truth, Random], Truth]] = MappingProxyType(
    {
        Corruption.MISSING_OBJECT: _missing,
        Corruption.HALLUCINATED_OBJECT: _hallucinated,
        Corruption.WRONG_PREDICATE: _wrong_predicate,
        Corruption.WRONG_ORDER: _wrong_order,
        Corruption.STALE_MEMORY: _stale,
    }
)
