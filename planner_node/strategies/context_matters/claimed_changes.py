# SPDX-License-Identifier: Apache-2.0
"""From differences between goals to the changes that an operator reads: kind, words, reason and cost.

The cost is that of the model-free engine: breadth of the functional class that a stand-in shares with what was
asked for, a fixed cost for what only a model holds to be alike, and so many for each thing fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from makedo_core.account import Account
from makedo_core.goals.facts import words
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import describe, enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_llm.templates import one_line
from planner_node.grounding.scene import Scene
from planner_node.llm.words import places_of, words_of
from planner_node.relaxation.explain import explain
from planner_node.relaxation.options import WEAKER_SIDE_COST
from planner_node.relaxation.relax import DROP_COST, LOWER_COST
from planner_node.relaxation.shift import ATTRIBUTE_COST, OTHER_NODE_COST
from planner_node.strategies.context_matters.asked import Asked, shortage
from planner_node.strategies.context_matters.comparison import Difference

_PROPOSED = "A language model proposed the changed goal; that the plan reaches it in this scene was checked without it."
_WRITTEN = "A language model wrote the planning problem; that the plan does what was asked was checked without it."
_EXCEPTED = "That nothing is taken which the instruction rules out was not checked."
_READ = "Nothing but a language model read the instruction; only that the plan reaches this goal was checked."

UNSHARED_COST = 2.5  # the ontology knows of no use that the two share; its broadest class costs 2
_LONGEST_REASON = 160


@dataclass(frozen=True, slots=True)
class Claims:
    """What a model said in favour of its changes; none of it is checked.

    Attributes:
        by_id: reason of each thing or place that stands in.
        given_up: reasons of what was given up.
    """

    by_id: Mapping[str, str] = field(default_factory=dict)
    given_up: tuple[str, ...] = ()

    def of(self, difference: Difference) -> str:
        """The claim about a difference, marked as one."""
        reasons = dict.fromkeys(self.by_id[i] for i in difference.instead if i in self.by_id)
        if not reasons and difference.missing:
            reasons = dict.fromkeys(self.given_up)
        said = one_line(" / ".join(reasons), _LONGEST_REASON).rstrip(".")
        return f'a language model proposed it: "{said}"' if said else "a language model proposed it without a reason"


def relaxations(
    differences: Sequence[Difference], claims: Claims, scene: Scene, why: Mapping[str, str]
) -> tuple[Relaxation, ...]:
    """The description of each difference.

    Args:
        differences: between what was asked and what is proposed.
        claims: of the model.
        scene: for words and costs.
        why: for the text of each demand why it cannot be met as it was asked, as far as that is proven.
    """
    return tuple(change for d in differences for change in _told(d, claims, scene, why.get(d.demand.text, "")))


def _told(d: Difference, claims: Claims, scene: Scene, why: str) -> Iterator[Relaxation]:
    demand = d.demand
    short = shortage(demand, scene.graph) or why or "the goal that was asked for could not be reached"
    reasons = (short, claims.of(d))
    match d.kind:
        case RelaxationKind.SUBSTITUTE:
            count = len(d.instead)
            asked = demand.text if count == demand.count else f"{number_word(count)} of {demand.text}"
            costs = [_substitute_cost(i, d, scene) for i in d.instead]
            yield Relaxation(d.kind, asked, enumerate_words(map(spoken, d.instead)), reasons, sum(costs))
        case RelaxationKind.CHANGE_PLACE:
            place = d.instead[0]
            asked = demand.place.what.text if demand.place is not None else demand.text
            yield Relaxation(d.kind, asked, spoken(place), reasons, _place_cost(place, d, scene))
        case RelaxationKind.WEAKEN_RELATION:
            assert d.target is not None
            said = words(d.target.bind({OBJECT_VARIABLE: "each" if demand.count > 1 else "it"}))
            yield Relaxation(d.kind, str(demand.place or demand.text), said, reasons, WEAKER_SIDE_COST * demand.count)
        case RelaxationKind.LOWER_COUNT:
            left = f"only {number_word(demand.count - d.missing)}"
            yield Relaxation(d.kind, demand.text, left, reasons, LOWER_COST * d.missing)
        case _:
            yield Relaxation(d.kind, demand.text, "", reasons, LOWER_COST * d.missing + DROP_COST)


def _substitute_cost(node_id: str, d: Difference, scene: Scene) -> float:
    """How far a thing is from what was asked for."""
    phrase, label = d.demand.phrase, scene.graph[node_id].label
    if phrase is not None and phrase.concept is not None and scene.ontology.is_a(label, phrase.concept):
        return OTHER_NODE_COST if phrase.node_id is not None else ATTRIBUTE_COST
    first = d.demand.wanted[0] if d.demand.wanted else ""
    concept = phrase.concept if phrase is not None else scene.graph[first].label if first in scene.graph else None
    if concept == label:
        return OTHER_NODE_COST
    return _shared(concept or "", label, scene)


def _place_cost(place: str, d: Difference, scene: Scene) -> float:
    asked = [t for literal in d.demand.literals for t in literal.terms[1:] if t in scene.graph]
    named = d.demand.place.what.concept if d.demand.place is not None else None
    label = scene.graph[asked[0]].label if asked else named or ""
    here = scene.graph[place]
    if here.label == label and here.kind is not NodeKind.OBJECT:
        return OTHER_NODE_COST
    return _shared(label, here.label, scene)


def _shared(first: str, second: str, scene: Scene) -> float:
    common = scene.ontology.functional_class(first, second)
    return UNSHARED_COST if common is None else common.breadth


def told(plan: Plan, asked: Asked, scene: Scene, goal_text: str, account: Account) -> str:
    """What will be done, what was changed, and what of it is a model's word."""
    if not asked.unread:
        return (
            f"{explain(plan, asked.demands, scene, goal_text, account)} {_PROPOSED if plan.relaxations else _WRITTEN}"
        )
    reading = enumerate_words(demand.text for demand in asked.demands)
    sentences = [asked.unread, f"A language model takes the instruction to mean that {reading}"]
    for change in plan.relaxations:
        done = f"without {change.asked}" if change.kind is RelaxationKind.DROP else ""
        done = done or f"with {change.instead} instead of {change.asked}"
        why, *more = change.reasons
        sentences += [f"I make do {done}, because {why}", *more]
    if plan.calls:
        sentences.append(scene.backend.deeds(plan.calls) or f"In {len(plan.calls)} steps: {goal_text}")
    else:
        sentences.append(f"There is nothing to do: {describe(plan.goal, scene.graph)} already")
    text = words_of(asked.instruction)
    excepted = any(places_of(words_of(sign), text) for sign in scene.book.models.exceptions)
    sentences += [_READ, _EXCEPTED if excepted else ""]
    return " ".join(f"{s[0].upper()}{s[1:].rstrip('.')}." for s in sentences if s)
