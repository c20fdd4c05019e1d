# SPDX-License-Identifier: Apache-2.0
"""What people tell is kept, taken back, shown, and decides what later words leave open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.conversation.answers import Answered, answer_of
from makedo_core.conversation.habit import Forget, Habit, HabitKind, Remember, ToldHabits
from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import AGENT_ID, Relation, RelationType, SceneGraph
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import AssembledPlanner, Choices, assemble
from planner_node.task import PlanningTask, Result

OWNED, KEPT, KIND = HabitKind.OWNED, HabitKind.KEPT, HabitKind.KIND_KEPT
MEANT, STANDS = HabitKind.MEANT, HabitKind.STANDS


@pytest.fixture(scope="module")
def home() -> SceneGraph:
    path = scene_file("home")
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


@pytest.fixture(scope="module")
def planner() -> AssembledPlanner:
    return assemble(Choices(engines=()), {})


@pytest.fixture
def say(planner, home):
    def plan(instruction: str, *told: tuple[HabitKind, str, str], asks: bool = True, past=None, graph=home) -> Result:
        habits = ToldHabits(tuple(Habit(*t, told_s=1.0) for t in told))
        return planner.plan(PlanningTask(instruction, graph, habits=habits, asks=asks, past=past))

    return plan


def told(result: Result) -> list[tuple[object, ...]]:
    return [
        (c.habit.kind, c.habit.about, c.habit.value) if isinstance(c, Remember) else ("forget", c.kind, c.about)
        for c in result.changes
    ]


def ends(result: Result) -> set[str]:
    assert result.plan is not None
    return {str(c) for c in result.plan.calls if c.skill.startswith("put")}


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("The blue mug is Anna's.", (OWNED, "mug_1", "anna")),
        ("By the way, mug 2 belongs to me", (OWNED, "mug_2", "you")),
        ("Bob owns the red apple", (OWNED, "apple_1", "bob")),
        ("my mug is the blue one", (OWNED, "mug_1", "you")),
        ("The books belong on the shelf", (KIND, "book", "shelf_1")),
        ("Cups are kept in the drawer.", (KIND, "cup", "drawer_1")),
        ("We always put the plates in the drawer", (KIND, "plate", "drawer_1")),
        ("Remember that the cups go on the shelf", (KIND, "cup", "shelf_1")),
        ("The counter is where the cups go", (KIND, "cup", "counter_1")),
        ("mug_1 always belongs in the drawer", (KEPT, "mug_1", "drawer_1")),
        ("By 'the table' I mean table 2, always", (MEANT, "the table", "table_2")),
        ("When I say the lamp, I mean lamp 1", (MEANT, "the lamp", "lamp_1")),
        ("Call table 3 the reading corner.", (MEANT, "reading corner", "table_3")),
        ("We call the sofa the bus stop", (MEANT, "bus stop", "sofa_1")),
        ("table 3 is called the lab bench", (MEANT, "lab bench", "table_3")),
        ("Table 3 is Anna's desk", (MEANT, "anna's desk", "table_3")),
        ("The reading corner is the armchair", (MEANT, "reading corner", "armchair_1")),
        ("Home is counter 1", (MEANT, "home", "counter_1")),
        ("Your charging station is in the hallway", (MEANT, "charging station", "hallway")),
        ("Anna sits in the living room", (STANDS, "anna", "living_room")),
        ("I'm at the sofa.", (STANDS, "you", "sofa_1")),
        ("My place is the armchair", (STANDS, "you", "armchair_1")),
    ],
)
def test_what_is_told_is_kept_and_nothing_moves(say, said, kept):
    result = say(said)
    assert told(result) == [kept]
    assert result.plan is not None and not result.plan.calls and result.reply


@pytest.mark.parametrize(
    "said",
    [
        "Put the books on the shelf",
        "All the books belong on the shelf.",
        "The apple is on the table",
        "Bring me Anna's mug",
        "Forget it",
        "Is the mug Anna's?",
        "The kitchen is dirty",
        "Dinner is in the kitchen",
        "Table 3 is dirty",
        "Table 3 is the biggest",
        "Table 3 is the best table",
        "This is the problem",
        "Call Anna",
        "The fridge is open",
        "The mug is the blue thing on the counter",
    ],
)
def test_what_tells_nothing_that_lasts_is_not_kept(say, said):
    assert not say(said).changes


def test_of_several_things_it_is_asked_which_one_is_told_of(say):
    result = say("The mug is Anna's")
    assert result.question is not None and [o.name for o in result.question.options] == ["mug_1", "mug_2"]
    assert told(say(result.question.options[1].instruction)) == [(OWNED, "mug_2", "anna")]


def test_this_is_where_something_was_put_just_now(say, home):
    past = PastInstruction("Put the cup on the shelf", (Moved("cup_1", "counter_1"),))
    there = home.support("cup_1")
    assert told(say("This is where the cups go", past=past)) == [(KIND, "cup", there)]
    asked = say("This is where the cups go").question
    assert asked is not None and "shelf_1" in [o.name for o in asked.options]


def test_this_is_where_the_robot_stands_if_it_put_nothing_down(say, home):
    there = replace(home, relations=home.relations | {Relation(AGENT_ID, RelationType.AT, "table_2")})
    assert told(say("This is the reading corner", graph=there)) == [(MEANT, "reading corner", "table_2")]
    assert not say("This is the reading corner").changes  # nobody knows where it stands


@pytest.mark.parametrize("said", ["Go home", "Drive back home", "go to your home"])
def test_the_robot_goes_home_once_it_was_told_where_that_is(say, said):
    assert [str(c) for c in say(said, (MEANT, "home", "counter_1")).plan.calls] == ["go_to(counter_1)"]


@pytest.mark.parametrize(
    ("said", "asked", "tells"),
    [
        ("Go home", "Where is my home?", "Your home is at counter_1."),
        (
            "Drive back to your charging station",
            "Where is my charging station?",
            "Your charging station is at counter_1.",
        ),
    ],
)
def test_where_its_own_place_is_the_robot_asks_once_and_keeps_the_answer(say, home, said, asked, tells):
    question = say(said).question
    assert question.text.startswith(asked)
    answer = answer_of(question, "counter_1", home)
    assert isinstance(answer, Answered) and tells in answer.instruction
    result = say(answer.instruction)
    assert told(result)[0][0] is MEANT and [str(c) for c in result.plan.calls] == ["go_to(counter_1)"]


@pytest.mark.parametrize(
    ("said", "moved"),
    [
        ("Bring the banana to the reading corner", {"put_on(banana_1, table_3)"}),
        ("Put the vase on Anna's desk", {"put_on(vase_1, table_3)"}),
        ("Take everything on the reading corner to the counter", set()),
    ],
)
def test_a_place_goes_by_the_name_that_it_was_given(say, said, moved):
    names = (MEANT, "reading corner", "table_3"), (MEANT, "anna's desk", "table_3")
    result = say(said, *names)
    assert result.outcome.ok and ends(result) >= moved


@pytest.mark.parametrize(
    ("said", "habit", "moved"),
    [
        ("Put Anna's mug on table 1", (OWNED, "mug_2", "anna"), {"put_on(mug_2, table_1)"}),
        ("Put my mug on table 1", (OWNED, "mug_2", "you"), {"put_on(mug_2, table_1)"}),
        ("Put my mug on table 1", (OWNED, "mug_1", "anna"), {"put_on(mug_2, table_1)"}),
        ("Put the sponge on the table", (MEANT, "the table", "table_3"), {"put_on(sponge_1, table_3)"}),
        ("Put the books away", (KIND, "book", "counter_1"), {f"put_on(book_{i}, counter_1)" for i in (1, 2, 3)}),
        ("Bring me the sponge", (STANDS, "you", "sofa_1"), {"put_on(sponge_1, sofa_1)"}),
        ("Bring the sponge over here", (STANDS, "you", "sofa_1"), {"put_on(sponge_1, sofa_1)"}),
        ("Bring Anna the sponge", (STANDS, "anna", "sofa_1"), {"put_on(sponge_1, sofa_1)"}),
    ],
)
@pytest.mark.parametrize("asks", [True, False])
def test_what_was_told_decides_what_the_words_leave_open_and_is_said(say, said, habit, moved, asks):
    result = say(said, habit, asks=asks)
    assert ends(result) == moved
    assert "as you told me" in result.explanation.lower()


@pytest.mark.parametrize(
    ("said", "habit", "moved"),
    [
        ("Put the sponge on table 2", (MEANT, "the table", "table_3"), {"put_on(sponge_1, table_2)"}),
        ("Put book_1 on table 2", (KIND, "book", "counter_1"), {"put_on(book_1, table_2)"}),
        ("Bring me the sponge to table 2", (STANDS, "you", "sofa_1"), {"put_on(sponge_1, table_2)"}),
        ("I am at table 2. Bring me the sponge.", (STANDS, "you", "sofa_1"), {"put_on(sponge_1, table_2)"}),
    ],
)
def test_what_is_said_now_counts(say, said, habit, moved):
    assert ends(say(said, habit)) == moved


@pytest.mark.parametrize(
    ("said", "kind", "answer", "kept"),
    [
        ("Bring me the sponge", QuestionKind.WHEREABOUTS, "at the sofa", (STANDS, "you", "sofa_1")),
        ("Come here", QuestionKind.WHEREABOUTS, "table 2", (STANDS, "you", "table_2")),
        ("Bring Anna the sponge", QuestionKind.WHEREABOUTS, "the armchair", (STANDS, "anna", "armchair_1")),
        ("Take the sponge to Bob", QuestionKind.WHEREABOUTS, "table 3", (STANDS, "bob", "table_3")),
        ("Put my mug on table 1", QuestionKind.WHICH, "the blue one", (OWNED, "mug_1", "you")),
        ("Put Anna's mug on table 1", QuestionKind.WHICH, "mug 2", (OWNED, "mug_2", "anna")),
    ],
)
def test_an_answer_that_is_a_habit_is_kept(say, home, said, kind, answer, kept):
    asked = say(said).question
    assert asked is not None and asked.kind is kind
    answered = answer_of(asked, answer, home)
    assert isinstance(answered, Answered)
    result = say(answered.instruction)
    assert told(result) == [kept] and result.plan is not None and result.question is None


def test_told_and_asked_in_one_breath_both_are_done(say):
    result = say("mug_1 is Anna's. Anna sits on the sofa. Bring it to her.")
    assert told(result) == [(OWNED, "mug_1", "anna"), (STANDS, "anna", "sofa_1")]
    assert ends(result) == {"put_on(mug_1, sofa_1)"}


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("Forget that mug 1 is Anna's.", [("forget", OWNED, "mug_1")]),
        ("Forget that the mug is Anna's", [("forget", OWNED, "mug_1")]),
        ("The mug is not Anna's any more", [("forget", OWNED, "mug_1")]),
        ("Forget everything I told you about Anna", [("forget", OWNED, "mug_1"), ("forget", STANDS, "anna")]),
        ("Forget all you know about the mugs", [("forget", OWNED, "mug_1")]),
        ("forget everything you know", [("forget", OWNED, "mug_1"), ("forget", STANDS, "anna")]),
        ("Forget that mug 2 is Anna's", []),
    ],
)
def test_what_is_taken_back_is_forgotten_and_nothing_else(say, said, gone):
    result = say(said, (OWNED, "mug_1", "anna"), (STANDS, "anna", "sofa_1"))
    assert told(result) == gone and result.reply
    assert all(isinstance(c, Forget) for c in result.changes)


@pytest.mark.parametrize(
    ("said", "names", "leaves_out"),
    [
        ("What do you know about Anna?", ("mug 1", "sofa 1"), ("book",)),
        ("What have I told you?", ("mug 1", "sofa 1", "book"), ()),
        ("Whose mug is mug 1?", ("Anna",), ("sofa",)),
        ("Where do the books belong?", ("shelf 1",), ("Anna",)),
        ("Where is Anna?", ("sofa 1",), ("mug",)),
        ("Which mug is Anna's?", ("mug 1",), ("sofa",)),
    ],
)
def test_what_was_told_is_shown(say, said, names, leaves_out):
    reply = say(said, (OWNED, "mug_1", "anna"), (STANDS, "anna", "sofa_1"), (KIND, "book", "shelf_1")).reply
    assert all(name in reply for name in names)
    assert not any(name in reply for name in leaves_out)


def test_a_thing_that_is_known_to_be_somebody_elses_is_not_taken(say):
    result = say("Put Bob's mug on table 1", (OWNED, "mug_1", "anna"), (OWNED, "mug_2", "you"))
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND


def test_a_habit_about_what_is_not_here_any_more_decides_nothing(say):
    asked = say("Bring me the sponge", (STANDS, "you", "throne_1")).question
    assert asked is not None and asked.kind is QuestionKind.WHEREABOUTS


def test_one_thing_that_is_said_to_belong_elsewhere_is_brought_there_as_well(say):
    result = say("mug_1 belongs in the drawer")
    assert told(result) == [(KEPT, "mug_1", "drawer_1")]
    assert ends(result) == {"put_inside(mug_1, drawer_1)"}


@pytest.mark.parametrize(
    "said", ["mug_1 lives in the drawer, not on the counter", "mug_1 is kept in the drawer, and not on the counter"]
)
def test_one_thing_that_is_said_not_to_belong_where_it_is_is_brought_where_it_does(say, said):
    result = say(said)
    assert told(result) == [(KEPT, "mug_1", "drawer_1")]
    assert ends(result) == {"put_inside(mug_1, drawer_1)"} and "move nothing" not in result.explanation


@pytest.mark.parametrize(
    "said", ["From now on mug_1 belongs in the drawer", "Remember that mug_1 belongs in the drawer"]
)
def test_what_is_to_be_remembered_moves_nothing(say, said):
    result = say(said)
    assert told(result) == [(KEPT, "mug_1", "drawer_1")]
    assert result.plan is not None and not result.plan.calls


def test_who_speaks_is_told_and_asked_once(planner):
    def planned(said: str, habits: ToldHabits | None = None) -> Result:
        return planner.plan(PlanningTask(said, scene("party"), habits=habits or ToldHabits(), asks=True))

    asked = planned("Bring me a cupcake")
    assert asked.question is not None and [o.name for o in asked.question.options] == ["anna", "ben", "carla"]
    answered = planned(asked.question.options[1].instruction)
    assert answered.plan is not None and answered.plan.calls[-1].arguments[-1] == "ben"
    (change,) = answered.changes
    assert isinstance(change, Remember) and str(change.habit) == "you are Ben"
    again = planned("I'm hungry", ToldHabits().changed(answered.changes))
    assert again.plan is not None and again.plan.calls[-1].arguments[-1] == "ben"
