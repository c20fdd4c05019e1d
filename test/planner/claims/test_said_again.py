# SPDX-License-Identifier: Apache-2.0
"""What a word stands for that is said again: one, everyone, everything, together, all else."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def goals(result: Result) -> dict[str, str]:
    """The things that are put somewhere or handed over, each with where it goes."""
    assert result.plan is not None, result.outcome
    calls = (c for c in result.plan.calls if c.skill in ("put_on", "put_inside", "hand_over"))
    return {c.arguments[0]: c.arguments[1] for c in calls}


@pytest.mark.parametrize(
    "said",
    [
        "put a soda on the side table and one on the buffet table",
        "bring a soda to the sofa, then one to the buffet table",
        "bring a soda to the sofa, and another to the buffet table",
        "give Anna a soda and Ben one too",
    ],
)
def test_one_is_what_the_noun_before_it_calls(said):
    moved = set(goals(planned("party", said)))
    assert len(moved) == 2 and all(thing.startswith("soda_can") for thing in moved)


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("take everyone on the terrace, I mean everyone in the living room a soda", {"anna", "ben"}),
        ("take everyone on the terrace - I mean everyone in the living room - a soda", {"anna", "ben"}),
        ("give everyone on the terrace a soda, I mean everyone in the living room", {"anna", "ben"}),
        ("bring a cupcake to everyone in the living room, sorry, everyone on the terrace", {"carla"}),
        ("take everyone in the living room a soda", {"anna", "ben"}),
    ],
)
def test_everyone_stands_for_everyone_before_it(said, people):
    assert set(goals(planned("party", said)).values()) == people


@pytest.mark.parametrize(
    ("where", "said", "source", "goal"),
    [
        ("dining", "put everything on table 2, I mean everything on table 1, on table 3", "table_1", "table_3"),
        ("dining", "put everything on table 2 on table 3, no wait, everything on table 1", "table_1", "table_3"),
        ("office", "put everything on desk 1 on the shelf, sorry, everything on desk 2", "desk_2", "shelf_1"),
    ],
)
def test_everything_stands_for_everything_before_it_and_goes_there(where, said, source, goal):
    moved = goals(planned(where, said))
    assert set(moved) == set(scene(where).contents(source)) and set(moved.values()) == {goal}


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("dining", "put the plate on table 1 on table 3, no, the mug on table 2", {"mug_1": "table_3"}),
        ("dining", "bring the mug on the counter to table 3, sorry, the mug on the sideboard", {"mug_3": "table_3"}),
        ("office", "take the mug on desk 2 to desk 1, no, the mug on desk 3", {"coffee_mug_2": "desk_1"}),
        ("dining", "put the banana on table 2, no, the lemon on table 3", {"lemon_1": "table_3"}),
    ],
)
def test_what_is_said_with_its_place_replaces_that_and_goes_where_it_was_to_go(where, said, moved):
    assert goals(planned(where, said)) == moved


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "put the drill on the workbench, the helmet in the crate and the gloves together"),
        ("garage", "hammer in the tool chest, helmet on the workbench, gloves together"),
        ("dining", "put the lemon on table 2, the vase on table 3, and the forks together"),
    ],
)
def test_what_goes_together_without_a_place_is_asked_about(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    "said",
    [
        "put the gloves together in the crate",
        "put the helmet in the crate and then the gloves together on the workbench",
        "put the gloves in the crate together and the drill on the workbench",
    ],
)
def test_what_goes_together_to_its_place_is_exact(said):
    result = planned("garage", said)
    assert {"work_glove_1", "work_glove_2"} <= set(goals(result))
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "put the lemon in the fridge and put all else on table 3"),
        ("dining", "put the lemon in the fridge. Put everything else on table 3"),
        ("flat", "put the apple in the fridge, then bring everything else to the counter"),
        ("flat", "put the apple in the fridge and everything else on the counter"),
        ("dining", "put the lemon in the fridge and all the rest of the things on table 3"),
        ("dining", "put the vase on table 3, then put all the other stuff on table 2"),
        ("dining", "put the vase on table 3 and put every other thing on table 2"),
        ("office", "put all other things on desk 3"),
        ("office", "put a pen in the filing cabinet and put everything else on desk 3"),  # one of several pens
    ],
)
def test_all_else_does_not_empty_the_home(where, said):
    assert planned(where, said).plan is None


def test_all_else_of_a_place_is_what_else_is_there():
    moved = goals(planned("office", "bring the pen on desk 1 to desk 2 and put everything else on desk 3"))
    assert set(moved) == set(scene("office").contents("desk_1"))
