# SPDX-License-Identifier: Apache-2.0
"""Sentences that tell how the scene is move nothing by themselves; what they tell is believed, said back and used."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import RelationType, SceneGraph, State
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask, Result
from planner_node.telling.believed import believed
from planner_node.telling.planning import only_planned

_MOVING = frozenset({"pick_up", "put_on", "put_inside", "hand_over", "open", "close", "turn_on", "turn_off", "pour"})


@pytest.fixture(scope="module")
def planner():
    return assemble(Choices(engines=()), {})


@pytest.fixture(scope="module")
def home() -> SceneGraph:
    path = scene_file("home")
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


@pytest.fixture
def say(planner, home):
    def plan(text: str, where: str = "home") -> Result:
        return planner.plan(PlanningTask(text, home if where == "home" else scene(where)))

    return plan


def _told(result: Result) -> dict[str, str]:
    """Where each thing is said to be; "gone": not where it was."""
    return {c.node_id: "gone" if c.gone else c.place or c.what for c in result.corrections}


def _moves(result: Result) -> list[str]:
    return [str(c) for c in result.plan.calls if c.skill in _MOVING] if result.plan is not None else []


@pytest.mark.parametrize(
    ("where", "text", "told"),
    [
        ("home", "The remote is in the drawer", {"remote_1": "drawer_1"}),
        ("home", "I think the remote is on the sofa", {"remote_1": "sofa_1"}),
        ("home", "I've put the remote on the counter", {"remote_1": "counter_1"}),
        ("home", "I put the remote on the counter yesterday", {"remote_1": "counter_1"}),
        ("home", "Peter hid the remote in the drawer", {"remote_1": "drawer_1"}),
        ("home", "My wife left the vase on the armchair", {"vase_1": "armchair_1"}),
        ("home", "Somebody moved the vase to the armchair", {"vase_1": "armchair_1"}),
        ("home", "The vase was moved to the armchair this morning", {"vase_1": "armchair_1"}),
        ("home", "The vase isn't on table 2, it's on the armchair", {"vase_1": "armchair_1"}),
        ("home", "The vase is not on table 2 any more", {"vase_1": "gone"}),
        (
            "home",
            "the cookies are on the sofa and the milk is on the counter",
            {"cookie_box_1": "sofa_1", "milk_carton_1": "counter_1"},
        ),
        ("home", "The remote fell behind the sofa", {"remote_1": "gone"}),
        ("home", "We have no more milk", {"milk_carton_1": "gone"}),
        ("home", "someone drank the juice", {"juice_carton_1": "gone"}),
        ("home", "the blue mug is dirty", {"mug_1": "blue dirty mug"}),
        ("home", "I've washed the plate", {"plate_1": "clean white plate"}),
        ("party", "Ben is holding the corkscrew", {"corkscrew_1": "ben"}),
        ("party", "Carla took the chips", {"chips_bag_1": "carla"}),
        ("party", "I gave Anna the present", {"present_1": "anna"}),
        ("party", "The present is with Anna", {"present_1": "anna"}),
        ("party", "Somebody is using the corkscrew", {"corkscrew_1": "gone"}),
        (
            "living",
            "The kids put the crayons in the toy box",
            dict.fromkeys(("crayon_1", "crayon_2", "crayon_3"), "toy_box_1"),
        ),
    ],
)
def test_what_is_told_moves_nothing_and_is_a_persons_word(say, where, text, told):
    result = say(text, where)
    assert result.outcome.ok and result.plan is not None and not result.plan.calls
    assert _told(result) == told
    assert result.explanation.startswith("I take your word for it that ")


@pytest.mark.parametrize(
    ("where", "text", "says"),
    [
        ("home", "The remote is on the tv stand", "Yes, as far as I know remote 1 is on tv stand 1."),
        ("home", "The vase was on table 2 this morning", "As far as I know vase 1 is on table 2."),
        ("home", "The vase is next to the remote", "not that vase 1 is next to the remote."),
        ("home", "There is a letter on table 3", "I know of no letter on table 3."),
        ("home", "The fridge is open", "You say that fridge 1 is open; as far as I know it is closed."),
        ("party", "Ben has beer can 4", "Yes, as far as I know Ben has beer can 4."),
    ],
)
def test_what_is_known_or_cannot_be_kept_is_said_and_kept_as_it_is(say, where, text, says):
    result = say(text, where)
    assert says in result.explanation
    assert not result.plan.calls and not result.corrections


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("party", "Anna was carrying the cake to the terrace"),
        ("party", "Mrs Smith gave the cake away"),
        ("party", "Ben brought a present for Anna"),
        ("home", "I've already put the plates away"),
        ("home", "Tom is bringing the cookies"),
        ("home", "The cat sleeps in the basket"),
        ("home", "He takes the pills at eight"),
        ("home", "There is a spider on the wall"),
        ("living", "Tom took the remote"),
        ("dining", "We keep the spoons in the drawer"),
    ],
)
def test_statements_move_nothing(say, where, text):
    result = say(text, where)
    assert not _moves(result)
    assert result.question is None


@pytest.mark.parametrize(
    ("where", "text", "ends", "told"),
    [
        ("home", "The remote is in the drawer. Bring it to the sofa.", "put_on(remote_1, sofa_1)", "drawer_1"),
        ("home", "I put the remote on the counter. Bring it to the sofa.", "put_on(remote_1, sofa_1)", "counter_1"),
        (
            "home",
            "I put the remote on the counter, so please bring it to the sofa",
            "put_on(remote_1, sofa_1)",
            "counter_1",
        ),
        ("home", "Bring the remote to the sofa, it is on the counter", "put_on(remote_1, sofa_1)", "counter_1"),
        ("home", "Bring the remote to the sofa. I left it on the counter.", "put_on(remote_1, sofa_1)", "counter_1"),
        ("home", "The remote is on the sofa. Put it on the tv stand.", "put_on(remote_1, tv_stand_1)", "sofa_1"),
        ("dining", "I put the milk in the cupboard. Put it back.", "put_inside(milk_carton_1, fridge_1)", "cupboard_1"),
        ("office", "The scissors are on desk 3, put them on desk 1", "put_on(scissors_1, desk_1)", "desk_3"),
    ],
)
def test_what_is_told_is_used_in_the_same_instruction(say, where, text, ends, told):
    result = say(text, where)
    picked = next(c for c in result.plan.calls if c.skill == "pick_up")
    assert picked.arguments[1] == told
    assert _moves(result)[-1] == ends or ends in _moves(result)
    assert [c.place for c in result.corrections] == [told]
    assert result.explanation.startswith("I take your word for it that ")
    assert result.plan.revision == (0 if where == "home" else scene(where).revision)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (
            "The remote is on the sofa and the vase is on the armchair. Bring both to table 3.",
            {"put_on(remote_1, table_3)", "put_on(vase_1, table_3)"},
        ),
        ("I moved the remote. It's on the sofa now. Bring it to table 1.", {"put_on(remote_1, table_1)"}),
        ("The remote? It's on the sofa. Bring it to table 1.", {"put_on(remote_1, table_1)"}),
    ],
)
def test_it_and_both_are_what_was_told_of(say, text, ends):
    result = say(text)
    assert {str(c) for c in result.plan.calls if c.skill == "put_on"} == ends
    assert _told(result)["remote_1"] == "sofa_1"


@pytest.mark.parametrize(
    ("where", "text", "calls"),
    [
        ("home", "The lamp is on. Turn it off.", ["turn_off(lamp_1)"]),
        ("home", "The drawer is open, close it", ["close(drawer_1)"]),
        ("living", "The tv is off. Turn it on.", ["turn_on(tv_1)"]),
    ],
)
def test_a_state_that_is_told_holds_while_it_is_planned_for(say, where, text, calls):
    assert _moves(say(text, where)) == calls


@pytest.mark.parametrize("text", ["Ben has the corkscrew. Bring it to Anna.", "Ben has the corkscrew, take it to Anna"])
def test_what_somebody_has_is_not_taken_from_them(say, text):
    result = say(text, "party")
    assert result.outcome.message == "Ben has corkscrew 1; I take nothing out of a person's hand."


def test_where_in_a_room_is_not_known_and_nothing_else_stands_in(say):
    text = say("I left the stapler in the meeting room. Bring it to desk 1.", "office").outcome.message
    assert text.startswith("I do not know where in the meeting room stapler_1 is.")
    assert "conference table 1" in text and "desk" not in text


def test_it_is_looked_for_where_it_is_said_to_be(say):
    result = say("Where is the remote? I think it's on the sofa.")
    assert [str(c) for c in result.plan.calls if c.skill == "discover_objects"] == ["discover_objects(sofa_1)"]


def test_whether_it_was_done_is_asked_where_nobody_can_tell(say):
    result = say("I put the remote on the counter")
    assert result.question.text == "Have you put the remote on the counter? If not, I do it."
    done, to_do = (say(o.instruction) for o in result.question.options[:2])
    assert _told(done) == {"remote_1": "counter_1"} and not done.plan.calls
    assert _moves(to_do)[-1] == "put_on(remote_1, counter_1)"


@pytest.mark.parametrize("text", ["The apple is in the drawer", "I put the apple in the drawer. Bring it to the sofa."])
def test_which_one_is_told_of_is_asked(say, text):
    result = say(text)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert {o.name for o in result.question.options} >= {"apple_1", "apple_2"}


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("the blue mug should be on table 2", "put_on(mug_1, table_2)"),
        ("all the books belong on the sofa", "put_on(book_3, sofa_1)"),
        ("the remote has to be on the sofa", "put_on(remote_1, sofa_1)"),
        ("the books go on the sofa", "put_on(book_3, sofa_1)"),
        ("the remote is needed on table 3", "put_on(remote_1, table_3)"),
        ("I want the remote on the sofa", "put_on(remote_1, sofa_1)"),
        ("I spilled milk on table 1", "put_on(sponge_1, table_1)"),
        ("um put the remote on the sofa", "put_on(remote_1, sofa_1)"),
    ],
)
def test_wishes_and_needs_are_orders(say, text, ends):
    assert ends in _moves(say(text))


def test_what_is_only_planned_is_not_kept(say):
    result = only_planned(say("The remote is in the drawer"))
    assert result.explanation.endswith("As this was only planned, none of it is kept.") and not result.corrections


def test_what_is_told_is_believed_and_not_seen(say, home):
    told = say("The remote is in the drawer").corrections
    graph = believed(home, told)
    assert graph.placement("remote_1").target == "drawer_1"
    assert graph.placement("remote_1").type is RelationType.INSIDE
    assert graph["remote_1"].is_belief and graph["remote_1"].is_told(Matter.PLACE)
    assert not graph["remote_1"].pose.is_known
    assert graph.revision == home.revision


def test_what_is_gone_has_no_place_and_a_state_excludes_its_contrary(say, home):
    graph = believed(home, say("The vase is not on table 2").corrections, [("fridge_1", State.OPEN)])
    assert graph.placement("vase_1") is None
    assert graph["fridge_1"].states == {State.OPEN}


def test_outside_is_where_it_is_told_to_be(say):
    result = say("Someone forgot the ashtray and the sunglasses outside. Bring them to desk 1", "bedroom")
    assert sorted(_moves(result)) == [
        "pick_up(ashtray_1, balcony_table_1)",
        "pick_up(sunglasses_1, balcony_table_1)",
        "put_on(ashtray_1, desk_1)",
        "put_on(sunglasses_1, desk_1)",
    ]


def test_things_that_are_in_every_room_are_told_to_be_nowhere_certain(say):
    result = say("The kids left their crayons in every room. Please put all of them into the toy box", "living")
    assert {m for m in _moves(result) if m.startswith("put")} == {
        f"put_inside(crayon_{i}, toy_box_1)" for i in (1, 2, 3)
    }
