# SPDX-License-Identifier: Apache-2.0
"""What a question shows of the scene, and what can be said with that alone."""

from __future__ import annotations

from collections.abc import Collection

from makedo_core.graph.scene_graph import AGENT_ID
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import node_id, pddl_name


def shown_ids(question: Question) -> frozenset[str]:
    """Nodes that the block <scene> has a line for: "name - type: ..." or "name: ..."."""
    heads = (line.partition(":")[0] for line in question.blocks.get("scene", "").splitlines())
    return frozenset(node_id(head.partition(" - ")[0].strip()) for head in heads) | {AGENT_ID}


def named(truth: Truth) -> tuple[str, ...]:
    """Everything that the goal and the steps speak of."""
    in_goal = (t for x in truth.wanted for t in x.terms)
    return tuple(dict.fromkeys((*in_goal, *(a for c in truth.calls for a in c.arguments))))


def steps_over(shown: Collection[str], truth: Truth) -> list[str]:
    """Steps of the truth that name only what is shown, or what the model has made up."""
    calls = (c for c in truth.calls if all(a in shown or a not in truth.graph for a in c.arguments))
    return [f"{c.skill}({', '.join(map(pddl_name, c.arguments))})" for c in calls]
