# SPDX-License-Identifier: Apache-2.0
"""Files of parameters: misspelt nodes and names, wrong types and what belongs elsewhere are told, before the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_eval.baselines import registry as baselines
from makedo_ros.launch_check import known_choices
from makedo_ros.launch_check.known_parameters import ParameterFileError, known_parameters, sections
from makedo_ros.launch_check.parameter_file import problems_of
from planner_node.engines.installed import OWN, EngineNameError, other_engines
from planner_node.strategies.registry import PROPOSERS, STRATEGIES

ROOT = Path(__file__).parents[3]
KNOWN = known_parameters(ROOT)


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with a file of this text, without the file's name."""
    file = folder / "mine.yaml"
    file.write_text(text)
    return [problem.removeprefix(f"{file}: ") for problem in problems_of(file, KNOWN)]


@pytest.mark.parametrize("node", ["/**", "/**/planner", "planner", "/planner", "/tiago1/planner"])
def test_what_ros_takes_is_taken(tmp_path, node):
    text = f"{node}:\n  ros__parameters:\n    strategy: prune\n    time_limit_s: 5\n    engines: [own]\n"
    assert problems(tmp_path, text) == []


def test_a_group_of_parameters_may_be_nested_or_dotted(tmp_path):
    for text in ("ageing:\n      step_s: 5.0", "ageing.step_s: 5.0"):
        assert problems(tmp_path, f"scene_graph:\n  ros__parameters:\n    {text}\n") == []


def test_a_node_may_stand_below_its_namespace(tmp_path):
    text = "tiago1:\n  planner:\n    ros__parameters:\n      stratgy: prune\n"
    assert problems(tmp_path, text) == ["planner has no parameter 'stratgy'; nearest: strategy, strategies"]


@pytest.mark.parametrize(
    ("node", "setting", "told"),
    [
        ("planner", "strategy: relaxatoin", "strategy of planner is 'relaxatoin'; nearest: relaxation"),
        ("planner", "proposer: foo", "proposer of planner is 'foo'; there are llm, search"),
        ("planner", "engine: foo", "engine of planner is 'foo'; there are enhsp, fast-downward, own"),
        ("/**", "proposer: foo", "proposer of /** is 'foo'; there are llm, search"),
        (
            "executor",
            "approval_at_light: blue",
            "approval_at_light of executor is 'blue'; there are green, never, red, yellow",
        ),
        (
            "executor",
            "queue_after_failure: stop",
            "queue_after_failure of executor is 'stop'; there are go_on, pause",
        ),
    ],
)
def test_a_name_that_there_is_not_is_told_with_those_that_there_are(tmp_path, node, setting, told):
    assert problems(tmp_path, f"{node}:\n  ros__parameters:\n    {setting}\n") == [told]


@pytest.mark.parametrize(
    "setting", ["strategy: memory_graph:looks=6", "engine: up:aries", "strategy: mine\n    strategies: [my.module]"]
)
def test_options_and_names_of_an_operators_own_are_taken(tmp_path, setting):
    assert problems(tmp_path, f"planner:\n  ros__parameters:\n    {setting}\n") == []


def test_the_names_that_can_be_chosen_are_those_of_the_planner():
    assert set(known_choices.STRATEGIES) == set(STRATEGIES)
    assert set(known_choices.BASELINES) == set(baselines.STRATEGIES)
    assert {"llm", "search"} == set(PROPOSERS)
    with pytest.raises(EngineNameError) as error:
        other_engines(["foo"])
    assert all(name in str(error.value) for name in known_choices.ENGINES if name != OWN)


def test_the_files_that_come_with_makedo_are_right():
    for file in sorted((ROOT / "config").glob("*.yaml")):
        if file.stem != "llm":
            assert problems_of(file, KNOWN) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("plannr:\n  ros__parameters: {}", "Makedo has no node 'plannr'; nearest: planner"),
        ("planner:\n  ros__parameters:\n    tidyup: true", "planner has no parameter 'tidyup'; nearest: tidy_up"),
        ("/**:\n  ros__parameters:\n    tidyup: true", "/** has no parameter 'tidyup'; nearest: tidy_up"),
        (
            "planner:\n  ros__parameters:\n    time_limit_s: long",
            "time_limit_s of planner is 'long', expected a number, e.g. 10.0",
        ),
        (
            "executor:\n  ros__parameters:\n    approval_above_cost: true",
            "approval_above_cost of executor is True, expected a number, e.g. .inf",
        ),
        (
            "planner:\n  ros__parameters:\n    tidy_up: 1",
            "tidy_up of planner is 1, expected true or false, e.g. true",
        ),
        (
            "/**:\n  ros__parameters:\n    max_states: 2.5",
            "max_states of /** is 2.5, expected a whole number, e.g. 200000",
        ),
        (
            "planner:\n  ros__parameters:\n    engines: own",
            "engines of planner is 'own', expected a list, e.g. [fast-downward]",
        ),
        (
            "planner:\n  ros__parameters:\n    engines: [own, 3]",
            "engines of planner is ['own', 3], expected a list, e.g. [fast-downward]",
        ),
        (
            "executor:\n  ros__parameters:\n    runs_dir: /tmp",
            "runs_dir of executor is set by the launch file: give it as an argument where it has one",
        ),
    ],
)
def test_what_cannot_be_meant_is_told(tmp_path, text, told):
    assert problems(tmp_path, text) == [told]


def test_every_problem_of_a_file_is_told(tmp_path):
    text = "plannr:\n  ros__parameters: {}\nplanner:\n  ros__parameters:\n    a: 1\n    b: 2\n"
    assert len(problems(tmp_path, text)) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[1, 2", "is no YAML: while parsing a flow sequence"),
        ("planner", "is 'planner', expected names with values"),
        ("planner:\n  - 1", "planner: is [1], expected names with values"),
        ("planner:\n  strategy: prune", "planner: strategy: is 'prune', expected names with values"),
        ("a:\n  planner:\n    strategy: x", "a: planner: expected ros__parameters, and nothing beside it"),
    ],
)
def test_a_file_of_another_form_is_told(tmp_path, text, told):
    (problem,) = problems(tmp_path, text)
    assert told in problem


def test_a_file_that_is_not_there_is_told():
    assert problems_of(Path("/no/such.yaml"), KNOWN) == ["/no/such.yaml: No such file or directory"]
    with pytest.raises(ParameterFileError):
        list(sections(Path("/no/such.yaml")))


def test_what_a_launch_file_of_a_folder_sets_is_known_and_what_is_moveits_is_not():
    assert "robot" in KNOWN["move_group"].launched
    assert "moveit" not in KNOWN
    assert "ompl.planning_plugins" not in KNOWN["move_group"].names
