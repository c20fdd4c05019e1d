# SPDX-License-Identifier: Apache-2.0
"""Instructions in the home of the demo and in small worlds: what is planned, changed, explained and refused."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimReason
from makedo_core.failure import FailureCause
from makedo_core.goals.facts import facts, graph_after
from makedo_core.goals.goal import satisfied
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import RelaxationKind
from planner_node.engine import Engine
from planner_node.proof.validate import validate
from planner_node.task import PlanningTask, Settings
from support.words import Words


def steps(result) -> list[str]:
    assert result.plan is not None, result
    return [str(call) for call in result.plan.calls]


def moved(result) -> dict[str, str]:
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


def test_three_snacks_and_a_cola_are_brought_and_the_wine_is_not(plan, home, words: Words):
    result = plan("Bring 4 kid snacks to table_2", home)
    labels = sorted(home[o].label for o in moved(result))
    assert labels == ["cola_can", "cookie_box", "cracker_box", "granola_bar"]
    assert set(moved(result).values()) == {"table_2"}
    (change,) = result.plan.relaxations
    assert change.kind is RelaxationKind.SUBSTITUTE
    assert result.plan.relaxation_cost == pytest.approx(1.0)
    for part in ("only three of '4 kid snacks' can be had", "like a snack it is a treat", "safe for kids"):
        assert part in change.reason
    words(change.reason)
    words(result.explanation)


@pytest.mark.parametrize("said", ["throw away the orange", "put the orange in the bin", "throw the blue apple away"])
def test_nothing_else_is_thrown_away_for_what_is_not_there(plan, home, said):
    without = home.changed(remove=["orange_1"])
    result = plan(said, without)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.OBJECT_NOT_FOUND)


def test_where_there_is_no_bin_the_rest_is_done_and_that_is_told(plan, world, words: Words):
    graph = world("apple_1 on table_1", "cola_can_1 on table_1")
    result = plan("throw the apple away and bring the can to table_2", graph)
    assert moved(result) == {"cola_can_1": "table_2"}
    words(result.explanation)
    words(plan("throw the apple away", graph).outcome.message)


def test_any_apple_is_the_apple_and_the_nearest_is_taken(plan, home):
    result = plan("Bring the apple to table_2", home)
    assert result.plan.relaxations == ()
    assert len(result.plan.calls) == 4
    assert set(moved(result).values()) == {"table_2"}
    told = [c.subject for c in result.account.claims if c.reason is ClaimReason.ANOTHER]
    assert told == ["apple_2"]  # which is green, and the other one red


def test_the_fridge_is_opened_before_the_book_is_fetched_and_closed_after(plan, home):
    names = [s.split("(")[0] for s in steps(plan("Put the book inside the fridge", home))]
    assert names == ["go_to", "open", "go_to", "pick_up", "go_to", "put_inside", "close"]


def test_what_is_inside_the_drawer_is_fetched_and_the_drawer_closed_again(plan, world):
    result = plan("bring the fork to table_1", world("fork_1 inside drawer_1"))
    assert steps(result) == [
        "go_to(drawer_1)",
        "open(drawer_1)",
        "pick_up(fork_1, drawer_1)",
        "go_to(table_1)",
        "put_on(fork_1, table_1)",
        "go_to(drawer_1)",
        "close(drawer_1)",
    ]


def test_a_door_that_is_asked_to_be_open_stays_open(plan, home):
    assert steps(plan("open the fridge", home)) == ["go_to(fridge_1)", "open(fridge_1)"]
    result = plan("open the fridge and put the book in the fridge", home)
    assert "close(fridge_1)" not in steps(result)


@pytest.mark.parametrize(
    ("instruction", "calls"),
    [
        ("close the fridge", ["go_to(fridge_1)", "close(fridge_1)"]),
        ("open the fridge", ["go_to(fridge_1)", "open(fridge_1)"]),
    ],
)
def test_a_door_that_is_ajar_can_be_closed_and_opened(plan, home, instruction, calls):
    ajar = home.changed(put=[home["fridge_1"].with_state(State.AJAR)])
    assert steps(plan(instruction, ajar)) == calls


def test_a_door_that_is_ajar_is_opened_and_closed_where_something_goes_inside_and_else_left(plan, home):
    ajar = home.changed(put=[home["fridge_1"].with_state(State.AJAR)])
    names = [s.split("(")[0] for s in steps(plan("Put the book inside the fridge", ajar))]
    assert names == ["go_to", "open", "go_to", "pick_up", "go_to", "put_inside", "close"]
    onto = steps(plan("Put the book on the fridge", ajar))
    assert not any("fridge_1" in s and s.startswith(("open", "close")) for s in onto)


def test_doors_are_left_alone_where_tidiness_is_switched_off(ontology, world):
    engine = Engine(ontology, Settings(tidy_up=False))
    result = engine.plan(PlanningTask("bring the fork to table_1", world("fork_1 inside drawer_1")))
    assert "close(drawer_1)" not in steps(result)


@pytest.mark.parametrize(
    ("instruction", "last", "count"),
    [
        ("turn on the lamp", "turn_on(lamp_1)", 2),
        ("throw the banana away", "put_inside(banana_1, bin_1)", 4),
        ("put the mug on the shelf", "shelf_1)", 4),
        ("pick up the banana", "pick_up(banana_1, table_1)", 2),
        ("go to the kitchen", "go_to(", 1),
        ("find the remote", "discover_objects(tv_stand_1)", 2),
        ("put the red book on table_1", "put_on(book_1, table_1)", 4),
        ("bring the soap to the sofa", "put_on(soap_1, sofa_1)", 4),
        ("take the vase from table_2 to the cabinet", "put_on(vase_1, cabinet_1)", 4),
    ],
)
def test_everyday_instructions_need_no_relaxation(plan, home, instruction, last, count):
    result = plan(instruction, home)
    assert result.plan.relaxations == ()
    assert last in steps(result)[-1]
    assert len(result.plan.calls) == count


def test_several_things_of_several_kinds(plan, world):
    graph = world("apple_1 on table_1", "orange_1 on counter_1")
    assert moved(plan("bring an apple and an orange to table_3", graph)) == {
        "apple_1": "table_3",
        "orange_1": "table_3",
    }


def test_everything_from_a_place_except_something(plan, home):
    there = {r.source for r in home.incoming("table_1") if r.type is RelationType.ON}
    result = plan("bring everything from table_1 to the shelf except the bowl", home)
    assert set(moved(result)) == there - {"bowl_1"}


def test_all_of_a_class_goes_and_what_is_there_stays(plan, home):
    result = plan("move all books to the shelf", home)
    elsewhere = {n.id for n in home if n.label == "book" and home.support(n.id) != "shelf_1"}
    assert set(moved(result)) == elsewhere


def test_one_thing_does_not_serve_two_purposes(plan, world):
    graph = world("apple_1 on table_1", "pear_1 on counter_1")
    result = plan("bring a fruit and the apple to table_2", graph)
    assert set(moved(result)) == {"apple_1", "pear_1"}
    assert result.plan.relaxations == ()


@pytest.mark.parametrize(
    ("instruction", "cause"),
    [
        ("Bring the unicorn to table_2", FailureCause.UNKNOWN_OBJECT),
        ("Bring the apple and the unicorn to table_2", FailureCause.UNKNOWN_OBJECT),
        ("dance for me", FailureCause.NOT_CAPABLE),
        ("", FailureCause.INVALID_INSTRUCTION),
        ("a" * 10_000, FailureCause.INVALID_INSTRUCTION),
        ("bring \ufffd", FailureCause.INVALID_INSTRUCTION),
        ("bring the apple to the table", FailureCause.AMBIGUOUS),
        ("bring me a drink", FailureCause.AMBIGUOUS),
        ("put the apple on the bathtub", FailureCause.UNKNOWN_PLACE),
        ("put the apple in the bowl", FailureCause.NOT_CAPABLE),
        ("bring table_1 to the kitchen", FailureCause.NOT_CAPABLE),
        ("bring a screwdriver to table_2", FailureCause.OBJECT_NOT_FOUND),
        ("bring all umbrellas to table_2", FailureCause.OBJECT_NOT_FOUND),
        ("open the sofa", FailureCause.UNSOLVABLE_PROVEN),
        ("turn on the fridge", FailureCause.UNSOLVABLE_PROVEN),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_planned(plan, home, instruction, cause):
    result = plan(instruction, home)
    assert result.outcome.cause is cause, result.outcome
    assert result.plan is None
    assert result.outcome.message


def test_a_place_that_does_not_exist_is_replaced_by_one_of_the_same_use_and_the_reason_told(plan, home, words: Words):
    result = plan("put the apple on the desk", home)
    (change,) = result.plan.relaxations
    assert change.kind is RelaxationKind.CHANGE_PLACE
    assert home[moved(result)["apple_1"]].label in ("table", "counter", "side_table")
    words(change.reason, result.explanation)


def test_what_is_to_be_done_then_is_done_then(plan, home):
    result = plan("open the fridge, then close it", home)
    assert [c.skill for c in result.plan.calls] == ["go_to", "open", "close"]


def test_furniture_is_emptied(plan, home):
    question = plan("empty the drawer", home).question
    assert question is not None and question.template == "Move everything from the drawer {}. empty the drawer"
    result = plan("empty the drawer", home, asks=False)
    inside = home.contents("drawer_1")
    assert inside and set(moved(result)) == set(inside)


def test_what_was_in_furniture_goes_elsewhere(plan, home):
    result = plan("bring the previous contents of the drawer to table_2", home)
    assert moved(result) == dict.fromkeys(home.contents("drawer_1"), "table_2")


def test_a_refusal_names_where_a_thing_could_be_looked_for(plan, home, words: Words):
    result = plan("bring a screwdriver to table_2", home)
    assert "drawer_1" in result.candidates
    words(result.outcome.message)


def test_an_unreachable_snack_is_replaced_and_the_reason_told(plan, home, words: Words):
    failure = KnownFailure(FailureKind.UNREACHABLE, "cookie_box_1")
    result = plan("Bring 3 kid snacks to table_2", home, known_failures=[failure])
    assert "cookie_box_1" not in moved(result)
    (change,) = result.plan.relaxations
    words(change.reason)


@pytest.mark.parametrize("node", ["locked", "stuck"])
def test_forks_in_a_drawer_that_does_not_open_are_replaced_by_spoons(plan, world, node, words: Words):
    graph = world(
        "fork_1 inside drawer_1",
        "fork_2 inside drawer_1",
        "spoon_1 on counter_1",
        "spoon_2 on counter_1",
        "knife_1 on counter_1",
        locked=["drawer_1"] if node == "locked" else [],
    )
    failures = [KnownFailure(FailureKind.STUCK, "drawer_1")] if node == "stuck" else []
    result = plan("bring two forks to table_1", graph, known_failures=failures)
    assert set(moved(result)) == {"spoon_1", "spoon_2"}
    reason = result.plan.relaxations[0].reason
    assert "drawer 1 is locked" in reason if node == "locked" else "open or close drawer 1" in reason
    words(reason)


def test_fewer_are_brought_where_nothing_may_stand_in(plan, world):
    graph = world("sponge_1 on table_1", "wine_bottle_1 on table_1")
    result = plan("bring three sponges to table_2", graph)
    (change,) = result.plan.relaxations
    assert change.kind is RelaxationKind.LOWER_COUNT
    assert set(moved(result)) == {"sponge_1"}


def test_a_part_that_is_impossible_is_left_out_and_said(plan, world, words: Words):
    result = plan("bring an apple and a hammer to table_2", world("apple_1 on table_1"))
    assert [r.kind for r in result.plan.relaxations] == [RelaxationKind.DROP]
    words(result.explanation)


def test_a_colour_or_an_origin_may_be_given_up_at_a_cost(plan, home):
    result = plan("bring the white mug to table_1", home)
    assert [r.kind for r in result.plan.relaxations] == [RelaxationKind.GENERALISE]
    assert 0 < result.plan.relaxation_cost < 1
    result = plan("bring the soap from table_1 to table_2", home)
    assert [r.kind for r in result.plan.relaxations] == [RelaxationKind.GENERALISE]


def test_another_place_is_used_where_the_one_asked_for_is_blocked(plan, world):
    failure = KnownFailure(FailureKind.BLOCKED, "table_2")
    result = plan("bring the apple to table_2", world("apple_1 on table_1"), known_failures=[failure])
    (change,) = result.plan.relaxations
    assert change.kind is RelaxationKind.CHANGE_PLACE
    assert moved(result) == {"apple_1": "table_3"}


def test_the_other_side_of_a_place_is_the_smaller_change(plan, world, words: Words):
    result = plan("put the pear in table_2", world("pear_1 on table_1"))
    assert [r.kind for r in result.plan.relaxations] == [RelaxationKind.WEAKEN_RELATION]
    assert moved(result) == {"pear_1": "table_2"}
    words(result.explanation)


def test_what_lies_on_a_wanted_thing_is_moved_out_of_the_way(plan, world):
    graph = world("plate_1 on table_1", "apple_1 on plate_1")
    result = plan("bring the plate to table_2", graph)
    assert "pick_up(apple_1, table_1)" in steps(result)
    assert moved(result)["plate_1"] == "table_2"


def test_a_full_hand_is_emptied_first(plan, world):
    graph = world("pear_1 on table_1", "book_1 on table_1").with_placement(
        Relation("book_1", RelationType.HELD_BY, "robot")
    )
    result = plan("bring the pear to table_2", graph)
    assert steps(result)[0].startswith("go_to")
    assert "book_1" in moved(result)
    assert moved(result)["pear_1"] == "table_2"


def test_what_is_in_the_hand_already_is_used_first(plan, world):
    graph = world("apple_1 on table_1", "apple_2 on counter_1").with_placement(
        Relation("apple_2", RelationType.HELD_BY, "robot")
    )
    assert steps(plan("bring an apple to table_2", graph)) == ["go_to(table_2)", "put_on(apple_2, table_2)"]


@pytest.mark.parametrize("full", [(), ("full_on fridge_1",), ("full table_1", "blocked counter_1")])
def test_what_is_in_the_hand_is_put_aside_to_open_where_it_goes(plan, world, full):
    graph = world("book_1 on table_1").with_placement(Relation("book_1", RelationType.HELD_BY, "robot"))
    result = plan("put the book inside the fridge", graph, known_failures=tuple(map(KnownFailure.parse, full)))
    calls = steps(result)
    opened = calls.index("open(fridge_1)")
    aside = next(c for c in calls[:opened] if c.startswith("put_on(book_1"))
    assert all(text.split()[1] not in aside for text in full)
    assert "put_inside(book_1, fridge_1)" in calls[opened:]
    assert not result.plan.relaxations


def test_nothing_to_do_is_a_plan_of_no_steps(plan, world, words: Words):
    result = plan("bring the apple to table_1", world("apple_1 on table_1"))
    assert result.plan.calls == ()
    assert result.plan.relaxations == ()
    words(result.explanation)


def test_what_is_only_believed_to_be_there_is_looked_at(plan, home):
    assert steps(plan("bring the vase to table_2", home)) == ["go_to(table_2)", "discover_objects(table_2)"]
    result = plan("put the fork in the drawer", home)
    assert [s.split("(")[0] for s in steps(result)] == ["go_to", "open", "discover_objects", "close"]


def test_a_substitute_that_lay_there_before_does_not_count(plan, world):
    graph = world("water_bottle_1 on table_1", "cola_can_1 on counter_1")
    result = plan("bring the juice to table_1", graph)
    assert moved(result) == {"cola_can_1": "table_1"}


class TestReplanning:
    """The same instruction again, with the goal that is pursued, after the world turned out different."""

    def carried(self, result, graph, count):
        """The graph after the first calls of a plan."""
        for call in result.plan.calls[:count]:
            graph = graph_after(call, graph)
        return graph

    def test_an_object_that_is_gone_is_replaced(self, plan, home):
        first = plan("Bring 4 kid snacks to table_2", home)
        gone = home.changed(remove=["granola_bar_1"])
        second = plan("Bring 4 kid snacks to table_2", gone, goal=goal_to_json(first.plan.goal))
        labels = sorted(gone[o].label for o in moved(second))
        assert labels == ["cola_can", "cola_can", "cookie_box", "cracker_box"]

    def test_what_was_brought_already_stays(self, plan, home):
        first = plan("Bring 4 kid snacks to table_2", home)
        graph = self.carried(first, home, 8)
        second = plan("Bring 4 kid snacks to table_2", graph, goal=goal_to_json(first.plan.goal))
        assert len(second.plan.calls) == 8
        assert not set(moved(second)) & set(list(moved(first))[:2])

    def test_what_cannot_be_reached_is_not_left_where_it_is_and_called_done(self, plan, world):
        graph = world("apple_1 on table_1")
        first = plan("Bring the apple to table_2", graph)
        again = {"goal": goal_to_json(first.plan.goal), "known_failures": [KnownFailure.parse("unreachable apple_1")]}
        second = plan("Bring the apple to table_2", graph, **again)
        assert not second.outcome.ok, second.plan

    def test_what_was_brought_elsewhere_instead_stays_there(self, plan, world):
        graph = world("apple_1 on table_1")
        full = [KnownFailure.parse("full_on table_2")]
        first = plan("Bring the apple to table_2", graph, known_failures=full)
        (place,) = moved(first).values()
        after = self.carried(first, graph, 4)
        second = plan("Bring the apple to table_2", after, goal=goal_to_json(first.plan.goal), known_failures=full)
        assert second.outcome.ok and moved(second) in ({}, {"apple_1": place})

    def test_things_that_were_moved_from_their_source_still_count(self, plan, world):
        graph = world("apple_1 on table_1", "apple_2 on table_1", "apple_3 on counter_1")
        instruction = "bring two apples from table_1 to table_2"
        first = plan(instruction, graph)
        after = self.carried(first, graph, 4)
        second = plan(instruction, after, goal=goal_to_json(first.plan.goal))
        assert second.plan.relaxations == ()
        assert len(second.plan.calls) == 4
        assert "apple_3" not in moved(second)

    def test_a_door_that_an_earlier_plan_opened_is_still_closed(self, plan, world):
        graph = world("fork_1 inside drawer_1")
        first = plan("bring the fork to table_1", graph)
        after = self.carried(first, graph, 3)
        second = plan("bring the fork to table_1", after, goal=goal_to_json(first.plan.goal))
        assert steps(second)[-1] == "close(drawer_1)"

    def test_the_goal_alone_is_enough_where_the_instruction_is_only_a_name(self, plan, world):
        graph = world("apple_1 on table_1")
        goal = goal_to_json(plan("bring the apple to table_2", graph).plan.goal)
        assert moved(plan("errand number five", graph, goal=goal)) == {"apple_1": "table_2"}

    def test_a_malformed_goal_is_refused(self, plan, world):
        result = plan("bring the apple to table_2", world("apple_1 on table_1"), goal="{")
        assert result.outcome.cause is FailureCause.INVALID_GOAL

    def test_a_missing_object_has_confidence_zero(self, plan, world, words: Words):
        lost = Node("apple_1", "apple", NodeKind.OBJECT, confidence=0.0)
        result = plan("bring the apple to table_2", world("apple_1 on table_1", extra=[lost]))
        assert result.outcome.ok and result.plan.provisional
        assert "apple_1" not in {argument for call in result.plan.calls for argument in call.arguments}
        words(result.explanation)


def test_a_timeout_does_not_relax(engine, home):
    result = engine.plan(PlanningTask("Bring 4 kid snacks to table_2", home, time_limit_s=1e-9))
    assert result.outcome.cause is FailureCause.PLANNING_TIMEOUT
    assert result.plan is None


def test_too_many_states_do_not_relax(ontology, home):
    engine = Engine(ontology, Settings(max_states=1))
    result = engine.plan(PlanningTask("bring the milk and the juice to table_2", home))
    assert result.outcome.cause is FailureCause.PLANNING_MEMORY
    assert result.plan is None


def test_cancel_ends_planning(engine, home):
    result = engine.plan(PlanningTask("Bring 4 kid snacks to table_2", home, cancelled=lambda: True))
    assert result.outcome.cause is FailureCause.CANCELED


def test_a_change_further_than_allowed_is_refused_with_the_nearest_option(ontology, home, words: Words):
    engine = Engine(ontology, Settings(max_relaxation_cost=0.5))
    result = engine.plan(PlanningTask("Bring 4 kid snacks to table_2", home))
    assert result.outcome.cause is FailureCause.NOTHING_ACCEPTABLE
    words(result.outcome.message)


def test_a_graph_without_furniture_is_refused(plan, world):
    assert plan("go to the kitchen", SceneGraph()).outcome.cause is FailureCause.INVALID_GRAPH


def test_stages_are_reported_in_order(engine, home):
    told: list[tuple[str, float]] = []
    engine.plan(PlanningTask("Bring 4 kid snacks to table_2", home, on_stage=lambda s, p: told.append((s, p))))
    assert [s for s, _ in told] == ["interpreting", "grounding", "relaxing", "searching", "validating"]
    assert [p for _, p in told] == sorted(p for _, p in told)


@pytest.mark.parametrize(
    "instruction",
    [
        "Bring 4 kid snacks to table_2",
        "Put the book inside the fridge",
        "bring the fork and the spoon to the living room",
        "bring all drinks to the fridge",
        "throw everything from table_3 away",
    ],
)
def test_plans_reach_their_goal_from_the_initial_facts_only_by_their_calls(plan, home, instruction):
    result = plan(instruction, home)
    assert validate(result.plan.calls, result.plan.goal, home).outcome.ok
    assert not satisfied(result.plan.goal, facts(home))
    for index in range(len(result.plan.calls)):
        shorter = result.plan.calls[:index] + result.plan.calls[index + 1 :]
        assert not validate(shorter, result.plan.goal, home).outcome.ok, f"step {index + 1} is superfluous"


def test_lamp_state_names_are_understood(plan, world):
    graph = world()
    assert State.OFF in graph["lamp_1"].states
    assert plan("turn off the lamp", graph).plan.calls == ()


def test_a_table_is_set_on_one_table_also_where_nobody_says_which(engine, home, words: Words):
    result = engine.plan(PlanningTask("set the table for two people", home, asks=False))
    places = set(moved(result).values())
    assert len(places) == 1 and home[places.pop()].label == "table"
    words(result.explanation)
    assert engine.plan(PlanningTask("set the table for two people", home)).outcome.cause is FailureCause.AMBIGUOUS


def test_what_is_only_implied_is_no_relaxation_and_is_told(engine, home):
    result = engine.plan(PlanningTask("set table_2 for two people", home))
    assert "napkins" in result.explanation
    assert not any("napkin" in r.asked for r in result.plan.relaxations)


def test_the_other_forks_are_spoons(engine, home):
    result = engine.plan(PlanningTask("set table_1 with two forks", home))
    (change,) = result.plan.relaxations
    assert change.kind is RelaxationKind.SUBSTITUTE and "spoon" in change.instead
    assert "knife" not in {home[o].label for o in moved(result)}


def test_the_closest_drink_stands_in_for_coffee(engine, home):
    result = engine.plan(PlanningTask("bring three snacks and a coffee to table_2", home))
    (change,) = result.plan.relaxations
    assert "coffee" in change.asked
    (instead,) = [o for o in moved(result) if home[o].label not in ("cracker_box", "cookie_box", "granola_bar")]
    label = home[instead].label
    assert engine.ontology.is_a(label, "drink") and "alcoholic" not in engine.ontology.hazards(label)


def test_with_nobody_to_ask_the_robot_goes_looking_for_what_it_does_not_know_of(engine, home):
    result = engine.plan(PlanningTask("bring a screwdriver to table_2", home, asks=False))
    assert [c.skill for c in result.plan.calls][-1] in ("discover_objects", "close")
    (change,) = result.plan.relaxations
    assert change.instead.startswith("looking for a screwdriver at")
    assert "screwdriver" in change.reason


@pytest.mark.parametrize(
    ("instruction", "last", "before"),
    [
        ("go to table_2 then go to table_1", "go_to(table_1)", "go_to(table_2)"),
        (
            "bring the banana to table_2, then bring it to table_3",
            "put_on(banana_1, table_3)",
            "put_on(banana_1, table_2)",
        ),
        ("pick up the banana, then put it on table_3", "put_on(banana_1, table_3)", "pick_up(banana_1, table_1)"),
    ],
)
def test_what_a_later_part_undoes_was_done_before(plan, home, instruction, last, before):
    result = plan(instruction, home)
    calls = [str(c) for c in result.plan.calls]
    assert calls[-1] == last and before in calls
    assert result.plan.relaxations == ()


def test_a_door_that_stays_open_is_told_beside_what_is_moved(plan, home, words: Words):
    told = plan("bring the banana to table_2, then open the fridge", home).explanation
    words(told)
    assert "open drawer 1" not in plan("bring the fork to table_1", home).explanation


def after(*searched: str) -> tuple[KnownFailure, ...]:
    return tuple(KnownFailure(FailureKind.SEARCHED, p) for p in searched)


def test_a_search_looks_into_what_is_closed_and_closes_it_again(engine, home):
    task = PlanningTask("bring a screwdriver to table_2", home, asks=False, known_failures=after("cabinet_1"))
    skills = [c.skill for c in engine.plan(task).plan.calls]
    assert skills == ["go_to", "open", "discover_objects", "close"]


def test_a_search_goes_on_elsewhere_until_every_place_was_looked_at_and_then_says_where(engine, home, words: Words):
    seen: list[str] = []
    while True:
        task = PlanningTask("bring a screwdriver to table_2", home, asks=False, known_failures=after(*seen))
        result = engine.plan(task)
        if result.plan is None:
            break
        (place,) = (c.arguments[0] for c in result.plan.calls if c.skill == "discover_objects")
        assert place not in seen
        seen.append(place)
    assert len(seen) > 5
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
    words(result.outcome.message)


def test_what_an_earlier_plan_opened_is_closed_again_also_where_the_goal_has_stages(engine, home):
    instruction = "put the apple inside the fridge, then turn on the lamp"
    first = engine.plan(PlanningTask(instruction, home))
    opened = home.changed(put=[home["fridge_1"].with_state(State.OPEN)])
    again = engine.plan(PlanningTask(instruction, opened, goal=goal_to_json(first.plan.goal)))
    assert "close(fridge_1)" in map(str, again.plan.calls)
