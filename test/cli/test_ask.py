# SPDX-License-Identifier: Apache-2.0
"""`makedo ask` as a user runs it, on a graph file."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from support.command import ROOT, makedo
from support.words import Words

HOME = "scenes/home/graph.json"
SNACKS = "SELECT ?x ?t WHERE { ?x a :snack ; :supported_by ?t } ORDER BY ?x"


def test_rows_are_shown_as_a_table():
    run = makedo("ask", SNACKS, "--file", HOME)
    assert run.returncode == 0, run.stderr
    assert "g:cracker_box_1" in run.stdout
    assert "3 rows" in run.stdout


def test_json_is_for_programs():
    command = [sys.executable, "-m", "makedo_cli.main", "ask", SNACKS, "--file", HOME, "--json", "--max-rows", "1"]
    answer = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
    assert answer == {"columns": ["x", "t"], "rows": [["g:cookie_box_1", "g:counter_1"]], "truncated": True}


def test_one_s_own_ontology_is_asked_too(tmp_path):
    file = tmp_path / "own.ttl"
    file.write_text("@prefix : <urn:makedo:household#> .\n:snack :quality :crunchy .\n:crunchy a :Quality .\n")
    run = makedo("ask", "ASK { :snack :quality :crunchy }", "--file", HOME, "--ontology", str(file))
    assert "true" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("SELEC ?x", "--file", HOME), 2, "line 1, column 1: expected SELECT or ASK"),
        (("CLEAR ALL", "--file", HOME), 3, "CLEAR is refused"),
        (("SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?a", "--file", HOME, "--time-limit", "0.1"), 6, "given up"),
        ((SNACKS, "--file", "nowhere.json"), 2, "nowhere.json"),
        ((SNACKS, "--file", "README.md"), 2, "README.md"),
        ((SNACKS, "--file", HOME, "--time-limit", "nan"), 2, "expected more than 0"),
        ((SNACKS, "--file", HOME, "--max-rows", "0"), 2, "expected at least 1"),
        ((SNACKS, "--ontology", "own.ttl"), 2, "--ontology goes with --file"),
        ((SNACKS, "--file", HOME, "--ontology", "nowhere.ttl"), 2, "nowhere.ttl"),
    ],
)
def test_the_exit_code_and_a_line_tell_what_is_wrong(arguments, code, said):
    run = makedo("ask", *arguments)
    assert run.returncode == code
    assert said in run.stderr
    assert "Traceback" not in run.stderr


def test_past_runs_are_asked_and_one_that_cannot_be_read_is_told(tmp_path, words: Words):
    run_folder, broken = tmp_path / "20260102-030405-bring-it", tmp_path / "20260103-030405-broken"
    events = (
        {"event": "instruction", "text": "Bring it", "wall_s": 0.0, "time_s": 5.0},
        {"event": "step", "call": "pick_up(cola_can_1, table_1)", "cause": "GRASP_FAILED", "message": "it slipped",
         "then": "retry", "wall_s": 9.5, "time_s": 8.0},
    )  # fmt: skip
    for folder, lines in ((run_folder, events), (broken, events[1:])):
        folder.mkdir()
        (folder / "trace.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    query = "SELECT ?call ?why { ?e :succeeded false ; :call ?call ; :message ?why ; prov:used/a :drink }"
    ran = makedo("ask", query, "--runs", str(tmp_path), "--file", HOME, "--json")
    assert json.loads(ran.stdout)["rows"] == [["pick_up(cola_can_1, table_1)", "it slipped"]]
    assert "left out: " in ran.stderr
    assert "20260103-030405-broken" in ran.stderr
    nothing = makedo("ask", query, "--runs", str(tmp_path / "empty"))
    assert nothing.returncode == 2
    words(nothing.stderr)


def test_no_ros_is_imported_for_a_file():
    code = (
        "import sys; from makedo_cli.main import main; main(['ask', 'ASK { }', '--file', 'scenes/home/graph.json']);"
        "sys.exit(any(m.split('.')[0] in ('rclpy', 'makedo', 'open3d', 'mujoco') for m in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert run.returncode == 0
