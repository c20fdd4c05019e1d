# SPDX-License-Identifier: Apache-2.0
"""Subgoals: the prompt is read, a plan becomes states to be reached, and the scorer's lines become verdicts."""

import json

import pytest

from makedo_eval.case import DatasetError
from makedo_eval.eai.planning import DOMAIN
from makedo_eval.eai.prompts import EaiThing
from makedo_eval.eai.running import SUBGOALS, is_held_out, run, table
from makedo_eval.eai.scoring import EaiVerdict, subgoal_verdict
from makedo_eval.eai.subgoals import SUBGOAL_PROMPTS, finding, read_subgoal_prompt, subgoals
from planner_node.pddl.reading.reader import read_domain

OBJECTS = """| character.65 | Characters | [] |
| study_room.3 | Rooms | [] |
| lamp.10 | Electronics | ['HAS_SWITCH', 'HAS_PLUG'] |
| cup.11 | placable_objects | ['GRABBABLE', 'RECIPIENT'] |
| box.12 | Furniture | ['CAN_OPEN', 'CONTAINERS'] |
| stool.13 | Furniture | ['SITTABLE', 'SURFACES'] |
| screen.14 | Electronics | ['HAS_SWITCH', 'LOOKABLE'] |
| water.15 | placable_objects | ['DRINKABLE', 'POURABLE'] |
| wall.16 | Walls | [] |"""

SCORER = """
import json
import pathlib


def evaluate_results(args):
    place = pathlib.Path(args.llm_response_path) / "virtualhome" / "subgoal_decomposition"
    answers = json.loads((place / "makedo_outputs.json").read_text())
    out = pathlib.Path(args.output_dir) / "makedo"
    out.mkdir(parents=True)
    told = {}
    for one in answers:
        right = "ON(lamp.10)" in one["llm_output"]
        told[one["identifier"]] = {"success": right, "info": str(("Correct" if right else "GoalUnreachable", True))}
    (out / "error_info.json").write_text(json.dumps(told))
"""


def prompt(wanted, now="OFF(lamp.10)\nINSIDE(character.65, study_room.3)", actions="None"):
    return f"""# Target Task: Task category is Try

## Relevant Objects in the Scene
{OBJECTS}

## Initial States
{now}

## Goal States
[States]
{wanted}
[Actions Must Include]: Actions are listed in order, "A or B" is one of them.
{actions}

## Necessity to Use Actions
No

## Output: ...
"""


def steps(wanted, **parts):
    text = subgoals(read_subgoal_prompt("scene_1_7_1", prompt(wanted, **parts)), 20.0).text
    return json.loads(text)["output"] if text else []


def test_a_prompt_is_read_part_by_part():
    task = read_subgoal_prompt(
        "scene_1_7_1",
        prompt("ON(lamp.10)\nONTOP(cup.11, stool.13)\nNEXT_TO(character.65, box.12)", actions="DRINK\nLOOKAT or WATCH"),
    )
    assert task.things[2] == EaiThing(10, "lamp.10", frozenset({"HAS_SWITCH", "HAS_PLUG"}))
    assert task.states == (("lamp.10", frozenset({"OFF"})),)
    assert task.edges == ((65, "INSIDE", 3),)
    assert task.state_goals == (("lamp.10", "ON"),)
    assert task.edge_goals == (("cup.11", "ON", "stool.13"), ("character", "CLOSE", "box.12"))
    assert task.action_goals == (("DRINK",), ("LOOKAT", "WATCH"))


def test_a_prompt_without_its_parts_is_told():
    with pytest.raises(DatasetError, match="Goal States"):
        read_subgoal_prompt("scene_1_7_1", prompt("ON(lamp.10)").replace("## Goal States", ""))


@pytest.mark.parametrize(
    ("wanted", "parts", "expected"),
    [
        ("ON(lamp.10)", {}, ["ON(lamp.10)"]),
        ("HOLDS_RH(character.65, cup.11)", {}, ["HOLDS_RH(character.65, cup.11)"]),
        (
            "ONTOP(cup.11, stool.13)",
            {},
            ["HOLDS_RH(character.65, cup.11)", "ONTOP(cup.11, stool.13)"],
        ),
        (
            "INSIDE(cup.11, box.12)\nCLOSED(box.12)",
            {"now": "CLOSED(box.12)"},
            ["HOLDS_RH(character.65, cup.11)", "OPEN(box.12)", "INSIDE(cup.11, box.12)", "CLOSED(box.12)"],
        ),
        ("INSIDE(character.65, study_room.3)", {"now": "None"}, ["INSIDE(character.65, study_room.3)"]),
        ("NEXT_TO(character.65, box.12)", {}, ["NEXT_TO(character.65, box.12)"]),
        ("None", {"actions": "TOUCH"}, ["TOUCH(lamp.10)"]),
        ("None", {"actions": "POUR"}, ["HOLDS_RH(character.65, water.15)", "INSIDE(water.15, cup.11)"]),
    ],
)
def test_a_plan_becomes_subgoals(wanted, parts, expected):
    found = steps(wanted, **parts)
    assert len(found) == len(expected)
    if "TOUCH" in expected[0]:
        assert found[0].startswith("TOUCH(")
    else:
        assert sorted(found) == sorted(expected) and found[-1] == expected[-1]


def test_what_is_to_be_faced_is_faced_last():
    assert steps("ON(screen.14)\nFACING(character.65, screen.14)\nON(lamp.10)")[-1] == "FACING(character.65, screen.14)"


def test_what_is_faced_in_a_room_is_in_that_room():
    found = steps("INSIDE(character.65, study_room.3)\nFACING(character.65, screen.14)", now="OFF(lamp.10)")
    assert found[-1] == "FACING(character.65, screen.14)"


@pytest.mark.parametrize("faces", [False, True])
def test_the_domain_of_subgoals_is_one(faces):
    known = read_domain(finding(DOMAIN.read_text(encoding="utf-8"), faces)).value
    assert "switchon" in known.operators and not {"standup", "drop"} & set(known.operators)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("('Correct', True, [[]], [], {})", EaiVerdict.SUCCESS),
        ("('GoalUnreachable', True, [], {})", EaiVerdict.GOALS_MISSED),
        ("('Runtime', False, [], {})", EaiVerdict.NOT_EXECUTABLE),
        ("('Hallucination', {}, None)", EaiVerdict.NOT_ALLOWED),
        ("('NotParseable', '', None)", EaiVerdict.NOT_READ),
        ("", EaiVerdict.BROKEN_OFF),
    ],
)
def test_what_the_scorer_writes_becomes_a_verdict(line, meaning):
    assert subgoal_verdict([line]) is meaning


def test_the_scorer_judges_subgoals(tmp_path):
    scripts = tmp_path / "virtualhome_eval" / "evaluation" / "subgoal_decomposition" / "scripts"
    scripts.mkdir(parents=True)
    (scripts / "evaluate_results.py").write_text(SCORER)
    told = [("scene_1_1_1", "ON(lamp.10)"), ("scene_1_2_1", "OPEN(box.12)")]
    (tmp_path / SUBGOAL_PROMPTS).parent.mkdir()
    prompts = [{"identifier": name, "llm_prompt": prompt(goal)} for name, goal in told]
    (tmp_path / SUBGOAL_PROMPTS).write_text(json.dumps(prompts))
    records = run(tmp_path, setting=SUBGOALS)
    assert [r.verdict for r in records] == [EaiVerdict.SUCCESS, EaiVerdict.GOALS_MISSED]
    assert "VirtualHome, subgoal decomposition" in table(records, SUBGOALS)
    assert "| both | 2 | 2 | 1 | 50.0 % | 100.0 % | 89.4 % |" in table(records, SUBGOALS)


def test_a_task_is_in_the_same_half_in_all_settings():
    assert all(is_held_out(f"scene_1_{n}_1") == is_held_out(f"{n}_1") for n in range(20))
