# SPDX-License-Identifier: Apache-2.0
"""A thing whose place nobody knows: the robot looks at one place after the other, finds it there, and brings it."""

from __future__ import annotations

from pathlib import Path

import pytest
from system import HANGS_S, System, outcome

from makedo.srv import LoadSceneGraph
from makedo_core.files.scene_json import graph_to_json
from makedo_core.record.trace import read_trace

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]
WITHOUT = "without_the_orange.json"


@pytest.fixture(scope="module")
def home(tmp_path_factory, shared_ros_domain_id):
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        running = System(folder, seed="1", detector="simulation", files_folder=str(folder / "files"))
    try:
        running.wait_ready()
        forget_the_orange(running, folder / "files")
        yield running
    finally:
        running.close()


def forget_the_orange(system: System, files: Path) -> None:
    """Have the stack take up its own graph again, without the orange."""
    files.mkdir(exist_ok=True)
    (files / WITHOUT).write_text(graph_to_json(system.graph().changed(remove=["orange_1"])), encoding="utf-8")
    loaded = system.call(LoadSceneGraph, "scene_graph/load", LoadSceneGraph.Request(file=WITHOUT))
    assert outcome(loaded).ok, outcome(loaded)


def test_what_nobody_knows_of_is_looked_for_place_by_place_and_brought(home):
    assert home.truth().support("orange_1") == "table_3"
    assert not [node for node in home.graph() if node.label == "orange"]

    result = home.do("Bring the orange to table_2", 480, strategy="memory_graph")

    assert outcome(result).ok, outcome(result)
    assert list(result.relaxations) == []
    truth = home.truth()
    assert "orange" in {truth[i].label for i in truth.contents("table_2")}
    trace = read_trace(Path(result.run_folder) / "trace.jsonl")
    found = max(i for i, event in enumerate(trace) if event["event"] == "planned")
    looked = [e["asset"] for e in trace[:found] if e["event"] == "discovered" and e["cause"] == "SUCCESS"]
    places = list(dict.fromkeys(looked))
    assert len(places) > 1 and places[-1] == "table_3", places  # in vain first, and nowhere any more once it was seen
    plans = [event["calls"] for event in trace if event["event"] == "planned"]
    assert all(any(call.startswith("discover_objects") for call in calls) for calls in plans[: len(places)])
    assert plans[-1][-1].startswith("put_on(orange") and len(plans) > len(places)
