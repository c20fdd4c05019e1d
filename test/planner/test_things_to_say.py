# SPDX-License-Identifier: Apache-2.0
"""What the operator's page offers to say comes to a plan, or to a question that the operator can answer."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from planner_node.assembly import AssembledPlanner, Choices, assemble
from planner_node.task import PlanningTask

_HOME = scene_file("home")
_OFFERED = [
    line.strip()
    for line in (_HOME.parent / "things_to_say.txt").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.fixture(scope="module")
def planner() -> AssembledPlanner:
    """As an operator has it who configures nothing."""
    return assemble(Choices(), environ={})


def test_ten_things_are_offered() -> None:
    assert len(_OFFERED) == len(set(_OFFERED)) == 10


@pytest.mark.parametrize("sentence", _OFFERED)
def test_what_is_offered_comes_to_a_plan_or_to_where_the_speaker_is(planner: AssembledPlanner, sentence: str) -> None:
    result = planner.plan(PlanningTask(sentence, graph_from_json(_HOME.read_text())))
    if " me " in f" {sentence} ":  # where the speaker is is asked once and kept
        assert result.plan is None
        assert result.question is not None
        assert result.question.kind is QuestionKind.WHEREABOUTS
    else:
        assert result.plan is not None, str(result.outcome)
        assert result.plan.calls
