# SPDX-License-Identifier: Apache-2.0
"""What is to be done with people is read whole: whom, from where, where to; and who is meant, by looks."""

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_eval.gpsr.home import our_home
from planner_node.language.interpret import interpret
from planner_node.language.kinds import Deed
from planner_node.language.request import Attend, GoTo, Inquire, Put, Request


@pytest.fixture(scope="module")
def read(ontology):
    def clauses(text):
        request = interpret(text, ontology, our_home().graph)
        assert isinstance(request, Request), request
        return request.clauses

    return clauses


def name(place):
    return None if place is None else place.what.concept


@pytest.mark.parametrize(
    ("text", "deed", "whom", "source", "place"),
    [
        ("follow Anna from the sofa to the kitchen", Deed.FOLLOW, "anna", "sofa", "kitchen"),
        ("please come after Ben to the bedroom", Deed.FOLLOW, "ben", None, "bedroom"),
        ("could you escort Carla to the desk", Deed.GUIDE, "carla", None, "desk"),
        ("take David from the desk to the sink", Deed.GUIDE, "david", "desk", "sink"),
        ("bring Emma to the office", Deed.GUIDE, "emma", None, "office"),
        ("your task is to greet Felix", Deed.GREET, "felix", None, None),
        ("start by saying hello to Grace", Deed.GREET, "grace", None, None),
        ("get to know Henry", Deed.MEET, "henry", None, None),
        ("find Anna", Deed.FIND, "anna", None, None),
    ],
)
def test_whom_from_where_and_where_to(read, text, deed, whom, source, place):
    (clause,) = read(text)
    assert isinstance(clause, Attend)
    assert (clause.deed, clause.whom.node_id) == (deed, whom)
    assert (name(clause.source), name(clause.place)) == (source, place)


@pytest.mark.parametrize(
    ("text", "attributes", "at"),
    [
        ("follow the waving person in the kitchen", {"waving"}, "kitchen"),
        ("greet the person wearing a red t-shirt", {"wearing_red_t_shirt"}, None),
        ("guide the woman in the blue coat to the sofa", {"woman", "wearing_blue_coat"}, None),
        ("meet the man who is sitting at the desk", {"man", "sitting"}, "desk"),
        ("follow somebody raising his right arm", {"raising_right_arm"}, None),
        ("find a lying person in the bedroom", {"lying"}, "bedroom"),
        ("look for a boy dressed in black", {"man", "wearing_black"}, None),
        ("follow the person pointing to the left at the sofa", {"pointing_left"}, "sofa"),
    ],
)
def test_who_is_meant_by_looks_and_place(read, text, attributes, at):
    (clause,) = read(text)
    assert clause.whom.attributes == attributes
    assert name(clause.whom.source) == at


def test_a_name_that_nobody_knows_is_a_name_where_only_people_can_stand(read):
    (clause,) = read("follow Xaver to the kitchen")
    assert clause.whom.attributes == {"named_xaver"}


def test_pronouns_are_the_person_last_spoken_of(read):
    go, find, follow = read("go to the kitchen, look for the waving person, and follow them to the desk")
    assert isinstance(go, GoTo) and find.deed is Deed.FIND
    assert (follow.deed, follow.whom.attributes, name(follow.place)) == (Deed.FOLLOW, {"waving"}, "desk")


def test_them_are_things_where_things_were_spoken_of_since(read):
    find, put = read("find Anna, then take the apple and the banana and bring them to the desk")
    assert find.deed is Deed.FIND
    assert isinstance(put, Put) and [t.concept for t in put.what] == ["apple", "banana"]


@pytest.mark.parametrize(
    ("text", "words", "whom"),
    [
        ("tell me a joke", "a joke", None),
        ("tell Anna the time", "the time", "anna"),
        ("say something about yourself to Ben", "something about yourself", "ben"),
        ("meet Carla in the bedroom and say the day of the week", "the day of the week", "carla"),
    ],
)
def test_what_is_said_to_whom(read, text, words, whom):
    clause = read(text)[-1]
    assert (clause.deed, clause.words) == (Deed.SAY, words)
    assert whom is None or clause.whom.node_id == whom


def test_a_question_about_the_scene_may_be_answered_to_somebody_else(read):
    (clause,) = read("tell Ben how many apples there are on the dining table")
    assert isinstance(clause, Inquire) and clause.whom.node_id == "ben"


def test_things_are_brought_to_people_told_apart_by_looks(read):
    (put,) = read("get an apple from the dining table and give it to the woman at the sofa")
    assert put.place.what.attributes == {"woman"}
    assert name(put.place.what.source) == "sofa"


def test_what_is_looked_for_where_the_robot_was_sent_is_one_of_there(read):
    _, look = read("go to the office and find a snack")
    assert look.what.source.what.concept == "office"


def test_where_somebody_is_may_be_said_behind(read):
    (guide,) = read("guide Ben to the sofa, you may find him at the sink")
    assert (name(guide.whom.source), name(guide.place)) == ("sink", "sofa")


@pytest.mark.parametrize("said", ["all of them", "both of them", "them"])
def test_things_that_were_spoken_of_are_no_people(read, said):
    first, second = read(f"Put the apple and the mug on the desk. Take {said} to the sofa.")
    assert isinstance(first, Put) and isinstance(second, Put)
    assert [w.concept for w in second.what] == ["apple", "mug"] and second.place.what.concept == "sofa"


@pytest.mark.parametrize("said", ["every apple", "each apple", "the apples"])
def test_wherever_they_are_says_nothing_of_which(read, said):
    (put,) = read(f"Bring {said} to the desk, wherever they are")
    assert [(w.concept, w.count) for w in put.what] == [("apple", None)]


@pytest.mark.parametrize("word", ["neither", "whichever", "otherwise", "unless", "instead"])
def test_a_word_that_forbids_limits_or_chooses_is_nobodys_name(ontology, word):
    refusal = interpret(f"bring {word} the apple", ontology, our_home().graph)
    assert refusal.gap is None or refusal.gap.kind is not QuestionKind.WHEREABOUTS
    asked = interpret("bring Zoe the apple", ontology, our_home().graph)
    assert asked.gap.kind is QuestionKind.WHEREABOUTS
