# SPDX-License-Identifier: Apache-2.0
"""What stands before the numbers of ids."""

from __future__ import annotations

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from planner_node.language.words.ids import stem_of, stems_of_labels


def test_the_stem_of_an_id_is_what_stands_before_its_number():
    assert [stem_of(i) for i in ("buffet_table_1", "table12", "robot", "cup_2_b")] == [
        "buffet_table",
        "table",
        "robot",
        "cup_2_b",
    ]


def test_stems_are_filed_by_the_labels_of_their_nodes():
    ids = {"buffet_table_1": "table", "table_2": "table", "table_3": "table", "mug_1": "mug"}
    graph = SceneGraph({i: Node(i, label, NodeKind.ASSET) for i, label in ids.items()})
    assert stems_of_labels(graph) == {"table": {"buffet_table", "table"}, "mug": {"mug"}}
