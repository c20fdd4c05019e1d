# SPDX-License-Identifier: Apache-2.0
"""Another robot on the same stack: a Panda at a table does the papers' tasks with what lies there.

The physics judges.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from system import HANGS_S, System, outcome

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind, State
from makedo_core.record.trace import read_trace

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]

AS_ON_A_ROBOT, AS_FAST_AS_IT_GOES = "1", "0"  # real-time factors


def in_scene(name: str, real_time_factor: str = AS_FAST_AS_IT_GOES):
    """A mark for tests on the system of a scene; neighbours with the same share one, for only one can run at a time."""
    return pytest.mark.parametrize("panda", [(name, real_time_factor)], indirect=True, ids=[name], scope="module")


@pytest.fixture(scope="module")
def panda(tmp_path_factory, shared_ros_domain_id, request):
    scene, real_time_factor = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        given = {"robot": "panda", "scene": scene, "seed": "1", "real_time_factor": real_time_factor}
        running = System(tmp_path_factory.mktemp(scene), **given)
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


def done(result) -> list[str]:
    """The skill calls that a run did, in that order, without their arguments' places: "put_inside(apple_1"."""
    events = read_trace(Path(result.run_folder) / "trace.jsonl")
    succeeded = [e["call"] for e in events if e["event"] == "step" and e["cause"] == "SUCCESS"]
    return [call.partition(",")[0].rstrip(")") for call in succeeded]


@in_scene("tabletop", AS_ON_A_ROBOT)
def test_tomatoes_go_into_the_crate_and_the_rotten_one_into_the_bin(panda):
    result = panda.do("put the tomatoes into the crate and the rotten tomatoes into the bin")
    assert outcome(result).ok, outcome(result)
    truth = panda.settled()
    assert {truth[i].label for i in truth.contents("crate_1")} == {"tomato"}
    assert len(truth.contents("crate_1")) == 2
    assert truth.contents("bin_1") == ("rotten_tomato_1",)
    others = {n.id for n in truth.of_kind(NodeKind.OBJECT)} - {"tomato_1", "tomato_2", "rotten_tomato_1"}
    assert set(truth.contents("table_1")) == others


@in_scene("tabletop", AS_ON_A_ROBOT)
def test_what_only_a_robot_that_drives_could_do_is_refused(panda):
    result = panda.do("go to the kitchen", 60)
    assert outcome(result).cause is FailureCause.UNKNOWN_PLACE


@in_scene("tabletop_crate")
def test_a_crate_that_stands_upside_down_is_turned_over_before_tomatoes_go_into_it(panda):
    result = panda.do(
        "Put the tomatoes into the crate and the rotten tomatoes into the bin. "
        "Once you have completed these steps, press the button",
        strategy="ontology",
    )
    assert outcome(result).ok, outcome(result)
    truth = panda.settled()
    assert State.UPRIGHT in truth["crate_1"].states
    assert set(truth.contents("crate_1")) == {"tomato_1", "tomato_2"}
    assert truth.contents("bin_1") == ("rotten_tomato_1",)
    assert "pressed" in truth["button_1"].attributes
    calls = done(result)
    into_crate = [calls.index(f"put_inside({tomato}") for tomato in ("tomato_1", "tomato_2")]
    assert calls.index("turn_over(crate_1") < min(into_crate)
    assert calls.index("press(button_1") == len(calls) - 1


@in_scene("tabletop_dishes")
def test_a_bowl_is_put_on_a_plate_before_the_fruit_whatever_was_named_first(panda):
    result = panda.do("Put the banana, the apple and the bowl on the plate", strategy="ontology")
    assert outcome(result).ok, outcome(result)
    truth = panda.settled()
    assert set(truth.contents("plate_1")) == {"bowl_1", "banana_1", "apple_1"}
    put = [call for call in done(result) if call.startswith("put_")]
    assert put.index("put_on(bowl_1") < min(put.index("put_on(banana_1"), put.index("put_on(apple_1"))
