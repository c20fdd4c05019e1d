# SPDX-License-Identifier: Apache-2.0
"""Games as text: what is told, what commands do, what cannot be done, and when a game is won."""

import os
from pathlib import Path

import pytest

from makedo_eval.alfworld.games import read_game, read_games
from makedo_eval.alfworld.rules import read_rules
from makedo_eval.alfworld.world import NOTHING, TextWorld, shown_names
from makedo_eval.case import DatasetError

from .conftest import DOMAIN, IN_PLACE, problem

APPLES = {"Apple_bar_1": "CounterTop_bar_1", "Apple_bar_2": "Fridge_bar_1", "Knife_bar_1": "CounterTop_bar_1"}
HOT_APPLE = IN_PLACE.format("Apple", "Drawer", "(isHot ?o)")


@pytest.fixture
def world(write):
    return TextWorld(read_game(write("put a hot apple in drawer.", APPLES, HOT_APPLE)))


def test_a_game_is_told_played_and_won(world):
    first = world.begin()
    assert (
        "Looking quickly around you, you see a countertop 2, a countertop 1, a drawer 2, a drawer 1, a fridge 1"
        in first
    )
    assert first.endswith("and a sinkbasin 1.\n\nYour task is to: put a hot apple in drawer.")
    told = [
        world.say(command)
        for command in (
            "go to fridge 1",
            "open fridge 1",
            "take apple 1 from fridge 1",
            "inventory",
            "go to microwave 1",
            "heat apple 1 with microwave 1",
            "examine apple 1",
            "go to drawer 2",
            "open drawer 2",
        )
    ]
    assert told == [
        "You arrive at fridge 1. The fridge 1 is closed.",
        "You open the fridge 1. The fridge 1 is open. In it, you see a apple 1.",
        "You pick up the apple 1 from the fridge 1.",
        "You are carrying: a apple 1.",
        "You arrive at microwave 1. The microwave 1 is closed.",
        "You heat the apple 1 using the microwave 1.",
        "This is a hot apple 1.",
        "You arrive at drawer 2. The drawer 2 is closed.",
        "You open the drawer 2. The drawer 2 is open. In it, you see nothing.",
    ]
    assert not world.is_won
    assert world.say("put apple 1 in/on drawer 2") == "You move the apple 1 to the drawer 2."
    assert world.is_won and world.commands == 10


@pytest.mark.parametrize(
    "command",
    [
        "take apple 2 from countertop 1",  # not there yet
        "go to sofa 1",
        "open countertop 1",
        "close fridge 1",
        "heat apple 2 with microwave 1",
        "cool apple 2 with fridge 1",
        "clean apple 2 with sinkbasin 1",
        "use apple 2",
        "slice apple 2 with knife 1",
        "move apple 2 to countertop 1",
        "examine apple 2",
        "examine fridge 1",
        "examine nothing",
        "dance",
        "",
    ],
)
def test_what_cannot_be_done_changes_nothing(world, command):
    before = world.say("look")
    assert world.say(command) == NOTHING
    assert world.say("look") == before and world.say("inventory") == "You are not carrying anything."


def test_what_is_taken_out_of_a_closed_place_must_be_opened_first(world):
    world.say("go to fridge 1")
    assert world.say("take apple 1 from fridge 1") == NOTHING
    world.say("open fridge 1")
    assert world.say("examine apple 1") == "There's nothing special about apple 1."
    assert world.say("close fridge 1") == "You close the fridge 1."
    assert world.say("examine apple 1") == NOTHING
    assert world.say("look") == "You are facing the fridge 1. Next to it, you see nothing."


def test_a_hand_holds_one_thing_and_cuts_with_a_knife(world):
    assert (
        world.say("go to countertop 2")
        == "You arrive at countertop 2. On the countertop 2, you see a apple 2, and a knife 1."
    )
    world.say("take knife 1 from countertop 2")
    assert world.say("take apple 2 from countertop 2") == NOTHING
    assert world.say("slice apple 2 with knife 1") == "You sliced the apple 2 with the knife 1."
    assert world.say("examine apple 2") == "This is a sliced apple 2."


def test_cooling_and_cleaning_are_seen(world):
    for command in ("go to countertop 2", "take apple 2 from countertop 2", "go to fridge 1"):
        world.say(command)
    assert world.say("cool apple 2 with fridge 1") == "You cool the apple 2 using the fridge 1."
    assert world.say("examine apple 2") == "This is a cold apple 2."
    world.say("go to sinkbasin 1")
    assert world.say("clean apple 2 with sinkbasin 1") == "You clean the apple 2 using the sinkbasin 1."
    assert world.say("examine apple 2") == "This is a cool and clean apple 2."


def test_a_lamp_is_turned_on_and_off(write):
    lamp = {"DeskLamp_bar_1": "CounterTop_bar_1"}
    world = TextWorld(read_game(write("x.", lamp, "(isToggled DeskLamp_bar_1)", "(toggleable DeskLamp_bar_1)")))
    world.say("go to countertop 2")
    assert world.say("examine desklamp 1") == "This desklamp 1 is off."
    assert world.say("use desklamp 1") == "You turn on the desklamp 1."
    assert world.is_won


def test_names_are_counted_down_by_ids():
    names = shown_names(dict.fromkeys(("cup_bar_1", "cup_bar_2", "sink_bar_1_bar_sinkbasin", "cuptype"), "object"))
    assert names == {"cup_bar_1": "cup 2", "cup_bar_2": "cup 1", "sink_bar_1_bar_sinkbasin": "sinkbasin 1"}


def test_what_is_forgiven_is_told():
    rules = read_rules(DOMAIN, problem(APPLES, HOT_APPLE))
    borrowed = "fridgetype, knifetype, microwavetype, sinkbasintype"
    assert rules.forgiven == (
        "commas between variables",
        f"the domain uses names that only the problem declares: {borrowed}",
    )


def test_two_things_are_two_and_variables_of_the_inside_hide_those_of_the_outside():
    two = (
        "(exists (?r - receptacle ?o - object) (and (objectType ?o AppleType) (inReceptacle ?o ?r)"
        " (exists (?p - object) (and (not (= ?o ?p)) (objectType ?p AppleType) (inReceptacle ?p ?r)))))"
    )
    apart = read_rules(DOMAIN, problem(APPLES, two))
    assert not apart.is_won(apart.initial)
    together = read_rules(DOMAIN, problem(dict.fromkeys(APPLES, "Fridge_bar_1"), two))
    assert together.is_won(together.initial)
    hidden = "(exists (?o - receptacle) (and (openable ?o) (exists (?o - object) (objectType ?o KnifeType))))"
    rules = read_rules(DOMAIN, problem(APPLES, hidden))
    assert rules.is_won(rules.initial)
    nothing = read_rules(DOMAIN, problem(APPLES, "(exists (?x - object) (not (pickupable ?x)))"))
    assert not nothing.is_won(nothing.initial)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("(inReceptacle ?o Fridge_bar_1)", "a bound variable"),
        ("((and))", "a formula"),
        ("(and) (and)", "one goal"),
    ],
)
def test_what_is_not_understood_is_an_error(goal, message):
    with pytest.raises(DatasetError, match=message):
        rules = read_rules(DOMAIN, problem(APPLES, goal))
        rules.is_won(rules.initial)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (problem(APPLES, "(and)")[:-4], "closing parenthesis"),
        (problem(APPLES, "(and)") + ")", "only one definition"),
        ("(define (problem p))", ":init"),
    ],
)
def test_a_broken_problem_is_named(text, message):
    with pytest.raises(DatasetError, match=message):
        read_rules(DOMAIN, text)


def test_a_file_that_is_no_game_is_named(tmp_path, write):
    path = write("x", APPLES, "(and)")
    for text, message in (("{", "no game"), ("[]", "no game"), ("{}", "no game")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(DatasetError, match=message):
            read_game(path)
    fields = '{"pddl_domain": "(d)", "pddl_problem": "(p)", "grammar": "%s"}'
    path.write_text(fields % "", encoding="utf-8")
    with pytest.raises(DatasetError, match="no task"):
        read_game(path)
    path.write_text(fields % '\\"Your task is to: dust.\\"', encoding="utf-8")
    with pytest.raises(DatasetError, match=r"trial_1.*:init"):
        read_game(path)
    with pytest.raises(DatasetError, match="no train"):
        list(read_games(tmp_path, "train"))


@pytest.mark.skipif("ALFWORLD_DATA" not in os.environ, reason="ALFWorld's games are not part of the repository")
def test_walkthroughs_of_real_games_win():
    for game in read_games(Path(os.environ["ALFWORLD_DATA"]), "train", 60):
        world = TextWorld(game)
        told = [world.say(command) for command in game.walkthrough]
        assert world.is_won and NOTHING not in told, game.id
