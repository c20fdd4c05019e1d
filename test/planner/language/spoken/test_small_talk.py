# SPDX-License-Identifier: Apache-2.0
"""How people lead up to what they want, and what they meant instead of what they said."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def placed(where: str, said: str) -> list[str]:
    result = planned(where, said)
    assert result.plan is not None, (said, result.outcome)
    return [str(c) for c in result.plan.calls if c.skill.startswith("put_")]


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "Right, my little helper, here's what I want you to do: take the lemon to table 3.",
         ["put_on(lemon_1, table_3)"]),
        ("dining", "Pay attention now: put the lemon on table 3.", ["put_on(lemon_1, table_3)"]),
        ("office", "If you've got a sec, I was thinking you could, you know, put the stapler on desk 3.",
         ["put_on(stapler_1, desk_3)"]),
        ("living", "All I'm really asking is that the magazine, like, ends up on the bookshelf, okay?",
         ["put_on(magazine_1, bookshelf_1)"]),
        ("living", "All I want is the magazine on the bookshelf.", ["put_on(magazine_1, bookshelf_1)"]),
        ("laundry", "What else was there, ah yes, the comb. That should go on the sink as well.",
         ["put_on(comb_1, sink_1)"]),
    ],
)  # fmt: skip
def test_what_leads_up_to_an_order_changes_nothing(where, said, calls):
    assert placed(where, said) == calls
    assert planned(where, said).account.exact


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("garage", "Put the saw on the workbench, sorry, I said saw but I meant the drill.",
         ["put_on(drill_1, workbench_1)"]),
        ("garage", "Get the saw and lay it on the workbench. Sorry, I meant the drill.",
         ["put_on(drill_1, workbench_1)"]),
        ("garage", "Take the saw and put it in the crate. Sorry, I meant shelf 1.", ["put_on(saw_1, shelf_1)"]),
        ("laundry", "Put two rolls of toilet paper on the sink. No, one roll will do.",
         ["put_on(toilet_paper_1, sink_1)"]),
        ("garage", "Put the saw on the workbench. I said the saw is sharp.", ["put_on(saw_1, workbench_1)"]),
    ],
)  # fmt: skip
def test_what_is_meant_in_the_end_is_done(where, said, calls):
    assert placed(where, said) == calls


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "Get the saw and put the hammer on the workbench. Sorry, I meant the drill."),
        ("dining", "Put the lemon next to my little helper."),
        ("office", "I'm thinking about the stapler."),
        ("living", "All I want is the magazine."),
    ],
)
def test_what_is_not_clear_is_not_done(where, said):
    assert planned(where, said).plan is None
