# SPDX-License-Identifier: Apache-2.0
"""Games are played by what is seen alone; "done" is said where it is true, and all else says what it is."""

import pytest

from makedo_eval.alfworld.agent import GameEnding
from makedo_eval.alfworld.games import read_game
from makedo_eval.alfworld.habits import learn
from makedo_eval.alfworld.memory import SeenHome
from makedo_eval.alfworld.running import MOST_COMMANDS, TRAIN, player, run, table
from makedo_eval.alfworld.world import TextWorld
from makedo_eval.case import DatasetError

from .conftest import IN_PLACE, written

APPLE = {"Apple_bar_1": "Drawer_bar_1"}
TWO = (
    "(exists (?r - receptacle ?o - object ?p - object) (and (not (= ?o ?p)) (objectType ?o AppleType)"
    " (objectType ?p AppleType) (inReceptacle ?o ?r) (inReceptacle ?p ?r) (receptacleType ?r DrawerType)))"
)
LIT = (
    "(and (exists (?l - object ?r - receptacle ?x - location ?a - agent) (and (isToggled ?l) (inReceptacle ?l ?r)"
    " (receptacleAtLocation ?r ?x) (atLocation ?a ?x)))"
    " (exists (?o - object ?a - agent) (and (objectType ?o BookType) (holds ?a ?o))))"
)


@pytest.fixture(scope="module")
def agent():
    return player(None)


def played(agent, path, most=MOST_COMMANDS):
    world = TextWorld(read_game(path))
    return agent.play(world.begin(), world.say, most), world


@pytest.mark.parametrize(
    ("task", "things", "goal", "more"),
    [
        ("put a apple in countertop.", APPLE, IN_PLACE.format("Apple", "CounterTop", ""), ""),
        ("put some apple on countertop.", APPLE, IN_PLACE.format("Apple", "CounterTop", ""), ""),
        ("put a hot apple in fridge.", APPLE, IN_PLACE.format("Apple", "Fridge", "(isHot ?o)"), ""),
        ("heat some apple and put it in fridge.", APPLE, IN_PLACE.format("Apple", "Fridge", "(isHot ?o)"), ""),
        ("put a cool apple in drawer.", APPLE, IN_PLACE.format("Apple", "Drawer", "(isCool ?o)"), ""),
        ("clean some apple and put it in drawer.", APPLE, IN_PLACE.format("Apple", "Drawer", "(isClean ?o)"), ""),
        ("put two apple in drawer.", {**APPLE, "Apple_bar_2": "CounterTop_bar_2"}, TWO, ""),
        (
            "find two apple and put them in drawer.",
            dict.fromkeys(("Apple_bar_1", "Apple_bar_2"), "Fridge_bar_1"),
            TWO,
            "",
        ),
        (
            "look at book under the desklamp.",
            {"Book_bar_1": "Fridge_bar_1", "DeskLamp_bar_1": "CounterTop_bar_1"},
            LIT,
            "(toggleable DeskLamp_bar_1)",
        ),
        (
            "examine the book with the desklamp.",
            {"Book_bar_1": "CounterTop_bar_2", "DeskLamp_bar_1": "CounterTop_bar_1"},
            LIT,
            "(toggleable DeskLamp_bar_1)",
        ),
        # a word that no ontology has, and a thing of another kind that has a similar name
        (
            "put a zorblax in fridge.",
            {"Zorblax_bar_1": "Drawer_bar_1", "Knife_bar_1": "CounterTop_bar_1"},
            IN_PLACE.format("Zorblax", "Fridge", ""),
            "",
        ),
        (
            "put a knife in fridge.",
            {"ButterKnife_bar_1": "CounterTop_bar_1", "Knife_bar_1": "Drawer_bar_1"},
            IN_PLACE.format("Knife", "Fridge", ""),
            "",
        ),
        # a place that takes nothing: another of its kind does
        (
            "put a apple in drawer.",
            {"Apple_bar_1": "Fridge_bar_1"},
            IN_PLACE.format("Apple", "Drawer", ""),
            "(full Drawer_bar_1)",
        ),
        (
            "put a apple in drawer.",
            {"Apple_bar_1": "Fridge_bar_1"},
            IN_PLACE.format("Apple", "Drawer", ""),
            "(full Drawer_bar_2)",
        ),
    ],
)
def test_tasks_of_each_kind_are_done_and_said_to_be(agent, write, task, things, goal, more):
    game, world = played(agent, write(task, things, goal, more))
    assert (game.ending, world.is_won) == (GameEnding.DONE, True), game
    assert world.commands == len(game.commands) <= 20


def test_what_is_heated_is_put_away_without_a_way_in_vain(agent, write):
    things = {"Apple_bar_1": "CounterTop_bar_2"}
    game, _ = played(
        agent, write("put a hot apple in drawer.", things, IN_PLACE.format("Apple", "Drawer", "(isHot ?o)"))
    )
    assert game.commands[-6:-4] == ("go to microwave 1", "heat apple 1 with microwave 1") or game.commands[-5:-3] == (
        "go to microwave 1",
        "heat apple 1 with microwave 1",
    )


def test_what_is_nowhere_is_looked_for_everywhere_and_never_done(agent, write):
    things = {"Knife_bar_1": "CounterTop_bar_1"}
    game, _ = played(agent, write("put a apple in fridge.", things, "(and)"))
    assert game.ending is GameEnding.NOT_FOUND and "no apple where I looked" in game.reason
    assert {c for c in game.commands if c.startswith("open")} == {
        f"open {p}" for p in ("drawer 1", "drawer 2", "fridge 1", "microwave 1")
    }


def test_other_endings_say_why(agent, write):
    game, _ = played(agent, write("put a apple in sofa.", APPLE, "(and)"))
    assert game.ending is GameEnding.NO_PLAN and "sofa" in game.reason
    game, _ = played(agent, write("water the plants and sing.", APPLE, "(and)"))
    assert game.ending is GameEnding.NOT_UNDERSTOOD and game.reason and not game.commands
    game, world = played(agent, write("put a apple in countertop.", APPLE, "(and)"), most=2)
    assert game.ending is GameEnding.TOO_LONG and world.commands == 2
    stuck = {"Apple_bar_1": "CounterTop_bar_1"}
    path = write("put a apple in drawer.", stuck, "(and)", "(full Drawer_bar_1)(full Drawer_bar_2)")
    assert played(agent, path)[0].ending is GameEnding.NO_PLAN


def test_what_was_seen_and_is_gone_is_forgotten():
    home = SeenHome("Looking quickly around you, you see a shelf 1, and a safe 1.\n\nYour task is to: dust.", {"safe"})
    assert home.task == "dust" and [p.id for p in home.places] == ["shelf_1", "safe_1"]
    assert home.read("You arrive at shelf 1. On the shelf 1, you see a cup 2, and a cup 1.")
    assert [t.id for t in home.things] == ["cup_2", "cup_1"] and home.here == "shelf_1"
    assert home.read("You arrive at shelf 1. On the shelf 1, you see nothing.") and not home.things
    assert not home.read("Nothing happens.")


def test_habits_are_counted_where_such_a_thing_is_and_doors_where_they_are_shut(tmp_path):
    files = [
        written(tmp_path, "x", {"Apple_bar_1": "Fridge_bar_1"}, "(and)", name="a/1"),
        written(tmp_path, "x", {"Apple_bar_1": "Fridge_bar_1", "Cup_bar_1": "CounterTop_bar_1"}, "(and)", name="a/2"),
    ]
    habits = learn(files)
    assert habits.things == {"apple", "cup"} and habits.shut == {"drawer", "fridge", "microwave"}
    assert habits.share("apple", "fridge") > 0.7 > 0.1 > habits.share("apple", "countertop")
    assert 0.5 > habits.share("cup", "countertop") > 0.3
    assert habits.share("apple", "sofa") < 0.02 and habits.games["apple", "sinkbasin"] == 2
    (tmp_path / "broken").write_text("{}", encoding="utf-8")
    with pytest.raises(DatasetError, match="broken"):
        learn([tmp_path / "broken"])


def test_a_folder_of_games_is_played_counted_and_what_was_learnt_shortens_the_search(tmp_path):
    goal = IN_PLACE.format("Apple", "CounterTop", "")
    things = {"Apple_bar_1": "Microwave_bar_1"}
    for number in range(4):
        written(tmp_path / TRAIN, "x", things, "(and)", name=f"pick_and_place_simple-{number}/trial")
    right = "pick_and_place_simple-Apple-None-CounterTop-1/trial"
    written(tmp_path / "valid_seen", "put a apple in countertop.", things, goal, name=right)
    wrong = "pick_heat_then_place_in_recep-Apple-None-CounterTop-1/trial"
    written(
        tmp_path / "valid_seen", "put a apple in countertop.", things, f"(and {goal} (isHot Apple_bar_1))", name=wrong
    )
    records = list(run(tmp_path, ["valid_seen"]))
    assert [(r.won, r.is_false_done) for r in records] == [(True, False), (False, True)]
    assert len(records[0].played.commands) == 5
    told = table(records)
    assert "| valid_seen | pick_and_place_simple | 1 | 1 | 100.0 % | 0 | 0 | 5.00 | 5.00 |" in told
    assert "| valid_seen | all | 2 | 1 | 50.0 % | 1 | 0 | 5.00 | 27.50 |" in told
    assert "Not won: done 1" in told
    (unlearnt,) = run(tmp_path, ["valid_seen"], 1, learns=False)
    assert unlearnt.won and len(unlearnt.played.commands) > 5
