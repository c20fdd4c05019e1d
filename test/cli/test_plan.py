# SPDX-License-Identifier: Apache-2.0
"""`makedo plan` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from planner_node.engines.external.fast_downward import find_installation
from support.command import ROOT, makedo
from support.words import Words


def test_a_plan_is_told_in_plain_words():
    run = makedo("plan", "Bring 4 kid snacks to table_2", "--scene", "home")
    assert run.returncode == 0
    for told in ("You asked for 4 kid snacks", "relaxation cost 1.00", "pick up cola can 1 from table 1"):
        assert told in " ".join(run.stdout.split())


def test_json_is_for_programs():
    command = [sys.executable, "-m", "makedo_cli.main", "plan", "open the fridge", "--json"]
    answer = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
    assert answer["outcome"] == "SUCCESS"
    assert [c["skill"] for c in answer["plan"]["calls"]] == ["go_to", "open"]
    assert answer["plan"]["relaxation_cost"] == 0


@pytest.mark.parametrize(
    ("instruction", "code"),
    [("", 2), ("a" * 10_000, 2), (b"bring \xff\xfe", 2), ("dance for me", 3), ("Bring the unicorn to table_2", 3)],
)
def test_the_exit_code_tells_a_bad_instruction_from_a_refusal(instruction, code):
    run = makedo("plan", instruction)
    assert run.returncode == code
    assert "Refused" in run.stdout
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("instruction", "outcome", "code"),
    [("Put what you are holding on table_2", "OBJECT_NOT_FOUND", 3), ("", "INVALID_INSTRUCTION", 2)],
)
def test_json_has_the_exit_code_of_the_process(instruction, outcome, code):
    run = makedo("plan", instruction, "--json")
    answer = json.loads(run.stdout)
    assert (answer["outcome"], answer["exit_code"], run.returncode) == (outcome, code, code)


def test_wrong_files_and_scenes_are_named(words: Words):
    run = makedo("plan", "open the fridge", "--scene", "palace")
    assert run.returncode == 2
    words(run.stderr)
    run = makedo("plan", "open the fridge", "--graph", "nowhere.json")
    assert run.returncode == 2
    assert "nowhere.json" in run.stderr


def test_embeddings_that_are_not_there_are_an_error_and_not_left_out(words: Words):
    run = makedo("plan", "open the fridge", "--embeddings", "nowhere")
    assert run.returncode == 2
    words(run.stderr)
    assert run.stdout == ""


def test_a_strategy_is_chosen_by_name(words: Words):
    run = makedo("plan", "open the fridge", "--strategy", "relaxation:proposer=search", "--json")
    assert json.loads(run.stdout)["outcome"] == "SUCCESS"
    run = makedo("plan", "open the fridge", "--strategy", "magic")
    assert run.returncode == 2
    words(run.stderr)
    assert "prune, delta, " in run.stderr  # the baselines come after our own
    run = makedo("plan", "open the fridge", "--strategy", "relaxation:proposer=llm")
    assert run.returncode == 2
    words(run.stderr)


def test_an_engine_that_is_not_there_is_refused_with_those_that_are(words: Words):
    run = makedo("plan", "open the fridge", "--engine", "up:oracle")
    assert (run.returncode, run.stdout) == (2, "")
    assert "oracle" in run.stderr and "up-aries" in run.stderr and "GPL-3.0" in run.stderr  # and which are installed
    run = makedo("plan", "open the fridge", "--engine", "oracle")
    words(run.stderr)


@pytest.mark.skipif(find_installation() is None, reason="up-fast-downward is not installed")
@pytest.mark.slow
def test_an_engine_of_unified_planning_finds_the_steps():
    answer = json.loads(
        makedo("plan", "open the fridge", "--engine", "up:fast-downward", "--time-limit", "50", "--json").stdout
    )
    assert [c["skill"] for c in answer["plan"]["calls"]] == ["go_to", "open"]


def test_settings_of_language_models_that_are_not_there_are_an_error():
    run = makedo("plan", "open the fridge", "--llm", "nowhere.yaml")
    assert run.returncode == 2
    assert "nowhere.yaml" in run.stderr


def test_words_of_a_users_own_are_understood(tmp_path):
    file = tmp_path / "words.yaml"
    file.write_text("verbs: {kinds: {bring: [schlep]}}")
    run = makedo("plan", "schlep the apple to table_2", "--words", str(file), "--json")
    assert run.returncode == 0, run.stderr
    assert [c["skill"] for c in json.loads(run.stdout)["plan"]["calls"]] == ["go_to", "pick_up", "go_to", "put_on"]
    refused = makedo("plan", "schlep the apple to table_2", "--json")
    assert (refused.returncode, json.loads(refused.stdout)["outcome"]) == (3, "NOT_UNDERSTOOD")


def test_a_mistake_in_a_file_of_words_is_told_in_one_line(tmp_path, words: Words):
    file = tmp_path / "words.yaml"
    file.write_text("verbs:\n  kinds:\n    brign: [schlep]")
    run = makedo("plan", "open the fridge", "--words", str(file))
    assert (run.returncode, run.stdout) == (2, "")
    words(run.stderr)
    assert len(run.stderr.strip().splitlines()) == 1


def test_no_ros_is_imported():
    code = (
        "import sys; from makedo_cli.main import main; main(['plan', 'open the fridge']);"
        "sys.exit(any(m.split('.')[0] in ('rclpy', 'makedo', 'open3d', 'mujoco') for m in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert run.returncode == 0


DOMAIN = """(define (domain carrying) (:requirements :typing)
  (:types room locatable - object robot grabbable surface - locatable)
  (:predicates (at ?x - locatable ?r - room) (holding ?x - grabbable) (hand-empty) (on ?x - grabbable ?s - surface))
  (:action go :parameters (?w - robot ?from ?to - room) :precondition (at ?w ?from)
    :effect (and (at ?w ?to) (not (at ?w ?from))))
  (:action take :parameters (?w - robot ?x - grabbable ?s - surface ?r - room)
    :precondition (and (at ?w ?r) (at ?s ?r) (on ?x ?s) (hand-empty))
    :effect (and (holding ?x) (not (on ?x ?s)) (not (hand-empty))))
  (:action lay :parameters (?w - robot ?x - grabbable ?s - surface ?r - room)
    :precondition (and (at ?w ?r) (at ?s ?r) (holding ?x))
    :effect (and (on ?x ?s) (not (holding ?x)) (hand-empty))))
"""


def test_a_domain_of_ones_own_takes_the_place_of_the_skills(tmp_path):
    (tmp_path / "carrying.pddl").write_text(DOMAIN)
    run = makedo("plan", "bring the apple to table_2", "--domain", str(tmp_path / "carrying.pddl"), "--json")
    answer = json.loads(run.stdout)
    assert answer["outcome"] == "SUCCESS", run
    assert [c["skill"] for c in answer["plan"]["calls"]][-2:] == ["go", "lay"]


def test_a_malformed_domain_is_told_with_its_place_and_mended_when_asked(tmp_path):
    broken = tmp_path / "broken.pddl"
    broken.write_text(DOMAIN.replace("(hand-empty) (on", "(on"))
    run = makedo("plan", "bring the apple to table_2", "--domain", str(broken))
    assert run.returncode == 2
    assert f"{broken}, line" in run.stderr and "hand-empty" in run.stderr and "Traceback" not in run.stderr
    run = makedo("plan", "bring the apple to table_2", "--domain", str(broken), "--tolerant")
    assert run.returncode == 0
    assert "hand-empty" in run.stderr


def test_what_was_looked_at_is_told_and_drawn(tmp_path):
    picture = tmp_path / "changes.svg"
    run = makedo("plan", "Bring 4 kid snacks to table_2", "--explain", "--svg", str(picture))
    told = " ".join(run.stdout.split())
    assert "Understood as 4 of" in told or "Understood as four of" in told
    assert "solved: cola can 1" in told or "solved: a cola can" in told
    assert picture.read_text().startswith("<svg")
    answer = json.loads(makedo("plan", "Bring 4 kid snacks to table_2", "--explain", "--json").stdout)
    assert len(answer["relaxation_graph"]["nodes"]) == 2


def test_what_is_claimed_is_told_and_given_as_values():
    told = makedo("plan", "carefully bring the mugs from the counter to table_2", "--explain").stdout
    assert "Unused" in told
    assert "Taken" in told
    plan = json.loads(makedo("plan", "carefully bring the mugs from the counter to table_2", "--json").stdout)["plan"]
    assert plan["exact"] is False
    claims = {c["subject"]: (c["kind"], c["reason"]) for c in plan["claims"]}
    assert claims["carefully"] == ("UNUSED", "NOT_MIRRORED")
    assert claims["mug_1"] == ("TAKEN", "SAID")
    assert claims["mug_2"] == ("LEFT", "ELSEWHERE")


def test_nothing_is_drawn_of_what_was_not_understood(tmp_path):
    run = makedo("plan", "florble the apple", "--svg", str(tmp_path / "changes.svg"))
    assert "not written" in run.stderr
    assert not (tmp_path / "changes.svg").exists()
