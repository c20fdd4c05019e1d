# SPDX-License-Identifier: Apache-2.0
"""Why each step of a plan is there: whom it serves, what rests on it, and what it rests on, with how that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from makedo_core.contract.receipt import FactLink, Receipt
from makedo_core.conversation.story import Story
from makedo_core.goals.facts import words
from makedo_core.goals.goal import AllOf, Goal, Holds, holds_in
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Plan
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.contract.evidence import evidence_of, evidence_words, persons_words
from planner_node.proof.backend import Backend
from planner_node.proof.causal import GOAL, CausalLink, SimulatedPlan, causal_links


def receipts_of(plan: Plan, backend: Backend, parts: Mapping[Literal, str], story: Story) -> tuple[Receipt, ...]:
    """A receipt for each call of a validated plan.

    Args:
        plan: with its goal.
        backend: what it was validated on.
        parts: words of the part of what was asked that a literal of the goal serves.
        story: of which the pictures are.
    """
    calls = plan.calls
    run = backend.run(calls, plan.goal)
    goal = _with_finding_out(plan, run) if not all(run.needed) else plan.goal
    links = causal_links(run, goal)
    serves = _served(links, calls, parts)
    found = []
    for index, call in enumerate(calls):
        makes = tuple(_made(x) for x in links if x.maker == index)
        rests_on = tuple(_ground(x, backend, story) for x in links if x.user == index)
        looks = plan.provisional and bool(serves[index])
        receipt = Receipt(index + 1, run.needed[index], looks, serves[index], makes, rests_on)
        found.append(replace(receipt, words=_told(receipt, call, calls, backend.graph)))
    return tuple(found)


def _with_finding_out(plan: Plan, run: SimulatedPlan) -> Goal:
    """The goal of a plan that only looks, with what it looks at, and what it closes again behind itself."""
    if not plan.provisional:
        return plan.goal
    looked = [Literal(Predicate.EXPLORED, c.arguments) for c in plan.calls if c.skill == "discover_objects"]
    opened = [Literal(Predicate.CLOSED, c.arguments) for c in plan.calls if c.skill == "close"]
    more = [x for x in (*looked, *opened) if holds_in(x, run.states[-1])]
    return AllOf((plan.goal, *map(Holds, dict.fromkeys(more))))


def _served(
    links: Sequence[CausalLink], calls: Sequence[SkillCall], parts: Mapping[Literal, str]
) -> list[tuple[str, ...]]:
    """Of each step the parts of what was asked that it serves, through all that rests on it.

    That the hand is empty afterwards, as it was before, counts only for a step that serves nothing else.
    """
    direct = [x for x in links if x.literal.predicate != Predicate.HAND_EMPTY]
    serves: list[dict[str, None]] = [{} for _ in calls]
    for index in reversed(range(len(calls))):
        for some in (direct, links):
            for link in some if not serves[index] else ():
                if link.maker == index:
                    whom = (_part(link.literal, parts),) if link.user == GOAL else serves[link.user]
                    serves[index].update(dict.fromkeys(whom))
    return [tuple(s) for s in serves]


def _part(literal: Literal, parts: Mapping[Literal, str]) -> str:
    """What of what was asked a literal of the goal is; what nobody asked for says itself what it is."""
    if literal in parts:
        return parts[literal]
    if literal.predicate == Predicate.EXPLORED:
        return f"finding out what is at {spoken(literal.terms[0])}"
    return f"leaving things as they were: {words(literal)}"


def _made(link: CausalLink) -> FactLink:
    return FactLink(link.literal, words(link.literal), 0 if link.user == GOAL else link.user + 1)


def _ground(link: CausalLink, backend: Backend, story: Story) -> FactLink:
    before = link.maker < 0
    evidence = evidence_of(link.literal, backend.graph, story) if before else None
    return FactLink(link.literal, words(link.literal), link.maker + 1, evidence)


def _told(receipt: Receipt, call: SkillCall, calls: Sequence[SkillCall], graph: SceneGraph) -> str:
    """A receipt in words."""
    now_s = graph.stamp
    head = f"Step {receipt.step}, {call.describe()}"
    if not receipt.makes:
        why = f"{head}: nothing rests on it, and the plan would reach its goal without it."
    else:
        why = f"{head}, is for {enumerate_words(receipt.serves)}. {_made_words(receipt, calls)}"
    grounds = "; ".join(_ground_words(link, calls, now_s) for link in receipt.rests_on)
    rests = f"{why} It rests on this: {grounds}." if grounds else why
    return " ".join((rests, *persons_words(call.arguments, graph)))


def _made_words(receipt: Receipt, calls: Sequence[SkillCall]) -> str:
    """What it makes true, and for what."""
    users: dict[str, list[str]] = {}
    for link in receipt.makes:
        whom = f"step {link.step} ({calls[link.step - 1].describe()})" if link.step else "the goal"
        users.setdefault(link.words, []).append(whom)
    told = (f"{fact}, for {enumerate_words(whom)}" for fact, whom in users.items())
    return f"By it {'; '.join(told)}."


def _ground_words(link: FactLink, calls: Sequence[SkillCall], now_s: float) -> str:
    if link.evidence is None:
        return f"{link.words} (by step {link.step})"
    return f"{link.words} ({evidence_words(link.evidence, now_s)})"
