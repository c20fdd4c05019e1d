# SPDX-License-Identifier: Apache-2.0
"""The benchmark of engines: limits end them, only plans that were carried out count, and tables say what was run."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from benchmarks.engines import (
    EngineRun,
    PosedProblem,
    by_suite,
    comparison,
    competition_problems,
    engines,
    main,
    measured,
    spread,
)
from makedo_core.failure import MakedoError
from makedo_core.skills import SkillCall
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineResult, EngineStatus

DOMAIN = """(define (domain walk) (:predicates (at ?p) (road ?p ?q))
  (:action go :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q)) :effect (and (not (at ?p)) (at ?q))))"""
PROBLEM = (
    """(define (problem {}) (:domain walk) (:objects a b c) (:init (at a) (road a b) (road b c)) (:goal (at c)))"""
)
POSED = PosedProblem("walk", "p1", DOMAIN, PROBLEM.format("p1"))
MEBIBYTE = 2**20


@dataclass(frozen=True)
class Behaving:
    """An engine that does in its process what it is told to."""

    how: str
    name: str = "behaving"

    def unsupported(self, task):
        return ""

    def solve(self, task, limits):
        if self.how == "ends":
            os._exit(3)
        if self.how == "fills memory":
            return len(bytearray(4096 * MEBIBYTE))
        while self.how == "never ready" and not limits.cancelled():
            pass
        if self.how == "lies":
            return EngineResult(EngineStatus.PLAN, (SkillCall("go", ("a", "c")),), "found a plan", 0.1)
        return EngineResult(EngineStatus.CANCELED, cpu_s=1.0)


def run_of(engine, posed: PosedProblem = POSED, limit_s: float = 1.0) -> EngineRun:
    return measured(posed, "it", engine, limit_s, 2048 * MEBIBYTE)


def test_a_plan_is_found_and_carried_out():
    run = run_of(Builtin())
    assert (run.suite, run.problem, run.engine, run.status, run.steps) == ("walk", "p1", "it", "PLAN", 2)
    assert run.is_solved and 0.0 < run.cpu_s < 1.0


@pytest.mark.parametrize(
    ("how", "status"),
    [("lies", "CRASH"), ("never ready", "TIMEOUT"), ("ends", "TIMEOUT"), ("fills memory", "MEMORY")],
)
def test_what_is_no_plan_is_told_apart(how, status):
    run = run_of(Behaving(how), limit_s=0.3)
    assert (run.status, run.steps, run.is_solved) == (status, -1, False)


def test_a_plan_that_cannot_be_carried_out_says_why():
    assert "its plan is not one" in run_of(Behaving("lies")).message


def test_a_problem_that_cannot_be_read_is_no_failure_of_an_engine():
    run = run_of(Behaving("ends"), replace(POSED, problem="(define (problem p) (:domain walk) (:goal (on a)))"))
    assert run.status == "not read" and "on" in run.message


def test_problems_are_spread_over_those_that_there_are():
    assert spread(range(10), 2) == [2, 7]
    assert spread(range(3), 3) == spread(range(3), 9) == [0, 1, 2]


def checkout(folder: Path) -> Path:
    (folder / "walk").mkdir()
    (folder / "walk" / "domain.pddl").write_text(DOMAIN, encoding="utf-8")
    for number in (1, 2, 10):
        (folder / "walk" / f"p{number}.pddl").write_text(PROBLEM.format(f"p{number}"), encoding="utf-8")
    (folder / "walk" / "p10-domain.pddl").write_text(DOMAIN.replace("(go", "(walk"), encoding="utf-8")
    return folder


def test_problems_of_a_checkout_have_their_own_domain_where_there_is_one(tmp_path):
    found = list(competition_problems(checkout(tmp_path), ["walk"], 3))
    assert [p.name for p in found] == ["p1", "p2", "p10"]
    assert [p.domain == DOMAIN for p in found] == [True, True, True]
    (tmp_path / "walk" / "p10-domain.pddl").write_text("other", encoding="utf-8")
    assert next(p for p in competition_problems(tmp_path, ["walk"], 3) if p.name == "p10").domain == "other"
    with pytest.raises(MakedoError, match="no problems; --ipc is a checkout"):
        list(competition_problems(tmp_path, ["swim"], 3))


def test_an_engine_that_is_not_installed_is_told(tmp_path, monkeypatch, capsys):
    assert engines(["own", "up:nobody"]) == {"own": Builtin(), "up:nobody": None}
    written = tmp_path / "runs.jsonl"
    command = [
        "engines",
        "--ipc",
        str(checkout(tmp_path)),
        "--household",
        "0",
        "--domain",
        "walk",
        "--json",
        str(written),
    ]
    monkeypatch.setattr(sys, "argv", [*command, "--engine", "own", "--engine", "up:nobody", "--number", "3"])
    assert main() == 0
    told = capsys.readouterr().out
    assert "| walk | 3 | 3 |" in told and "up:nobody: not installed" in told
    assert [json.loads(line)["problem"] for line in written.read_text().splitlines()] == ["p1", "p2", "p10"]
    monkeypatch.setattr(sys, "argv", ["engines", "--runs", str(written)])
    assert main() == 0
    assert "| walk | 3 | 3 |" in capsys.readouterr().out


def test_the_tables_compare_on_what_both_solve():
    ours = [EngineRun("d", "1", "own", "PLAN", 10, 1.0), EngineRun("d", "2", "own", "TIMEOUT", -1, 5.0)]
    theirs = [EngineRun("d", "1", "it", "PLAN", 8, 2.0), EngineRun("d", "2", "it", "PLAN", 99, 4.0)]
    rows = comparison(ours + theirs).splitlines()
    assert rows[2] == "| own | 2 | 1 | 1 | 0 | 0 | 1 | 6 | 10, 10 (1) | 1, 1 |"
    assert rows[3] == "| it | 2 | 2 | 0 | 0 | 0 | 3 | 6 | 8, 10 (1) | 2, 1 |"
    assert by_suite(ours + theirs).splitlines()[2] == "| d | 2 | 1 | 2 |"
