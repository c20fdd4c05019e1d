# SPDX-License-Identifier: Apache-2.0
"""Questions about what the robot does and did are answered from what is known of it, and from nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from makedo_core.conversation.story import Story, Work, ago
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.skills import SkillCall
from planner_node.assembly import AssembledPlanner, Choices, assemble
from planner_node.task import PlanningTask

NOW = datetime(2026, 11, 25, 12, 0, tzinfo=timezone.utc)
MILK, LAMP = "Bring me the milk", "Turn on the lamp"
FAILED = Outcome(FailureCause.UNREACHABLE, "the lamp is out of reach")


def deed(number: int, call: str, instruction: str, minutes: float, outcome: Outcome = SUCCESS) -> SkillOutcome:
    skill, *arguments = call.split()
    when = NOW - timedelta(minutes=minutes)
    return SkillOutcome(
        instruction, number, instruction, SkillCall(skill, tuple(arguments)), number, 1, when, when, 0.0, 0.0, outcome
    )


STORY = Story(
    (
        deed(1, "open fridge_1", MILK, 9),
        deed(2, "pick_up milk_carton_1 fridge_1", MILK, 8),
        deed(3, "close fridge_1", MILK, 7),
        deed(4, "put_on milk_carton_1 table_2", MILK, 6),
        deed(1, "turn_on lamp_1", LAMP, 2, FAILED),
    ),
    (Work(MILK, True, "done", steps=7), Work(LAMP, True, "failed", outcome=FAILED)),
)


@pytest.fixture(scope="module")
def home() -> SceneGraph:
    path = scene_file("home")
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


@pytest.fixture(scope="module")
def planner() -> AssembledPlanner:
    return AssembledPlanner(*_parts(assemble(Choices(engines=()), {})), clock=NOW.timestamp)


def _parts(planner: AssembledPlanner):
    return planner.engine, planner.strategies, planner.hand


@pytest.fixture
def ask(planner, home):
    def reply(question: str, story: Story = STORY) -> str:
        result = planner.plan(PlanningTask(question, home, story=story))
        assert result.reply == "" or (result.plan is not None and not result.plan.calls)
        return result.reply

    return reply


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Did you close the fridge?", ("7 minutes ago", MILK)),
        ("Have you closed the fridge yet?", ("7 minutes ago",)),
        ("Have you already put the milk on table 2?", ("6 minutes ago",)),
        ("Did you bring the milk to the table?", ("6 minutes ago",)),
        ("Have you taken the milk?", ("8 minutes ago",)),
        ("Have you moved the milk?", ("6 minutes ago", MILK)),
        ("Did you move the milk?", ("6 minutes ago",)),
        ("Did you switch on the lamp?", ("2 minutes ago", FAILED.message)),
        ("Why did you open the fridge?", ("step 1", MILK)),
        ("Why did you close the fridge?", ("opened", MILK)),
        ("Why?", (LAMP, FAILED.message)),
        ("What are you doing?", (LAMP,)),
        ("What did you do?", (MILK, LAMP)),
        ("Did it work?", ("No", FAILED.message)),
    ],
)
def test_deeds_are_told_with_when_and_what_for(ask, question, names):
    reply = ask(question)
    assert all(name in reply for name in names), reply


@pytest.mark.parametrize(
    "question",
    ["Did you close the drawer?", "Have you put the apple on table 2?", "Did you put the milk on table 3?",
     "Have you moved the apple?"],
)  # fmt: skip
def test_what_was_not_done_is_not_claimed(ask, question):
    reply = ask(question)
    assert reply and "Yes" not in reply


@pytest.mark.parametrize("question", ["Did you close the fridge?", "Why?", "What are you doing?", "What did you do?"])
def test_without_a_past_nothing_is_claimed(ask, question):
    reply = ask(question, Story())
    assert reply and MILK not in reply and "Yes" not in reply


def test_what_goes_on_is_told_with_its_step(ask):
    work = Work(MILK, False, "", SkillCall("close", ("fridge_1",)), 3, 7)
    reply = ask("What are you doing?", Story(works=(work,)))
    assert MILK in reply and "3 of 7" in reply


def test_questions_that_were_answered_are_no_work(ask):
    asked = tuple(Work(f"Where is cup {i}?", True, "done") for i in range(4))
    reply = ask("What did you do last?", Story(works=(*STORY.works, *asked)))
    assert MILK in reply and FAILED.message in reply and "cup" not in reply
    assert FAILED.message in ask("Did it work?", Story(works=(*STORY.works, *asked)))
    assert "nothing" in ask("What did you do?", Story(works=asked))


def test_the_question_itself_is_no_work(ask):
    question = "What are you doing?"
    assert question not in ask(question, Story(works=(*STORY.works, Work(question, False, "planning"))))


@pytest.mark.parametrize("question", ["What can you do?", "How can you help me?", "Help"])
def test_what_the_robot_can_do_is_told(ask, question):
    assert ask(question)


@pytest.mark.parametrize("said", ["Did you see the apple?", "Close the fridge", "Have you found the mug?"])
def test_other_questions_and_orders_are_left_to_their_readers(ask, said):
    assert not ask(said)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "just now"),
        (1.0, "1 second ago"),
        (59.9, "59 seconds ago"),
        (120.0, "2 minutes ago"),
        (90000.0, "1 day ago"),
    ],
)
def test_how_long_ago_is_said_in_its_largest_unit(seconds, text):
    assert ago(seconds) == text


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What did I ask you to do?", f"You said '{MILK}' and '{LAMP}'."),
        ("What did I tell you to do first?", f"The first that I know of is '{MILK}'."),
        ("What was my last instruction?", f"You said '{MILK}' and '{LAMP}'."),
    ],
)
def test_what_was_asked_for_is_told(ask, question, says):
    assert ask(question) == says


def test_whether_all_was_done_is_no_question_of_the_last_alone(ask):
    assert ask("Did you do what I asked last?").startswith("No.")
    assert FAILED.message in ask("Did you do everything I told you?")
    assert ask("Did you do everything I told you?", Story((), STORY.works[:1])).startswith("Yes")


@pytest.mark.parametrize("said", ["Never mind", "ok", "no", "Forget it!", "both"])
def test_what_answers_no_question_is_told_so(ask, said):
    assert ask(said).startswith("I asked nothing just now")
