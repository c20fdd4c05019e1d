# SPDX-License-Identifier: Apache-2.0
"""The simulated model in hierarchical planning: right answers make the plan, wrong ones are mended or passed over."""

from __future__ import annotations

import json

import pytest

from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, SkillCall
from makedo_eval.datasets.kitchen import KitchenCase
from makedo_eval.kitchen.tasks import kitchen_tasks
from makedo_eval.planning import CasePlanner
from makedo_eval.simulated_model.answers.hierarchical import ANSWERERS, macros
from makedo_eval.simulated_model.corruption import Corruption
from makedo_eval.simulated_model.direct import Direct
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_eval.simulated_model.question import Question
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.strategies.hierarchical.ablation import Ablation
from planner_node.strategies.hierarchical.guided import EVERYTHING
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.tiers import all_but
from support.words import Words

KITCHEN = {task.id: task for task in kitchen_tasks()}
BRING = "bring the cup to table_1 and the apples to table_2"


@pytest.fixture(scope="module")
def alone() -> Engine:
    return Engine(load_ontology())


def ladder(model: SimulatedModel) -> Ladder:
    return Ladder((ModelSpec("simulated"),), Direct(model), Limits(300, 10**7, 3600.0), 1)


def strategy(name: str, model: SimulatedModel, engine: Engine):
    return make_strategy(name, Parts(engine, ladder(model)))


def asked(kind: str, **blocks: str) -> dict:
    def answer(truth) -> dict:
        return json.loads(ANSWERERS[f"hierarchical_{kind}"](Question(kind, blocks, "", ()), truth))

    return answer


@pytest.mark.parametrize("name", all_but(KITCHEN, "T10", "T11", "T12"))
def test_macro_actions_are_the_whole_plan_in_its_order(name, kitchen_truth):
    truth = kitchen_truth(name)
    found = macros(truth)
    assert tuple(call for macro in found for call in macro.calls) == truth.calls
    assert all(macro.calls and macro.after for macro in found)
    assert len({macro.name for macro in found}) == len(found)


def test_macro_actions_end_where_a_part_of_the_goal_comes_true_for_good(truth):
    found = macros(truth(BRING))
    assert [m.calls[-1].skill for m in found] == ["put_on"] * 3
    assert found[0].name.startswith("make sure that")
    assert all(Literal("on", (m.calls[-1].arguments)) in m.after for m in found)


def test_what_was_so_already_is_no_macro_action_of_its_own(truth):
    known = truth("open the fridge")
    (macro,) = macros(known)
    assert macro.calls == known.calls


def test_each_question_is_answered_about_the_macro_action_that_it_shows(truth):
    known = truth(BRING)
    first, second, _ = macros(known)
    block = asked("block", macro=second.name, history=f"{first.name}: ...")(known)
    assert block["calls"] == [str(c) for c in second.calls]
    made_up = asked("correct", macro="juggle", history="nothing yet", feedback="no")(known)
    assert made_up["calls"] == [str(c) for c in first.calls]
    beyond = asked("block", macro="juggle", history="a: x\nb: x\nc: x\nd: x")(known)
    assert beyond["calls"] == []
    everything = asked("correct", macro=EVERYTHING, history="nothing yet")(known)
    assert everything["calls"] == asked("plan")(known)["calls"] == [str(c) for c in known.calls]
    conditions = asked("refine", macros=f"1. {second.name}; before: nothing; after: nothing\n2. juggle")(known)
    assert [m["before"] for m in conditions["macros"]] == [[], []]
    assert f"({' '.join(('on', *second.calls[-1].arguments))})" in conditions["macros"][0]["after"]


def test_classes_that_the_plan_needs_are_chosen_and_never_none(truth):
    known = truth("bring the cup to table_1")
    chosen = asked("select", classes="apple\ncup\nfridge\ntable")(known)["classes"]
    assert chosen == ["cup", "table"]
    assert asked("select", classes="sofa")(known)["classes"] == ["sofa"]


@pytest.mark.slow
@pytest.mark.parametrize("ablation", Ablation)
def test_with_right_answers_every_ablation_plans_the_kitchen_by_itself(alone, ablation):
    model = SimulatedModel()
    planning = CasePlanner("kitchen", strategy(f"hierarchical:ablation={ablation}", model, alone), alone, model)
    score = KitchenCase(KITCHEN["T4"]).attempt(planning).score
    assert score.success and score.more["own plan"] == 1.0 and score.more["PC"] == 1.0
    assert ("AABV before" in score.more) is ablation.plans_macros
    assert ("MPV" in score.more) is (ablation.plans_macros and ablation.verifies)


@pytest.mark.parametrize(("ablation", "own"), [(Ablation.HV, 1.0), (Ablation.HR, 0.0)])
def test_blocks_in_a_wrong_order_are_corrected_where_they_are_verified_and_not_elsewhere(alone, ablation, own):
    def swapped(question, truth) -> str:
        block = json.loads(ANSWERERS["hierarchical_block"](question, truth))
        return json.dumps({**block, "calls": block["calls"][::-1]})

    model = SimulatedModel(answerers={**ANSWERERS, "hierarchical_block": swapped})
    planning = CasePlanner("kitchen", strategy(f"hierarchical:ablation={ablation}", model, alone), alone, model)
    score = KitchenCase(KITCHEN["T1"]).attempt(planning).score
    assert score.success, "the plan without a model stands in"
    assert score.more["own plan"] == own
    assert score.more["AABV before"] < 1.0


def test_a_model_that_refuses_leaves_the_plan_to_search(alone):
    model = SimulatedModel(1.0, corruptions=(Corruption.REFUSAL,))
    planning = CasePlanner("kitchen", strategy("hierarchical", model, alone), alone, model)
    score = KitchenCase(KITCHEN["T1"]).attempt(planning).score
    assert score.success and score.more["own plan"] == 0.0 and score.more["PC"] == 0.0


@pytest.mark.parametrize("ablation", [Ablation.HVR, Ablation.LLM])
def test_with_right_answers_an_instruction_is_planned_as_the_model_says(alone, home, truth, ablation, words: Words):
    model = SimulatedModel()
    model.begin(BRING, truth(BRING))
    result = strategy(f"hierarchical:ablation={ablation}", model, alone).plan(PlanningTask(BRING, home))
    assert result.outcome.ok
    words(result.explanation)
    assert isinstance(result.plan.calls[0], SkillCall)
