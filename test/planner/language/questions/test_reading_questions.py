# SPDX-License-Identifier: Apache-2.0
"""Questions in English become values: what is asked, about what, and where."""

import pytest

from makedo_core.graph.scene_graph import AGENT_ID, Relation, RelationType
from planner_node.language.interpret import interpret
from planner_node.language.kinds import Asking, Aspect, Measure
from planner_node.language.request import Attend, Inquire, Put, Request


@pytest.fixture
def asked(ontology, home):
    def ask(text):
        request = interpret(text, ontology, home)
        assert isinstance(request, Request), request
        (clause,) = request.clauses
        assert isinstance(clause, Inquire), clause
        return clause.question

    return ask


@pytest.mark.parametrize(
    ("text", "asking", "concepts", "place"),
    [
        ("Where is the apple?", Asking.WHERE, ["apple"], None),
        ("could you tell me where the remote is", Asking.WHERE, ["remote"], None),
        ("where did I leave my cup", Asking.WHERE, ["cup"], None),
        ("have you seen the sponge?", Asking.WHERE, ["sponge"], None),
        ("is there any milk left", Asking.WHETHER, ["milk"], None),
        ("do we still have bananas in the kitchen", Asking.WHETHER, ["banana"], "kitchen"),
        ("let me know whether there are apples on table 1", Asking.WHETHER, ["apple"], "table"),
        ("is the apple on table 1", Asking.WHETHER, ["apple"], "table"),
        ("how many cups are in the kitchen", Asking.COUNT, ["cup"], "kitchen"),
        ("tell me how many drinks there are on the counter", Asking.COUNT, ["drink"], "counter"),
        ("count the apples on table 1", Asking.COUNT, ["apple"], "table"),
        ("how many apples do we have", Asking.COUNT, ["apple"], None),
        ("how many apples are red", Asking.COUNT, ["apple"], None),
        ("what's the number of cups on table 1", Asking.COUNT, ["cup"], "table"),
        ("how many things are on table 1", Asking.COUNT, [], "table"),
        ("how many cups does the cupboard have", Asking.COUNT, ["cup"], "cupboard"),
        ("how many cups does the cupboard have in it?", Asking.COUNT, ["cup"], "cupboard"),
        ("tell me how many cups the cupboard holds", Asking.COUNT, ["cup"], "cupboard"),
        ("might the apple be on table 1?", Asking.WHETHER, ["apple"], "table"),
        ("the apple is on table 1, right?", Asking.WHETHER, ["apple"], "table"),
        ("what is on table 2", Asking.WHAT, [], "table"),
        ("what do we have in the fridge", Asking.WHAT, [], "fridge"),
        ("which drinks are in the fridge", Asking.WHAT, ["drink"], "fridge"),
        ("describe the objects on table 1 to me", Asking.WHAT, [], "table"),
        ("who is in the kitchen", Asking.WHAT, ["person"], "kitchen"),
        ("is anybody in the kitchen", Asking.WHETHER, ["person"], "kitchen"),
        ("how many people are there in the office", Asking.COUNT, ["person"], "office"),
    ],
)
def test_what_is_asked_about_what_and_where(asked, text, asking, concepts, place):
    question = asked(text)
    assert question.asking is asking
    assert [t.concept for t in question.things] == concepts
    assert (question.place.what.concept if question.place else None) == place


@pytest.mark.parametrize("room", ["living_room", "kitchen"])
@pytest.mark.parametrize(
    "text",
    [
        "What is here?",
        "what's around you",
        "what can you see",
        "Tell me what you see",
        "what is in this room",
        "what do you see in front of you?",
        "what objects are nearby",
    ],
)
def test_what_is_here_is_what_is_in_the_room_of_the_robot(ontology, home, text, room):
    there = home.with_placement(Relation(AGENT_ID, RelationType.IN, room))
    question = interpret(text, ontology, there).clauses[0].question
    assert (question.asking, question.things, question.place.what.node_id) == (Asking.WHAT, (), room)
    assert question.place.what.text == f"the {room.replace('_', ' ')}"


@pytest.mark.parametrize(
    ("text", "place"), [("what can you see on table 2", "table_2"), ("what do you see in the kitchen", "kitchen")]
)
def test_what_is_seen_at_a_place_is_asked_of_that_place(asked, text, place):
    assert place.startswith(asked(text).place.what.concept)


def test_without_a_room_of_the_robot_nothing_is_asked_of_one(ontology, home):
    nowhere = home.changed(drop=home.outgoing(AGENT_ID))
    request = interpret("what is around you", ontology, nowhere)
    assert not isinstance(request, Request)


@pytest.mark.parametrize(
    ("text", "measure", "concepts"),
    [
        ("which is the biggest thing on the shelf", Measure.GREATEST_VOLUME, []),
        ("tell me what's the heaviest object on table 1", Measure.GREATEST_WEIGHT, []),
        ("tell me the smallest fruit on table 1", Measure.LEAST_VOLUME, ["fruit"]),
        ("which of the fruits is the largest", Measure.GREATEST_VOLUME, ["fruit"]),
        ("what is the thinnest object on the counter", Measure.LEAST_WIDTH, []),
    ],
)
def test_the_one_of_the_greatest_or_least_measure(asked, text, measure, concepts):
    question = asked(text)
    assert (question.asking, question.measure) == (Asking.MOST, measure)
    assert [t.concept for t in question.things] == concepts


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("is the fridge open", "open"),
        ("check whether the fridge is closed", "closed"),
        ("is the lamp on", "on"),
        ("tell me if the lamp is switched off", "off"),
        ("are the plates dirty", "dirty"),
        ("did I leave the fridge open?", "open"),
        ("did somebody leave the lamp on?", "on"),
        ("the lamp is on, isn't it?", "on"),
        ("the fridge, is it open?", "open"),
    ],
)
def test_whether_something_is_so(asked, text, state):
    question = asked(text)
    assert (question.asking, question.state) == (Asking.STATE, state)


@pytest.mark.parametrize(
    ("text", "aspect", "concept"),
    [
        ("what colour is the mug", Aspect.COLOUR, "mug"),
        ("tell me the name of the person in the kitchen", Aspect.NAME, "person"),
        ("tell me the pose of the person at table 1", Aspect.POSE, "person"),
    ],
)
def test_how_somebody_or_something_is(asked, text, aspect, concept):
    question = asked(text)
    assert (question.asking, question.aspect) == (Asking.ASPECT, aspect)
    assert question.things[0].concept == concept


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("how many sitting persons are in the kitchen", {"sitting"}),
        ("how many people in the kitchen are wearing red coats", {"wearing_red_coat"}),
        ("how many persons raising their left arm are in the kitchen", {"raising_left_arm"}),
        ("how many people wearing white shirts are there in the kitchen", {"wearing_white_shirt"}),
        ("tell me how many people in the kitchen are standing", {"standing"}),
        ("tell me how many men there are in the kitchen", {"man"}),
    ],
)
def test_people_are_told_apart_by_what_they_do_and_wear(asked, text, attributes):
    (person,) = asked(text).things
    assert (person.concept, person.attributes) == ("person", attributes)


@pytest.mark.parametrize(
    "text",
    [
        "take the biggest apple",
        "give the smallest fruit to me",
        "bring the apple to table 2",
        "check if the lamp works",
    ],
)
def test_an_order_is_no_question(ontology, home, text):
    request = interpret(text, ontology, home)
    assert not isinstance(request, Request) or not any(isinstance(c, Inquire | Attend) for c in request.clauses)


def test_a_question_behind_an_order_is_the_last_thing_done(ontology, home):
    request = interpret("bring the apple to table 2 and tell me how many drinks are on the counter", ontology, home)
    put, inquire = request.clauses
    assert isinstance(put, Put) and isinstance(inquire, Inquire)
    assert inquire.question.asking is Asking.COUNT


def test_it_refers_to_what_was_spoken_of(ontology, home):
    request = interpret("open the fridge and tell me what is in it", ontology, home)
    assert request.clauses[1].question.place.what.concept == "fridge"
