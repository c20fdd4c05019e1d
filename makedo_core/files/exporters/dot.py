# SPDX-License-Identifier: Apache-2.0
"""Scene graphs in the DOT language, which Graphviz draws.

Source: the DOT language, https://graphviz.org/doc/info/lang.html; escapes of labels after its page on escString.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.graph.scene_graph import PLACEMENTS, GraphError, Node, NodeKind, SceneGraph

_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")  # ends a string in C; has no UTF-8
_SHAPES: Mapping[NodeKind, str] = MappingProxyType(
    {NodeKind.ROOM: "folder", NodeKind.ASSET: "box", NodeKind.OBJECT: "ellipse", NodeKind.AGENT: "hexagon"}
)


def graph_to_dot(graph: SceneGraph) -> str:
    """A scene graph as a directed graph in DOT, UTF-8.

    A room is a folder, an asset a box, an object an ellipse, the agent a hexagon; what is only believed is dashed, and
    so are relations other than on, inside and held by. A backslash in an id is written twice, in its label once.

    Raises:
        GraphError: if an id or a name has a character that DOT cannot hold.
    """
    lines = [f"digraph {_quoted(graph.scene or 'scene', 'the name of the scene')} {{", "  rankdir=LR;"]
    for node in graph:
        where = f"node {node.id!r}"
        style = ' style="dashed"' if node.kind is NodeKind.OBJECT and node.is_belief else ""
        name, label = _quoted(node.id, where), _label(_caption(node), where)
        lines.append(f"  {name} [label={label} shape={_SHAPES[node.kind]}{style}];")
    for relation in sorted(graph.relations, key=lambda r: (r.source, r.type, r.target)):
        where = f"relation '{relation}'"
        style = "" if relation.type in PLACEMENTS else ' style="dashed"'
        source, target = _quoted(relation.source, where), _quoted(relation.target, where)
        lines.append(f'  {source} -> {target} [label="{relation.type.name.lower()}"{style}];')
    return "\n".join([*lines, "}", ""])


def _caption(node: Node) -> str:
    return "\n".join((node.id, " ".join(sorted(node.states)))) if node.states else node.id


def _quoted(text: str, where: str) -> str:
    r"""A DOT string. Backslashes are doubled, so that none at the end escapes the closing quote."""
    found = _UNWRITABLE.search(text)
    if found:
        code = f"U+{ord(found[0]):04X}"
        raise GraphError(f"{where}: the character {code} of {text!r} cannot be written in DOT; leave it out")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _label(text: str, where: str) -> str:
    """A DOT string that is drawn as it reads: Graphviz takes "&lt;" for "<" there, and a line feed is an escape."""
    return _quoted(text.replace("&", "&amp;"), where).replace("\r", "").replace("\n", "\\n")
