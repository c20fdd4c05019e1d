# SPDX-License-Identifier: Apache-2.0
"""Another robot on the same stack: a Panda at a table sorts what lies before it, judged by the physics."""

from __future__ import annotations

import pytest
from system import System, outcome

from makedo_core.failure import FailureCause
from makedo_core.scene_graph import NodeKind

pytestmark = [pytest.mark.system, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def panda(tmp_path_factory, shared_ros_domain_id):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        given = {"robot": "panda", "scene": "tabletop", "seed": "1", "real_time_factor": "1"}
        running = System(tmp_path_factory.mktemp("panda"), **given)
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


def test_tomatoes_go_into_the_crate_and_the_rotten_one_into_the_bin(panda):
    result = panda.do("put the tomatoes into the crate and the rotten tomatoes into the bin")
    assert outcome(result).ok, outcome(result)
    truth = panda.settled()
    assert {truth[i].label for i in truth.contents("crate_1")} == {"tomato"}
    assert len(truth.contents("crate_1")) == 2
    assert truth.contents("bin_1") == ("rotten_tomato_1",)
    others = {n.id for n in truth.of_kind(NodeKind.OBJECT)} - {"tomato_1", "tomato_2", "rotten_tomato_1"}
    assert set(truth.contents("table_1")) == others


def test_what_only_a_robot_that_drives_could_do_is_refused(panda):
    result = panda.do("go to the kitchen", 60)
    assert outcome(result).cause is FailureCause.UNKNOWN_PLACE
