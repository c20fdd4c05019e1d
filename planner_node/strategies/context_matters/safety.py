# SPDX-License-Identifier: Apache-2.0
"""Things that must not be brought, whatever a model says: new hazards, things unsafe for kids, exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import KID_SAFE, NON_ALCOHOLIC, Scene
from planner_node.strategies.context_matters.asked import Asked

_REQUIRED = {KID_SAFE: "known to be safe for kids", NON_ALCOHOLIC: "known to be free of alcohol"}


def why_not(node: Node, demand: Demand, asked: Asked, scene: Scene) -> str:
    """Why a thing must not stand in for what a demand wants; empty if it may."""
    if node.kind is not NodeKind.OBJECT:
        return ""
    hazards = scene.ontology.new_hazards(_class_asked(demand, scene), node.label)
    if hazards:
        listed = enumerate_words(h.replace("_", " ") for h in sorted(hazards))
        return f"{spoken(node.id)} is {listed}, which was not asked for"
    requirements = asked.requirements if demand.phrase is None else demand.phrase.requirements
    unmet = _unmet(node, requirements, scene)
    if unmet:
        return unmet
    if demand.phrase is not None and not scene.allowed(node, demand.phrase):
        return f"the instruction rules out {spoken(node.id)}"
    return ""


def unsafe_proposal(node: Node, asked: Asked, scene: Scene) -> str:
    """Why a thing must not stand in, where it is not said for what; empty if it may.

    It is judged as a stand-in for the demand that it is closest to by use; if it is close to none, for all of them.
    """
    near = [(breadth, i) for i, d in enumerate(asked.demands) if (breadth := _breadth(node, d, scene)) is not None]
    judged: Iterable[Demand] = [asked.demands[min(near)[1]]] if near else asked.demands
    reasons = (why_not(node, demand, asked, scene) for demand in judged)
    return next((reason for reason in reasons if reason), "")


def unsafe_reading(wanted: Sequence[Literal], asked: Asked, scene: Scene) -> str:
    """Which thing of a model's own reading does not meet what the words of the instruction require; empty if none."""
    ids = dict.fromkeys(x.terms[0] for x in wanted if x.terms and not x.negated and x.terms[0] in scene.graph)
    nodes = (scene.graph[i] for i in ids if scene.graph[i].kind is NodeKind.OBJECT)
    reasons = (_unmet(node, asked.requirements, scene) for node in nodes)
    return next((reason for reason in reasons if reason), "")


def _unmet(node: Node, requirements: Iterable[str], scene: Scene) -> str:
    unmet = [r for r in sorted(requirements) if not scene.meets(node, r)]
    if not unmet:
        return ""
    return f"{spoken(node.id)} is not {enumerate_words((_REQUIRED.get(r, r) for r in unmet), 'or')}"


def _class_asked(demand: Demand, scene: Scene) -> str:
    """The class that a demand is about."""
    if demand.phrase is not None and demand.phrase.concept is not None:
        return demand.phrase.concept
    first = demand.wanted[0] if demand.wanted else ""
    return scene.graph[first].label if first in scene.graph else first.rstrip("0123456789").rstrip("_")


def _breadth(node: Node, demand: Demand, scene: Scene) -> float | None:
    """How wide the narrowest use is that a thing shares with what a demand wants; None: they share none."""
    common = scene.ontology.functional_class(_class_asked(demand, scene), node.label)
    return None if common is None else common.breadth
