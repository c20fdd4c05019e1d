# SPDX-License-Identifier: Apache-2.0
"""Transition modelling: definitions are written from names, the search plans with them, and counts are kept."""

import json

import pytest

from makedo_eval.case import DatasetError
from makedo_eval.eai.goals import GoalCounts
from makedo_eval.eai.transition.knowledge import DEEDS, load_deeds
from makedo_eval.eai.transition.prompts import PROMPT_FILES, EaiWorld, read_transition_prompt
from makedo_eval.eai.transition.running import counted, definitions, definitions_table, run_definitions
from makedo_eval.eai.transition.writing import NOTHING, ActionWriter
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.search import SearchLimits

ONE_HAND = """
(near ?t - object) ; t can be reached
(holding ?t - object) (hand_full ?r - robot)
(opened ?t - object)
(in ?t - object ?p - object) (on_top_of ?t - object ?p - object)
(turned_on ?t - object) (has_plug ?t - object) (plugged_in ?t - object)
(wet ?t - object)
"""
TWO_HANDS = """
(near ?r - robot ?t - object) (hold_lh ?r - robot ?t - object) (hold_rh ?r - robot ?t - object)
(graspable ?t - object) (openable ?t - object) (open ?t - object) (shut ?t - object)
(in ?t ?p - object) (on ?t - object) (off ?t - object) (sitting ?r - robot) (on_top_of ?r - robot ?t - object)
"""
ACTIONS = {
    "go_to": "(?r - robot ?t - object)",
    "pick_up": "(?r - robot ?t - object)",
    "put_in": "(?r - robot ?t - object ?p - object)",
    "open": "(?r - robot ?t - object)",
    "turn_on": "(?r - robot ?t - object)",
    "stand_up": "(?r - robot)",
    "sit_down": "(?r - robot ?t - object)",
    "juggle": "(?r - robot ?t - object)",
}


def prompt(predicates, problem, actions, given=""):
    asked = "\n".join(f"(:action {a}\n :parameters {ACTIONS[a]}\n :precondition ()\n :effect ()\n)" for a in actions)
    domain = f"(define (domain home) (:types object robot) (:predicates {predicates}) ; to be done\n)"
    return f"Predicates:\n{domain}\nKnown:\n{given}\nExample Input:\n(none)\nInput:\n{problem}\n{asked}\nOutput:"


def problem(facts, goal, things="cup box lamp"):
    return f"(define (problem p) (:domain home) (:objects r - robot {things} - object) (:init {facts}) (:goal {goal}))"


def read(predicates, facts="", goal="(and)", actions=tuple(ACTIONS), given=""):
    return read_transition_prompt("7_1", prompt(predicates, problem(facts, goal), actions, given), EaiWorld.VIRTUALHOME)


def written(predicates, name, **more):
    task = read(predicates)
    writer = ActionWriter(load_deeds(), task.predicates)
    return next(writer.write(a, **more) for a in task.actions if a.name == name)


def plan(task, actions):
    domain = read_domain(f"{task.domain} {' '.join(map(str, actions))})", tolerant=True, source="domain").value
    read_problem = read_task(task.problem, domain, tolerant=True, source="problem").value
    return Builtin().solve(read_problem, SearchLimits())


def test_a_prompt_is_read_part_by_part():
    task = read(TWO_HANDS, "(near r cup)", "(on lamp)")
    assert [p.name for p in task.predicates][:3] == ["near", "hold_lh", "hold_rh"]
    assert task.predicates[7].things == ("?t", "?p")
    assert {a.name: str(a) for a in task.actions} == ACTIONS
    assert task.actions[2].agents == ("?r",)
    assert task.problem.endswith("(:goal (on lamp)))")


@pytest.mark.parametrize("part", ["(:predicates", "(define (problem", "(:action"])
def test_a_prompt_without_its_parts_is_told(part):
    whole = prompt(ONE_HAND, problem("", "(and)"), ["open"])
    with pytest.raises(DatasetError, match="task 7_1"):
        read_transition_prompt("7_1", whole.replace(part, "(gone"), EaiWorld.VIRTUALHOME)


def test_the_same_deed_is_written_in_the_words_of_each_domain():
    assert written(ONE_HAND, "open").precondition == "(and (not (opened ?t)) (near ?t) (not (hand_full ?r)))"
    assert written(ONE_HAND, "open").effect == "(opened ?t)"
    assert written(TWO_HANDS, "open").precondition == "(and (openable ?t) (shut ?t) (near ?r ?t))"
    assert written(TWO_HANDS, "open").effect == "(and (open ?t) (not (shut ?t)))"


def test_one_hand_is_full_with_one_thing():
    taken = written(ONE_HAND, "pick_up")
    assert "(not (hand_full ?r))" in taken.precondition
    assert taken.effect.startswith("(and (holding ?t) (hand_full ?r) ")
    assert written(ONE_HAND, "put_in").effect == "(and (in ?t ?p) (not (holding ?t)) (not (hand_full ?r)))"


def test_two_hands_take_two_things_and_no_third():
    facts = "(graspable cup) (graspable box) (graspable lamp) (near r cup) (near r box) (near r lamp)"
    hold = "(or (hold_lh r {0}) (hold_rh r {0}))"
    for things, expected in (("cup box", EngineStatus.PLAN), ("cup box lamp", EngineStatus.UNSOLVABLE_PROVEN)):
        task = read(TWO_HANDS, facts, f"(and {' '.join(hold.format(t) for t in things.split())})", ["pick_up"])
        assert plan(task, definitions(task, load_deeds(), 10.0).actions).status is expected


def test_what_is_shut_in_is_taken_after_it_is_opened():
    facts = "(graspable cup) (openable box) (shut box) (in cup box) (near r box) (near r cup)"
    task = read(TWO_HANDS, facts, "(hold_lh r cup)", ["pick_up", "open"])
    found = plan(task, definitions(task, load_deeds(), 10.0).actions)
    assert [c.skill for c in found.calls] == ["open", "pick_up"]
    alone = read(TWO_HANDS, facts, "(hold_lh r cup)", ["pick_up"])
    assert not definitions(alone, load_deeds(), 10.0).reached


def test_what_is_usually_needed_is_left_out_where_the_goal_needs_it_so():
    lamp = read(ONE_HAND, "(near lamp)", "(turned_on lamp)", ["turn_on"])
    plugged = read(ONE_HAND, "(near lamp) (plugged_in lamp)", "(turned_on lamp)", ["turn_on"])
    answers = [definitions(task, load_deeds(), 10.0) for task in (lamp, plugged)]
    assert [(a.strict, a.reached) for a in answers] == [(False, True), (True, True)]
    assert [("plugged_in" in a.actions[0].precondition) for a in answers] == [False, True]


def test_a_body_that_the_prompt_tells_is_taken_over():
    told = "(:action open :parameters (?x - robot ?y - object) :precondition (near ?y) ; at hand\n :effect (opened ?y))"
    other = "(:action turn_on :parameters (?y - object) :precondition (near ?y) :effect (wet ?y))"
    task = read(ONE_HAND, "(near box)", "(opened box)", ["open", "turn_on"], f"{told}\n{other}")
    assert task.given == {"open": ("(near ?y)", "(opened ?y)")}
    first, second = definitions(task, load_deeds(), 10.0).actions
    assert (first.precondition, first.effect) == ("(near ?y)", "(opened ?y)")
    assert "wet" not in second.effect


def test_of_an_unknown_deed_nothing_is_said():
    assert (written(ONE_HAND, "juggle").precondition, written(ONE_HAND, "juggle").effect) == (NOTHING, NOTHING)


def test_who_stands_up_sits_no_longer_and_walks():
    task = read(TWO_HANDS, "(sitting r) (on_top_of r box)", "(near r cup)", ["go_to", "stand_up"])
    answer = definitions(task, load_deeds(), 10.0)
    assert [c.skill for c in plan(task, answer.actions).calls] == ["stand_up", "go_to"]
    assert "on_top_of ?r" in answer.actions[1].effect


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    needs:", "    kneads:", "not a file of deeds"),
        ("[holds agent thing,", "[holds agent thong,", "something unknown"),
    ],
)
def test_a_wrong_file_of_deeds_is_told(tmp_path, old, new, said):
    (tmp_path / "deeds.yaml").write_text(DEEDS.read_text().replace(old, new, 1))
    with pytest.raises(DatasetError, match=said):
        load_deeds(tmp_path / "deeds.yaml")


SCORER = """
import json
import pathlib
from multiprocessing import Pool


class FD:
    def __init__(self):
        self._exec = "none"
        self._install_fd()

    def _install_fd(self):
        raise RuntimeError("fetched")


def worker_process(args):
    told, root = args
    if "juggle" in told["llm_output"]:
        return {"format_wrong_num": 1}, "format wrong!"
    text = json.loads(told["llm_output"])["output"]
    pathlib.Path(root, "pddl_files").mkdir(exist_ok=True)
    counts = {
        "precond_action_type": {"open": [2, 1, 0]},
        "effect_action_type": {"open": [int("(opened ?t)" in text), 0, 1]},
        "format_wrong_num": 0,
        "hallucination_num": 0,
    }
    return counts, "test: task succeeded" if FD()._exec.endswith("downward/fast-downward.py") else "failed"


def evaluate_results(args):
    place = pathlib.Path(args.llm_response_path) / args.dataset / "transition_modeling" / "makedo_outputs.json"
    root = pathlib.Path(args.resource_dir) / args.dataset
    assert (root / "known.json").read_text() == "{}"
    pool = Pool(processes=32)
    pool.map(worker_process, [(one, str(root)) for one in json.loads(place.read_text())])
    pool.close()
    pool.join()
"""


@pytest.fixture
def wheel(tmp_path):
    """A folder like the unpacked wheel, with two tasks and a scorer that counts a little."""
    scripts = tmp_path / "virtualhome_eval/evaluation/transition_modeling/scripts"
    scripts.mkdir(parents=True)
    (scripts / "evaluate_results.py").write_text(SCORER)
    (tmp_path / "up_fast_downward.py").write_text("raise ImportError('needs another package')\n")
    (tmp_path / "virtualhome_eval/resources/virtualhome").mkdir(parents=True)
    (tmp_path / "virtualhome_eval/resources/virtualhome/known.json").write_text("{}")
    told = [
        {"identifier": "7_1", "llm_prompt": prompt(ONE_HAND, problem("(near box)", "(opened box)"), ["open"])},
        {"identifier": "8_1", "llm_prompt": prompt(ONE_HAND, problem("", "(and)"), ["juggle"])},
    ]
    file = tmp_path / PROMPT_FILES[EaiWorld.VIRTUALHOME]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(told))
    return tmp_path


def test_the_scorers_counts_are_kept_task_by_task(wheel):
    first, second = run_definitions(wheel)
    assert first.planned and first.read and not second.read
    assert counted([first]) == GoalCounts(3, 1, 1)
    assert counted([first, second], "effect") == GoalCounts(1, 0, 1)
    assert not (wheel / "virtualhome_eval/resources/virtualhome/pddl_files").exists()
    table = definitions_table((first, second), EaiWorld.VIRTUALHOME)
    assert "| both | 2 | 75.0 % | 75.0 % | 75.0 % |" in table
    assert "| open | 1 | 2, 1, 0 | 1, 0, 1 |" in table


def test_a_scorer_without_its_modules_says_what_it_needs(wheel):
    scripts = wheel / "virtualhome_eval/evaluation/transition_modeling/scripts"
    (scripts / "evaluate_results.py").write_text("import a_module_that_nobody_has\n")
    with pytest.raises(DatasetError, match=r"pip install .*up-fast-downward"):
        run_definitions(wheel)


def test_a_folder_without_prompts_is_told(tmp_path):
    with pytest.raises(DatasetError, match="unpacked wheel"):
        run_definitions(tmp_path)
