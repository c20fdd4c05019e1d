# SPDX-License-Identifier: Apache-2.0
"""The two-dimensional relaxation graph of a planning: goals that were looked at, shifted to the right, relaxed down.

A relax edge is one for which it is proven that the goal at its end is weaker: every state that satisfies the goal at
its beginning satisfies that at its end. Every other edge is a shift, labelled with the substitutions and their
reasons. The graph is built from what planning explored, cheapest first, so that it is no larger than the search was.

Source: Musumeci et al., Context Matters! Relaxing Goals with LLMs for Feasible 3D Scene Planning, section III-A.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

import networkx as nx

from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import Goal
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.goals.goal_text import describe
from makedo_core.plan import Relaxation, RelaxationKind
from planner_node.relaxation.explored import Explored, GoalVerdict

_SHIFTS = frozenset({RelaxationKind.SUBSTITUTE, RelaxationKind.CHANGE_PLACE, RelaxationKind.GENERALISE})
_BOX = (250, 92)
_GAP = (70, 60)
_COLOURS = {
    GoalVerdict.SOLVED: "#d8f0d8",
    GoalVerdict.UNREACHABLE: "#f6dcdc",
    GoalVerdict.UNSOLVABLE: "#f6dcdc",
    GoalVerdict.STOPPED: "#f4ecc8",
}


def relaxation_graph(asked: Goal, explored: Sequence[Explored]) -> nx.DiGraph:
    """The graph of what was explored; node 0 is what was asked.

    Each node has goal, text, cost, changes, verdict, reason, and its place: shifts (k) and relaxations (i). Each edge
    has a kind, "relax" (proven weaker) or "shift", and a reason.
    """
    graph = nx.DiGraph()
    found = list(explored)
    if not found or found[0].changes:
        reason = found[0].changes[0].reason if found else ""
        found.insert(0, Explored(asked, (), GoalVerdict.UNREACHABLE, reason))
    for number, item in enumerate(found):
        shifts = sum(c.kind in _SHIFTS for c in item.changes)
        graph.add_node(
            number,
            goal=item.goal,
            text=describe(item.goal),
            cost=round(item.cost, 3),
            changes=item.changes,
            verdict=item.verdict,
            reason=item.reason,
            k=shifts,
            i=len(item.changes) - shifts,
        )
    for number in range(1, len(found)):
        parent = _parent(found, number)
        fresh = [c for c in found[number].changes if c not in found[parent].changes]
        weaker = entails(found[parent].goal, found[number].goal) and not any(c.kind in _SHIFTS for c in fresh)
        reason = "; ".join(str(c) for c in fresh) or "another choice"
        graph.add_edge(parent, number, kind="relax" if weaker else "shift", reason=reason)
    return graph


def _parent(found: Sequence[Explored], number: int) -> int:
    """The goal explored before that shares the most changes; among equals one that is proven stronger."""
    here = found[number]

    def likeness(other: int) -> tuple[int, int, int]:
        shared = sum(_alike(c, d) for c in here.changes for d in found[other].changes)
        surplus = len(found[other].changes) - shared
        return shared - surplus, entails(found[other].goal, here.goal), -other

    return max(range(number), key=likeness)


def _alike(first: Relaxation, second: Relaxation) -> bool:
    return (first.kind, first.asked, first.instead) == (second.kind, second.asked, second.instead)


def graph_to_json(graph: nx.DiGraph) -> str:
    """Nodes and edges, for programs."""
    nodes = [
        {
            "id": number,
            "goal": json.loads(goal_to_json(data["goal"])),
            "text": data["text"],
            "cost": data["cost"],
            "shifts": data["k"],
            "relaxations": data["i"],
            "verdict": str(data["verdict"]),
            "reason": data["reason"],
            "changes": [
                {"kind": c.kind.name, "asked": c.asked, "instead": c.instead, "reason": c.reason, "cost": c.cost}
                for c in data["changes"]
            ],
        }
        for number, data in graph.nodes(data=True)
    ]
    edges = [{"from": a, "to": b, **data} for a, b, data in graph.edges(data=True)]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=1, ensure_ascii=False)


def graph_to_svg(graph: nx.DiGraph) -> str:
    """A picture: shifts to the right, relaxations down; green is what is done."""
    places = _places(graph)
    width = max(x for x, _ in places.values()) + _BOX[0] + 20
    height = max(y for _, y in places.values()) + _BOX[1] + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        'font-size="11">',
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#555"/></marker></defs>',
    ]
    for start, end, data in graph.edges(data=True):
        parts.append(_arrow(places[start], places[end], data["kind"], data["reason"]))
    for number, data in graph.nodes(data=True):
        x, y = places[number]
        colour = _COLOURS[data["verdict"]]
        size = f'width="{_BOX[0]}" height="{_BOX[1]}"'
        parts.append(f"<g><title>{escape(data['text'])}</title>")
        parts.append(f'<rect x="{x}" y="{y}" {size} rx="6" fill="{colour}" stroke="#555"/>')
        lines = [f"{data['verdict']}, cost {data['cost']:g}", *_wrapped(data["text"], 42)[:5]]
        parts.extend(
            f'<text x="{x + 8}" y="{y + 16 + 15 * row}">{escape(line)}</text>' for row, line in enumerate(lines)
        )
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _places(graph: nx.DiGraph) -> dict[int, tuple[int, int]]:
    """Upper left corners: a cell for each pair of counts, side by side where a cell holds several."""
    taken: set[tuple[int, int]] = set()
    result = {}
    for number, data in graph.nodes(data=True):
        column, row = data["k"], data["i"]
        while (column, row) in taken:
            row += 1
        taken.add((column, row))
        result[number] = (10 + column * (_BOX[0] + _GAP[0]), 10 + row * (_BOX[1] + _GAP[1]))
    return result


def _arrow(start: tuple[int, int], end: tuple[int, int], kind: str, reason: str) -> str:
    down = end[1] > start[1] and end[0] == start[0]
    x1, y1 = (start[0] + _BOX[0] // 2, start[1] + _BOX[1]) if down else (start[0] + _BOX[0], start[1] + _BOX[1] // 2)
    x2, y2 = (end[0] + _BOX[0] // 2, end[1]) if down else (end[0], end[1] + _BOX[1] // 2)
    dash = "" if kind == "relax" else ' stroke-dasharray="5 3"'
    return (
        f"<g><title>{escape(f'{kind}: {reason}')}</title>"
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#555"{dash} marker-end="url(#tip)"/>'
        f'<text x="{(x1 + x2) // 2 + 4}" y="{(y1 + y2) // 2 - 4}" fill="#555">{kind}</text></g>'
    )


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
