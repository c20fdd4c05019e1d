# SPDX-License-Identifier: Apache-2.0
"""Every strategy of the registry, asked for by its name over ROS; those that ask a model ask the simulated one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from planner_process import Client, planner_process, wait_for_graph

from makedo.srv import ValidatePlan
from makedo_core.failure import FailureCause
from makedo_eval.simulated_model.model import SimulatedModel, UnansweredError
from makedo_eval.simulated_model.server import SimulatedServer
from makedo_eval.simulated_model.truth import truth_of
from makedo_eval.variants import variants
from makedo_llm.chat import Message
from planner_node.task import PlanningTask

pytestmark = pytest.mark.ros

INSTRUCTION = "Bring the apple to table_2"


@dataclass
class Tutor(SimulatedModel):
    """The simulated model, which keeps what it could not answer."""

    unanswered: list[str] = field(default_factory=list)

    def answer(self, messages: list[Message]) -> str:
        try:
            return super().answer(messages)
        except UnansweredError as error:
            self.unanswered.append(str(error))
            raise


@pytest.fixture(scope="module")
def tutor() -> Tutor:
    return Tutor()


@pytest.fixture(scope="module")
def client(tutor, home, tmp_path_factory, shared_ros_domain_id) -> Iterator[Client]:
    """A planner with a model: the simulated one, behind a server that it cannot distinguish from a real one."""
    settings = tmp_path_factory.mktemp("model") / "llm.yaml"
    with SimulatedServer(tutor) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        spec = {"model": server.spec.model, "api_base": server.spec.api_base, "max_tokens": server.spec.max_tokens}
        budget = {"max_calls": 60, "max_tokens": 2_000_000, "max_wall_s": 300.0}
        settings.write_text(json.dumps({"models": [spec], "budget": budget}), encoding="utf-8")  # JSON is YAML
        with planner_process(home, llm_file=settings, asks="false", time_limit_s=60.0) as talking:
            wait_for_graph(talking)
            yield talking


@pytest.mark.parametrize("strategy", variants())
def test_each_strategy_answers_over_ros_with_a_plan_that_holds(client, tutor, engine, home, strategy):
    tutor.begin(strategy, truth_of(PlanningTask(INSTRUCTION, home), engine))
    tutor.unanswered.clear()
    result = client.plan(INSTRUCTION, strategy=strategy)
    assert not tutor.unanswered, (
        f"{strategy} asks what nobody taught the simulated model: {tutor.unanswered[0]}; "
        "add a function to makedo_eval/simulated_model/answerers.py"
    )
    assert result.outcome.code == FailureCause.SUCCESS, (
        f"{strategy} has no plan for {INSTRUCTION!r} with right answers of a model: {result.outcome.message}"
    )
    assert result.plan.calls and result.explanation
    valid = client.wait(client.validate.call_async(ValidatePlan.Request(plan=result.plan)))
    assert (valid.outcome.code, valid.failing_step) == (FailureCause.SUCCESS, -1), valid.outcome.message
