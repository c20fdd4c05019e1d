# SPDX-License-Identifier: Apache-2.0
"""Corrections, parts that were not meant, and more of the same for others, over what was just said and done."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, Unclear, answer_of
from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.conversation.question import QuestionKind, question_about
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import Relation, RelationType, State
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.language.conversation.references import in_full
from planner_node.language.conversation.talk import Conversation
from planner_node.language.interpret import interpret
from planner_node.task import PlanningTask

ONTOLOGY = load_ontology()
PATH = scene_file("home")
HOME = graph_from_json(PATH.read_text(encoding="utf-8"), str(PATH))
DINING, LIVING, PARTY, OFFICE = map(scene, ("dining", "living", "party", "office"))


def full(said, past, graph):
    return in_full(said, Conversation(past, graph, lambda text: interpret(text, ONTOLOGY, graph)))


def _placed(graph, place, *things, inside=False):
    for thing in things:
        graph = graph.with_placement(Relation(thing, RelationType.INSIDE if inside else RelationType.ON, place))
    return graph


GLASSES = tuple(Moved(f"glass_{i}", "cupboard_1", True) for i in (1, 2, 3))
ON_TABLE = _placed(DINING, "table_3", "glass_1", "glass_2", "glass_3")
PLATES = (Moved("plate_1", "table_1"), Moved("plate_3", "table_2"), Moved("plate_4", "table_2"))
STACKED = PastInstruction("Put the plates in the dishwasher", PLATES)
LOADED = _placed(DINING, "dishwasher_1", "plate_1", "plate_3", "plate_4", inside=True)
FORKED = _placed(DINING, "table_3", "fork_1")
FORK = PastInstruction("Put a fork on table 3", (Moved("fork_1", "drawer_1", True),))
LIT = LIVING.changed(put=[LIVING[i].with_state(State.ON) for i in ("floor_lamp_1", "night_light_1")])
LAMPS = PastInstruction("Turn on the lamps", (), ("floor_lamp_1", "night_light_1"))
SODA = PastInstruction("Bring Anna a soda", (Moved("soda_can_1", "cooler_1", True),))
SERVED = _placed(PARTY, "anna", "soda_can_1", inside=True)
BOTH_SERVED = _placed(SERVED, "ben", "soda_can_2", inside=True)
SODAS = PastInstruction("bring ben another soda can", (Moved("soda_can_2", "cooler_1", True),), (), SODA.moved)
COLA = PastInstruction("Bring a cola to table 3", (Moved("cola_can_1", "table_1"),))
SERVED_COLA = _placed(HOME, "table_3", "cola_can_1")
BOOK = PastInstruction("Put the book on the sofa", (Moved("book_1", "shelf_1"),))
BOOKED = _placed(HOME, "sofa_1", "book_1")


@pytest.mark.parametrize(
    ("said", "past", "graph", "meant"),
    [
        ("no, table 2", PastInstruction("Put the glasses on table 3", GLASSES), ON_TABLE,
         "bring glass_1, glass_2 and glass_3 to table 2"),
        ("not the clean ones", STACKED, LOADED, "put plate_1 on table_1"),
        ("except plate 3", STACKED, LOADED, "put plate_3 on table_2"),
        ("three actually", FORK, FORKED, "Put three forks on table 3"),
        ("no, two of them", FORK, FORKED, "Put two forks on table 3"),
        ("not the night light", LAMPS, LIT, "turn off night_light_1"),
        ("I meant Ben", SODA, PARTY, "bring ben soda_can_1"),
        ("and two for Ben", SODA, SERVED, "bring ben soda_can_2 and soda_can_3"),
        ("and one for the sofa", COLA, SERVED_COLA, "put another cola can on the sofa"),
        ("and the blue", BOOK, BOOKED, "Put the blue book on the sofa"),
        ("oops, I meant green", BOOK, BOOKED, "Put the green book on the sofa"),
        ("the blue one I think", BOOK, BOOKED, "Put the blue book on the sofa"),
        ("thanks, now put it back", BOOK, BOOKED, "put book_1 on shelf_1"),
        ("wait, put it back", PastInstruction("Put the blue book on the sofa", (), (), BOOK.moved), BOOKED,
         "put book_1 on shelf_1"),
        ("and the red one too", PastInstruction("Put the blue mug on the counter"), HOME,
         "Put the red mug on the counter"),
        ("bring me the green one", PastInstruction("Where are the books?"), HOME, "bring me the green book"),
        ("bring it to the sofa", PastInstruction("Where is the blue mug?"), HOME, "bring the blue mug to the sofa"),
        ("bring it to table 2", PastInstruction("Is there any juice?"), HOME, "bring the juice to table 2"),
    ],
)  # fmt: skip
def test_what_was_said_is_changed_in_what_was_not_meant(said, past, graph, meant):
    assert full(said, past, graph) == meant


@pytest.mark.parametrize(
    ("said", "past", "graph"),
    [
        ("not the plates", STACKED, LOADED),
        ("no, two", PastInstruction("Put three glasses on table 3", GLASSES), ON_TABLE),
        ("clean", PastInstruction("Put the plate on table 3", PLATES[:1]), DINING),
    ],
)
def test_what_nobody_can_tell_is_left_as_it_was_said(said, past, graph):
    assert full(said, past, graph) == said


def test_the_one_counts_nothing():
    question = question_about(
        QuestionKind.WHICH, "Which can?", "Bring the can", "the can", ("cola_can_1", "tuna_can_1", "cola_can_2")
    )
    unclear = answer_of(question, "the one in the hallway", HOME)
    assert isinstance(unclear, Unclear) and "tuna can 1 or cola can 2" in unclear.text
    assert answer_of(question, "the one in the kitchen", HOME) == Answered("Bring cola_can_1")
    assert answer_of(question, "tuna can one", HOME) == Answered("Bring tuna_can_1")


def test_whom_her_means_of_two_is_not_guessed():
    assert full("another one for her", SODAS, BOTH_SERVED) == "another soda can for her"


@pytest.mark.parametrize("said", ["table 2, of course", "obviously table two"])
def test_what_is_said_around_an_answer_changes_nothing(said):
    question = question_about(QuestionKind.WHICH, "Which?", "Go to the table", "the table", ("table_1", "table_2"))
    assert answer_of(question, said, HOME) == Answered("Go to table_2")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("which one did you take?", "I moved book 1."),
        ("which book did you bring", "I moved book 1."),
        ("what do you mean?", "I have no question open. The last instruction that I planned for is 'Put the book"),
        ("sorry?", "I have no question open."),
    ],
)
def test_what_was_moved_and_asked_is_told(said, says):
    result = assemble(Choices(engines=()), {}).plan(PlanningTask(said, BOOKED, past=BOOK))
    assert result.explanation.startswith(says)
    assert not result.plan.calls
