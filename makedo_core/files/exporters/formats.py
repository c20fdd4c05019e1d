# SPDX-License-Identifier: Apache-2.0
"""All formats that a scene graph can be written in, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from makedo_core.files.exporters.dot import graph_to_dot
from makedo_core.files.exporters.graphml import graph_to_graphml
from makedo_core.files.exporters.spark_dsg import graph_to_spark_dsg
from makedo_core.files.scene_json import graph_to_json
from makedo_core.graph.scene_graph import SceneGraph


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how names of its files end, and what writes it."""

    ending: str
    write: Callable[[SceneGraph], str]


FORMATS: Mapping[str, Format] = {
    "json": Format(".json", graph_to_json),
    "graphml": Format(".graphml", graph_to_graphml),
    "dot": Format(".dot", graph_to_dot),
    "spark-dsg": Format(".dsg.json", graph_to_spark_dsg),
}


def format_of(file: str) -> Format | None:
    """The format that a file's name asks for by its ending; of several that fit, the longest ending counts."""
    fitting = [f for f in FORMATS.values() if file.endswith(f.ending)]
    return max(fitting, key=lambda f: len(f.ending), default=None)
