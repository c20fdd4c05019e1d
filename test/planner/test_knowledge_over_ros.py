# SPDX-License-Identifier: Apache-2.0
"""The planner and the knowledge graph as two processes: what one planning taught, the next one reads."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from planner_process import CALL_S, ROOT, Client, planner_process, wait_for_graph

from makedo_core.failure import FailureCause
from planner_node.strategies.hierarchical.macros.graph_library import LEARNT
from support.waiting import until

pytestmark = pytest.mark.ros
SHARED = "hierarchical:library=graph"
BRING = "Bring the apple to table_2"


@pytest.fixture
def client(ros_domain_id, home) -> Iterator[Client]:
    """A planner with the home's graph."""
    with planner_process(home) as talking:
        wait_for_graph(talking)
        yield talking


@pytest.fixture
def knowledge(client) -> Iterator[subprocess.Popen[bytes]]:
    """The scene graph node, active, which keeps the knowledge graph."""
    from lifecycle_msgs.srv import ChangeState

    from makedo_ros.runtime.clients import call

    scene = f"scene_file:={ROOT / 'scenes' / 'home' / 'graph.json'}"
    command = [sys.executable, str(ROOT / "bin" / "scene_graph"), "--ros-args", "-r", "__ns:=/robot_1", "-p", scene]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        change = client.node.create_client(ChangeState, "scene_graph/change_state")
        for number in (1, 3):
            request = ChangeState.Request()
            request.transition.id = number
            assert call(change, request, CALL_S).success
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(CALL_S) == 0


@pytest.mark.slow
def test_macro_actions_go_to_the_knowledge_graph_and_come_back(client, knowledge):
    from makedo_ros.knowledge_client import KnowledgeClient

    source = KnowledgeClient(client.node)
    for times in ("1", "2"):
        result = client.plan(BRING, strategy=SHARED)
        assert result.outcome.code == FailureCause.SUCCESS, result.outcome.message
        assert "could not all be read" not in result.explanation
        until(lambda times=times: {uses for _, uses in source.ask(LEARNT, 100).rows} == {times}, f"{times} uses")


def test_without_the_knowledge_graph_one_plans_and_says_so(client):
    result = client.plan(BRING, strategy=SHARED)
    assert result.outcome.code == FailureCause.SUCCESS
    assert "The macro actions of the knowledge graph could not all be read" in result.explanation
    assert "query_knowledge; is the node that offers it running" in result.explanation
