# SPDX-License-Identifier: Apache-2.0
"""Which of several bins a thing goes into: each thing into the one for its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.found import GroundedClause
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Gap, Refusal

BIN = "bin"
RECYCLING = "recycling_bin"
_VESSELS = ("container", "small_container", "bottle", "sealed_pack", "tableware", "drinkware", "crockery")
_ORGANIC = "organic_bin"


def sorted_by_bin(demand: Demand, scene: Scene) -> GroundedClause:
    """A demand for each group of things that go into the same bins; the demand itself where there is no choice.

    A thing that none of the bins is for: a question, or with nobody to ask left out, with the reason.
    """
    bins = {x: scene.graph[x.terms[-1]] for x in demand.literals}
    if len(bins) < 2 or not all(scene.ontology.is_a(node.label, BIN) for node in bins.values()):
        return (demand,)
    groups: dict[tuple[Literal, ...], list[str]] = {}
    for wanted in demand.wanted:
        groups.setdefault(_bins_for(scene.graph[wanted], bins, scene), []).append(wanted)
    nowhere = groups.pop((), [])
    if nowhere and scene.asks:
        return _which_bin(nowhere, tuple(bins.values()), demand)
    demands = _each(demand, groups)
    if nowhere and (demand.count > sum(d.count for d in demands)):
        names = enumerate_words(map(spoken, nowhere))
        doubt = "none of the bins is for it" if len(nowhere) == 1 else "none of the bins is for them"
        left = replace(demand, text=names, wanted=tuple(nowhere), count=len(nowhere), phrase=None, doubt=doubt)
        return (*demands, left)
    return demands or (demand,)


def _each(demand: Demand, groups: dict[tuple[Literal, ...], list[str]]) -> tuple[Demand, ...]:
    """As many of each group as are asked for, those of the largest group first."""
    left = demand.count
    demands: list[Demand] = []
    by_size = sorted(groups.items(), key=lambda item: -len(item[1])) if left < len(demand.wanted) else groups.items()
    for literals, ids in by_size:
        count = min(left, len(ids))
        if count > 0:
            demands.append(replace(demand, wanted=tuple(ids), literals=literals, count=count))
        left -= count
    if left > 0 and demands and len(groups) == 1:  # more than there are: what stands in goes to the same bins
        return (replace(demands[0], count=demand.count),)
    return tuple(demands)


def _bins_for(thing: Node, bins: dict[Literal, Node], scene: Scene) -> tuple[Literal, ...]:
    """The bins for its kind, else those for all that may be recycled, else those for all that is left over."""
    ontology = scene.ontology
    kinds = ontology.disposal(thing.label) - {BIN}
    labels = {x: bin_kind(node, scene) for x, node in bins.items()}
    exact = tuple(x for x, label in labels.items() if any(ontology.is_a(label, kind) for kind in kinds))
    exact = exact or tuple(x for x, label in labels.items() if _is_made_for(label, thing.label, scene))
    mixed = tuple(x for x, label in labels.items() if label == RECYCLING and kinds and _ORGANIC not in kinds)
    rest = tuple(x for x, label in labels.items() if not ontology.is_a(label, RECYCLING))
    plain = tuple(x for x in rest if ontology.class_of(labels[x]) == BIN)  # a sharps_bin is for sharps
    return exact or mixed or plain or rest


def _is_made_for(bin_label: str, label: str, scene: Scene) -> bool:
    """Whether a container or a dish is called by what a bin is for: a glass jar, a plastic cup, a paper plate."""
    material, _, noun = label.partition("_")
    kept = any(scene.ontology.is_a(label, kind) for kind in _VESSELS)
    return bool(noun) and kept and bin_label == f"{material}_{BIN}"


def bin_kind(node: Node, scene: Scene) -> str:
    """The class of a bin, also by its name or an attribute: "paper_bin_1", or a bin that is "paper"."""
    if node.label != BIN:
        return node.label
    named = node.id.lower().rstrip("0123456789").rstrip("_")
    choices = (named, *(f"{attribute}_{BIN}" for attribute in sorted(node.attributes)))
    return next((c for c in choices if c != BIN and c in scene.ontology and scene.ontology.is_a(c, BIN)), BIN)


def _which_bin(things: Sequence[str], bins: Sequence[Node], demand: Demand) -> Refusal:
    names = enumerate_words(map(spoken, things))
    text = f"Which bin is for {names}? I know of none here that is."
    gap = Gap(QuestionKind.WHERE, demand.phrase.text) if demand.phrase and len(demand.wanted) == len(things) else None
    return Refusal(FailureCause.AMBIGUOUS, text, tuple(b.id for b in bins), gap=gap)
