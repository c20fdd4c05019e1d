# SPDX-License-Identifier: Apache-2.0
"""Sentences of people for demonstrations: they are read, a room is made, and answers are judged by what was done."""

import json

import pytest

from makedo_core.graph.scene_graph import NodeKind
from makedo_eval.alfred.homes import ROOMS, home, label_of, room_kind
from makedo_eval.alfred.running import AlfredMark, run, table
from makedo_eval.alfred.tasks import FILE, SPLITS, read_alfred
from makedo_eval.case import DatasetError


def row(said, what, steps):
    return {"goal": said, "file_name": f"train/{what}/trial_1", "operator_sequence": steps, "goal_prefix": ""}


def taken(thing, place):
    return [{"action": "GotoLocation", "args": [place]}, {"action": "PickupObject", "args": [thing]}]


@pytest.fixture
def checkout(tmp_path):
    """A folder like a checkout, with sentences of our own."""
    rows = [
        row("set the mug on the table .", "pick_and_place_simple-Mug-None-DiningTable-4", taken("mug", "countertop")),
        row("put a hot egg in the sink", "pick_heat_then_place_in_recep-Egg-None-SinkBasin-4", taken("egg", "fridge")),
        row("put a clean plate on the table", "pick_clean_then_place_in_recep-Plate-None-DiningTable-4", []),
        row("slice a tomato", "pick_and_place_simple-TomatoSliced-None-DiningTable-4", []),
        row("inspect the pen ' s tip under the lamp", "look_at_obj_in_light-Pen-None-DeskLamp-301", []),
        row("frobnicate", "pick_and_place_simple-Mug-None-DiningTable-4", []),
        row("put the mug in the sink", "pick_and_place_simple-Mug-None-DiningTable-4", []),
        row("put the vase on the table", "pick_and_place_simple-Vase-None-SideTable-201", taken("vase", "sofa")),
    ]
    file = tmp_path / FILE
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"train": rows, "valid_seen": rows[:1], "valid_unseen": []}))
    return tmp_path


def test_sentences_come_with_what_was_done(checkout):
    first, hot, *_ = read_alfred(checkout, "train")
    assert (first.said, first.thing, first.place, first.source) == (
        "set the mug on the table.",
        "mug",
        "dining_table",
        "counter_top",
    )
    assert (first.kind, hot.kind, hot.quality, hot.source) == ("place", "heat", "hot", "fridge")
    kinds = [t.kind for t in read_alfred(checkout, "train")]
    assert kinds[2:5] == ["clean", "place, sliced", "light"]
    assert read_alfred(checkout, "train")[4].said == "inspect the pen's tip under the lamp"
    assert len(read_alfred(checkout)) == 9


def test_a_room_has_what_a_task_needs_and_no_furniture_that_is_called_alike():
    graph = home("kitchen", ("side_table",), {"mug_1": "fridge"})
    labels = {n.label for n in graph.of_kind(NodeKind.ASSET)}
    assert "side_table" in labels and "dining_table" not in labels
    assert graph.support("mug_1") == "fridge_1"
    assert set(ROOMS) == {room_kind(n) for n in (1, 201, 301, 401)}
    assert [label_of(kind) for kind in ("ButterKnife", "CD", "SinkBasin")] == ["butter_knife", "cd", "sink_basin"]


def test_answers_are_judged_by_the_end(checkout):
    records = list(run(checkout, splits=("train",)))
    assert [r.mark for r in records] == [
        AlfredMark.RIGHT,
        AlfredMark.RIGHT,
        AlfredMark.MADE_DO,
        AlfredMark.CANNOT,
        AlfredMark.ASKED,
        AlfredMark.REFUSED,
        AlfredMark.OTHERWISE,
        AlfredMark.RIGHT,
    ]
    told = table(records)
    assert "| train | all | 8 | 3 (37.5 %) | 1 (12.5 %) | 1 (12.5 %) | 1 (12.5 %) | 1 (12.5 %) | 1 (12.5 %) |" in told
    assert "Called exactly what was asked, and ended otherwise: 1" in told
    assert set(SPLITS) == {"train", "valid_seen", "valid_unseen"}


@pytest.mark.parametrize("text", ["[]", "{", '{"train": [{"goal": "x"}]}'])
def test_other_data_is_refused_by_name(tmp_path, text):
    file = tmp_path / FILE
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(DatasetError, match="alfred-linearized-250"):
        read_alfred(tmp_path)
    with pytest.raises(DatasetError, match="must be a checkout"):
        read_alfred(tmp_path / "nowhere")
