# SPDX-License-Identifier: Apache-2.0
"""What is said after an instruction speaks of its things, its people and its places."""

from __future__ import annotations

import pytest

from makedo_core.conversation.past import MOST_EARLIER, Moved, PastInstruction, past_from_json, past_of
from makedo_core.conversation.question import QuestionKind
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import Relation, RelationType
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.language.conversation.references import Unsettled, in_full
from planner_node.language.conversation.talk import Conversation
from planner_node.language.interpret import interpret

ONTOLOGY = load_ontology()
PATH = scene_file("home")
HOME = graph_from_json(PATH.read_text(encoding="utf-8"), str(PATH)).with_placement(
    Relation("mug_2", RelationType.ON, "table_2")
)
PARTY = scene("party")
SERVED = PARTY.with_placement(Relation("soda_can_1", RelationType.INSIDE, "anna"))
MUG = PastInstruction("Bring the red mug to table_2", (Moved("mug_2", "table_3"),))
SODA = PastInstruction("Bring Anna a soda", (Moved("soda_can_1", "cooler_1", True),), ("cooler_1",))


def full(said, past=MUG, graph=HOME):
    return in_full(said, Conversation(past, graph, lambda text: interpret(text, ONTOLOGY, graph)))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("now the other one", "Bring mug_1 to table_2"),
        ("another one, please", "Bring mug_1 to table_2"),
        ("the other one goes on the sofa", "mug_1 goes on the sofa"),
        ("the one on the counter, please", "Bring the mug on the counter to table_2"),
        ("put that one on the sofa", "put mug_2 on the sofa"),
        ("Where's the other one?", "Where's mug_1?"),
        ("Is there another one?", "Is there any mug except mug_2?"),
        ("how many are there?", "how many mugs are there?"),
        ("put the knife there", "put the knife on table_2"),
        ("no, not the mug, the bowl", "Bring the bowl to table_2"),
        ("the bowl, not the mug", "Bring the bowl to table_2"),
        ("you forgot the bowl", "Bring the bowl to table_2"),
        ("the bowl too, and the book 1", "Bring the bowl, and the book 1 to table_2"),
        ("no wait, the sofa", "bring mug_2 to the sofa"),
        ("put the mug back", "put mug_2 on table_3"),
        ("return the red mug", "put mug_2 on table_3"),
    ],
)
def test_what_was_moved_is_what_it_is_about(said, meant):
    assert full(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("bring her another one", "bring anna another soda can"),
        ("bring her the cupcake instead", "bring anna the cupcake"),
        ("and Ben too", "bring ben a soda"),
        ("and one for Carla", "bring carla another soda can"),
        ("Ben wants one too", "bring ben another soda can"),
        ("two for Ben", "bring ben soda_can_2 and soda_can_3"),
        ("the same for Ben, please", "bring ben a soda"),
    ],
)
def test_who_got_something_is_who_it_is_about(said, meant):
    assert full(said, SODA, SERVED) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("what's in there?", "what's in cooler_1?"),
        ("put the present in it", "put the present in cooler_1"),
        ("is it open?", "is cooler_1 open?"),
        ("close it again", "close cooler_1 again"),
    ],
)
def test_what_was_opened_is_what_it_is_about(said, meant):
    assert full(said, PastInstruction("Open the cooler", (), ("cooler_1",)), PARTY) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("and the other one", "Turn on the other stereo"),  # which is not known, and that is told
        ("turn it off again", "turn stereo_1 off again"),
        ("turn them both off", "turn them both off"),  # only one of them is known
    ],
)
def test_what_was_switched_is_what_it_is_about(said, meant):
    assert full(said, PastInstruction("Turn on the stereo", (), ("stereo_1",)), PARTY) == meant


@pytest.mark.parametrize("said", ["put them back", "put both back", "return them", "put both of them back"])
def test_them_is_what_was_moved_one_after_the_other(said):
    past = PastInstruction(MUG.instruction, MUG.moved, earlier=(Moved("mug_1", "counter_1"), Moved("cup_1", "sofa_1")))
    assert full(said, past) == "put mug_2 on table_3 and put mug_1 on counter_1"


def test_it_is_the_last_of_what_was_moved():
    past = PastInstruction(MUG.instruction, MUG.moved, earlier=(Moved("mug_1", "counter_1"),))
    assert full("put it back", past) == "put mug_2 on table_3"


def test_one_of_them_is_one_of_those_that_are_there_now():
    graph = PARTY.with_placement(Relation("balloon_1", RelationType.ON, "side_table_1"))
    graph = graph.with_placement(Relation("balloon_2", RelationType.ON, "side_table_1"))
    moved = (Moved("balloon_1", "sofa_1"), Moved("balloon_2", "sofa_1"))
    past = PastInstruction("Put the balloons on the side table", moved)
    assert full("put one of them on the sofa", past, graph) == "put one of the balloons on side_table_1 on the sofa"


def test_of_several_others_it_is_asked_which_is_meant():
    book = PastInstruction("Put the red book on the sofa", (Moved("book_1", "shelf_1"),))
    for said in ("Not that one", "no, that's the wrong one", "That was the wrong book!"):
        found = full(said, book)
        assert isinstance(found, Unsettled) and found.instruction == book.instruction
        assert found.refusal.candidates == ("book_2", "book_3")
        assert found.refusal.gap is not None and found.refusal.gap.kind is QuestionKind.WHICH
    assert full("Not that one", PastInstruction("Bring the red mug to table_1", (Moved("mug_2", "table_3"),))) == (
        "Bring mug_1 to table_1"
    )


@pytest.mark.parametrize(
    "said",
    [
        "bring me another plate",
        "take two forks, one for desk 2, the other for desk 3",
        "is there another apple?",
        "put the big bowl on the shelf",
        "bring her mug to the sofa",
    ],
)
def test_what_says_itself_what_it_is_about_stays_as_it_is(said):
    assert full(said) == said


def test_what_was_moved_before_is_kept_for_a_while():
    past = None
    for thing in ("mug_1", "cup_1", "apple_1", "book_1", "book_2", "book_3"):
        after = HOME.with_placement(Relation(thing, RelationType.ON, "sofa_1"))
        past = past_of(f"Put {thing} on the sofa", HOME, after, [thing], past)
    assert past is not None and past.moved == (Moved("book_3", "table_3"),)
    assert [m.node_id for m in past.earlier] == ["book_2", "book_1", "apple_1"][:MOST_EARLIER]
    assert past_from_json(past.to_json()) == past
