# SPDX-License-Identifier: Apache-2.0
"""Answers in a word or two, and what they make of an instruction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.conversation.answers import Answered, Unclear, Withdrawn, answer_of
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind, question_about, question_whether
from makedo_core.conversation.words import answer_words
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph

TABLES = ("table_1", "table_2", "table_3")


def home() -> SceneGraph:
    nodes = [
        Node("kitchen_1", "kitchen", NodeKind.ROOM, Pose()),
        Node("office_1", "office", NodeKind.ROOM, Pose()),
        *(Node(t, "table", NodeKind.ASSET, Pose()) for t in TABLES),
        Node("cup_1", "cup", NodeKind.OBJECT, Pose(), attributes=frozenset({"red"})),
        Node("cup_2", "cup", NodeKind.OBJECT, Pose(), attributes=frozenset({"blue"})),
        Node("cup_3", "cup", NodeKind.OBJECT, Pose(), attributes=frozenset({"blue", "dirty"})),
    ]
    relations = [
        Relation("table_1", RelationType.IN, "kitchen_1"),
        Relation("table_2", RelationType.IN, "office_1"),
        Relation("table_3", RelationType.IN, "office_1"),
        *(Relation(f"cup_{i}", RelationType.ON, f"table_{i}") for i in (1, 2, 3)),
    ]
    return SceneGraph({n.id: n for n in nodes}, tuple(relations), 1, 0.0)


def which(
    about: str, choices: tuple[str, ...], instruction: str = "Bring the cup to the table, please."
) -> OpenQuestion:
    question = question_about(QuestionKind.WHICH, "Which one?", instruction, about, choices)
    assert question is not None
    return question


def done(question: OpenQuestion, said: str) -> str:
    answer = answer_of(question, said, home())
    assert isinstance(answer, Answered), answer
    return answer.instruction


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("table_2", "table_2"),
        ("table 2", "table_2"),
        ("Table two.", "table_2"),
        ("table one", "table_1"),
        ("2", "table_2"),
        ("number 3", "table_3"),
        ("to table 3, please", "table_3"),
        ("the second one", "table_2"),
        ("the 3rd", "table_3"),
        ("the last one", "table_3"),
        ("the one in the kitchen", "table_1"),
        ("I mean the kitchen table", "table_1"),
        ("any", "table_1"),
        ("it doesn't matter", "table_1"),
    ],
)
def test_one_of_several_places_is_chosen(said, chosen):
    assert done(which("the table", TABLES), said) == f"Bring the cup to {chosen}, please."


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("the red one", "cup_1"),
        ("red", "cup_1"),
        ("the dirty blue one", "cup_3"),
        ("the one on table 2", "cup_2"),
        ("the one in the kitchen", "cup_1"),
        ("cup 3", "cup_3"),
    ],
)
def test_one_of_several_things_is_chosen_by_how_it_looks_and_where_it_is(said, chosen):
    question = which("the cup", ("cup_1", "cup_2", "cup_3"))
    assert done(question, said) == f"Bring {chosen} to the table, please."


UNCLEAR = ("the blue one", "the one in the office", "the green one", "banana", "", "?", "x" * 300, "a\nb")


@pytest.mark.parametrize("said", UNCLEAR)
def test_what_fits_several_or_none_is_not_guessed_at(said):
    assert isinstance(answer_of(which("the cup", ("cup_1", "cup_2", "cup_3")), said, home()), Unclear)


def test_several_that_fit_are_named():
    answer = answer_of(which("the cup", ("cup_1", "cup_2", "cup_3")), "the blue one", home())
    assert isinstance(answer, Unclear)
    assert "cup 2" in answer.text and "cup 3" in answer.text and "cup 1" not in answer.text


@pytest.mark.parametrize("said", ["never mind", "Never mind!", "forget it", "cancel", "stop"])
def test_an_instruction_can_be_withdrawn(said):
    assert isinstance(answer_of(which("the table", TABLES), said, home()), Withdrawn)


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        ("table 2", "Fetch the milk to table_2 and close the fridge"),
        ("to table_2", "Fetch the milk to table_2 and close the fridge"),
        ("the sofa", "Fetch the milk to the sofa and close the fridge"),
        ("into the sink.", "Fetch the milk into the sink and close the fridge"),
    ],
)
def test_a_place_that_was_not_said_is_added(said, becomes):
    asked = question_about(
        QuestionKind.WHERE, "Where to?", "Fetch the milk and close the fridge", "the milk", ("table_1", "table_2")
    )
    assert done(asked, said) == becomes


def test_a_number_takes_the_place_of_a_vague_word():
    asked = question_about(QuestionKind.HOW_MANY, "How many?", "Bring many  cups here", "many", ("some", "all"))
    assert done(asked, "three") == "Bring three  cups here"
    assert done(asked, "all") == "Bring all  cups here"


def test_what_it_is_done_with_is_added():
    asked = question_about(QuestionKind.WITH_WHAT, "With what?", "Wipe the desk", "the desk", ())
    assert done(asked, "the sponge") == "Wipe the desk with the sponge"
    assert done(asked, "using a towel") == "Wipe the desk using a towel"


@pytest.mark.parametrize(
    ("said", "becomes"), [("yes", "A"), ("Sure", "A"), ("yes, all of them", "A"), ("no", "B"), ("No, leave it.", "B")]
)
def test_yes_and_no(said, becomes):
    asked = OpenQuestion(QuestionKind.WHETHER, "The can, too?", options=(Option("yes", "A"), Option("no", "B")))
    assert done(asked, said) == becomes


def test_neither_yes_nor_no_leaves_the_question():
    asked = OpenQuestion(QuestionKind.WHETHER, "The can, too?", options=(Option("yes", "A"), Option("no", "B")))
    assert isinstance(answer_of(asked, "perhaps", home()), Unclear)


def test_words_that_the_instruction_does_not_have_raise_no_question():
    assert question_about(QuestionKind.WHICH, "Which?", "Bring the cup", "the mug", ("cup_1",)) is None
    assert question_about(QuestionKind.WHICH, "Which?", "Bring the cupboard", "the cup", ("cup_1",)) is None
    assert question_about(QuestionKind.WHICH, "Which?", "Bring it", "", ()) is None


def test_braces_in_an_instruction_are_no_hole():
    asked = question_about(QuestionKind.WHICH, "Which?", "Bring {} the cup", "the cup", ("cup_1",))
    assert done(asked, "cup 1") == "Bring  cup_1"


@given(st.text(max_size=80))
def test_no_answer_breaks_it(said):
    assert isinstance(answer_of(which("the table", TABLES), said, home()), Answered | Withdrawn | Unclear)


def test_phrases_are_in_lower_case_and_mean_one_thing():
    words = answer_words()
    kinds = [words.yes - {"ok"}, words.no, words.withdrawn, words.any, words.last]
    assert all(phrase == phrase.lower() for kind in kinds for phrase in kind)
    assert len(set().union(*kinds)) == sum(map(len, kinds))


def seen(*poses: tuple[float, float], sizes: tuple[float, ...] = (0.1, 0.2, 0.3)) -> SceneGraph:
    cups = [
        Node(f"cup_{i}", "cup", NodeKind.OBJECT, Pose((x, y, 0.7)), (size,) * 3)
        for i, ((x, y), size) in enumerate(zip(poses, sizes, strict=True), 1)
    ]
    robot = Node(AGENT_ID, "robot", NodeKind.AGENT, Pose((0.0, 0.0, 0.0)))
    return SceneGraph({n.id: n for n in (*cups, robot)}, frozenset(), 1, "home")


CUPS = which("the cup", ("cup_1", "cup_2", "cup_3"))
IN_A_ROW = seen((2.0, 0.4), (2.2, 0.0), (2.4, -0.4))


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("the left one", "cup_1"),
        ("the one on the right", "cup_3"),
        ("the rightmost", "cup_3"),
        ("the nearest one", "cup_1"),
        ("the farthest", "cup_3"),
        ("the biggest one, please", "cup_3"),
        ("the smallest", "cup_1"),
        ("you decide", "cup_1"),
        ("I don't know", "cup_1"),
        ("any of them", "cup_1"),
    ],
)
def test_one_is_told_apart_by_where_and_how_big_it_is(said, chosen):
    answer = answer_of(CUPS, said, IN_A_ROW)
    assert isinstance(answer, Answered) and f"Bring {chosen} " in answer.instruction


@pytest.mark.parametrize("said", ["the left one", "the nearest", "the biggest"])
def test_those_that_are_alike_are_not_told_apart(said):
    alike = seen((2.0, 0.0), (2.0, 0.0), (2.0, 0.0), sizes=(0.2, 0.2, 0.2))
    assert isinstance(answer_of(CUPS, said, alike), Unclear)


def test_what_was_left_to_the_robot_is_said():
    answer = answer_of(CUPS, "you decide", IN_A_ROW)
    assert isinstance(answer, Answered) and answer.note


@pytest.mark.parametrize("said", ["all of them", "Yes, all of them", "every one"])
def test_all_of_several_may_be_meant(said):
    assert done(CUPS, said) == "Bring cup_1, cup_2 and cup_3 to the table, please."


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("1 and 3", "cup_1 and cup_3"),
        ("cup 3, cup 1", "cup_1 and cup_3"),
        ("the red one and the dirty one", "cup_1 and cup_3"),
        ("the first, the second and the third", "cup_1, cup_2 and cup_3"),
        ("the ones on table 2 and table 3", "cup_2 and cup_3"),
        ("all but the red one", "cup_2 and cup_3"),
        ("all except cup 1 and cup 2", "cup_3"),
    ],
)
def test_several_may_be_named(said, chosen):
    assert done(which("the cup", ("cup_1", "cup_2", "cup_3")), said) == f"Bring {chosen} to the table, please."


@pytest.mark.parametrize(
    "said", ["the red one and the teapot", "the blue one and cup 1", "all but the blue one", "and"]
)
def test_a_list_of_which_a_part_is_unclear_is_not_guessed_at(said):
    assert isinstance(answer_of(which("the cup", ("cup_1", "cup_2", "cup_3")), said, home()), Unclear)


def test_both_are_two():
    assert done(which("the cup", ("cup_1", "cup_2")), "both") == "Bring cup_1 and cup_2 to the table, please."
    assert isinstance(answer_of(CUPS, "both", home()), Unclear)


def test_none_of_several_leaves_the_question_open_for_another():
    assert isinstance(answer_of(which("the cup", ("cup_1", "cup_2")), "neither", home()), Unclear)
    assert done(which("the cup", ("cup_1", "cup_2")), "cup 3") == "Bring cup_3 to the table, please."


@pytest.mark.parametrize("said", ["table 2, always", "from now on table 2", "table 2 by default"])
def test_an_answer_that_holds_from_now_on_says_so_in_the_instruction(said):
    instruction = "Bring the cup to the table, please."
    answer = answer_of(which("the table", TABLES), said, home(), instruction)
    assert answer == Answered("By 'the table' I mean table_2. Bring the cup to table_2, please.")


def test_a_question_that_only_a_yes_leads_on_from_is_withdrawn_by_a_no():
    question = question_whether("Shall I do so?", "yeet it", "yeet it", "put the apple on table 2.", "")
    assert question is not None and [option.name for option in question.options] == ["yes"]
    assert answer_of(question, "yes, please", home()) == Answered("put the apple on table 2.")
    assert isinstance(answer_of(question, "no", home()), Withdrawn)
    assert isinstance(answer_of(question, "no, not that", home()), Withdrawn)
    assert isinstance(answer_of(question, "perhaps", home()), Unclear)


@pytest.mark.parametrize("said", ["into", "inside", "Inside of", "in"])
def test_a_preposition_is_found_in_each_spelling(said):
    asked = question_whether("To table_1?", f"Put the cup {said} the bowl now", "in the bowl", "to table_1", "")
    assert asked is not None
    assert [option.instruction for option in asked.options] == ["Put the cup to table_1 now"]
    assert question_whether("To table_1?", f"Put the cup {said} the bowl", "on the bowl", "to table_1", "") is None


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("not the one in the kitchen and", None),
        ("table 2, please", "table_2"),
        ("I'd say table 2", "table_2"),
        ("what about table 3?", "table_3"),
        ("hmm, the last one", "table_3"),
        ("the one with the red cup", "table_1"),
        ("the emptiest", None),
    ],
)
def test_what_stands_around_an_answer_says_nothing(said, chosen):
    answer = answer_of(which("the table", TABLES), said, home())
    wanted = None if chosen is None else f"Bring the cup to {chosen}, please."
    assert (answer.instruction if isinstance(answer, Answered) else None) == wanted


def test_what_is_denied_leaves_the_others():
    two = which("the table", TABLES[:2])
    assert done(two, "not table 1") == "Bring the cup to table_2, please."
    assert done(two, "not the one in the kitchen") == "Bring the cup to table_2, please."
    left = answer_of(which("the table", TABLES), "not table 1", home())
    assert isinstance(left, Unclear) and "table 2 or table 3" in left.text
    assert done(which("the table", TABLES), "any but table 1") == "Bring the cup to table_2, please."


def test_the_first_two_are_two():
    assert done(which("the table", TABLES), "the first two") == "Bring the cup to table_1 and table_2, please."
    assert done(which("the table", TABLES), "the last two") == "Bring the cup to table_2 and table_3, please."


@pytest.mark.parametrize("said", ["what do you mean?", "which ones are there", "where are they?", "why?"])
def test_whoever_asks_back_is_told_what_the_options_are_like(said):
    answer = answer_of(which("the cup", ("cup_1", "cup_3")), said, home())
    assert isinstance(answer, Unclear) and not answer.is_final
    assert answer.text.startswith("Cup 1 is red and on table 1 in the kitchen 1; cup 3 is blue, dirty and on table 3")


def test_a_yes_to_a_part_is_no_yes():
    question = question_whether("Shall both be taken?", "bring the cups", "the cups", "cup_1 and cup_2", "the cups")
    assert question is not None
    for said in ("yes, but not the blue one", "yes, only the red one", "sure, except the blue one"):
        assert isinstance(answer_of(question, said, home()), Unclear)
    for said in ("sure, take them too", "certainly", "why not", "yes, all of them"):
        assert answer_of(question, said, home()) == Answered("bring cup_1 and cup_2")
    for said in ("ok, now put everything back", "yes, and open the window"):
        assert isinstance(answer_of(question, said, home()), Unclear)
    for said in ("of course not", "no, just the cups", "certainly not"):
        assert answer_of(question, said, home()) == Answered("bring the cups")


def test_a_no_with_something_else_ends_the_question_and_says_so():
    question = question_whether("Do you mean: 'Bring the cup'?", "yeet it", "yeet it", "Bring the cup", "")
    assert question is not None
    answer = answer_of(question, "no, wash the plates", home())
    assert isinstance(answer, Unclear) and answer.is_final


@pytest.mark.parametrize("said", ["leave it", "no, leave it", "nowhere", "no thanks", "rather not"])
def test_what_is_left_alone_is_not_done(said):
    where = question_about(QuestionKind.WHERE, "Where to?", "Carry the cup", "carry the cup", TABLES)
    assert where is not None and isinstance(answer_of(where, said, home()), Withdrawn)
