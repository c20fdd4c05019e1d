# SPDX-License-Identifier: Apache-2.0
"""Scenarios from a file: examples are learnt from, other things are placed and counted by halves."""

import pytest
import yaml

from makedo_eval.case import DatasetError
from makedo_eval.tidybot.running import FILE, Miss, is_held_out, read_scenarios, run, table

SCENARIOS = [
    {
        "tags": ["category"],
        "seen_placements": [["blouse", "sofa"], ["doll", "box"]],
        "unseen_placements": [["t-shirt", "sofa"], ["teddy bear", "box"]],
    },
    {
        "tags": ["category", "attribute"],
        "seen_placements": [["steel spoon", "drawer"], ["plastic cup", "box"]],
        "unseen_placements": [["metal fork", "box"], ["zorblax", "drawer"], ["plastic plate", "box"]],
    },
]


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(yaml.safe_dump(SCENARIOS), encoding="utf-8")
    return tmp_path


def test_things_are_placed_by_the_examples_alone(checkout):
    first, second = run(checkout)
    assert (first.right, first.misses, first.accuracy) == (2, (), 1.0)
    assert (second.right, second.undecided) == (1, 1)
    assert second.misses[1] is Miss.UNKNOWN
    assert len(list(run(checkout, limit=1))) == 1


def test_each_scenario_is_in_one_half(checkout):
    halves = [[r.scenario.number for r in run(checkout, held_out=half)] for half in (False, True)]
    assert sorted([*halves[0], *halves[1]]) == [1, 2]
    assert halves[1] == [n for n in (1, 2) if is_held_out(n)]


def test_the_table_tells_accuracy_and_why_things_are_wrong(checkout):
    told = table(run(checkout))
    for number, row in ((1, "| 1 | 2 | 2 | 0 | 100.0 % |"), (2, "| 1 | 3 | 1 | 1 | 33.3 % |")):
        assert is_held_out(1) == is_held_out(2) or f"| {'unseen' if is_held_out(number) else 'develop'} {row}" in told
    assert "unknown 1" in told and "attribute 33.3 % of 1" in told


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("[", "no YAML"),
        ("{}", "a list of scenarios"),
        ("[]", "a list of scenarios"),
        ("[7]", "scenario 1: an object"),
        ({"seen_placements": None}, "scenario 2: seen_placements"),
        ({"seen_placements": [["spoon"]]}, "scenario 2: seen_placements"),
        ({"unseen_placements": [["spoon", 3]]}, "scenario 2: unseen_placements"),
        ({"unseen_placements": [["fork", "moon"]]}, "'fork' goes to 'moon', of which there is no example"),
        ({"seen_placements": [["fork", "box"], ["fork", "drawer"]]}, "'fork' is at two places"),
        ({"tags": "category"}, "scenario 2: tags"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(checkout, change, message):
    rows = [SCENARIOS[0], {**SCENARIOS[1], **change}] if isinstance(change, dict) else None
    (checkout / FILE).write_text(change if rows is None else yaml.safe_dump(rows), encoding="utf-8")
    with pytest.raises(DatasetError, match=message):
        read_scenarios(checkout)


def test_another_folder_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="jimmyyhwu/tidybot"):
        list(run(tmp_path))
