# SPDX-License-Identifier: Apache-2.0
"""How a behaviour tree is drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from makedo_core.record.tree_view import BehaviourProgress, TreeNode, tree_svg, tree_text

TREE = (
    TreeNode("plan again", 0, BehaviourProgress.RUNNING),
    TreeNode("plan", 1, BehaviourProgress.SUCCEEDED),
    TreeNode("go_to(table_1)", 1, BehaviourProgress.FAILED),
    TreeNode("look at <all> & more", 2, BehaviourProgress.WAITING),
)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_text_shows_depth_and_progress():
    assert tree_text(TREE) == "▶ plan again\n  ✓ plan\n  ✗ go_to(table_1)\n    · look at <all> & more"


def test_the_image_shows_every_behaviour_in_the_colour_of_its_progress():
    root = ElementTree.fromstring(tree_svg(TREE, "Bring <it> & go"))
    texts = {t.text: t for t in root.iter(f"{SVG}text")}
    assert set(texts) == {"Bring <it> & go", *(n.name for n in TREE)}
    assert len({texts[n.name].get("fill") for n in TREE}) == len(BehaviourProgress)
    names = {progress: progress.name.lower() for progress in BehaviourProgress}
    names[BehaviourProgress.WAITING] = "not done"
    assert [t.text for t in root.iter(f"{SVG}title")] == [names[n.progress] for n in TREE]
    assert len(list(root.iter(f"{SVG}path"))) == 3
    height = float(root.get("height"))
    assert all(0 < float(t.get("y")) < height for t in texts.values())


@pytest.mark.parametrize("name", ["x" * 500, "two\nlines"])
def test_a_name_takes_one_line_of_bounded_length(name):
    text = tree_text([TreeNode(name, 0, BehaviourProgress.WAITING)])
    assert "\n" not in text and len(text) <= 110


def test_nothing_is_drawn_as_nothing():
    assert tree_text(()) == ""
    assert len(list(ElementTree.fromstring(tree_svg((), "nothing")).iter(f"{SVG}text"))) == 1
