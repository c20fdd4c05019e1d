# SPDX-License-Identifier: Apache-2.0
"""`query_knowledge` of the scene graph as a process of its own, spoken to over ROS."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from makedo_core.failure import SUCCESS, FailureCause
from makedo_core.record.skill_outcome import EventTime, RunLog
from makedo_core.skills import SkillCall
from support.waiting import until

pytestmark = [pytest.mark.ros, pytest.mark.timeout(1800)]
ROOT = Path(__file__).parents[3]
CALL_S = 90.0
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"


class Client:
    """Talks to the scene graph node."""

    def __init__(self, node: Any) -> None:
        from lifecycle_msgs.srv import ChangeState

        from makedo.msg import SkillOutcome
        from makedo.srv import GetSceneGraph, QueryKnowledge, UpdateSceneGraph
        from makedo_ros.conversions.skill_outcomes import TOPIC
        from makedo_ros.runtime.qos import HISTORY

        self.query_type = QueryKnowledge
        self.update_type = UpdateSceneGraph
        self.get_type = GetSceneGraph
        self.change_type = ChangeState
        self.node = node
        self.change = node.create_client(ChangeState, "scene_graph/change_state")
        self.query = node.create_client(QueryKnowledge, "query_knowledge")
        self.update = node.create_client(UpdateSceneGraph, "update_scene_graph")
        self.get = node.create_client(GetSceneGraph, "get_scene_graph")
        self.outcomes = node.create_publisher(SkillOutcome, TOPIC, HISTORY)

    def transition(self, number: int) -> bool:
        from makedo_ros.runtime.clients import call

        request = self.change_type.Request()
        request.transition.id = number
        return bool(call(self.change, request, CALL_S).success)

    def ask(self, query: str, **fields: Any) -> Any:
        from makedo_ros.runtime.clients import call

        return call(self.query, self.query_type.Request(query=query, **{"timeout_s": 60.0, **fields}), CALL_S)


@pytest.fixture
def started(ros_domain_id) -> Iterator[Any]:
    """Starts the node in a namespace, configured and active unless a test says otherwise; `stop` ends all."""
    from makedo_cli.session import Session

    processes: list[subprocess.Popen[bytes]] = []
    with Session("tester", "robot_1") as session:

        def start(*parameters: str, configured: bool = True) -> Client:
            scene = f"scene_file:={ROOT / 'scenes' / 'home' / 'graph.json'}"
            given = [part for p in (scene, *parameters) for part in ("-p", p)]
            command = [sys.executable, str(ROOT / "bin" / "scene_graph"), "--ros-args", "-r", "__ns:=/robot_1", *given]
            processes.append(subprocess.Popen(command, cwd=ROOT))
            client = Client(session.node)
            assert client.transition(1) is configured
            assert not configured or client.transition(3)
            return client

        def stop() -> None:
            while processes:
                process = processes.pop()
                process.send_signal(signal.SIGINT)
                assert process.wait(CALL_S) == 0

        start.stop = stop
        yield start
    stop()


def test_where_nobody_serves_it_the_client_says_so(ros_domain_id):
    from makedo_cli.session import Session
    from makedo_ros.knowledge_client import KnowledgeClient

    with Session("tester", "robot_1") as session:
        answer = KnowledgeClient(session.node).ask("ASK { }", 1)
    assert answer.outcome.cause is FailureCause.COMPONENT_LOST
    assert "nobody serves query_knowledge" in answer.outcome.message


@pytest.mark.slow
def test_queries_follow_the_graph_and_others_are_served_meanwhile(started):
    from makedo_ros.knowledge_client import KnowledgeClient
    from makedo_ros.runtime.clients import call, wait

    client = started()
    answer = client.ask("SELECT ?x ?s { ?x :label 'fridge' ; :state ?s }")
    assert answer.outcome.code == FailureCause.SUCCESS, answer.outcome.message
    assert list(answer.columns) == ["x", "s"]
    assert list(answer.cells) == ["g:fridge_1", "closed"]

    request = client.update_type.Request(state_id=["fridge_1"], state=["open"])
    updated = call(client.update, request, CALL_S)
    assert updated.outcome.code == FailureCause.SUCCESS, updated.outcome.message
    answer = client.ask("SELECT ?s { g:fridge_1 :state ?s }")
    assert list(answer.cells) == ["open"]
    assert answer.revision >= updated.revision
    asked = KnowledgeClient(client.node).ask("SELECT ?x ?s { ?x :label 'fridge' ; :state ?s }", 10)
    assert (asked.outcome, asked.columns, asked.rows) == (SUCCESS, ("x", "s"), (("g:fridge_1", "open"),))

    long = client.query.call_async(client.query_type.Request(query=ENDLESS, timeout_s=3.0))
    time.sleep(0.5)
    assert call(client.get, client.get_type.Request(), CALL_S).outcome.code == FailureCause.SUCCESS
    assert not long.done()
    assert wait(long, "the long query", CALL_S).outcome.code == FailureCause.TIMEOUT

    answer = client.ask("SELECT ?x { ?x :kind 'asset' }", max_rows=2)
    assert (len(answer.cells), answer.truncated) == (2, True)
    assert client.ask("CLEAR ALL").outcome.code == FailureCause.NOT_CAPABLE
    answer = client.ask("SELECT ?x {")
    assert answer.outcome.code == FailureCause.INVALID_INSTRUCTION
    assert "line 1" in answer.outcome.message
    for timeout_s in (-1.0, 61.0, float("nan")):
        answer = client.ask("ASK { }", timeout_s=timeout_s)
        assert answer.outcome.code == FailureCause.INVALID_INSTRUCTION
        assert "timeout_s" in answer.outcome.message


@pytest.mark.slow
def test_more_than_a_few_waiting_queries_are_refused_and_a_stop_ends_all(started):
    from makedo_ros.runtime.clients import wait

    client = started()
    client.ask("ASK { }")
    asked = [client.query.call_async(client.query_type.Request(query=ENDLESS, timeout_s=60.0)) for _ in range(9)]
    refused = until(lambda: next((future for future in asked if future.done()), None), "a query that is refused")
    assert wait(refused, "the refused query", CALL_S).outcome.code == FailureCause.BUSY
    # The fixture interrupts the process and wants it to end in time.


@pytest.mark.slow
def test_outcomes_of_skills_are_recorded_and_stay_over_a_restart(started, tmp_path):
    from makedo_ros.conversions.skill_outcomes import skill_outcome_to_ros

    client = started(f"knowledge_folder:={tmp_path / 'knowledge'}")
    log = RunLog("run", "Open it", datetime(2026, 1, 1, tzinfo=timezone.utc), EventTime(0.0, 0.0))
    for _ in range(2):
        done = log.step_done(SkillCall("open", ("fridge_1",)), SUCCESS, EventTime(1.0, 1.0))
        client.outcomes.publish(skill_outcome_to_ros(done))
    broken = skill_outcome_to_ros(done)
    broken.began = float("nan")
    client.outcomes.publish(broken)

    def told(client: Client) -> str:
        answer = client.ask("SELECT (COUNT(*) AS ?n) { ?e a :SkillExecution ; prov:used g:fridge_1 }")
        assert answer.outcome.code == FailureCause.SUCCESS, answer.outcome.message
        return str(answer.cells[0])

    until(lambda: told(client) == "2", "both outcomes")
    started.stop()
    client.node.destroy_publisher(client.outcomes)  # nobody tells them again
    assert told(started(f"knowledge_folder:={tmp_path / 'knowledge'}")) == "2"


@pytest.mark.slow
def test_macro_actions_that_the_planner_learnt_stay_over_a_restart(started, tmp_path):
    from std_msgs.msg import String

    from makedo_core.record.lesson import TOPIC, Lesson
    from makedo_ros.knowledge_client import KnowledgeClient
    from makedo_ros.runtime.qos import HISTORY

    folder = f"knowledge_folder:={tmp_path / 'knowledge'}"
    client = started(folder)
    planner = KnowledgeClient(client.node)
    client.node.create_publisher(String, TOPIC, HISTORY).publish(String(data="no lesson"))  # left out with a warning
    planner.learn([Lesson("?1 is on ?2", ("put_on(?1, ?2)",), "{}", "Bring it", time.time())])
    query = "SELECT ?target ?calls { ?macro a :MacroAction ; :target ?target ; :calls ?calls }"
    told = (("?1 is on ?2", "put_on(?1, ?2)"),)
    until(lambda: planner.ask(query, 10).rows == told, "what was learnt")
    started.stop()
    for publisher in list(client.node.publishers):
        if publisher.topic_name.endswith(TOPIC):
            client.node.destroy_publisher(publisher)  # nobody tells them again
    assert KnowledgeClient(started(folder).node).ask(query, 10).rows == told


@pytest.mark.slow
def test_a_folder_that_cannot_be_used_refuses_the_configuration(started, tmp_path):
    (tmp_path / "file").write_text("")
    client = started(f"knowledge_folder:={tmp_path / 'file' / 'knowledge'}", configured=False)
    assert client.change.service_is_ready()


@pytest.mark.slow
def test_a_wrong_ontology_refuses_the_configuration(started):
    client = started("ontology_files:=[nowhere.ttl]", configured=False)
    assert client.change.service_is_ready()


def test_the_command_asks_the_running_stack(started):
    started()
    command = [sys.executable, "-m", "makedo_cli.main", "ask", "--namespace", "robot_1", "--json"]
    run = subprocess.run(
        [*command, "--time-limit", "60", "SELECT ?x { ?x :label 'fridge' }"],
        cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, timeout=CALL_S, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert '"g:fridge_1"' in run.stdout
