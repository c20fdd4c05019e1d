# SPDX-License-Identifier: Apache-2.0
"""Every step of a plan has a receipt, and each receipt is true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.contract.receipt import EvidenceKind
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.skills import Predicate
from planner_node.contract.evidence import persons_words
from planner_node.proof.validate import validate
from planner_node.task import PlanningTask
from support.small_worlds import make_world
from support.words import Words

INSTRUCTIONS = [
    "Bring 4 kid snacks to table_2",
    "put the apple and the mug on table_2",
    "open the fridge",
    "put the milk on table_1, then close the fridge",
    "bring the juice to table_2 and the sponge to table_1",
    "set table_1 with two forks",
    "go to the counter, then bring the orange to table_3",
]


@pytest.fixture
def told(engine):
    """Plan with receipts."""
    return lambda instruction, graph, **more: engine.plan(PlanningTask(instruction, graph, terms=True, **more)).plan


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_a_step_is_needed_if_and_only_if_the_plan_fails_without_it(told, home, instruction):
    plan = told(instruction, home)
    assert [r.step for r in plan.receipts] == list(range(1, len(plan.calls) + 1))
    for receipt in plan.receipts:
        rest = (*plan.calls[: receipt.step - 1], *plan.calls[receipt.step :])
        assert validate(rest, plan.goal, home).outcome.ok is not receipt.needed
        assert receipt.needed or receipt.looks
        assert receipt.makes and receipt.serves


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_links_lead_forward_and_what_nothing_made_has_evidence(told, home, instruction):
    plan = told(instruction, home)
    for receipt in plan.receipts:
        assert all(link.step == 0 or link.step > receipt.step for link in receipt.makes)
        assert all(link.step < receipt.step for link in receipt.rests_on)
        assert all((link.step == 0) is (link.evidence is not None) for link in receipt.rests_on)
        for link in receipt.rests_on:
            if link.step:
                maker = plan.receipts[link.step - 1]
                assert any(m.literal == link.literal and m.step == receipt.step for m in maker.makes)


def test_each_step_says_what_it_serves(told, words: Words):
    graph = make_world("apple_1 on table_1", "mug_1 inside fridge_1")
    plan = told("put the apple on table_2 and the mug on table_3", graph)
    assert {text for r in plan.receipts for text in r.serves} >= {"the apple", "the mug"}
    words(*(r.words for r in plan.receipts))


def test_what_a_person_said_is_named_where_a_step_is_about_it(told):
    graph = make_world("apple_1 on table_1")
    word = PersonsWord(frozenset({Matter.CLASS, Matter.PLACE}), 38.0, ("orange_1",))
    plan = told(
        "put the apple on table_2", replace(graph.changed(put=[replace(graph["apple_1"], told=word)]), stamp=50.0)
    )
    named = [r.words.endswith(" A person said what and where apple 1 is, 12 seconds ago.") for r in plan.receipts]
    assert named == ["apple_1" in call.arguments for call in plan.calls] and any(named)
    gone = replace(graph["apple_1"], told=PersonsWord(frozenset({Matter.GONE})))
    assert persons_words(["apple_1", "nothing", ""], graph.changed(put=[gone])) == ()


def test_what_was_seen_is_told_from_what_is_believed(told):
    graph = make_world("apple_1 on table_1")
    seen = replace(graph["apple_1"], last_seen=40.0, confidence=0.9)
    for node, kind in (
        (seen, EvidenceKind.SEEN),
        (replace(seen, confidence=0.3), EvidenceKind.BELIEVED),
        (replace(seen, last_seen=None), EvidenceKind.BELIEVED),
    ):
        plan = told("put the apple on table_2", replace(graph.changed(put=[node]), stamp=50.0))
        (known,) = [
            x.evidence for r in plan.receipts for x in r.rests_on if x.literal.predicate is Predicate.ON and x.evidence
        ]
        assert (known.kind, known.node_id, known.seen_s) == (kind, "apple_1", node.last_seen)
        assert known.confidence == node.confidence


def test_the_hand_is_measured_and_what_nothing_denies_says_so(told):
    plan = told("put the apple on table_2", make_world("apple_1 on table_1"))
    kinds = {x.literal.predicate: x.evidence.kind for r in plan.receipts for x in r.rests_on if x.evidence}
    assert kinds[Predicate.HAND_EMPTY] is EvidenceKind.MEASURED
    assert kinds[Predicate.GRASPABLE] is kinds[Predicate.REACHABLE] is EvidenceKind.NOT_DENIED


def test_a_plan_that_only_looks_whether_it_is_so_says_that(told, words: Words):
    believed = Node("apple_1", "apple", NodeKind.OBJECT, size=(0.06, 0.06, 0.1), confidence=0.2)
    plan = told("put the apple on table_2", make_world("apple_1 on table_2", extra=[believed]))
    assert plan.provisional and plan.calls
    assert all(r.looks for r in plan.receipts)
    assert not plan.receipts[-1].needed
    words(*(r.words for r in plan.receipts))


def test_without_being_asked_for_there_are_no_terms(engine, home):
    plan = engine.plan(PlanningTask("open the fridge", home)).plan
    assert plan.receipts == () and plan.contract is None
