# SPDX-License-Identifier: Apache-2.0
"""Commands of service robots: our maker's are read, planned and refused as meant; generators are read by their form."""

import json
from pathlib import Path

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.gpsr.commands import GeneratorError
from makedo_eval.gpsr.frames import command_of, frames_of
from makedo_eval.gpsr.home import our_home
from makedo_eval.gpsr.maker import commands
from makedo_eval.gpsr.meaning import Meant, StepKind, StepReader
from makedo_eval.gpsr.running import run, table

GOLDEN = Path(__file__).with_name("commands.json")


@pytest.fixture(scope="module")
def reader():
    return StepReader(our_home().graph, load_ontology())


def test_our_commands_are_the_golden_ones_for_a_seed(reader):
    made = [c.text for c in commands(our_home().names, reader, 36, 7)]
    assert made == json.loads(GOLDEN.read_text())


def test_our_commands_are_understood_planned_rightly_or_refused_by_kind():
    records = list(run(None, 96, 7))
    assert sum(r.understood for r in records) >= 0.95 * len(records)
    assert all(r.right for r in records if r.has_skills)
    assert all(r.refused_by_kind for r in records if not r.has_skills)
    assert not any(r.wrong for r in records)
    assert table(records).splitlines()[-1].startswith("| all | 96 |")


def test_frames_become_steps(reader):
    frames = frames_of("take object apple source counter take object it person anna destination sofa")
    command = command_of("x", "", frames, reader)
    assert command.meant == (Meant(StepKind.BRING, "apple", "anna", "counter", "sofa"),)
    frames = frames_of("find person person waving destination kitchen tell sentence the time")
    told = command_of("x", "", frames, reader)
    assert told.meant == (
        Meant(StepKind.FIND_PERSON, whom="waving", source="kitchen"),
        Meant(StepKind.SAY, "the time", "waving", "kitchen"),
    )


def test_a_file_of_commands_is_run_without_their_meaning(tmp_path):
    file = tmp_path / "own.txt"
    file.write_text("# ours\nfollow Anna to the kitchen\nbring me the banana\n")
    follow, bring = run(file, 10, 0)
    assert (follow.understood, follow.refused_by_kind, follow.planned) == (True, True, False)
    assert (bring.understood, bring.right) == (True, True)


def test_what_is_no_generator_is_refused(tmp_path):
    with pytest.raises(GeneratorError, match="expected a checkout"):
        list(run(tmp_path, 10, 0))
