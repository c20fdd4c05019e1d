# SPDX-License-Identifier: Apache-2.0
"""An evaluation from names to tables: checked before any work, resumed without repeating or losing a task."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_cli.main import main
from makedo_core.failure import MakedoError
from makedo_eval.campaign import Campaign, CampaignError, prepare, run
from makedo_eval.case import Dataset
from makedo_eval.evaluator import Evaluator, Job
from makedo_eval.meter import Meter
from makedo_eval.models import ModelChoice, ModelNameError, check, read_model, running
from makedo_eval.reports.plots import draw, falls
from makedo_eval.reports.tables import comma_separated, latex, lines, markdown
from makedo_eval.results import Results, ResultsError, Row
from makedo_llm.budget import Spent
from makedo_llm.chat import ChatRequest, Message, ModelError, ModelFault, Reply, Role, Usage
from makedo_llm.client import LiteLlm
from makedo_llm.settings import LlmSettings, ModelSpec
from planner_node.strategies.parts import StrategyError
from support.waiting import until
from support.words import Words

ROOT = Path(__file__).parents[2]


def row(case: str = "one", **more) -> Row:
    values = {"dataset": "behavior", "case": case, "family": "kitchen", "strategy": "relaxation", "model": "none"}
    return Row(**{**values, "success": True, "precision": 1.0, "cause": "success", **more})


def plan(data: Path, **more) -> Campaign:
    values = {"datasets": ("behavior",), "strategies": ("relaxation",), "models": ("none",)}
    return Campaign(**{**values, "out": data / "out", "folder": data, **more})


def test_an_evaluation_does_every_task_once(folder):
    told: list[Row] = []
    prepared = prepare(plan(folder, models=("none", "simulated:0.5")))
    run(prepared, told.append)
    assert [r.case for r in told] == ["task_1", "task_2", "task_3", "task_4"] * 2
    assert all(r.success and r.plan for r in told)
    again = prepare(plan(folder, models=("none", "simulated:0.5")))
    assert not again.open
    assert again.rows == tuple(told)
    assert len(again.datasets[0].skipped) == 1


def test_what_is_open_is_done_when_it_is_begun_again(folder):
    run(prepare(plan(folder, limit=2)), lambda _: None)
    prepared = prepare(plan(folder))
    assert [job.case for job in prepared.open] == ["task_3", "task_4"]
    run(prepared, lambda _: None)
    content = (folder / "out" / "results.jsonl").read_text().splitlines()
    assert [json.loads(line)["case"] for line in content] == ["task_1", "task_2", "task_3", "task_4"]


@pytest.mark.slow
def test_an_evaluation_that_is_killed_loses_and_repeats_nothing(folder, words: Words):
    command = [sys.executable, "-m", "makedo_cli.main", "eval", "behavior", "--data", str(folder)]
    command += ["--out", str(folder / "out"), "--strategy", "relaxation", "--strategy", "relaxation:proposer=search"]
    file = folder / "out" / "results.jsonl"
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: (file.exists() and file.read_text()) or process.poll() is not None, "the first result")
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    words(*(line for line in done.stderr.splitlines() if line.startswith("skipped")))  # Matplotlib may speak of fonts
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    keys = [(r["case"], r["strategy"]) for r in rows]
    assert len(keys) == len(set(keys)) == 8
    assert "| behavior | relaxation | none | 4 | 1.000 |" in done.stdout
    for name in ("table.md", "table.csv", "table.tex", "behavior.svg"):
        assert (folder / "out" / name).stat().st_size


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"datasets": ()}, "no datasets"),
        ({"strategies": ()}, "no strategies"),
        ({"models": ()}, "no models"),
        ({"processes": 0}, "at least one process"),
        ({"limit": -1}, "no negative limit"),
        ({"time_limit_s": 0.0}, "some time to plan"),
        ({"datasets": ("moon",)}, "no data set 'moon'"),
        ({"folder": None}, "where is the data of behavior"),
        ({"datasets": ("kitchen",)}, "relaxation cannot be evaluated on kitchen: .*only the strategy 'hierarchical'"),
        ({"strategies": ("magic",)}, "no strategy 'magic'"),
        ({"strategies": ("relaxation:proposer=llm",)}, "needs a language model"),
        ({"models": ("simulated:much",)}, "must be from 0 to 1"),
    ],
)
def test_what_is_wrong_is_told_before_any_work(folder, more, words):
    with pytest.raises(MakedoError, match=words):
        prepare(plan(folder, **more))
    assert not (folder / "out" / "results.jsonl").exists()


def test_strategies_of_ones_own_are_measured_beside_the_baselines(folder, tmp_path, monkeypatch, words: Words):
    (tmp_path / "own_strategies.py").write_text("STRATEGIES = {'mine': lambda parts: parts.engine}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    asked = plan(folder, strategies=("mine",), strategy_modules=("own_strategies",), limit=1)
    rows = []
    run(prepare(asked), rows.append)
    assert [(row.strategy, row.success) for row in rows] == [("mine", True)]
    with pytest.raises(StrategyError) as raised:
        prepare(plan(folder, strategies=("mine",)))
    words(str(raised.value))


def test_a_folder_that_cannot_be_made_is_named(folder, words: Words):
    (folder / "file").write_text("")
    with pytest.raises(CampaignError) as raised:
        prepare(plan(folder, out=folder / "file" / "out"))
    words(str(raised.value))


def test_a_bug_fails_the_task_and_not_the_evaluation(folder, monkeypatch):
    class Broken:
        def plan(self, task):
            raise ZeroDivisionError("oops")

    with Evaluator(folder, {}) as evaluator:
        choice = ModelChoice("none")
        monkeypatch.setattr(evaluator._planner(choice)[1], "named", lambda name: Broken())
        done = evaluator.do(Job("behavior", "task_1", "relaxation", choice))
    assert not done.success
    assert done.cause == "internal_error" and "ZeroDivisionError: oops" in done.note


def test_rows_are_read_back_and_a_line_that_was_cut_short_is_done_again(tmp_path):
    path = tmp_path / "results.jsonl"
    results = Results(path)
    results.append(row("one", more={"steps": 2.0}, plan=("go_to(a)",)))
    results.append(row("two"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    again = Results(path)
    assert [r.case for r in again.rows.values()] == ["one"]
    again.append(row("two"))
    assert path.read_bytes() == whole


def test_a_broken_line_is_named(tmp_path, words: Words):
    path = tmp_path / "results.jsonl"
    path.write_text('{"dataset": 1}\n')
    with pytest.raises(ResultsError) as raised:
        Results(path)
    words(str(raised.value))
    with pytest.raises(ResultsError, match="cannot read"):
        Results(tmp_path)
    with pytest.raises(ResultsError, match="cannot write"):
        Results(tmp_path / "missing" / "results.jsonl").append(row())


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("none", ModelChoice("none")),
        ("simulated", ModelChoice("simulated", rate=0.0)),
        ("simulated:0.2", ModelChoice("simulated:0.2", rate=0.2)),
        ("openai/gpt", ModelChoice("openai/gpt", settings=LlmSettings(models=(ModelSpec("openai/gpt"),)))),
    ],
)
def test_models_are_chosen_by_name(name, choice):
    assert read_model(name) == choice


def test_a_simulated_model_is_called_that():
    assert read_model("simulated:0.2").title == "simulated model, 20% corrupted"


@pytest.mark.parametrize(("name", "words"), [("simulated:2", "from 0 to 1"), (" ", "a model has no name")])
def test_names_of_no_model_are_refused(name, words):
    with pytest.raises(ModelNameError, match=words):
        read_model(name)


def test_a_file_of_settings_names_models(tmp_path, words: Words):
    file = tmp_path / "mine.yaml"
    file.write_text("models:\n  - model: openai/test\n")
    assert read_model(str(file)).name == "mine"
    file.write_text("models: []\n")
    with pytest.raises(ModelNameError) as raised:
        read_model(str(file))
    words(str(raised.value))


def test_a_model_is_asked_once_before_any_work(litellm, server, answers):
    spec = ModelSpec("openai/test", api_base=server.api_base, retries=2)
    choice = ModelChoice("test", settings=LlmSettings(models=(spec,)))
    server.then(answers.says("ready"), answers.fails(401, "wrong key"))
    check(choice, {})
    with pytest.raises(ModelNameError, match="unauthorised"):
        check(choice, {})
    with pytest.raises(ModelNameError, match="MY_KEY"):
        check(ModelChoice("test", settings=LlmSettings(models=(ModelSpec("openai/test", api_key_env="MY_KEY"),))), {})
    lost = ModelSpec("openai/test", api_base="http://127.0.0.1:9", timeout_s=5.0)
    with pytest.raises(ModelNameError, match="unavailable"):
        check(ModelChoice("test", settings=LlmSettings(models=(lost,))), {})
    check(ModelChoice("none"), {})


def test_a_simulated_model_needs_the_client_of_real_ones(monkeypatch, words: Words):
    def missing(self, *_):
        raise ModelError(ModelFault.NOT_INSTALLED, "the Python package litellm is missing")

    monkeypatch.setattr(LiteLlm, "load", missing)
    with pytest.raises(ModelNameError) as raised:
        with running(read_model("simulated:0"), {}, 0):
            pass
    words(str(raised.value))


def test_a_meter_counts_answers_and_failures(script):
    spec = ModelSpec("model")
    chat = script(Reply("yes", Usage(10, 5), 0.5), ModelError(ModelFault.TIMEOUT, "late", 2.0))
    meter = Meter(chat)
    request = ChatRequest(spec, (Message(Role.USER, "?"),), 10, 1.0)
    meter.complete(request)
    with pytest.raises(ModelError):
        meter.complete(request)
    assert meter.taken() == Spent(2, 15, 2.5)
    assert meter.taken() == Spent()


SIMULATED = [read_model("simulated:0.2"), read_model("simulated:0.4")]
ROWS = [
    row("a", family="x", steps=2, tokens=100, calls=1, more={"strict": 1.0}),
    row("b", family="x", success=False, precision=0.5),
    row("c", family="y", steps=4, tokens=100, calls=2),
    row("a", model="simulated:0.4", strategy="llm_p:domain=robot", success=False, precision=0.0),
    row("a", model="simulated:0.2", strategy="llm_p:domain=robot"),
]
DATA = (Dataset("behavior", (), ("file: task 3: odd",), {"llm_p": 0.33}, "a paper", "rebuilt"),)


def test_a_table_has_a_line_for_each_strategy_and_model():
    first, fallen, _ = lines(ROWS, DATA, SIMULATED)
    assert (first.tasks, first.success, first.families) == (3, pytest.approx(2 / 3), 0.75)
    assert (first.tokens_per_action, first.calls) == (37.5, 1.0)
    assert first.precision == pytest.approx(2.5 / 3) and first.published is None and first.more == {"strict": 1.0}
    assert fallen.published == 0.33 and fallen.tokens_per_action is None
    assert fallen.model == "simulated model, 40% corrupted"


def test_further_numbers_and_families_stand_beside_what_is_published(words: Words):
    data = Dataset(
        "behavior",
        (),
        published_more={"relaxation": {"strict": 0.4, "length": 3.0}},
        published_families={"llm_p": {"x": 0.5}, "llm_p:domain=robot": {"x": 0.7}},
    )
    table = lines(ROWS, (data,), SIMULATED)
    text = markdown(table, (data,))
    assert "| relaxation | none | 1.000 (0.400) |" in text
    assert "| strategy | model | kitchen | x | y |" in text and "| relaxation | none |  | 0.500 | 1.000 |" in text
    assert "| llm_p:domain=robot | simulated model, 40% corrupted | 0.000 | (0.700) |  |" in text
    words(text)


def test_tables_are_written_in_three_forms(words: Words):
    table = lines(ROWS, DATA, SIMULATED)
    text = markdown(table, DATA)
    assert "| behavior | relaxation | none | 3 | 0.667 | 0.750 | 0.833 | 38 | 1.0 | 0.00 |  |" in text
    words(text)
    assert comma_separated(table).splitlines()[0].startswith("data set,strategy,model")
    assert r"llm\_p" in latex(table) and r"40\% corrupted" in latex(table)


def test_pictures_show_the_fall_with_corruption(tmp_path):
    table = lines(ROWS, DATA, SIMULATED)
    rates = {m.title: m.rate for m in SIMULATED}
    assert falls(table, rates) == {"llm_p:domain=robot": [(0.2, 1.0), (0.4, 0.0)]}
    (path,) = draw(table, SIMULATED, tmp_path)
    assert "<svg" in path.read_text()
    (path,) = draw(table[:1], [], tmp_path)
    assert "success rate" in path.read_text() or path.stat().st_size > 1000


def test_pictures_without_matplotlib_are_an_error_that_says_so(tmp_path, monkeypatch, words: Words):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MakedoError) as raised:
        draw((), (), tmp_path)
    words(str(raised.value))


def test_the_command_says_where_the_data_is_missing(tmp_path, monkeypatch, capsys, words: Words):
    monkeypatch.delenv("MAKEDO_DATA", raising=False)
    assert main(["eval", "behavior", "--out", str(tmp_path)]) == 2
    words(capsys.readouterr().err)
