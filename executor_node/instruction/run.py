# SPDX-License-Identifier: Apache-2.0
"""Runs the tree of one instruction to its end, and leaves the robot safe whatever the end is."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Collection
from functools import partial

import py_trees
from py_trees.common import Status

from executor_node.certainty import put_besides, unproven, unseen, unseen_pours
from executor_node.context import SkillContext, SkillResult, spoken
from executor_node.instruction.behaviours import Act, Confirm
from executor_node.instruction.hand import LEAVING, begin, gone_from_hand, reconcile, said_of_hand
from executor_node.instruction.recovery import FINAL, Rung
from executor_node.instruction.task import Task, TaskState, guarded
from executor_node.instruction.tree import instruction_tree, view
from executor_node.instruction.worker import Worker
from executor_node.motion.seeing import SEEN_TIMEOUT_S, discover, look
from executor_node.motion.stowing import stow
from makedo_core.conversation.past import past_of
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.goals.goal import asserted
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.plan import Plan
from makedo_core.record.tree_view import TreeNode
from makedo_core.skills import Predicate, SkillCall

TICK_S = 0.02
JOIN_S = 4.0
LOWER_M = 0.03  # what is lower by more than this than it was seen to be lies on another side
SAME_M = 0.01  # between two extents of one thing as they are seen
AT_M = 1.6  # from the middle of furniture to the robot that stands at it
OPENING = ("open", "close")  # skills that move doors and drawers
HANDLING = ("pick_up", *LEAVING)  # skills that change what is in the hand
WIDER = (State.CLOSED, State.AJAR, State.OPEN)


def run_instruction(task: Task) -> Outcome:
    """Plan, carry out, recover; returns how it ended. Blocks; cancel it through the task's token."""
    ready = guarded(lambda: SkillResult(begin(task)))
    if not ready.ok:
        task.fail(ready.outcome)
        return ready.outcome
    before = task.before = task.newest()
    outcome = _run_tree(task, before)
    guarded(lambda: _remember_unseen(task))
    if task.plan is not None and (task.plan.calls or task.memory.past is None):  # questions and remarks change nothing
        task.memory.past = past_of(task.plan.instruction, before, task.newest(), task.handled, task.memory.past)
    return outcome


def _run_tree(task: Task, before: SceneGraph) -> Outcome:
    """Tick the tree to its end; what was opened is looked at once more."""
    tree = instruction_tree(task)
    seen: tuple[TreeNode, ...] = ()
    wake = threading.Event()
    task.token.on_cancel(wake.set)
    while tree.status in (Status.INVALID, Status.RUNNING) and not task.token.cancelled:
        if task.hold.is_anew():
            _begin_anew(task, tree, wake)
            continue
        if task.hold.paused and not _at_work(tree):
            _hold(task, wake)
            continue
        tree.tick_once()
        now = view(tree)
        if now != seen:
            task.listener.ticked(now)
            seen = now
        if tree.status is Status.RUNNING:
            wake.wait(TICK_S)
    if task.token.cancelled:
        task.tell(TaskState.STOPPING, str(task.token.outcome))
        interrupted = _interrupted(tree)
        tree.stop(Status.INVALID)
        _join(tree)
        if interrupted is not None:
            task.listener.step_done(interrupted, task.token.outcome, None)
        task.memory.stowed = False
        return _with_what_is_left(task, task.token.outcome)
    if tree.status is Status.SUCCESS:
        opened = guarded(lambda: SkillResult(_look_at_open(task, before)))
        if task.token.cancelled:
            task.memory.stowed = False
            return _with_what_is_left(task, opened.outcome)
        task.left = what_is_left(task, failed=False)
        task.goal_text = "; ".join((task.goal_text, *task.left))
        believed = unproven(task.plan.goal, task.newest()) if task.plan is not None else ()
        put = (*unseen(task.brought, task.newest()), *task.unsure.values())
        task.doubts = (*put, *unseen_pours(task.poured), *believed)
        task.goal_text = ("as far as I know, " if task.doubts else "") + "; ".join((task.goal_text, *task.doubts))
        return SUCCESS
    return _failed_safely(task)


def _at_work(tree: py_trees.behaviour.Behaviour) -> bool:
    tip = tree.tip()
    return isinstance(tip, Worker) and tip.status is Status.RUNNING


def _interrupted(tree: py_trees.behaviour.Behaviour) -> SkillCall | None:
    """The skill call that is under way."""
    tip = tree.tip()
    return tip.call if isinstance(tip, Act | Confirm) and tip.status is Status.RUNNING else None


def _begin_anew(task: Task, tree: py_trees.behaviour.Behaviour, wake: threading.Event) -> None:
    """While a person has the robot, wait; then look around, and begin at planning: nothing is as it was.

    What was tried out and approved does not count any more, and a question that was open is asked again.
    """
    interrupted, reason = _interrupted(tree), task.hold.outcome
    near = _near(task)
    tree.stop(Status.INVALID)
    if interrupted is not None:
        task.listener.step_done(interrupted, Outcome(FailureCause.HANDED_OVER, str(reason)), Rung.REPLAN)
    while any(w.is_alive for w in tree.iterate() if isinstance(w, Worker)) and not task.token.cancelled:
        wake.wait(TICK_S)
    task.failure, task.replan, task.look_first, task.asking = SUCCESS, False, False, False
    task.approved, task.lights = "", ()
    if not task.begun:
        task.rehearsed = None
    task.hold.keep_quiet()
    _hold(task, wake)
    if not task.token.cancelled:
        guarded(lambda: SkillResult(_look_around(task, near)))


def _near(task: Task) -> tuple[str, ...]:
    """Ids of the furniture that the rest of the plan is about, the next first."""
    return tuple(dict.fromkeys(call.arguments[-1] for call in task.ahead))


def _look_around(task: Task, asset_ids: Collection[str]) -> Outcome:
    """Look over the first of this furniture that the robot stands at: a person may have moved what was there."""
    context = SkillContext(task.ports, task.memory, task.hold.token, note=task.listener.note)
    graph, here = task.newest(), task.ports.base.pose()
    for asset_id in asset_ids:
        if asset_id in graph and graph[asset_id].kind is NodeKind.ASSET:
            if math.dist(graph[asset_id].centre[:2], here.position[:2]) <= AT_M:
                task.tell(TaskState.RECOVERING, f"looking at {spoken(asset_id)} anew")
                return discover(context, asset_id).outcome
    return SUCCESS


def _hold(task: Task, wake: threading.Event) -> None:
    """Wait until the task may go on or ends; then find out how things are now, for nobody knows what people did."""
    told = None
    while task.hold.paused and not task.token.cancelled:
        state = TaskState.HANDED_OVER if task.hold.handed_over else TaskState.PAUSED
        if told != (state, task.hold.outcome):
            told = state, task.hold.outcome
            task.tell(state, str(task.hold.outcome))
        wake.wait(TICK_S)
    if task.token.cancelled:
        return
    task.tell(TaskState.RECOVERING, "going on")
    task.memory.stowed = False
    known = guarded(lambda: SkillResult(reconcile(task)))
    if not known.ok:
        task.token.cancel(known.outcome)


def left_open(before: SceneGraph, after: SceneGraph, asked: Collection[str]) -> tuple[str, ...]:
    """Ids of what is farther open than before and is not among what was asked to be open: people are to know."""
    return tuple(
        node.id
        for node in after.of_kind(NodeKind.ASSET)
        if node.id in before and node.id not in asked and _openness(node) > _openness(before[node.id])
    )


def _remember_unseen(task: Task) -> SkillResult:
    """Keep what was put down and not seen since: whether that stands, nobody knows."""
    graph = task.newest()
    for node_id, (_, since_s) in task.brought.items():
        if node_id in graph and (graph[node_id].last_seen or -1.0) < since_s:
            task.memory.put_unseen[node_id] = since_s
    return SkillResult()


def _stood(task: Task, node_id: str) -> bool:
    """Whether a thing had been seen, when the instruction began, since it was put down last."""
    assert task.before is not None
    since_s = task.memory.put_unseen.get(node_id)
    return since_s is None or (task.before[node_id].last_seen or -1.0) >= since_s


def tipped_over(before: SceneGraph, after: SceneGraph, handled: Collection[str]) -> tuple[str, ...]:
    """Ids of what stood and was seen since to lie on a side, and was in nobody's hand: people are to know.

    Only where the same extents were seen in another order: what is smaller than it was may be half hidden.
    """
    return tuple(
        node.id
        for node in after.of_kind(NodeKind.OBJECT)
        if node.id in before and node.id not in handled and _lies(before[node.id], node)
    )


def _lies(stood: Node, now: Node) -> bool:
    if stood.is_belief or now.is_belief or (now.last_seen or -1.0) <= (stood.last_seen or -1.0):
        return False
    if not (stood.pose.is_known and now.pose.is_known) or stood.size[2] - now.size[2] < LOWER_M:
        return False
    return all(abs(a - b) < SAME_M for a, b in zip(sorted(stood.size), sorted(now.size), strict=True))


def asked_open(plan: Plan | None) -> frozenset[str]:
    """Ids of what the goal of a plan wants open, at its end or at one of its stages."""
    wanted = asserted(plan.goal) if plan is not None else ()
    return frozenset(x.terms[0] for x in wanted if x.predicate is Predicate.OPEN)


def _openness(node: Node) -> int:
    return WIDER.index(opening_of(node))


def opening_of(node: Node) -> State:
    """How far it is open; what nothing is known of counts as closed."""
    return next((state for state in reversed(WIDER) if state in node.states), State.CLOSED)


def _look_at_open(task: Task, before: SceneGraph) -> Outcome:
    """Look once more at what seems to be left open: a door that was given up may have fallen shut unseen."""
    context = SkillContext(task.ports, task.memory, task.hold.token, note=task.listener.note)
    for asset_id in left_open(before, task.newest(), asked_open(task.plan)):
        look(context, task.newest()[asset_id].centre)
        is_shut = partial(_is_shut, asset_id)
        task.ports.graph.wait_until(is_shut, SEEN_TIMEOUT_S, context.token)
    return SUCCESS


def _is_shut(asset_id: str, graph: SceneGraph) -> bool:
    return State.CLOSED in graph[asset_id].states


def _failed_safely(task: Task) -> Outcome:
    """Bring the arm to a safe posture if that is still possible, and keep the first cause."""
    outcome = task.failure
    if outcome.ok:
        outcome = Outcome(FailureCause.INTERNAL_ERROR, "the tree failed without a cause")
    if outcome.cause not in FINAL and not task.memory.stowed and task.plan is not None:
        task.tell(TaskState.STOPPING, "bringing the arm to a safe posture")
        context = SkillContext(task.ports, task.memory, task.hold.token, note=task.listener.note)
        stowed = guarded(lambda: SkillResult(stow(context)))
        if not stowed.ok:
            task.listener.note("not stowed", reason=str(stowed.outcome))
    return _with_what_is_left(task, outcome)


def _with_what_is_left(task: Task, outcome: Outcome) -> Outcome:
    """An end before the goal that also says what it leaves: whoever helps finds the home otherwise than before."""
    task.left = what_is_left(task, failed=True)
    return with_clauses(outcome, task.left)


def with_clauses(outcome: Outcome, clauses: Collection[str]) -> Outcome:
    """The outcome, and more to be said of it."""
    return Outcome(outcome.cause, "; ".join((str(outcome).rstrip("."), *clauses)), outcome.raw) if clauses else outcome


def what_is_left(task: Task, *, failed: bool) -> tuple[str, ...]:
    """What the instruction leaves otherwise than it found it, as clauses; nothing where that is not known.

    What a skill was at when it was cancelled may be either way, whatever the graph says.

    Args:
        task: that has ended.
        failed: before its goal was reached: what it was asked to open is told, too, and what is in the hand.
    """
    try:
        after = task.newest()
    except MakedoError:
        return ()
    if task.before is None:
        return ()
    unknown = task.under_way if task.token.cancelled and task.under_way != task.carried_out else None
    moved, handled = (_about(unknown, skills) for skills in (OPENING, HANDLING))
    left = left_open(task.before, after, () if failed else asked_open(task.plan))
    clauses = [f"{spoken(i)} was left {opening_of(after[i])}" for i in left if i != moved]
    if moved:
        clauses.append(f"{spoken(moved)} may have been left open or ajar")
    fallen = [i for i in tipped_over(task.before, after, task.taken) if _stood(task, i)]
    clauses += [f"{spoken(i)} lies on its side now; it stood when I began" for i in fallen]
    if task.plan is not None:
        clauses += put_besides(task.brought, task.plan.goal, task.before, after)
    of_hand = said_of_hand(task, after, handled, leaves=bool(_about(unknown, LEAVING))) if failed else ()
    told = " ".join(of_hand)
    return (*clauses, *of_hand, *(gone for i, gone in gone_from_hand(task, after) if spoken(i) not in told))


def _about(call: SkillCall | None, skills: Collection[str]) -> str:
    """Id of what a call of one of these skills is about; empty: it is no such call."""
    return call.arguments[0] if call is not None and call.skill in skills else ""


def _join(tree: py_trees.behaviour.Behaviour) -> None:
    """Wait until every worker has noticed that it was cancelled."""
    deadline = time.monotonic() + JOIN_S
    for behaviour in tree.iterate():
        if isinstance(behaviour, Worker):
            behaviour.join(max(0.0, deadline - time.monotonic()))
