# SPDX-License-Identifier: Apache-2.0
"""Nothing counts as done whose things are not where they were put, or of which it was not seen that they are meant."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from py_trees.common import Status

from executor_node.certainty import meant_themselves, put_besides, unproven
from executor_node.context import Held, SkillResult
from executor_node.geometry.furniture import furniture
from executor_node.instruction.behaviours import Confirm
from executor_node.instruction.run import run_instruction, tipped_over, what_is_left
from makedo_core.failure import SUCCESS, CausedError, FailureCause, Outcome
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Holds, InOrder, Not
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, Shape
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.ports import PlanResult
from makedo_core.sight.coverage import grid_shape
from makedo_core.skills import Literal, Predicate, SkillCall

from ..conftest import BRING, cylinder

AGAIN = ("go_to table_1", "pick_up can_1 table_1", "go_to table_2", "put_on can_1 table_2")
NO_PLAN = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can")


def when_put(task, change):
    """Let something happen once the can was put down and confirmed."""
    told = task.listener.step_done

    def step_done(call, outcome, rung):
        told(call, outcome, rung)
        if call.skill == "put_on" and outcome.ok:
            change()

    task.listener.step_done = step_done


def elsewhere(world):
    """The graph says that the can is on the first table after all."""
    world.graph = world.graph.with_placement(Relation("can_1", RelationType.ON, "table_1"))


def test_what_is_not_where_it_was_put_at_the_end_is_not_done(make_task, world, words):
    task = make_task(BRING, NO_PLAN)
    when_put(task, lambda: elsewhere(world))
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(str(outcome))
    assert "discover table_2" in world.log


def test_what_is_not_where_it_was_put_is_brought_again(make_task, world):
    task = make_task(BRING, AGAIN)
    moved = iter([lambda: elsewhere(world)])
    when_put(task, lambda: next(moved, lambda: None)())
    assert run_instruction(task).ok
    puts = [call for call, _, _ in task.listener.steps if call.startswith("put_on")]
    assert puts == ["put_on(can_1, table_2)"] * 2
    assert world.graph.placement("can_1").target == "table_2"


def test_what_was_seen_elsewhere_as_the_arm_was_brought_back_is_not_said_to_be_where_it_was_put(
    make_task, world, monkeypatch
):
    """Another thing was taken for it: images show both before the step is confirmed."""
    take, seen = world.take, iter([lambda: elsewhere(world)])

    def taken(name):
        take(name)
        if name == "put_can_1":
            next(seen, lambda: None)()

    monkeypatch.setattr(world, "take", taken)
    task = make_task(BRING, AGAIN)
    assert run_instruction(task).ok
    ends = [cause for call, cause, _ in task.listener.steps if call == "put_on(can_1, table_2)"]
    assert ends[0] is FailureCause.EFFECT_NOT_OBSERVED and ends[-1] is FailureCause.SUCCESS
    assert world.graph.placement("can_1").target == "table_2"


@pytest.mark.parametrize(
    ("attributes", "confidence", "cause"),
    [
        ({"green"}, 0.6, FailureCause.EFFECT_NOT_OBSERVED),
        ({"green"}, 0.9, FailureCause.SUCCESS),
        ({"dirty"}, 0.6, FailureCause.SUCCESS),  # no colour: looking tells nothing of it
    ],
)
def test_a_thing_that_is_meant_itself_and_was_not_seen_to_look_as_said_is_not_done(
    make_task, world, attributes, confidence, cause
):
    task = make_task(BRING)
    can = world.graph["can_1"]
    world.graph = world.graph.changed(put=[replace(can, attributes=frozenset(attributes), confidence=confidence)])
    when_put(task, lambda: None)
    outcome = run_instruction(_about_the_can(task))
    assert outcome.cause is cause
    if not outcome.ok:
        assert outcome.message == "it was not to be seen whether can 1 is green"


def _about_the_can(task):
    """The task, whose plans are for this can and no other."""
    plan = task.ports.planner.plan

    def planned(request, tell, token):
        result = plan(request, tell, token)
        goal = Holds(Literal(Predicate.ON, ("can_1", "table_2")))
        return replace(result, plan=replace(result.plan, goal=goal)) if result.plan is not None else result

    task.ports.planner.plan = planned
    return task


def test_what_no_image_showed_after_it_was_put_down_is_said(make_task, world):
    task = make_task(BRING)
    world.graph = world.graph.changed(put=[replace(world.graph["can_1"], last_seen=0.5)])
    assert run_instruction(task).ok
    assert "no image shows" not in task.goal_text
    hidden = make_task(BRING)
    elsewhere(world)
    told = hidden.listener.step_done

    def step_done(call, outcome, rung):
        told(call, outcome, rung)
        if call.skill == "pick_up" and outcome.ok:
            world.hidden.add("can_1")

    hidden.listener.step_done = step_done
    assert run_instruction(hidden).ok
    assert hidden.goal_text.startswith("as far as I know, ")
    assert hidden.goal_text.endswith("; no image shows where can 1 came to rest after it was put on table 2")
    assert (task.memory.put_unseen, set(hidden.memory.put_unseen)) == ({}, {"can_1"})


def test_what_was_put_where_no_image_had_shown_what_stands_there_is_said_until_it_is_put_elsewhere(make_task, world):
    table = furniture(world.graph["table_2"])
    (place,) = table.places(RegionKind.ON)
    (region,) = (r for r in table.model.regions if r.name == place.name)
    world.sights["table_2"] = {place.name: np.zeros(grid_shape(region), bool)}
    task = make_task(BRING)
    assert run_instruction(task).ok
    doubt = "no image had shown what stands where can 1 was put on table 2"
    assert task.doubts == (doubt,)
    assert task.goal_text.startswith("as far as I know, ") and task.goal_text.endswith(f"; {doubt}")
    task.result = SkillResult()
    confirm = Confirm(task, SkillCall("put_on", ("can_1", "table_2")))
    assert confirm.finished(SkillResult()) is Status.SUCCESS
    assert task.unsure == {}


ON_TABLE = Literal(Predicate.ON, ("?object", "table_2"))


def test_a_goal_that_holds_by_what_nobody_saw_is_said_to_be_in_doubt(make_task, world):
    task = _about_the_can(make_task(("go_to table_2",)))
    can = replace(world.graph["can_1"], confidence=0.3, last_seen=None)
    world.graph = world.graph.changed(put=[can]).with_placement(Relation("can_1", RelationType.ON, "table_2"))
    assert run_instruction(task).ok
    assert task.doubts == ("I have not seen can 1 there",)
    assert task.goal_text.startswith("as far as I know, ")
    assert task.goal_text.endswith("; I have not seen can 1 there")


STANDS, LIES = (0.13, 0.06, 0.18), (0.18, 0.13, 0.06)


def _box(world, size, **seen):
    box = replace(cylinder("box_1", 2.2, -1.0, 0.75), shape=Shape.BOX, size=size, **seen)
    world.graph = world.graph.changed(put=[box])
    return world.graph


def test_what_was_tipped_over_is_told_at_the_end(make_task, world, words):
    _box(world, STANDS, last_seen=0.0)
    task = make_task(BRING)
    drive = world.drive_to

    def push(target, token):
        _box(world, LIES, last_seen=world.time + 1.0)
        return drive(target, token)

    world.drive_to = push
    assert run_instruction(task).ok
    (clause,) = task.left
    words(clause)
    assert task.goal_text.endswith(clause)


@pytest.mark.parametrize(
    ("size", "seen", "handled"),
    [
        (LIES, {"last_seen": 0.0}, ()),  # not seen since
        ((0.13, 0.06, 0.14), {"last_seen": 5.0}, ()),  # half hidden
        (STANDS, {"last_seen": 5.0}, ()),
        (LIES, {"last_seen": 5.0, "confidence": 0.3}, ()),  # only believed
        (LIES, {"last_seen": 5.0, "pose": UNKNOWN_POSE}, ()),
        (LIES, {"last_seen": 5.0}, ("box_1",)),  # the robot had it in its hand, and tells of it otherwise
    ],
)
def test_what_may_stand_as_before_is_not_said_to_be_tipped_over(world, size, seen, handled):
    before = _box(world, STANDS, last_seen=0.0)
    assert tipped_over(before, _box(world, LIES, last_seen=5.0), ()) == ("box_1",)
    assert tipped_over(before, _box(world, size, **seen), handled) == ()


@pytest.mark.parametrize(("put_s", "is_told"), [(None, True), (0.0, True), (0.5, False)])
def test_what_was_put_down_unseen_is_not_said_to_have_stood(make_task, world, put_s, is_told):
    task = make_task(BRING)
    task.before = _box(world, STANDS, last_seen=0.1)
    task.memory.put_unseen |= {} if put_s is None else {"box_1": put_s}
    _box(world, LIES, last_seen=5.0)
    told = "box 1 lies on its side now; it stood when I began"
    assert what_is_left(task, failed=False) == ((told,) if is_told else ())


def _graph(*beliefs, seen=()):
    objects = [Node(i, "can", NodeKind.OBJECT, confidence=0.3 if i in beliefs else 0.9) for i in (*beliefs, *seen)]
    nodes = [Node("agent", "robot", NodeKind.AGENT), Node("table_2", "table", NodeKind.ASSET), *objects]
    on = frozenset(Relation(n.id, RelationType.ON, "table_2") for n in objects)
    return SceneGraph({n.id: n for n in nodes}, on, 1, "home")


@pytest.mark.parametrize(
    ("beliefs", "seen", "goal", "unseen"),
    [
        (("can_1",), (), Holds(Literal(Predicate.ON, ("can_1", "table_2"))), ["can 1"]),
        ((), ("can_1",), Holds(Literal(Predicate.ON, ("can_1", "table_2"))), []),
        (("can_1",), ("can_2",), AtLeast(1, ("can_1", "can_2"), ON_TABLE), []),
        (("can_1",), ("can_2",), AtLeast(2, ("can_1", "can_2"), ON_TABLE), ["can 1"]),
        (("can_1",), (), Holds(Literal(Predicate.ON, ("can_1", "table_9"))), []),  # it does not hold anyway
    ],
)
def test_what_a_goal_holds_by_and_nobody_saw(beliefs, seen, goal, unseen):
    assert unproven(goal, _graph(*beliefs, seen=seen)) == tuple(f"I have not seen {name} there" for name in unseen)


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        (Holds(Literal(Predicate.ON, ("can_1", "table_2"))), {"can_1", "table_2"}),
        (AtLeast(1, ("can_1", "can_2"), ON_TABLE), set()),
        (AtLeast(2, ("can_1", "can_2"), ON_TABLE), {"can_1", "can_2"}),
        (InOrder((AtLeast(1, ("can_1",), ON_TABLE), AllOf(()))), {"can_1"}),
        (AnyOf((AtLeast(1, ("can_1",), ON_TABLE), AtLeast(1, ("can_2",), ON_TABLE))), set()),
        (Not(Holds(Literal(Predicate.ON, ("can_1", "table_2")))), set()),
    ],
)
def test_only_what_no_other_thing_would_do_for_is_meant_itself(goal, meant):
    assert meant_themselves(goal) == meant


def test_a_failure_says_what_it_leaves_open(make_task, world):
    task = make_task(("go_to drawer_1", "open drawer_1", "go_to table_1", "pick_up can_1 table_1"), NO_PLAN)
    told = task.listener.step_done

    def step_done(call, outcome, rung):
        told(call, outcome, rung)
        if call.skill == "open" and outcome.ok:
            world.hidden.add("can_1")
            world.graph = world.graph.changed(remove=["can_1"])

    task.listener.step_done = step_done
    outcome = run_instruction(task)
    assert not outcome.ok
    assert outcome.message.endswith("; drawer 1 was left open")


SAYS, ALREADY = "Can 1 goes on table 2.", "There is nothing to do: can 1 is on table 2 already."


@pytest.mark.parametrize(("there_before", "told"), [(False, SAYS), (True, ALREADY)])
def test_what_came_about_meanwhile_was_not_so_already(make_task, world, there_before, told):
    task = make_task()
    where = "table_2" if there_before else "table_1"
    task.before = world.graph.with_placement(Relation("can_1", RelationType.ON, where))
    goal = Holds(Literal(Predicate.ON, ("can_1", "table_2")))
    put = SkillCall("put_on", ("can_1", "table_2"))
    for calls, explanation in (((put,), SAYS), ((), ALREADY)):
        task.adopt(PlanResult(SUCCESS, Plan("bring it", goal, calls, 1), "the goal", "{}", explanation=explanation))
    assert task.explanation == told


@pytest.mark.parametrize(("taken", "told"), [(set(), ALREADY), ({"can_1"}, SAYS)])
def test_what_was_looked_for_and_found_where_it_was_to_be_is_not_said_to_be_looked_for(make_task, world, taken, told):
    """It was there before, unknown to the robot; or the robot had put it there and did not see it."""
    task = make_task()
    task.before, task.taken = world.graph, taken
    goal = Holds(Literal(Predicate.ON, ("can_1", "table_2")))
    put, look = SkillCall("put_on", ("can_1", "table_2")), SkillCall("discover_objects", ("table_2",))
    for calls, explanation in (((put,), SAYS), ((look,), "First I look for a can at table 2."), ((), ALREADY)):
        plan = Plan("bring it", goal, calls, 1, provisional=calls == (look,))
        task.adopt(PlanResult(SUCCESS, plan, "the goal", "{}", explanation=explanation))
    assert task.explanation == told


def cancelled_in(task, skill, *, after=False):
    """Have the task cancelled as its first call of a skill begins, or right after it was carried out."""
    cancelled = Outcome(FailureCause.CANCELED, "it was cancelled")
    progress, told = task.listener.progress, task.listener.step_done

    def begins(told_of):
        progress(told_of)
        if not after and told_of.current is not None and told_of.current.skill == skill:
            task.token.cancel(cancelled)

    def step_done(call, outcome, rung):
        told(call, outcome, rung)
        if after and call.skill == skill and outcome.ok:
            task.token.cancel(cancelled)

    task.listener.progress, task.listener.step_done = begins, step_done


DRAWER = ("go_to drawer_1", "open drawer_1", "go_to table_1")


@pytest.mark.parametrize(
    ("plan", "skill", "after", "left"),
    [
        (DRAWER, "go_to", False, ()),
        (DRAWER, "open", False, ("drawer 1 may have been left open or ajar",)),
        (DRAWER, "open", True, ("drawer 1 was left open",)),
        ((*DRAWER[:2], "close drawer_1"), "close", False, ("drawer 1 may have been left open or ajar",)),
        ((*DRAWER[:2], "close drawer_1"), "close", True, ()),
        (BRING, "pick_up", False, ()),  # the hand is open
        (BRING, "pick_up", True, ("can 1 is in my hand",)),
        (BRING, "put_on", False, ("can 1 is in my hand",)),
        (BRING, "put_on", True, ()),
    ],
)
def test_what_is_cancelled_says_what_it_leaves(make_task, plan, skill, after, left, words):
    task = make_task(plan)
    cancelled_in(task, skill, after=after)
    outcome = run_instruction(task)
    assert outcome == Outcome(FailureCause.CANCELED, "; ".join(("it was cancelled", *left)))
    assert task.left == left
    words(str(outcome))


def test_a_failure_says_what_is_in_the_hand(make_task, world, words):
    task = make_task(BRING, NO_PLAN)
    picked, told = [], task.listener.step_done

    def step_done(call, outcome, rung):
        told(call, outcome, rung)
        picked.extend([call] * (call.skill == "pick_up" and outcome.ok))

    task.listener.step_done = step_done
    world.blocked = lambda target: bool(picked)
    outcome = run_instruction(task)
    assert not outcome.ok and task.left == ("can 1 is in my hand",)
    words(str(outcome))
    learnt = task.ports.planner.requests[-1].known_failures
    assert learnt == (KnownFailure(FailureKind.FULL_ON, "table_2"),)  # where it may be driven to with an empty hand


NOT_THERE = ("can 1 is not in my hand any more, and I did not see where it is",)


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (0.066, ("can 1 is in my hand",)),
        (0.06, ("can 1 is in my hand",)),  # it has turned between them
        (0.072, ("can 1 may be in my hand",)),  # they have parted a little
        (0.09, NOT_THERE),
        (0.0, NOT_THERE),
        (None, ("can 1 may be in my hand",)),  # nobody tells
    ],
)
@pytest.mark.parametrize("how", ["cancelled", "failed"])
def test_what_is_said_of_the_hand_after_a_putting_down_that_failed_is_what_the_fingers_feel(
    make_task, world, monkeypatch, how, width, left
):
    task = make_task(BRING, NO_PLAN)
    moved = world.update

    def update(change):
        """What is put down is never told to the graph, which thinks that it is still in the hand."""
        if not any(r.target == "table_2" for r in change.add):
            return moved(change)
        if width is None:
            monkeypatch.setattr(type(task.ports.gripper), "width", silent)
        else:
            world.width = width
        task.memory.held = Held("can_1", Pose((0.0, 0.0, -0.06)), 0.066, 0.0)
        if how == "cancelled":
            task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
        return Outcome(FailureCause.COMPONENT_LOST, "the scene graph does not answer")

    def silent(_):
        raise CausedError(FailureCause.COMPONENT_LOST, "the joints are silent")

    world.update = update
    assert not run_instruction(task).ok and task.left == left


@pytest.mark.parametrize("skill", ["put_on", "go_to"])
def test_what_nobody_knows_to_be_between_the_fingers_may_be_what_was_to_be_put_down(make_task, world, skill):
    task = make_task(BRING)
    task.before = world.newest()
    task.failed_call = SkillCall(skill, ("can_1", "table_2"))
    world.width = 0.05
    left = ("something is between my fingers; it may be can 1",) if skill == "put_on" else ()
    assert what_is_left(task, failed=True) == left


@pytest.mark.parametrize(("plan", "left"), [(("go_to table_2",), ()), (BRING[2:], ("can 1 is in my hand",))])
def test_what_was_in_the_hand_before_is_told_only_if_it_was_to_be_handled(make_task, world, holding, plan, left):
    task = make_task(plan, NO_PLAN)
    holding(task, "can_1")
    world.blocked = lambda target: True
    assert not run_instruction(task).ok and task.left == left


def test_nothing_is_said_to_be_left_where_nothing_is_known(make_task, world):
    task = make_task(BRING)
    cancelled_in(task, "go_to", after=True)
    newest = world.newest

    def silent():
        if task.token.cancelled:
            raise CausedError(FailureCause.STALE_GRAPH, "no graph")
        return newest()

    world.newest = silent
    assert what_is_left(make_task(BRING), failed=True) == ()  # it did not begin
    task.before = newest()
    task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    assert what_is_left(task, failed=True) == ()


def _in_place_of(reason):
    return Relaxation(RelaxationKind.SUBSTITUTE, "the milk", "a can (can 1)", (reason,), 1.0)


@pytest.mark.parametrize(
    ("taken", "told"), [({"can_1"}, "the milk cannot be grasped"), (set(), "the fridge cannot be driven to")]
)
def test_why_something_stands_in_is_what_was_so_as_it_was_taken(make_task, world, taken, told):
    """What a later plan says is so since: it is not in the fridge, for the robot took it out."""
    task = make_task()
    goal = Holds(Literal(Predicate.ON, ("can_1", "table_2")))
    put = SkillCall("put_on", ("can_1", "table_2"))
    task.before = world.graph
    for calls, reason in (((put,), "the milk cannot be grasped"), ((), "the fridge cannot be driven to")):
        plan = Plan("bring it", goal, calls, 1, (_in_place_of(reason),))
        task.adopt(PlanResult(SUCCESS, plan, "the goal", "{}", explanation=SAYS if calls else ALREADY))
        task.taken = taken
    assert task.relaxations == task.plan.relaxations == (_in_place_of(told),)
    assert task.explanation == (SAYS if taken else ALREADY)


ASIDE = SkillCall("put_on", ("can_1", "table_2"))
CLOSED = Holds(Literal(Predicate.CLOSED, ("drawer_1",)))


@pytest.mark.parametrize(
    ("goal", "before", "told"),
    [
        (CLOSED, Relation("can_1", RelationType.HELD_BY, "robot"), ("can 1 is on table 2 now",)),
        (CLOSED, Relation("can_1", RelationType.ON, "table_1"), ("can 1 is on table 2 now",)),
        (CLOSED, Relation("can_1", RelationType.ON, "table_2"), ()),  # it is where it was
        (Holds(Literal(Predicate.ON, ("can_1", "table_2"))), Relation("can_1", RelationType.ON, "table_1"), ()),
    ],
)
def test_where_something_was_put_that_nobody_asked_to_be_moved_is_told(world, goal, before, told):
    graph = world.graph.with_placement(before)
    after = graph.with_placement(Relation("can_1", RelationType.ON, "table_2"))
    assert put_besides({"can_1": (ASIDE, 1.0)}, goal, graph, after) == told


def test_what_is_not_seen_where_it_was_put_aside_is_not_said_to_be_there(world):
    held = world.graph.with_placement(Relation("can_1", RelationType.HELD_BY, "robot"))
    assert put_besides({"can_1": (ASIDE, 1.0)}, CLOSED, held, held) == ()


@pytest.mark.parametrize("failed", [False, True])
def test_an_end_tells_where_what_was_in_the_hand_was_put(make_task, world, failed):
    task = make_task()
    task.before = world.graph.with_placement(Relation("can_1", RelationType.HELD_BY, "robot"))
    world.graph = world.graph.with_placement(Relation("can_1", RelationType.ON, "table_2"))
    task.plan, task.brought = Plan("close it", CLOSED, (ASIDE,), 1), {"can_1": (ASIDE, 1.0)}
    assert what_is_left(task, failed=failed) == ("can 1 is on table 2 now",)
