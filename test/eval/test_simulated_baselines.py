# SPDX-License-Identifier: Apache-2.0
"""Baselines with the simulated model: with right answers they plan, with wrong ones they show it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_eval.simulated_model.answerers import ANSWERERS
from makedo_eval.simulated_model.corruption import Corruption
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.server import SimulatedServer
from makedo_eval.simulated_model.truth import truth_of
from makedo_eval.tabletop.tasks import TASKS, lay
from makedo_eval.variants import EVERY
from makedo_llm.client import LiteLlm
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask

APPLES = "Bring two apples to table_2"
NAMES = ("delta", "llm_p:domain=generated", "llm_tamp", "react", "sayplan", "sayplan_lite")


@pytest.fixture
def planned(litellm, engine, home, truth):
    """Plan with a simulated model over HTTP: the result, and the kinds of its answers."""

    def run(name: str, model: SimulatedModel):
        with SimulatedServer(model) as server:
            model.begin("apples", truth(APPLES))
            ladder = Ladder((server.spec,), LiteLlm({}, Random(0)), Limits(), 1)
            result = make_strategy(name, Parts(engine, ladder), EVERY).plan(PlanningTask(APPLES, home))
            return result, [s.kind for s in model.said]

    return run


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_lead_to_a_plan_that_does_it(planned, name):
    result, kinds = planned(name, SimulatedModel())
    assert result.outcome.ok, result.outcome
    assert {"apple_1", "apple_2"} <= {c.arguments[0] for c in result.plan.calls if c.skill == "put_on"}, kinds


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("corruption", [Corruption.BROKEN_FORMAT, Corruption.REFUSAL])
def test_answers_that_cannot_be_read_lead_to_no_plan(planned, name, corruption):
    assert planned(name, SimulatedModel(1.0, corruptions=(corruption,)))[0].plan is None


@pytest.mark.parametrize("name", [name for name in NAMES if name != "react"])
def test_things_that_are_made_up_lead_to_no_plan(planned, name):
    assert planned(name, SimulatedModel(1.0, corruptions=(Corruption.HALLUCINATED_OBJECT,)))[0].plan is None


def test_a_step_with_a_thing_that_is_made_up_costs_a_step_and_no_more(planned):
    right, wrong = (planned("react", SimulatedModel(r, corruptions=(Corruption.HALLUCINATED_OBJECT,))) for r in (0, 1))
    assert wrong[0].outcome.ok and len(wrong[1]) > len(right[1])


def question(kind: str, **blocks: str) -> Question:
    return Question(kind, blocks, "", ())


SCENE = "robot: the robot; holds nothing\ntable_1 - asset: table\napple_1 - item: apple; on table_1"


def test_rooms_that_are_needed_are_opened_and_others_closed(truth):
    def said(rooms: str):
        return json.loads(ANSWERERS["sayplan_lite_search"](question("sayplan_lite_search", rooms=rooms), truth(APPLES)))

    assert said("kitchen: collapsed") == {**said("kitchen: collapsed"), "command": "expand_node", "node": "kitchen"}
    opened = said("kitchen: expanded\nhall: expanded")
    assert (opened["command"], opened["node"]) == ("contract_node", "hall")
    assert said("kitchen: expanded\nhall: collapsed")["command"] == "verify_plan"


def test_steps_with_what_is_not_shown_do_not_come_to_mind(truth):
    answer = ANSWERERS["sayplan_lite_plan"](question("sayplan_lite_plan", scene=SCENE), truth(APPLES))
    steps = json.loads(answer)["plan"]
    assert steps[:2] == ["go_to(table_1)", "pick_up(apple_1, table_1)"]
    assert not any("apple_2" in step or "table_2" in step for step in steps)


def test_a_step_that_was_refused_is_tried_once_more_and_one_that_was_made_is_not(truth):
    first, second = truth(APPLES).calls[:2]

    def said(past: str) -> str:
        return json.loads(ANSWERERS["react"](question("react", past=past), truth(APPLES)))["action"]

    assert said("") == said(f"> {first}\nNothing happens: no") == str(first)
    assert said(f"> {first}\nNothing happens: no\n> {first}\nNothing happens: no") == str(second)
    assert said(f"> {first}\nYou see table_1.") == str(second)
    everything = "".join(f"> {call}\nNow.\n" for call in truth(APPLES).calls)
    assert said(everything) == "done()"


def test_a_sub_goal_keeps_what_those_before_have_reached(truth):
    answer = json.loads(ANSWERERS["delta_decompose"](question("delta_decompose"), truth(APPLES)))
    assert answer["subgoals"] == ["(and (on apple_1 table_2))", "(and (on apple_1 table_2) (on apple_2 table_2))"]
    nothing = replace(truth(APPLES), wanted=())
    assert json.loads(ANSWERERS["delta_decompose"](question("delta_decompose"), nothing))["subgoals"] == ["(and)"]


def test_a_problem_is_about_what_is_shown(truth):
    shown = f"{SCENE}\ntable_2 - asset: table"
    text = ANSWERERS["delta_problem"](question("delta_problem", scene=shown), truth(APPLES))
    assert "(on apple_1 table_2)" in text and "apple_2" not in text


def test_a_problem_declares_what_its_plan_uses(truth):
    fetched = truth(APPLES)
    assert "table_1 - asset" in ANSWERERS["llm_p"](question("llm_p"), fetched)
    assert "fridge_1" not in ANSWERERS["llm_p"](question("llm_p"), fetched)


def test_things_are_put_down_where_there_is_room(engine):
    def steps(graph):
        known = truth_of(PlanningTask("Move plate and cup to the right table", graph), engine)
        found = json.loads(ANSWERERS["llm_tamp"](question("llm_tamp"), known))["plan"]
        return [step for step in found if step["arguments"][1:] == ["right_table"] and step["skill"] == "put_on"]

    graph = lay(TASKS[3], Random(0))
    plate, cup = steps(graph)
    assert plate["arguments"][0] != cup["arguments"][0] and plate["at"] != cup["at"]
    nowhere = {n.id: replace(n, model=None) for n in graph}
    assert not any("at" in step for step in steps(replace(graph, nodes=nowhere)))
    tiny = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.72)), (0.05, 0.05, 1.0))
    full = replace(graph["right_table"], model=AssetModel(regions=(tiny,)))
    assert not any("at" in step for step in steps(replace(graph, nodes={**graph.nodes, "right_table": full})))
