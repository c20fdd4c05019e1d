# SPDX-License-Identifier: Apache-2.0
"""A behaviour tree at one moment, and how it is drawn: as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from xml.sax.saxutils import escape

LINE_PX, INDENT_PX, MARGIN_PX, LETTER_PX = 22, 24, 14, 7.4
_LONGEST = 100  # characters of a name


class BehaviourProgress(IntEnum):
    """How far a behaviour is; the numbers are those of msg/BehaviourTree.msg. WAITING: nothing was done so far."""

    WAITING = 0
    RUNNING = 1
    SUCCEEDED = 2
    FAILED = 3


_SIGN = {
    BehaviourProgress.WAITING: "·",
    BehaviourProgress.RUNNING: "▶",
    BehaviourProgress.SUCCEEDED: "✓",
    BehaviourProgress.FAILED: "✗",
}
_COLOUR = {
    BehaviourProgress.WAITING: "#9a9a9a",
    BehaviourProgress.RUNNING: "#1769aa",
    BehaviourProgress.SUCCEEDED: "#2e7d32",
    BehaviourProgress.FAILED: "#c62828",
}


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A behaviour. `depth` counts from the root, which has 0; children follow their parent."""

    name: str
    depth: int
    progress: BehaviourProgress


def tree_text(nodes: Sequence[TreeNode]) -> str:
    """One line for each behaviour, indented by its depth, with a sign for how far it is."""
    return "\n".join(f"{'  ' * n.depth}{_SIGN[n.progress]} {_short(n.name)}" for n in nodes)


def tree_svg(nodes: Sequence[TreeNode], title: str) -> str:
    """The tree as an SVG image: names in the colour of their state, lines from parents to children."""
    longest = max([len(title), *(len(_short(n.name)) + n.depth * INDENT_PX / LETTER_PX for n in nodes)])
    width = round(2 * MARGIN_PX + 24 + longest * LETTER_PX)
    height = 2 * MARGIN_PX + LINE_PX * (len(nodes) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="monospace" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{MARGIN_PX}" y="{MARGIN_PX + 10}" font-weight="bold">{escape(title)}</text>',
    ]
    ends: list[int] = []  # where the line of the newest behaviour of each depth begins
    for i, node in enumerate(nodes):
        x, y = MARGIN_PX + INDENT_PX * node.depth, MARGIN_PX + LINE_PX * (i + 1) + 10
        del ends[node.depth :]
        ends.append(y)
        if node.depth:
            left = x - INDENT_PX + 5
            parts.append(f'<path d="M{left} {ends[-2] + 6}V{y - 4}H{x}" fill="none" stroke="#d0d0d0"/>')
        colour = _COLOUR[node.progress]
        parts.append(f'<circle cx="{x + 5}" cy="{y - 4}" r="5" fill="{colour}"><title>{_word(node)}</title></circle>')
        parts.append(f'<text x="{x + 16}" y="{y}" fill="{colour}">{escape(_short(node.name))}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _word(node: TreeNode) -> str:
    return "not done" if node.progress is BehaviourProgress.WAITING else node.progress.name.lower()


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 2] + " …"
