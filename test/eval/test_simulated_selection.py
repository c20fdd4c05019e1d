# SPDX-License-Identifier: Apache-2.0
"""The simulated model prunes, acts and plans in order; and what becomes of the strategies when it goes wrong."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_eval.simulated_model.corruption import Corruption
from makedo_eval.simulated_model.direct import Direct
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_eval.simulated_model.truth import truth_of
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.proof.validate import validate
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

BRING = "Bring the cup to table_1"
ORDER = "put the apple and the bowl on table_2"


@pytest.fixture
def scene(home):
    """The home with a bowl, and with one apple less."""
    bowl = Node("bowl_1", "bowl", NodeKind.OBJECT, Pose.planar(0, 0), (0.06, 0.1, 0.1))
    return home.changed(remove=["apple_2"], put=[bowl], add=[Relation("bowl_1", RelationType.ON, "table_1")])


def plan(engine, graph, strategy: str, instruction: str, **corrupted):
    model = SimulatedModel(**corrupted)
    task = PlanningTask(instruction, graph, asks=False)
    model.begin(instruction, truth_of(task, engine))
    ladder = Ladder((ModelSpec("simulated"),), Direct(model), Limits(100, 10_000_000, 3600.0), 1)
    return make_strategy(strategy, Parts(engine, ladder)).plan(task), model


def test_right_answers_select_all_that_is_needed(engine, scene, words: Words):
    result, model = plan(engine, scene, "prune", BRING)
    assert result.outcome.ok
    words(result.explanation)
    assert {s.kind for s in model.said} == {"prune_categories", "prune_classes", "prune_relations"}


def test_right_steps_reach_the_goal(engine, scene):
    result, model = plan(engine, scene, "prune:policy=model,selection=ontology", BRING)
    assert result.outcome.ok and "searched" not in result.explanation
    assert len([s for s in model.said if s.kind == "prune_act"]) == len(result.plan.calls)


def test_a_right_plan_is_in_order(engine, scene, words: Words):
    result, model = plan(engine, scene, "ontology", ORDER)
    assert [c.arguments[0] for c in result.plan.calls if c.skill == "put_on"] == ["bowl_1", "apple_1"]
    assert [s.kind for s in model.said] == ["ontology_plan"]
    words(result.explanation)


@pytest.mark.parametrize("strategy", ["prune", "prune:policy=model", "ontology"])
@pytest.mark.parametrize("corruption", list(Corruption))
@pytest.mark.parametrize("rate", [0.5, 1.0])
def test_however_a_model_goes_wrong_the_plan_holds(engine, scene, strategy, corruption, rate):
    for instruction in (BRING, ORDER):
        result, _ = plan(engine, scene, strategy, instruction, rate=rate, corruptions=(corruption,))
        assert result.outcome.ok, result.outcome
        assert validate(result.plan.calls, engine.plan(PlanningTask(instruction, scene)).plan.goal, scene).outcome.ok
