# SPDX-License-Identifier: Apache-2.0
"""The memory graph's loop with a model: every correction and every limit, with scripted models."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import Relation, RelationType, State
from makedo_core.known_failure import KnownFailure
from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.proof.search import SearchLimits
from planner_node.strategies.memory_graph.answers import Action, Function
from planner_node.strategies.memory_graph.memory import SceneMemory, described
from planner_node.strategies.memory_graph.simulator import FeasibleAction, Feedback, SceneGraphSimulator
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask, Settings
from support.words import Words

APPLE = "bring the apple to table_2"


def say(function: str, node: str = "", relation: str = "", destination: str = "", reason: str = "why not") -> str:
    action = {"function": function, "node": node, "relation": relation, "destination": destination}
    return json.dumps({"reason": reason, "action": {k: v for k, v in action.items() if v}})


@pytest.fixture
def advised(engine):
    """Plan with a scripted model."""

    def run(instruction: str, graph, chat, *failures: str, options: str = "", **more):
        ladder = Ladder((ModelSpec("model"),), chat, Limits(max_calls=100, max_tokens=10**7, max_wall_s=3600.0), 1)
        strategy = make_strategy(f"memory_graph:chooser=llm{options}", Parts(engine, ladder))
        return strategy.plan(PlanningTask(instruction, graph, tuple(map(KnownFailure.parse, failures)), **more))

    return run


@pytest.fixture
def correct(engine, ontology):
    """The simulator's word on an action."""

    def run(graph, *words: str, failures=(), limits=None):
        known = tuple(map(KnownFailure.parse, failures))
        simulator = SceneGraphSimulator(ontology, engine.prove, limits or SearchLimits())
        names = ("function", "node", "relation", "destination")
        return simulator.correct(SceneMemory.of(graph, known), Action(**dict(zip(names, words, strict=False))))

    return run


def unseen(graph, *ids: str):
    return graph.changed(put=[replace(graph[i], confidence=0.3) for i in ids])


def steps(found) -> list[str]:
    assert isinstance(found, FeasibleAction), found
    return [str(c) for c in found.calls]


# the scene graph simulator


def test_every_function_can_be_done_somewhere(world, correct):
    graph = world("apple_1 on counter_1", "milk_carton_1 inside fridge_1")
    lit = graph.changed(put=[graph["table_1"]])
    done = {
        Function.GO_TO: ("living_room",),
        Function.DISCOVER: ("counter_1",),
        Function.REARRANGE: ("apple_1", "ontop", "table_1"),
        Function.PICK_UP: ("apple_1",),
        Function.OPEN: ("fridge_1",),
        Function.TURN_ON: ("lamp_1",),
        Function.DONE: (),
    }
    for function, arguments in done.items():
        assert isinstance(correct(lit, function, *arguments), FeasibleAction), function
    opened = correct(lit, Function.OPEN, "fridge_1").memory.graph
    assert steps(correct(opened, Function.CLOSE, "fridge_1"))[-1] == "close(fridge_1)"
    switched = correct(lit, Function.TURN_ON, "lamp_1").memory.graph
    assert steps(correct(switched, Function.TURN_OFF, "lamp_1"))[-1] == "turn_off(lamp_1)"


def test_picking_up_from_a_closed_container_opens_it_first(world, correct):
    calls = steps(correct(world("milk_carton_1 inside fridge_1"), "pick_up", "milk_carton_1"))
    assert calls[:3] == ["go_to(fridge_1)", "open(fridge_1)", "pick_up(milk_carton_1, fridge_1)"]


def test_rearranging_adds_every_step_between_and_leaves_doors_as_they_were(world, correct):
    found = correct(world("apple_1 on counter_1"), "rearrange", "apple_1", "inside", "fridge_1")
    calls = steps(found)
    assert calls.index("open(fridge_1)") < calls.index("pick_up(apple_1, counter_1)")
    assert calls.index("pick_up(apple_1, counter_1)") < calls.index("put_inside(apple_1, fridge_1)")
    assert "close(fridge_1)" in calls
    assert found.memory.graph.placement("apple_1") == Relation("apple_1", RelationType.INSIDE, "fridge_1")


def test_what_lies_on_a_thing_is_moved_away_first(world, correct):
    graph = world("book_1 on table_1")
    graph = graph.changed(
        put=[replace(graph["book_1"], id="cup_1", label="cup")], add=[Relation("cup_1", RelationType.ON, "book_1")]
    )
    calls = steps(correct(graph, "rearrange", "book_1", "ontop", "table_2"))
    assert calls.index("pick_up(cup_1, table_1)") < calls.index("pick_up(book_1, table_1)")


def test_going_to_furniture_means_its_room(world, correct):
    assert correct(world(), "go_to", "table_2").memory.room == "living_room"


def test_a_remembered_object_is_confirmed_by_a_look_before_it_is_taken(world, correct):
    graph = unseen(world("apple_1 on counter_1"), "apple_1")
    for words in (("pick_up", "apple_1"), ("rearrange", "apple_1", "ontop", "table_2")):
        found = correct(graph, *words)
        assert found.looks and steps(found) == ["go_to(counter_1)", "discover_objects(counter_1)"]


def test_what_was_looked_for_where_it_is_remembered_is_taken_at_its_word(world, correct):
    graph = unseen(world("apple_1 on counter_1"), "apple_1")
    assert not correct(graph, "pick_up", "apple_1", failures=["searched counter_1"]).looks


def test_discovering_an_object_means_what_it_rests_on_and_closed_furniture_is_opened(world, correct):
    found = correct(world("milk_carton_1 inside fridge_1"), "discover_objects", "milk_carton_1")
    assert steps(found) == ["go_to(fridge_1)", "open(fridge_1)", "discover_objects(fridge_1)", "close(fridge_1)"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fly", "apple_1"), "no function 'fly'; there are go_to, discover_objects"),
        (("pick_up", "apple"), "'apple' does not exist; did you mean apple_1"),
        (("pick_up", "zzzzzz"), "use names of <memory>"),
        (("pick_up",), "node is missing"),
        (("pick_up", "robot"), "does not exist"),
        (("pick_up", "table_1"), "table_1 cannot be carried"),
        (("rearrange", "apple_1", "under", "table_1"), "must be ontop or inside"),
        (("rearrange", "apple_1", "ontop", "tabel_1"), "the destination 'tabel_1' does not exist; did you mean"),
        (("rearrange", "apple_1", "ontop"), "destination is missing"),
        (("rearrange", "apple_1", "ontop", "bowl_1"), "bowl_1 is no furniture"),
        (("rearrange", "apple_1", "ontop", "kitchen"), "kitchen is no furniture"),
        (("rearrange", "apple_1", "ontop", "counter_1"), "that is so already"),
        (("rearrange", "apple_1", "inside", "table_1"), "that cannot be done"),
        (("discover_objects", "kitchen"), "kitchen is a room; discover furniture in it: table_1"),
        (("discover_objects", "shelf_1"), "looked into already"),
        (("open", "apple_1"), "apple_1 is no furniture; open takes furniture"),
        (("open", "table_1"), "that cannot be done: table 1 cannot be opened"),
        (("close", "fridge_1"), "that is so already"),
        (("turn_on", "table_1"), "cannot be switched"),
        (("pick_up", "mug_1"), "mug_1 is not where it was remembered"),
    ],
)
def test_what_cannot_be_done_is_told(world, correct, words, said):
    graph = world("apple_1 on counter_1", "bowl_1 on table_1", "mug_1 on table_1")
    found = correct(graph, *words, failures=["searched shelf_1", "missing mug_1"])
    assert isinstance(found, Feedback) and said in found.text


def test_what_is_in_the_hand_is_on_no_furniture_to_look_at(world, correct, words: Words):
    graph = world("apple_1 on counter_1").with_placement(Relation("apple_1", RelationType.HELD_BY, "robot"))
    found = correct(graph, "discover_objects", "apple_1")
    assert isinstance(found, Feedback)
    words(found.text)


def test_a_room_that_nobody_knows_cannot_be_gone_to(world, correct, words: Words):
    graph = world()
    graph = graph.changed(drop=[r for r in graph.relations if r.source == "table_1"])
    found = correct(graph, "go_to", "table_1")
    assert isinstance(found, Feedback)
    words(found.text)


def test_a_search_that_ends_at_a_limit_is_no_proof(world, correct):
    found = correct(world("apple_1 on counter_1"), "pick_up", "apple_1", limits=SearchLimits(cancelled=lambda: True))
    assert isinstance(found, Feedback) and "in time" in found.text


# the memory and its text


def test_the_text_shows_the_room_what_was_seen_what_is_remembered_and_what_was_touched(world):
    graph = unseen(world("apple_1 on counter_1", "mug_1 on table_1", "book_1 on shelf_1", "cup_1 on table_2"), "mug_1")
    graph = unseen(graph, "cup_1")
    text = described(SceneMemory.of(graph, [KnownFailure.parse("searched shelf_1")]))
    assert text.splitlines()[:2] == [
        "Places of the building: kitchen, living_room.",
        "You are in kitchen and hold nothing.",
    ]
    assert "- fridge_1 (closed)" in text
    assert text.index("- apple_1 ontop counter_1") < text.index("unconfirmed:") < text.index("- mug_1 ontop table_1")
    elsewhere = text[text.index("other rooms") :]
    assert "- shelf_1, in living_room, looked into" in elsewhere
    assert "- book_1 ontop shelf_1, in living_room" in elsewhere
    assert "cup_1" not in text and "table_2" not in text


def test_what_is_gone_missing_or_in_the_hand_is_not_listed(world):
    graph = world("apple_1 on counter_1", "mug_1 on table_1", "cup_1 on table_1")
    graph = graph.changed(put=[replace(graph["mug_1"], confidence=0.0)])
    graph = graph.with_placement(Relation("cup_1", RelationType.HELD_BY, "robot"))
    text = described(SceneMemory.of(graph, [KnownFailure.parse("missing apple_1")]))
    assert "apple_1" not in text and "mug_1" not in text and "hold cup_1" in text and text.count("cup_1") == 1


def test_without_a_robot_nobody_knows_the_room(world):
    assert "You are in an unknown place" in described(SceneMemory.of(world().changed(remove=["robot"])))


# the loop


def test_what_the_model_chooses_becomes_a_checked_plan(advised, world, script, words: Words):
    chat = script(say("rearrange", "apple_1", "ontop", "table_2"), say("done"))
    result = advised(APPLE, world("apple_1 on counter_1"), chat)
    assert [str(c) for c in result.plan.calls][-1] == "put_on(apple_1, table_2)"
    assert not result.plan.provisional
    words(result.explanation)
    assert "why not rearrange(apple_1, ontop, table_2)" in chat.told(1)


def test_a_look_ends_planning_with_a_provisional_plan(advised, world, script):
    chat = script(say("go_to", "living_room"), say("discover_objects", "shelf_1"))
    result = advised(APPLE, world(), chat)
    assert result.plan.provisional
    assert [str(c) for c in result.plan.calls] == ["go_to(shelf_1)", "discover_objects(shelf_1)"]
    assert "You are in living_room" in chat.told(1)


def test_feedback_reaches_the_model_and_a_feasible_action_clears_it(advised, world, script):
    chat = script(
        say("pick_up", "appel_1"), say("rearrange", "apple_1", "ontop", "table_2"), say("open", "fridge_1"), say("done")
    )
    result = advised(APPLE, world("apple_1 on counter_1"), chat)
    assert result.outcome.ok
    assert "<feedback>" not in chat.told(0) and "did you mean apple_1" in chat.told(1)
    assert "<feedback>" not in chat.told(2)


def test_a_wrong_done_is_told_what_is_missing(advised, world, script):
    chat = script(say("done"), say("rearrange", "apple_1", "ontop", "table_2"), say("done"))
    assert advised(APPLE, world("apple_1 on counter_1"), chat).outcome.ok
    assert "not so yet that" in chat.told(1)


def test_three_infeasible_actions_in_a_row_hand_over_to_the_search(advised, world, script, words: Words):
    chat = script(*[say("pick_up", "unicorn")] * 3)
    result = advised(APPLE, world("apple_1 on counter_1"), chat)
    assert result.outcome.ok and not chat.answers
    words(result.explanation)


def test_too_many_actions_hand_over_to_the_search(advised, world, script, words: Words):
    chat = script(say("go_to", "kitchen"), say("go_to", "living_room"))
    result = advised(APPLE, world("apple_1 on counter_1"), chat, options=",actions=2")
    assert result.outcome.ok
    words(result.explanation)


def test_without_an_answer_the_search_goes_on(advised, world, script, words: Words):
    chat = script(ModelError(ModelFault.UNAVAILABLE, "the server is down"))
    result = advised(APPLE, world("apple_1 on counter_1"), chat)
    assert result.outcome.ok
    words(result.explanation)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (say("rearrange", "knife_1", "ontop", "table_2"), "does not ask for knife_1"),
        (say("turn_on", "lamp_1"), "does not ask for lamp_1"),
    ],
)
def test_what_the_instruction_does_not_ask_for_is_not_touched(advised, world, script, wrong, said):
    chat = script(wrong, say("rearrange", "apple_1", "ontop", "table_2"), say("done"))
    result = advised(APPLE, world("apple_1 on counter_1", "knife_1 on table_1"), chat)
    assert result.outcome.ok and said in chat.told(1)
    assert not any("knife_1" in str(c) or "lamp_1" in str(c) for c in result.plan.calls)


GERMAN = "Bitte leg den Apfel auf table_2"


def test_where_only_the_model_reads_the_instruction_that_is_told(advised, world, script):
    chat = script(say("rearrange", "apple_1", "ontop", "table_2"), say("done"))
    result = advised(GERMAN, world("apple_1 on counter_1"), chat)
    assert "put_on(apple_1, table_2)" in map(str, result.plan.calls) and result.asked is None


def test_where_only_the_model_reads_the_instruction_doing_nothing_is_not_done(advised, world, script, words: Words):
    chat = script(*[say("done")] * 3)
    result = advised(GERMAN, world("apple_1 on counter_1"), chat)
    words(result.explanation)


def test_what_must_be_safe_for_kids_is_so_also_where_only_the_model_reads(advised, world, script):
    chat = script(*[say("rearrange", "wine_bottle_1", "ontop", "table_2")] * 3)
    result = advised("Leg etwas kid safe auf table_2", world("wine_bottle_1 on counter_1"), chat)
    assert "not safe" in result.explanation


def test_what_holds_already_is_done_at_once(advised, world, script):
    result = advised(APPLE, world("apple_1 on table_2"), script(say("done")))
    assert result.outcome.ok and result.plan.calls == ()


def test_a_goal_that_is_pursued_is_planned_for_without_a_model(advised, engine, world, script):
    graph = world("apple_1 on counter_1")
    goal = goal_to_json(engine.plan(PlanningTask(APPLE, graph)).plan.goal)
    assert advised(APPLE, graph, script(), goal=goal).outcome.ok


def test_a_question_to_the_operator_is_not_answered_by_the_model(advised, world, script):
    assert advised("bring the apple to the table", world("apple_1 on counter_1"), script()).outcome.cause is (
        FailureCause.AMBIGUOUS
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [("chooser=oracle", "one of search, llm"), ("actions=0", "1 or more"), ("infeasible=0", "1 or more")],
)
def test_wrong_options_are_refused(engine, options, said):
    with pytest.raises(StrategyError, match=said):
        make_strategy(f"memory_graph:{options}", Parts(engine))


def test_a_chooser_without_a_model_is_refused(engine, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy("memory_graph:chooser=llm", Parts(engine))
    words(str(raised.value))


def test_what_the_model_opens_for_no_reason_is_shut_when_it_is_done(advised, world, script):
    actions = [say("rearrange", "apple_1", "ontop", "table_2"), say("open", "fridge_1"), say("done")]
    result = advised(APPLE, world("apple_1 on counter_1"), script(*actions))
    assert [str(c) for c in result.plan.calls][-2:] == ["open(fridge_1)", "close(fridge_1)"]


def test_what_is_to_be_open_stays_open(advised, world, script):
    result = advised("open the fridge", world("apple_1 on counter_1"), script(say("open", "fridge_1"), say("done")))
    assert [c.skill for c in result.plan.calls] == ["go_to", "open"]


def test_what_the_model_opens_stays_open_for_who_does_not_want_it_tidy(ontology, world, script):
    actions = script(say("rearrange", "apple_1", "ontop", "table_2"), say("open", "fridge_1"), say("done"))
    ladder = Ladder((ModelSpec("model"),), actions, Limits(max_calls=100, max_tokens=10**7, max_wall_s=3600.0), 1)
    strategy = make_strategy("memory_graph:chooser=llm", Parts(Engine(ontology, Settings(tidy_up=False)), ladder))
    result = strategy.plan(PlanningTask(APPLE, world("apple_1 on counter_1")))
    assert str(result.plan.calls[-1]) == "open(fridge_1)"


def test_done_counts_only_after_all_parts_in_their_order(advised, world, script):
    graph = world("apple_1 on counter_1")
    graph = graph.changed(put=[graph["fridge_1"].with_state(State.OPEN)])
    chat = script(say("done"), say("rearrange", "apple_1", "ontop", "table_2"), say("done"))
    result = advised("bring the apple to table_2, then open the fridge", graph, chat)
    assert "it is not so yet" in chat.told(1)
    assert str(result.plan.calls[-1]) == "put_on(apple_1, table_2)"


def test_what_is_only_thought_to_be_so_is_looked_at_before_it_is_done(advised, world, script):
    graph = unseen(world("apple_1 on table_2"), "apple_1")
    result = advised(APPLE, graph, script(say("done")))
    assert [c.skill for c in result.plan.calls] == ["go_to", "discover_objects"] and result.plan.provisional
