# SPDX-License-Identifier: Apache-2.0
"""Counts of things against counts of others: "more forks than knives", "twice as many", "enough for all the plates"."""

from __future__ import annotations

from collections import Counter

import pytest

from makedo_core.account import ClaimKind
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def result_of(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def brought(where: str, said: str) -> Counter[str]:
    """How many things go where, by kind and place; nothing: there is nothing to do."""
    result = result_of(where, said)
    assert result.plan is not None, (said, result.outcome)
    puts = [c for c in result.plan.calls if c.skill in ("put_on", "put_inside")]
    return Counter(f"{c.arguments[0].rstrip('0123456789').rstrip('_')}->{c.arguments[1]}" for c in puts)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "If there are more forks than knives, put the forks on table 1", {"fork->table_1": 3}),
        ("dining", "If there are more knives than forks, put the forks on table 1", {}),
        ("lab", "If there are fewer pipettes than beakers, put a pipette on bench 2", {"pipette->bench_2": 1}),
        ("lab", "If there are fewer beakers than pipettes, put a pipette on bench 2", {}),
        ("office", "If there are more laptops than desks, put a laptop on desk 1", {}),
        ("garage", "If there are more batteries than hammers, put the hammer on shelf 1", {"hammer->shelf_1": 1}),
        ("pantry", "If there are more potatoes than carrots, put a carrot on the table", {"carrot->table_1": 1}),
        (
            "dining",
            "If there are enough knives for both plates on table 2, put the knives on table 2",
            {"knife->table_2": 2},
        ),
        ("dining", "If there are enough glasses for all the plates, put the glasses on table 2", {}),
        ("living", "If both pillows are on the sofa, put them both on the bunk bed", {"pillow->bunk_bed_1": 2}),
    ],
)
def test_a_condition_compares_counts(where, said, goes):
    assert brought(where, said) == goes
    if goes:
        account = result_of(where, said).account
        assert list(account.of_kind(ClaimKind.UNUSED)) == [], account


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("laundry", "Put half as many socks as there are towels in the basket", {"sock->laundry_basket_1": 1}),
        ("living", "Put double as many books as there are candles on the sofa", {"book->sofa_1": 2}),
        ("pantry", "Put three times as many potatoes as there are baskets on the table", {"potato->table_1": 3}),
        ("party", "Put one more soda can than there are grills on the side table", {"soda_can->side_table_1": 2}),
        ("office", "Put two more pens than there are staplers on desk 3", {"pen->desk_3": 3}),
        ("dining", "Bring enough forks for all the plates on table 2 to table 2", {"fork->table_2": 2}),
        ("dining", "Bring enough forks for the plates on table 2", {"fork->table_2": 2}),
        ("party", "Bring enough cupcakes for everyone to the side table", {"cupcake->side_table_1": 3}),
        ("lab", "Get enough beakers for both flasks and put them on bench 2", {"beaker->bench_2": 2}),
        ("pantry", "Bring three more potatoes to the table", {"potato->table_1": 3}),
        ("office", "Another two pens on desk 1, please", {"pen->desk_1": 2}),
        ("laundry", "Take the clothespins and put them both in the basket", {"clothespin->laundry_basket_1": 2}),
        ("office", "Put as many pens as possible on desk 1", {"pen->desk_1": 2}),
    ],
)
def test_an_order_counts_by_others(where, said, goes):
    assert brought(where, said) == goes
    assert result_of(where, said).account.exact, result_of(where, said).explanation


def test_a_few_more_are_three_and_fewer_are_told():
    result = result_of("pantry", "Put a few more candles on the table")
    assert brought("pantry", "Put a few more candles on the table") == {"candle->table_1": 2}
    assert not result.account.exact
    assert "only two" in result.explanation
    assert brought("lab", "Put a few more beakers on bench 2") == {"beaker->bench_2": 3}


@pytest.mark.parametrize(
    ("where", "said", "why"),
    [
        ("lab", "Put more beakers than flasks on bench 2", "more beakers than flasks"),
        ("garage", "If there are fewer hammers than drills, put the hammer on shelf 1", "fewer hammers than drills"),
        ("pantry", "Bring as many potatoes as you can carry to the table", "How many is"),
        ("dining", "Bring enough forks to table 2", "How many is"),
    ],
)
def test_what_says_no_number_is_refused(where, said, why):
    result = result_of(where, said)
    assert result.plan is None
    assert why in result.outcome.message


def test_what_a_condition_says_of_all_is_no_group_that_is_left_out():
    result = result_of("living", "If every crayon is on the kids table, turn on the night light")
    assert [c.skill for c in result.plan.calls if c.skill == "turn_on"] == ["turn_on"]
    assert "Nothing is done for" not in result.explanation
