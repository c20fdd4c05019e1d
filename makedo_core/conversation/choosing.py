# SPDX-License-Identifier: Apache-2.0
"""Which of several options is meant by where and how big they are, and which is taken where nobody cares."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from makedo_core.conversation.question import Option
from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import AGENT_ID, Node, SceneGraph
from makedo_core.ontology.words import plural

_APART = 0.05
"""What tells two apart: a share of the larger measure, or so many metres."""


class Singling(StrEnum):
    """By what one of several is told apart."""

    LEFT = "left"  # as the robot sees them
    RIGHT = "right"
    NEAREST = "nearest"  # to the robot
    FARTHEST = "farthest"
    BIGGEST = "biggest"
    SMALLEST = "smallest"
    TALLEST = "tallest"
    LOWEST = "lowest"
    EMPTIEST = "emptiest"  # with the fewest things on or in it
    FULLEST = "fullest"


def singled_out(options: Sequence[Option], by: Singling, graph: SceneGraph) -> Option | None:
    """The one option that is most so; None if the graph does not tell, or two are alike."""
    nodes = [graph.nodes.get(o.name) for o in options]
    values = [None if node is None else _MEASURES[by](node, [n for n in nodes if n], graph) for node in nodes]
    known = [v for v in values if v is not None]
    if len(known) < len(options) or len(options) < 2:
        return None
    first, second = sorted(known, reverse=True)[:2]
    if first - second < _APART * max(1.0, abs(first)) * (1.0 if by in _IN_METRES else abs(first)):
        return None
    return options[values.index(first)]


def nearest(options: Sequence[Option], graph: SceneGraph) -> tuple[Option, bool]:
    """The option that is taken where any will do, and whether it is known to be the nearest; else it is the first."""
    nodes = [graph.nodes.get(o.name) for o in options]
    found = [d for n in nodes if n is not None and (d := _distance(n, graph)) is not None]
    if len(found) < len(options):
        return options[0], False
    return options[found.index(min(found))], len(options) > 1


def holding(options: Sequence[Option], said: str, graph: SceneGraph) -> tuple[Option, ...] | None:
    """The options with something on or in them: "the one with the plates"; None: that was not said.

    Args:
        options: of which one is meant.
        said: the answer, in lower case.
        graph: what is where.
    """
    asked = re.fullmatch(r"(?:the |that )?(?:\w+ )?(?:with|that has|which has|that holds) (.+)", said)
    words = set(re.findall(r"[^\W\d_]+", asked[1])) - _NO_NAMES if asked is not None else set()
    if not words:
        return None
    found = [o for o in options if any(words <= _called(graph[i]) for i in _contents(o, graph))]
    return tuple(found) or None


def _contents(option: Option, graph: SceneGraph) -> tuple[str, ...]:
    return graph.contents(option.name) if option.name in graph else ()


def _called(node: Node) -> set[str]:
    """Words for a thing, or for several of it."""
    parts = {p for text in (node.id, node.label, *node.attributes) for p in re.findall(r"[^\W\d_]+", text.lower())}
    return parts | {plural(p) for p in parts}


_NO_NAMES = frozenset("the a an my some on in it of".split())


def _distance(node: Node, graph: SceneGraph) -> float | None:
    """To the robot [m]."""
    agent = graph.nodes.get(AGENT_ID)
    if agent is None or not agent.pose.is_known or not node.pose.is_known:
        return None
    return math.dist(agent.pose.position[:2], node.pose.position[:2])


def _leftness(node: Node, nodes: Sequence[Node], graph: SceneGraph) -> float | None:
    """How far to the left of the line of sight to the middle of them all a node is [m]."""
    agent = graph.nodes.get(AGENT_ID)
    if agent is None or not agent.pose.is_known or not all(n.pose.is_known for n in nodes):
        return None
    ax, ay = agent.pose.position[:2]
    mx = sum(n.pose.position[0] for n in nodes) / len(nodes) - ax
    my = sum(n.pose.position[1] for n in nodes) / len(nodes) - ay
    length = math.hypot(mx, my)
    if length < _APART:
        return None  # it stands among them
    return (mx * (node.pose.position[1] - ay) - my * (node.pose.position[0] - ax)) / length


def _volume(node: Node) -> float | None:
    """Of its box [m^3]; None while a size is unknown."""
    return math.prod(node.size) if all(e > 0 for e in node.size) else None


def _negated(value: float | None) -> float | None:
    return None if value is None else -value


def _height(node: Node) -> float | None:
    return node.size[2] if node.size[2] > 0 else None


_IN_METRES = frozenset({Singling.LEFT, Singling.RIGHT, Singling.NEAREST, Singling.FARTHEST})
_MEASURES: Mapping[Singling, Callable[[Node, Sequence[Node], SceneGraph], float | None]] = {
    Singling.LEFT: _leftness,
    Singling.RIGHT: lambda node, nodes, graph: _negated(_leftness(node, nodes, graph)),
    Singling.NEAREST: lambda node, nodes, graph: _negated(_distance(node, graph)),
    Singling.FARTHEST: lambda node, nodes, graph: _distance(node, graph),
    Singling.BIGGEST: lambda node, nodes, graph: _volume(node),
    Singling.SMALLEST: lambda node, nodes, graph: _negated(_volume(node)),
    Singling.TALLEST: lambda node, nodes, graph: _height(node),
    Singling.LOWEST: lambda node, nodes, graph: _negated(_height(node)),
    Singling.EMPTIEST: lambda node, nodes, graph: -float(len(graph.contents(node.id))),
    Singling.FULLEST: lambda node, nodes, graph: float(len(graph.contents(node.id))),
}
"""The larger, the more so."""
