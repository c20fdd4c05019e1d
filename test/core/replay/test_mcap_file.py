# SPDX-License-Identifier: Apache-2.0
"""An MCAP file is read back by the library: every message fits its schema and says what was recorded."""

from __future__ import annotations

import json
from base64 import b64decode

import jsonschema
import pytest
from mcap.reader import make_reader

from makedo_core.replay.reading import read_past_run
from makedo_core.replay.sharing.mcap_file import export_mcap
from support.past_runs import BEGAN, a_run

BEGAN_NS = round(BEGAN.timestamp() * 1e9)


def topics(path):
    """The messages of each topic, each checked against its schema, with the moments [ns] they are filed under."""
    found, names = {}, {}
    with path.open("rb") as file:
        for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages():
            value = json.loads(message.data)
            jsonschema.validate(value, json.loads(schema.data))
            found.setdefault(channel.topic, []).append((message.log_time, value))
            names[channel.topic] = schema.name
            assert (schema.encoding, channel.message_encoding) == ("jsonschema", "json")
    return found, names


@pytest.fixture
def exported(tmp_path):
    """A run, and the file it was exported to."""
    run = read_past_run(a_run(tmp_path, slip=True))
    assert export_mcap(run, tmp_path / "run.mcap") == (tmp_path / "run.mcap").stat().st_size
    return run, tmp_path / "run.mcap"


def test_the_topics_have_the_schemas_that_foxglove_knows(exported):
    assert topics(exported[1])[1] == {
        "/log": "foxglove.Log",
        "/status": "makedo.Status",
        "/steps": "makedo.Step",
        "/behaviour_tree": "makedo.BehaviourTree",
        "/tf": "foxglove.FrameTransforms",
        "/joint_states": "foxglove.JointStates",
        "/scene": "foxglove.SceneUpdate",
        "/pictures/head": "foxglove.CompressedImage",
    }


def test_the_messages_say_what_was_recorded(exported):
    run, path = exported
    found, _ = topics(path)
    for messages in found.values():
        assert [at for at, _ in messages] == sorted(at for at, _ in messages)
        assert all(BEGAN_NS <= at <= BEGAN_NS + (run.duration_s + 1) * 1e9 for at, _ in messages)
    moved = found["/tf"][-1][1]["transforms"][0]
    assert (moved["parent_frame_id"], moved["translation"]) == ("map", {"x": 1.0, "y": 0.5, "z": 0.0})
    assert moved["timestamp"]["sec"] == found["/tf"][-1][0] // 10**9
    assert found["/joint_states"][-1][1]["joints"] == [
        {"name": "arm_1", "position": 0.7},
        {"name": "torso", "position": 0.1},
    ]
    first, second = (value for _, value in found["/scene"])
    assert {e["id"] for e in first["entities"]} == {"table_1", "table_2", "apple_1"}
    (apple,) = second["entities"]
    assert apple["id"] == "apple_1" and {"key": "place", "value": "on table_2"} in apple["metadata"]
    assert apple["cubes"] == [] or apple["cubes"][0]["pose"]["position"]["x"] == 2.0
    assert b64decode(found["/pictures/head"][0][1]["data"]) == b"png"
    assert [value["cause"] for _, value in found["/steps"]] == ["GRASP_FAILED", "SUCCESS", "SUCCESS"]
    warned = [value["message"] for _, value in found["/log"] if value["level"] == 3]
    assert len(warned) == 1 and "it slipped" in warned[0]


def test_plan_summary_and_what_is_known_of_the_run_go_along(exported):
    run, path = exported
    with path.open("rb") as file:
        reader = make_reader(file)
        assert {a.name: a.data for a in reader.iter_attachments()} == {
            "run.json": (run.folder / "run.json").read_bytes()
        }
        (told,) = reader.iter_metadata()
    assert told.metadata["asked"] == "Bring the apple to table_2" and told.metadata["ended"] == "done"


def test_what_is_damaged_is_told_in_the_file_too(tmp_path):
    folder = a_run(tmp_path)
    (folder / "start_head.png").unlink()
    run = read_past_run(folder)
    export_mcap(run, tmp_path / "run.mcap")
    found, names = topics(tmp_path / "run.mcap")
    assert "/pictures/head" not in names
    assert {value["message"] for _, value in found["/log"] if value["level"] == 4} == {
        f"damaged: {what}" for what in run.damage
    }


def test_what_goes_wrong_on_the_way_leaves_the_file_that_was_there(exported, tmp_path):
    run, path = exported
    before = path.read_bytes()
    (run.folder / "start_head.png").unlink()
    with pytest.raises(FileNotFoundError):
        export_mcap(run, path)
    assert path.read_bytes() == before and not list(tmp_path.glob(".*.part"))
