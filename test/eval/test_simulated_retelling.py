# SPDX-License-Identifier: Apache-2.0
"""The simulated model retells instructions: right orders mean what the grammar reads, wrong ones are survived."""

from __future__ import annotations

from functools import partial

import pytest

from makedo_core.goals.goal import literals
from makedo_core.ontology import load_ontology
from makedo_eval.simulated_model.corruption import Corruption
from makedo_eval.simulated_model.direct import Direct
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_llm.ladder import Ladder, NoModel
from makedo_llm.settings import Limits, ModelSpec
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, Request
from planner_node.llm.plain_orders import plain_orders
from planner_node.relaxation.explored import asked_goal

BOTH = "Bring the cup to table_1 and the apples to table_2"
INSTRUCTIONS = (
    "Bring two apples to table_2",
    "Put cup_1 inside fridge_1",
    "Put cup_1 inside fridge_1 and open the fridge",
    "open the fridge",
    "pick up the cup",
    BOTH,
    "Bring an apple to table_2, then put the cup inside the fridge",
    "bring two things from table_1 to table_2 without the cup",
    "bring an apple for the kids to table_2",
)


@pytest.fixture
def read(home, truth):
    """The model's reading of an instruction; three questions at most."""

    def run(instruction: str, model: SimulatedModel) -> Request | Refusal | NoModel:
        model.begin(instruction, truth(instruction))
        ladder = Ladder((ModelSpec("simulated"),), Direct(model), Limits(100, 10**7, 3600.0), 2)
        grammar = partial(interpret, ontology=load_ontology(), graph=home)
        orders = plain_orders(instruction, home, ladder.begin(), grammar)
        return orders if isinstance(orders, NoModel) else grammar(orders)

    return run


def meant(request, home):
    """All literals that the goal of a request speaks of."""
    assert isinstance(request, Request), request
    scene = Scene(home, load_ontology(), ())
    found = ground(request, scene)
    assert isinstance(found, tuple), found
    return set(literals(asked_goal(found)))


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_a_right_reading_asks_for_what_the_grammar_reads(read, home, instruction):
    ours = meant(interpret(instruction, load_ontology(), home), home)
    theirs = meant(read(instruction, SimulatedModel()), home)
    assert theirs and theirs & ours == theirs


def test_things_of_a_class_at_one_place_are_counted(read):
    request = read(INSTRUCTIONS[0], SimulatedModel())
    (clause,) = request.clauses
    assert isinstance(clause, Put) and [(p.concept, p.count) for p in clause.what] == [("apple", 2)]


def test_what_comes_first_is_a_stage_of_its_own(read):
    assert read(INSTRUCTIONS[6], SimulatedModel()).stages == (0, 1)


@pytest.mark.parametrize("corruption", Corruption)
def test_no_corruption_leads_to_more_than_a_wrong_request_a_refusal_or_no_model(read, corruption):
    model = SimulatedModel(1.0, 3, corruptions=(corruption,))
    found = read(BOTH, model)
    assert isinstance(found, Request | Refusal | NoModel)
    harmless = {Corruption.WRONG_ORDER, Corruption.STALE_MEMORY}  # a reading has neither steps nor positions
    assert all(said.corruption is (None if corruption in harmless else corruption) for said in model.said)


def test_a_hallucinated_name_is_asked_for_again(read, home):
    model = SimulatedModel(1.0, 3, corruptions=(Corruption.HALLUCINATED_OBJECT,))
    assert isinstance(read(BOTH, model), Refusal | NoModel) and len(model.said) == 3


def test_with_a_fifth_of_the_answers_corrupted_nine_of_ten_readings_can_be_used(read):
    found = [read(text, SimulatedModel(0.2, seed)) for seed in range(5) for text in INSTRUCTIONS]
    assert sum(isinstance(f, Request) for f in found) >= 0.9 * len(found)
