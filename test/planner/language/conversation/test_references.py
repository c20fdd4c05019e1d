# SPDX-License-Identifier: Apache-2.0
"""Instructions that speak of the one before, spelled out."""

from __future__ import annotations

import pytest

from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology, load_ontology
from planner_node.language.conversation.references import in_full
from planner_node.language.conversation.talk import Conversation
from planner_node.language.interpret import interpret

APPLE = PastInstruction("Bring the red apple to table_2, please.", (Moved("apple_1", "table_1"),))
MILK = PastInstruction(
    "Put the milk in the fridge", (Moved("milk_carton_1", "counter_1"), Moved("juice_carton_1", "fridge_1", True))
)


@pytest.fixture(scope="module")
def home() -> SceneGraph:
    path = scene_file("home")
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return load_ontology()


@pytest.fixture
def full(home, ontology):
    def spelled_out(instruction: str, past: PastInstruction = APPLE) -> str:
        return in_full(instruction, Conversation(past, home, lambda text: interpret(text, ontology, home)))

    return spelled_out


@pytest.mark.parametrize(
    "said",
    [
        "Put it back",
        "put it back where it was, please",
        "Now take it back to where it was.",
        "Return it",
        "return them",
        "Undo that!",
        "And then bring that back again",
    ],
)
def test_what_was_moved_goes_where_it_was(full, said):
    assert full(said) == "put apple_1 on table_1"


def test_several_things_go_back_each_to_its_place(full):
    assert full("put them back", MILK) == "put milk_carton_1 on counter_1 and put juice_carton_1 in fridge_1"


@pytest.mark.parametrize(
    "said", ["now the other one", "The other one, too.", "do the same with the other one", "another one please"]
)
def test_the_other_of_two_gets_the_same(full, said):
    assert full(said) == "Bring apple_2 to table_2, please."


@pytest.mark.parametrize(
    ("said", "spelled_out"),
    [
        ("the same for the banana", "Bring the banana to table_2, please."),
        ("do the same with the cups", "Bring the cups to table_2, please."),
        ("also the banana", "Bring the banana to table_2, please."),
        ("and the milk too", "Bring the milk to table_2, please."),
        ("what about the orange?", "Bring the orange to table_2, please."),
        ("now the banana and the orange", "Bring the banana and the orange to table_2, please."),
    ],
)
def test_the_same_is_done_to_other_things(full, said, spelled_out):
    assert full(said) == spelled_out


@pytest.mark.parametrize("said", ["to table_3", "now to table_3, please", "No, to table_3 instead"])
def test_what_was_moved_goes_on(full, said):
    assert full(said) == "bring apple_1 to table_3"


@pytest.mark.parametrize(
    ("said", "spelled_out"),
    [
        ("Put it in the fridge", "Put apple_1 in the fridge"),
        ("Bring them to table_3", "Bring apple_1 to table_3"),
    ],
)
def test_a_pronoun_speaks_of_what_was_moved(full, said, spelled_out):
    assert full(said) == spelled_out


@pytest.mark.parametrize(
    ("said", "spelled_out"),
    [
        ("Close it again, please", "Close fridge_1 again, please"),
        ("close it", "close fridge_1"),
        ("Put it in the fridge", "Put apple_1 in the fridge"),
    ],
)
def test_what_is_opened_or_switched_is_furniture(full, said, spelled_out):
    past = PastInstruction("Bring the apple", (Moved("apple_1", "fridge_1", True),), ("drawer_1", "fridge_1"))
    assert full(said, past) == spelled_out


def test_again_is_the_same_instruction(full):
    assert full("Once more, please") == APPLE.instruction


IN_FULL = ("Bring the banana to table_1", "Take the mug and put it on table_1", "Open the fridge")


@pytest.mark.parametrize("said", [*IN_FULL, "sing a song", "", "the moon too"])
def test_what_does_not_speak_of_the_past_stays_as_it_is(full, said):
    assert full(said) == said


@pytest.mark.parametrize(
    "said",
    ["Give me everything that is red", "Hand me everything on the counter", "Bring me everything from the fridge"],
)
def test_everything_of_which_more_is_said_is_not_what_was_moved(full, said):
    assert full(said) == said


@pytest.mark.parametrize("said", ["The mug?", "The blue mug ?", "What is in your hand?"])
def test_a_mere_question_orders_nothing(full, said):
    assert full(said) == said


@pytest.mark.parametrize("said", ["And the mug?", "What about the mug?"])
def test_a_question_that_goes_on_does(full, said):
    assert full(said) == "Bring the mug to table_2, please."


def test_nothing_is_guessed_where_nothing_was_moved(full):
    nothing = PastInstruction("Open the fridge")
    assert [full(said, nothing) for said in ("put it back", "the other one", "to table_2")] == [
        "put it back",
        "the other one",
        "to table_2",
    ]


@pytest.mark.parametrize(
    ("said", "spelled_out"),
    [
        ("Not that one, the green one", "Bring the green apple to table_2, please."),
        ("No, the green one!", "Bring the green apple to table_2, please."),
        ("I meant apple 2", "Bring apple 2 to table_2, please."),
        ("No, I meant the banana", "Bring the banana to table_2, please."),
        ("That's the wrong one. The green one, please", "Bring the green apple to table_2, please."),
    ],
)
def test_what_was_done_to_the_wrong_thing_is_done_to_the_right_one(full, said, spelled_out):
    assert full(said) == spelled_out


@pytest.mark.parametrize("said", ["No, put it back on the sofa", "I meant well", "No apples today"])
def test_other_corrections_are_not_guessed_at(full, said):
    assert "Bring" not in full(said)


@pytest.mark.parametrize(
    ("before", "touched", "undone"),
    [
        ("Open the fridge", ("fridge_1",), "close fridge_1"),
        ("Close drawer_1, please", ("drawer_1",), "open drawer_1"),
        ("Turn on the lamp", ("lamp_1",), "turn off lamp_1"),
        ("Switch the lamp off", ("lamp_1",), "turn on lamp_1"),
        ("Open the fridge and the drawer", ("fridge_1", "drawer_1"), "close fridge_1 and close drawer_1"),
    ],
)
def test_what_was_opened_or_switched_is_so_no_more(full, before, touched, undone):
    assert full("Undo that", PastInstruction(before, touched=touched)) == undone


@pytest.mark.parametrize(
    ("before", "touched"),
    [
        ("Open the fridge", ()),  # it was open before
        ("Open the fridge and turn on the lamp", ("fridge_1", "lamp_1")),  # what was how, the past does not say
        ("Go to table_2", ()),
        ("Frobnicate the fridge", ("fridge_1",)),
    ],
)
def test_where_nobody_knows_what_to_undo_it_is_left_as_it_was_said(full, before, touched):
    assert full("Undo that", PastInstruction(before, touched=touched)) == "Undo that"


def test_what_was_opened_for_something_else_is_not_undone(full):
    past = PastInstruction("Put the milk in the fridge", (Moved("milk_carton_1", "counter_1"),), ("fridge_1",))
    assert full("Undo that", past) == "put milk_carton_1 on counter_1"
