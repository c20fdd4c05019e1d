# SPDX-License-Identifier: Apache-2.0
"""How many each place gets, said behind; and an article that is said once for a list."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def put(result: Result) -> list[str]:
    """Kinds of what is put somewhere, with the place behind each, in alphabetical order."""
    assert result.plan is not None
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside", "hand_over")]
    return sorted(f"{call.arguments[0].rsplit('_', 1)[0]}->{call.arguments[1]}" for call in calls)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the glasses on tables 2 and 3, one each", ["glass->table_2", "glass->table_3"]),
        ("dining", "Put glasses on tables 2 and 3, just one each", ["glass->table_2", "glass->table_3"]),
        ("dining", "Tables 2 and 3 get one glass each", ["glass->table_2", "glass->table_3"]),
        ("dining", "Tables 1, 2 and 3 get glasses, one each", [f"glass->table_{n}" for n in (1, 2, 3)]),
        (
            "dining",
            "Put a fork and a knife on tables 2 and 3, one each",
            ["fork->table_2", "fork->table_3", "knife->table_2", "knife->table_3"],
        ),
        ("office", "Put binders on desk 1 and desk 2, one each", ["binder->desk_1", "binder->desk_2"]),
        ("party", "Cupcakes for the guests, one apiece", [f"cupcake->{who}" for who in ("anna", "ben", "carla")]),
        # One article for all of a list.
        (
            "party",
            "Take the corkscrew, opener and wine glasses to the terrace table",
            [f"{thing}->terrace_table_1" for thing in ("bottle_opener", "corkscrew", *["wine_glass"] * 3)],
        ),
        (
            "dining",
            "Put the lemon, sponge and forks on table 2",
            [f"{thing}->table_2" for thing in (*["fork"] * 3, "lemon", "sponge")],
        ),
        # Of these, none shares an article: some are meant.
        (
            "dining",
            "Bring the milk, juice and forks to table 2",
            [f"{thing}->table_2" for thing in ("fork", "fork", "juice_carton", "milk_carton")],
        ),
        ("dining", "Bring the sponge and forks to table 2", ["fork->table_2", "fork->table_2", "sponge->table_2"]),
    ],
)  # fmt: skip
def test_each_gets_so_many(where, said, goes):
    assert put(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("office", "Things I need on desk 1: a stapler, scissors.", ["scissors->desk_1", "stapler->desk_1"]),
        ("dining", "What we want on table 2: a fork, a knife.", ["fork->table_2", "knife->table_2"]),
        ("party", "Bring Anna champagne. If there's none, she'll have a soda.", ["soda_can->anna"]),
        ("dining", "We'll be eating at table 3, so bring the milk there", ["milk_carton->table_3"]),
    ],
)
def test_what_is_needed_is_listed_or_told(where, said, goes):
    assert put(planned(where, said)) == goes
