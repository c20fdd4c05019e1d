# SPDX-License-Identifier: Apache-2.0
"""A report: its list is checked, it names what cannot be run, and its text is that of the golden file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from makedo_cli.main import main
from makedo_core.failure import MakedoError
from makedo_eval.campaign import Campaign
from makedo_eval.case import Dataset
from makedo_eval.datasets.registry import DATASETS, OWN
from makedo_eval.evaluator import Evaluator
from makedo_eval.models import ModelChoice, read_model
from makedo_eval.reports.listing import LIST, LeftOut, ListError, plans, read_listing
from makedo_eval.reports.report import KEPT, Made, by_hand, falling, report
from makedo_eval.reports.tables import lines
from makedo_eval.results import Row
from makedo_eval.variants import EVERY, variants
from support.words import Words

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).with_name("report.md")
MADE = Made("makedo eval --report docs/results.md", "Makedo 1.2.3, commit abc1234", 7, 30.0)
MODELS = [read_model(name) for name in ("none", "simulated:0", "simulated:0.2")]


class Named:
    """A case of which only the number matters."""

    id = family = "x"

    def attempt(self, planning):
        raise NotImplementedError


def row(case: str, **more) -> Row:
    values = {"dataset": "behavior", "case": case, "family": "kitchen", "strategy": "relaxation", "model": "none"}
    return Row(**{**values, "success": True, "precision": 1.0, "cause": "success", **more})


DATA = (
    Dataset("behavior", (Named(),) * 4, ("file: task 3: odd",), {"react": 0.47}, "a paper, table 1", "rebuilt; strict"),
    Dataset("kitchen", (Named(),), published_more={"hierarchical": {"PC": 0.94}}, source="HVR", comparable="ours"),
    Dataset("unused", ()),
)
ROWS = [
    row("a"),
    row("b", success=False, precision=0.5, note="late"),
    *(row(c, strategy="react", model="simulated:0", calls=2, tokens=80, steps=4) for c in ("a", "b")),
    row("a", strategy="react", model="simulated:0.2", calls=3, tokens=160, steps=4, corrupted=1),
    row("b", strategy="react", model="simulated:0.2", success=False, precision=0.0),
    row("T1", dataset="kitchen", family="high", strategy="hierarchical", more={"PC": 1.0, "LD": -0.25}),
]
LEFT = [LeftOut("behavior", name, "simulated model", "no answers are known") for name in ("one", "two")]


def test_the_text_is_that_of_the_golden_file():
    text = report(ROWS, DATA, MODELS, LEFT, MADE)
    assert text == GOLDEN.read_text(encoding="utf-8"), "if the change is meant, write the text to test/eval/report.md"


def test_what_is_kept_with_wrong_answers_is_told_by_strategy():
    (_, table) = falling(lines(ROWS, DATA, MODELS), MODELS)
    assert "| behavior | react | 1.000 | 0.500 | 0.50 |" in table
    nothing = [r.model_copy(update={"success": False}) for r in ROWS]
    assert "| behavior | react | 0.000 | 0.000 |  |" in falling(lines(nothing, DATA, MODELS), MODELS)[1]
    assert falling(lines(ROWS, DATA, MODELS), MODELS[:2]) == []


def test_without_left_out_parts_there_is_no_such_section():
    assert "## Left out" not in report(ROWS, DATA, MODELS, (), MADE)


def test_the_list_that_comes_with_makedo_names_only_what_there_is():
    listing = read_listing(LIST)
    known = {*DATASETS, *OWN}
    for part in listing.parts:
        assert set(part.datasets) <= known
        assert part.strategies == "all" or {s.partition(":")[0] for s in part.strategies} <= set(EVERY)
        assert all(read_model(name) for name in part.models)
    assert any(part.strategies == "all" for part in listing.parts)


def test_a_limit_makes_every_part_smaller_and_none_larger(words: Words):
    listing = read_listing(LIST)
    assert {p.limit for p in listing.limited(2).parts} == {2}
    assert [p.limit for p in listing.limited(0).parts] == [p.limit for p in listing.parts]
    with pytest.raises(ListError) as raised:
        listing.limited(-1)
    words(str(raised.value))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parts: [", "no YAML"),
        ("parts: []", "parts: List should have at least 1 item"),
        ("- one", "the list: "),
        ("parts:\n  - {datasets: [kitchen], strategies: some, models: [none]}", r"parts.0.strategies"),
        ("parts:\n  - {datasets: [kitchen], strategies: all, models: [none], limit: -1}", "parts.0.limit"),
        ("parts:\n  - {datasets: [kitchen], strategies: all, models: [none], more: 1}", "parts.0.more: Extra inputs"),
        ("time_limit_s: 0\nparts:\n  - {datasets: [kitchen], strategies: all, models: [none]}", "time_limit_s"),
    ],
)
def test_a_list_that_is_wrong_is_named_with_the_place(tmp_path, text, words):
    path = tmp_path / "list.yaml"
    path.write_text(text)
    with pytest.raises(ListError, match=words) as caught:
        read_listing(path)
    assert str(path) in str(caught.value)


def test_a_list_that_is_not_there_is_named(tmp_path, words: Words):
    with pytest.raises(ListError) as raised:
        read_listing(tmp_path / "list.yaml")
    words(str(raised.value))


@pytest.fixture
def of_kitchen(tmp_path):
    """Plans for the kitchen with every strategy and a model."""

    def make(model: str):
        path = tmp_path / "list.yaml"
        path.write_text(f"parts:\n  - {{datasets: [kitchen], strategies: all, models: ['{model}'], limit: 2}}")
        with Evaluator(None, {}) as evaluator:
            return plans(read_listing(path), Campaign((), (), (), None, tmp_path), evaluator)

    return make


@pytest.mark.slow
def test_all_strategies_are_those_that_can_be_run_and_the_others_are_told(of_kitchen):
    (plan,), left_out = of_kitchen("simulated:0")
    assert plan.limit == 2 and plan.models == ("simulated:0",)
    assert set(plan.strategies) == {v for v in variants() if v.startswith("hierarchical") and not v.endswith("=none")}
    assert {x.strategy.partition(":")[0] for x in left_out} == set(EVERY) - {"hierarchical"}
    assert all("PDDL problems" in x.why for x in left_out)


def test_without_a_model_what_needs_one_is_left_out(of_kitchen):
    (plan,), left_out = of_kitchen("none")
    assert "hierarchical:ablation=none" in plan.strategies
    assert "needs a language model" in next(x.why for x in left_out if x.strategy == "hierarchical:ablation=HV")


def test_a_name_that_does_not_exist_is_an_error_and_nothing_left_out(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("parts:\n  - {datasets: [moon], strategies: all, models: [none]}")
    with Evaluator(None, {}) as evaluator, pytest.raises(MakedoError, match="no data set 'moon'"):
        plans(read_listing(path), Campaign((), (), (), None, tmp_path), evaluator)


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "makedo_cli.main", "eval", *more]


@pytest.mark.slow
def test_one_command_runs_a_list_and_goes_on_where_it_ended(tmp_path):
    path, out = tmp_path / "list.yaml", tmp_path / "docs" / "results.md"
    path.write_text("seed: 3\nparts:\n  - {datasets: [tabletop], strategies: [ontology], models: [none], limit: 5}")
    call = command("--report", str(out), "--list", str(path), "--out", str(tmp_path / "runs"), "--limit", "2")
    out.parent.mkdir()
    out.write_text(f"# Results\n\nof before\n\n{KEPT}\n\n## Mine\n", encoding="utf-8")
    for _ in range(2):
        done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stderr
        assert "2 tasks are told" in done.stdout
    text = out.read_text(encoding="utf-8")
    assert "The first 2 of 50 tasks." in text and "seed 3" in text and "Makedo 0" in text and "--limit 2`" in text
    assert text.endswith(f"\n\n{KEPT}\n\n## Mine\n") and text.count("## Mine") == 1 and "of before" not in text
    assert len((tmp_path / "runs" / "results.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("behavior", "--report", "x.md"), "a report runs a list of its own"),
        (("--report", "x.md", "--model", "none"), "a report runs a list of its own"),
        (("kitchen", "--list", "x.yaml"), "--list is what a report runs"),
        ((), "there are no datasets to evaluate"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path, more, words, capsys):
    assert main(["eval", *more, "--out", str(tmp_path)]) == 2
    assert words in capsys.readouterr().err


def test_what_a_person_wrote_below_a_report_is_kept():
    made = report(ROWS, DATA, MODELS, LEFT, MADE)
    assert by_hand(made) == ""
    written = f"\n{KEPT}\n\n## Mine\n\n| a | b |\n"
    assert by_hand(made + written) == by_hand(by_hand(made + written)) == written


def test_a_model_has_a_title_for_the_report():
    assert ModelChoice("simulated:0", rate=0.0).title == "simulated model, 0% corrupted"
