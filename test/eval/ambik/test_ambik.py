# SPDX-License-Identifier: Apache-2.0
"""When to ask: pairs are read, a kitchen is made of told names, and questions are counted by what is left open."""

import csv

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.graph.scene_graph import NodeKind
from makedo_eval.ambik.kitchen import FURNITURE, kitchen_with, label_of
from makedo_eval.ambik.running import FILE, AmbikKind, is_held_out, read_ambik, run, table
from makedo_eval.case import DatasetError

HEAD = ["", "environment_short", "unambiguous_direct", "unambiguous_indirect", "ambiguity_type", "ambiguous_task"]


@pytest.fixture
def checkout(tmp_path):
    """A folder like a checkout, with two pairs of our own."""
    file = tmp_path / FILE
    file.parent.mkdir()
    with file.open("w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(HEAD)
        things = "red mug, blue mug, sponge"
        writer.writerow(["1", things, "Put the sponge in the sink.", "", "preferences", "Put the mug in the sink."])
        writer.writerow(["2", things, "Open the fridge.", "The fridge: open it.", "safety", "Frobnicate the mugs."])
    return tmp_path


def test_a_kitchen_holds_the_told_things_once_each():
    graph = kitchen_with(["Chef's knife", "mug", "mug"])
    assert {n.label for n in graph.nodes.values() if n.kind is NodeKind.OBJECT} == {"chefs_knife", "mug"}
    assert {n.label for n in graph.nodes.values() if n.kind is NodeKind.ASSET} == set(FURNITURE)
    assert label_of("fat-free  milk") == "fat_free_milk"


def test_each_pair_gives_what_is_open_and_what_is_not(checkout):
    tasks = read_ambik(checkout)
    assert [t.kind for t in tasks] == [
        AmbikKind.PREFERENCES,
        AmbikKind.NOTHING,
        AmbikKind.SAFETY,
        AmbikKind.NOTHING,
        AmbikKind.NOTHING_INDIRECT,
    ]
    assert [k for k in AmbikKind if k.is_asked_about] == [AmbikKind.PREFERENCES]


def test_questions_plans_and_refusals_are_counted(checkout):
    records = list(run(checkout))
    assert [(r.asked, r.planned) for r in records] == [
        (QuestionKind.WHICH, False),
        (None, True),
        (None, False),
        (None, True),
        (None, True),
    ]
    half = "unseen" if is_held_out("1") else "looked at"
    row = f"| {half} | preferences | 1 | yes | 1 (100.0 %) | 1 (100.0 %) | 0 (0.0 %) | 0 (0.0 %) | 0 (0.0 %) |"
    assert row in table(records)
    assert len(list(run(checkout, limit=1))) == 2


def test_a_folder_without_the_data_is_told(tmp_path, checkout):
    (checkout / FILE).write_text("a,b\n1,2\n")
    with pytest.raises(DatasetError, match="not a table of pairs"):
        read_ambik(checkout)
    with pytest.raises(DatasetError, match="checkout of"):
        read_ambik(tmp_path / "nowhere")
