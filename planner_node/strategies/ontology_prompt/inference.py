# SPDX-License-Identifier: Apache-2.0
"""Contextual inference: what the ontology says of the things of a task, and the order that follows, in words.

Source: Ud Din et al., Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning, sections IV-C and IV-D.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.ontology.priorities import Priorities, PriorityRule
from makedo_llm.templates import one_line
from planner_node.grounding.demand import Demand


@dataclass(frozen=True, slots=True)
class Inferred:
    """What is known of one kind of things in a task.

    Attributes:
        label: of the things.
        types: the narrowest first; empty: none is known.
        rule: for the task; None: they may be handled at any time.
    """

    label: str
    types: tuple[str, ...]
    rule: PriorityRule | None


def infer(
    task: str, demands: Sequence[Demand], graph: SceneGraph, priorities: Priorities, ontology: Ontology
) -> tuple[Inferred, ...]:
    """What is known of the things that are asked for, by the order in which they come."""
    labels = dict.fromkeys(
        graph[w].label for d in demands for w in d.wanted if w in graph and graph[w].kind is NodeKind.OBJECT
    )
    found = [Inferred(x, priorities.types_of(x, ontology), priorities.rule(task, x, ontology)) for x in labels]
    return tuple(sorted(found, key=lambda i: i.rule.priority if i.rule is not None else -math.inf))


def guidance(task: str, found: Iterable[Inferred]) -> str:
    """The notes of a prompt: a line for each kind of things with a rule."""
    lines = []
    for item in found:
        if item.rule is not None:
            what = f"{one_line(item.label)} ({one_line(item.rule.type)}, priority {item.rule.priority:g})"
            lines.append(f"{task} {what} {one_line(item.rule.description, 200)}".strip())
    return "\n".join(lines)


def order_told(found: Sequence[Inferred]) -> str:
    """The order as a sentence for people; empty if there is none."""
    ranks: dict[float, list[str]] = {}
    for item in found:
        if item.rule is not None:
            ranks.setdefault(item.rule.priority, []).append(item.label.replace("_", " "))
    if len(ranks) < 2:
        return ""
    groups = [enumerate_words(names) for _, names in sorted(ranks.items())]
    return f"The ontology asks for this order: {', then '.join(groups)}."


def environment(graph: SceneGraph, priorities: Priorities, ontology: Ontology, longest: int = 12_000) -> str:
    """The scene for a prompt: a line for each piece of furniture and each thing, with type, place and extents.

    Args:
        graph: the scene.
        priorities: types of things.
        ontology: types where those say nothing.
        longest: characters; what does not fit is left out from the end, and the text says so.
    """
    text = "\n".join(_lines(graph, priorities, ontology))
    if len(text) <= longest:
        return text
    cut = text.rfind("\n", 0, longest)
    return f"{text[: max(cut, 0)]}\n(not everything fits here)"


def _lines(graph: SceneGraph, priorities: Priorities, ontology: Ontology) -> Iterator[str]:
    for kind in (NodeKind.ASSET, NodeKind.OBJECT):
        for node in graph.of_kind(kind):
            types = priorities.types_of(node.label, ontology)
            what = one_line(types[0] if types else node.label)
            said = [f"{one_line(node.id)} is {'furniture' if kind is NodeKind.ASSET else 'a thing'} of type {what}"]
            placement = graph.placement(node.id)
            if placement is not None:
                said.append(f"{placement.type.name.lower().replace('_', ' ')} {one_line(placement.target)}")
            said += [*sorted(map(str, node.states)), *_geometry(node)]
            yield ", ".join(said)


def _geometry(node: Node) -> Iterator[str]:
    """Position, yaw, the box around it in the plane, length and width, as far as they are known."""
    (x, y, z), (length, width, height) = node.pose.position, node.size
    if not node.pose.is_known:
        return
    yaw = node.pose.yaw
    yield f"at position [{x:.3f}, {y:.3f}, {z:.3f}], yaw {yaw:.2f}"
    if math.isnan(length) or math.isnan(width) or length * width == 0.0:
        return
    half_x = (abs(math.cos(yaw)) * length + abs(math.sin(yaw)) * width) / 2
    half_y = (abs(math.sin(yaw)) * length + abs(math.cos(yaw)) * width) / 2
    yield f"bounding box [{x - half_x:.3f}, {y - half_y:.3f}] to [{x + half_x:.3f}, {y + half_y:.3f}]"
    yield f"{length:.3f} m long, {width:.3f} m wide, {height:.3f} m high"
