# SPDX-License-Identifier: Apache-2.0
"""The simulated model in the memory graph's loop: right answers need no search, wrong ones are survived."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_eval.simulated_model.direct import Direct
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

INSTRUCTIONS = (
    "Bring two apples to table_2",
    "Put cup_1 inside fridge_1",
    "Put cup_1 inside fridge_1 and open the fridge",
    "open the fridge",
    "pick up the cup",
    "bring the cup to table_1 and the apples to table_2",
)


@pytest.fixture
def plan(engine, home, truth):
    """Plan with a simulated model."""

    def run(instruction: str, model: SimulatedModel, graph=home):
        model.begin(instruction, truth(instruction))
        ladder = Ladder((ModelSpec("simulated"),), Direct(model), Limits(100, 10**7, 3600.0), 1)
        return make_strategy("memory_graph:chooser=llm", Parts(engine, ladder)).plan(PlanningTask(instruction, graph))

    return run


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_right_answers_lead_to_a_plan_without_the_search(plan, instruction, words: Words):
    result = plan(instruction, SimulatedModel())
    assert result.outcome.ok
    words(result.explanation)


def test_what_is_only_remembered_is_looked_for_first(plan, home):
    unsure = home.changed(put=[replace(home["cup_1"], confidence=0.3)])
    result = plan(INSTRUCTIONS[1], SimulatedModel(), unsure)
    assert result.plan.provisional and str(result.plan.calls[-1]) == "discover_objects(table_2)"


def test_with_a_fifth_of_the_answers_corrupted_every_instruction_is_still_planned(plan):
    results = [plan(text, SimulatedModel(0.2, seed)) for seed in range(5) for text in INSTRUCTIONS]
    assert all(r.outcome.ok for r in results)
    by_model = sum("A language model chose the actions" in r.explanation for r in results)
    assert by_model >= 0.7 * len(results)


def test_a_model_that_is_always_wrong_leaves_the_planning_to_the_search(plan):
    results = [plan(text, SimulatedModel(1.0, seed)) for seed in range(3) for text in INSTRUCTIONS]
    assert all(r.outcome.ok for r in results)
