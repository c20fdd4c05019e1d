# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as GraphML, which networkx, Gephi, yEd and Cytoscape read.

Source: GraphML specification 1.1, http://graphml.graphdrawing.org; characters after XML 1.0, section 2.2.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from makedo_core.files.persons_word_json import word_to_json
from makedo_core.files.scene_json import model_to_json
from makedo_core.graph.scene_graph import GraphError, Node, SceneGraph, Shape

_Value: TypeAlias = "str | float | int"
_XMLNS = "http://graphml.graphdrawing.org/xmlns"
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_GRAPH_KEYS: Mapping[str, str] = MappingProxyType({"scene": "string", "revision": "long", "stamp": "double"})
_NODE_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "label": "string",
        "kind": "string",
        **dict.fromkeys(("x", "y", "z", "qx", "qy", "qz", "qw"), "double"),
        **dict.fromkeys(("size_x", "size_y", "size_z"), "double"),
        "shape": "string",
        "confidence": "double",
        "last_seen": "double",
        "states": "string",
        "attributes": "string",
        "model": "string",
        "opening": "double",
        "told": "string",
    }
)
_EDGE_KEYS: Mapping[str, str] = MappingProxyType({"type": "string"})


def graph_to_graphml(graph: SceneGraph) -> str:
    """A scene graph as a directed GraphML document in ASCII.

    A node carries its label, kind, position x, y, z [m] and quaternion qx, qy, qz, qw in the map frame, extents
    size_x, size_y, size_z [m], shape, confidence, last_seen [s], states and attributes (sorted, a space between two)
    model (JSON), opening [rad or m] and told (JSON, what a person said of it); an edge its type.
    What is unknown or empty is left out.

    Raises:
        GraphError: if a text has a character that XML cannot hold, or a list has a member with a space.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<graphml xmlns="{_XMLNS}">']
    for domain, keys in (("graph", _GRAPH_KEYS), ("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        lines += [
            f'  <key id="{domain}_{name}" for="{domain}" attr.name="{name}" attr.type="{type_}"/>'
            for name, type_ in keys.items()
        ]
    lines.append('  <graph edgedefault="directed">')
    about: dict[str, _Value] = {"scene": graph.scene, "revision": graph.revision, "stamp": graph.stamp}
    lines += _fields("graph", about, "the graph", indent=4)
    for node in graph:
        where = f"node {node.id!r}"
        lines.append(f"    <node id={_attribute(node.id, where)}>")
        lines += [*_fields("node", dict(_node_values(node)), where, indent=6), "    </node>"]
    for relation in sorted(graph.relations, key=lambda r: (r.source, r.type, r.target)):
        where = f"relation '{relation}'"
        source, target = _attribute(relation.source, where), _attribute(relation.target, where)
        lines.append(f"    <edge source={source} target={target}>")
        lines += [*_fields("edge", {"type": relation.type.name.lower()}, where, indent=6), "    </edge>"]
    lines += ["  </graph>", "</graphml>", ""]
    return "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _node_values(node: Node) -> Iterator[tuple[str, _Value]]:
    yield "label", node.label
    yield "kind", node.kind.name.lower()
    if node.pose.is_known:
        yield from zip(("x", "y", "z"), node.pose.position, strict=True)
        yield from zip(("qx", "qy", "qz", "qw"), node.pose.orientation, strict=True)
    if any(node.size):
        yield from zip(("size_x", "size_y", "size_z"), node.size, strict=True)
    if node.shape is not Shape.NONE:
        yield "shape", node.shape.name.lower()
    yield "confidence", node.confidence
    if node.last_seen is not None:
        yield "last_seen", node.last_seen
    yield "states", _joined(node.states, node.id)
    yield "attributes", _joined(node.attributes, node.id)
    if node.model is not None:
        yield "model", model_to_json(node.model)
    if node.opening is not None:
        yield "opening", node.opening
    if node.told is not None:
        yield "told", word_to_json(node.told)


def _joined(words: frozenset[str], node_id: str) -> str:
    spaced = sorted(word for word in words if not word or word.split() != [word])
    if spaced:
        raise GraphError(f"node {node_id!r}: {spaced[0]!r} has a space or is empty; a list in GraphML cannot hold it")
    return " ".join(sorted(words))


def _fields(domain: str, values: Mapping[str, _Value], where: str, indent: int) -> list[str]:
    """One <data> element for each value that is not empty."""
    return [
        f'{" " * indent}<data key="{domain}_{name}">{_text(value, f"{where}: {name}")}</data>'
        for name, value in values.items()
        if value != ""
    ]


def _text(value: _Value, where: str) -> str:
    if isinstance(value, str):
        return escape(_allowed(value, where), {"\r": "&#13;"})  # a bare one would be read as a line feed
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "INF" if value > 0 else "-INF"
    return repr(value)


def _attribute(text: str, where: str) -> str:
    return quoteattr(_allowed(text, where))


def _allowed(text: str, where: str) -> str:
    found = _NOT_XML.search(text)
    if found:
        code = f"U+{ord(found[0]):04X}"
        raise GraphError(f"{where}: the character {code} of {text!r} cannot be written in XML; leave it out")
    return text
