# SPDX-License-Identifier: Apache-2.0
"""Reads the scene graph that the robot starts with."""

from __future__ import annotations

from pathlib import Path

from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, Node, NodeKind, SceneGraph


def load_scene(path: Path) -> SceneGraph:
    """Read scenes/<scene>/graph.json: rooms, assets, agent and beliefs. An agent is added where it is missing.

    Raises:
        GraphError: if the file is missing, not a scene graph, or has no assets.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror
        raise GraphError(f"cannot read the scene graph {path}: {reason}; set the parameter scene_file") from None
    except UnicodeDecodeError:
        raise GraphError(f"{path} is not UTF-8 text; expected a scene graph as JSON") from None
    graph = graph_from_json(text, str(path))
    if not graph.of_kind(NodeKind.ASSET):
        raise GraphError(f"{path} has no assets; there is nothing that objects could rest on")
    if AGENT_ID in graph:
        return graph
    return graph.changed(put=[Node(AGENT_ID, "robot", NodeKind.AGENT)])
