# SPDX-License-Identifier: Apache-2.0
"""Why a change of a goal is made, in words: what is missing, what stands in and why that, and what is left alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node
from makedo_core.ontology.taxonomy import plural
from makedo_core.plan import Relaxation, RelaxationKind
from planner_node.grounding.demand import Demand
from planner_node.grounding.missing import none_here, why_lost
from planner_node.grounding.scene import Scene
from planner_node.proof.reachability import NO_SKILL
from planner_node.relaxation.options import DemandOptions, Reachability, Target
from planner_node.relaxation.shift import Substitute, rejected, requirement_words

CHOSEN = "you chose it"
_MOST_NAMED = 3


def substitutions(
    demand: Demand,
    scene: Scene,
    why: str,
    chosen: Sequence[Substitute],
    others: Sequence[Substitute],
    by_operator: Collection[str] = (),
    rivals: Collection[str] = (),
) -> Iterator[Relaxation]:
    """What is to be said of substitutes, those of one kind together.

    Args:
        demand: what was asked.
        scene: where the substitutes are.
        why: what was asked for is not had.
        chosen: what stands in.
        others: what could have stood in and was not needed.
        by_operator: ids of what an operator chose.
        rivals: ids of what other demands want.
    """
    alike: dict[tuple[str, tuple[str, ...], bool], list[Substitute]] = {}
    for substitute in chosen:
        is_choice = substitute.node_id in by_operator
        alike.setdefault((substitute.shared, substitute.given_up, is_choice), []).append(substitute)
    for (shared, given_up, is_choice), group in alike.items():
        nodes = [scene.graph[s.node_id] for s in group]
        kind = RelaxationKind.SUBSTITUTE if shared else RelaxationKind.GENERALISE
        named = _named(nodes, scene) if shared else enumerate_words(spoken(n.id) for n in nodes)
        if is_choice:
            told = (CHOSEN, likeness_of(nodes, shared, demand, scene), *given_up)
        else:
            given_up = _naming(given_up, spoken(nodes[0].id), why, scene) if len(nodes) == 1 else given_up
            told = (why, _likeness(nodes, shared, demand, scene), _preference(demand, scene, group, others), *given_up)
        asked = demand.text
        if len(group) < demand.count:
            asked = f"{number_word(len(group))} of {demand.text}"
        reasons = tuple(w for w in (*told, *_warnings(demand, group, scene, rivals)) if w)
        yield Relaxation(kind, asked, named, reasons, sum(s.cost for s in group), is_choice)


def _naming(given_up: tuple[str, ...], named: str, why: str, scene: Scene) -> tuple[str, ...]:
    """What is given up, said by the name of what stands in where "it" would be a lost thing that was just spoken of."""
    if not any(spoken(lost.id) in why for lost in scene.lost):
        return given_up
    return tuple(f"{named} {words.removeprefix('it ')}" for words in given_up)


def _likeness(nodes: Sequence[Node], shared: str, demand: Demand, scene: Scene) -> str:
    """Why substitutes are close to what was asked for."""
    phrase = demand.phrase
    if not shared or phrase is None or phrase.concept is None:
        return ""
    ontology = scene.ontology
    labels = list(dict.fromkeys(node.label for node in nodes))
    names = enumerate_words(ontology.phrase(label) for label in labels)
    safe = requirement_words(phrase)
    if len(labels) == 1:
        likeness = f"{names} is the closest at hand: like {ontology.phrase(phrase.concept)} it is "
        return f"{likeness}{ontology.phrase(shared)}" + (f", and it is {safe}" if safe else "")
    likeness = f"{names} are the closest at hand: like {ontology.phrase(phrase.concept)} each is "
    return f"{likeness}{ontology.phrase(shared)}" + (f", and all are {safe}" if safe else "")


def likeness_of(nodes: Sequence[Node], shared: str, demand: Demand, scene: Scene) -> str:
    """What an operator's substitutes have in common with what was asked for."""
    phrase = demand.phrase
    if not shared or phrase is None or phrase.concept is None:
        return ""
    safe, ontology = requirement_words(phrase), scene.ontology
    names = enumerate_words(ontology.phrase(label) for label in dict.fromkeys(node.label for node in nodes))
    common = f"like {ontology.phrase(phrase.concept)} {names} is {ontology.phrase(shared)}"
    return common + (f", and it is {safe}" if safe else "")


def _preference(demand: Demand, scene: Scene, group: Sequence[Substitute], others: Sequence[Substitute]) -> str:
    """That the meaning of the names decided between equals, where it did; empty where it did not."""
    phrase = demand.phrase
    last = group[-1]
    if phrase is None or phrase.concept is None or last.likeness is None:
        return ""
    left = [scene.graph[s.node_id].label for s in others if s.tie == last.tie and (s.likeness or 0.0) < last.likeness]
    if not left:
        return ""
    ontology = scene.ontology
    taken = list(dict.fromkeys(scene.graph[s.node_id].label for s in group))
    passed = enumerate_words([ontology.phrase(x) for x in dict.fromkeys(left)][:_MOST_NAMED], "or")
    names, asked = enumerate_words(map(ontology.phrase, taken)), ontology.phrase(phrase.concept)
    return f"{passed} would do as well, but {names} {'is' if len(taken) == 1 else 'are'} closer in meaning to {asked}"


def _warnings(
    demand: Demand, chosen: Sequence[Substitute], scene: Scene, rivals: Collection[str], most: int = 2
) -> Iterator[str]:
    """What else is at hand for the same use and must not be taken."""
    required = demand.phrase is not None and bool(demand.phrase.requirements)
    far = max(s.cost for s in chosen)
    near = [item for item in rejected(demand, scene, rivals) if required or item.breadth <= far]
    for item in near[:most]:
        yield f"the {item.label.replace('_', ' ')} is left alone because {item.reason}"


def shortage(options: DemandOptions, scene: Scene, reach: Reachability, target: Target, kept: int) -> str:
    """Why not all that was asked for can be had."""
    demand = options.demand
    is_kind = demand.phrase is not None and (demand.phrase.concept or demand.phrase.node_id)
    lost = [n for n in scene.lost if is_kind and demand.phrase is not None and scene.is_named(n, demand.phrase)]
    blocked = []
    for node_id in (w for w in options.wanted if all(w != n.id for n in lost)):
        literal = target.literal.bind({OBJECT_VARIABLE: node_id})
        if literal not in reach:
            blocked.append(reach.why(literal))
    blocked.extend(why_lost(n, scene) for n in lost)
    elsewhere = demand.phrase is not None and demand.phrase.source is not None
    if kept == 0 and not demand.wanted and (elsewhere or not lost):
        there = f"I know of no {demand.text} here" if demand.phrase is None else none_here(demand.phrase, scene)
    else:
        there = "it cannot be had" if demand.count == 1 else f"{_only(kept)} of '{demand.text}' can be had"
    reasons = enumerate_words(dict.fromkeys(blocked))
    return f"{there} as {reasons}" if reasons else there


def why_not_there(thing: str, demand: Demand, reach: Reachability) -> str:
    """What stands against bringing a thing where it was asked for, e.g. "fridge 1 is locked"; empty: nothing known."""
    asked = (literal.bind({OBJECT_VARIABLE: thing}) for literal in demand.literals)
    whys = (reach.why(literal) for literal in asked if literal not in reach)
    return next((why for why in whys if not why.startswith(NO_SKILL)), "")


def scarcity(demand: Demand, demands: Sequence[Demand]) -> str:
    """That all demands together want more of some things than there are; empty if they do not."""
    rivals = [d for d in demands if d.stage == demand.stage and not set(d.wanted).isdisjoint(demand.wanted)]
    places = {literal for d in rivals for literal in d.literals}
    there = {w for d in rivals for w in d.wanted}
    if len(places) < 2 or demand.phrase is None or sum(d.count for d in rivals) <= len(there):
        return ""
    wanted, known = number_word(sum(d.count for d in rivals)), number_word(len(there))
    return f"{wanted} are asked for in all, and I know of {known}"


def _only(count: int) -> str:
    return f"only {number_word(count)}" if count else "none"


def _named(nodes: Sequence[Node], scene: Scene) -> str:
    """Things by class and id: "two spoons (spoon 1 and spoon 2) and a knife (knife 1)"."""
    groups: dict[str, list[str]] = {}
    for node in nodes:
        groups.setdefault(node.label, []).append(spoken(node.id))
    return enumerate_words(
        f"{scene.ontology.phrase(label)} ({ids[0]})"
        if len(ids) == 1
        else f"{number_word(len(ids))} {plural(spoken(label))} ({enumerate_words(ids)})"
        for label, ids in groups.items()
    )
