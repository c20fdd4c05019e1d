# SPDX-License-Identifier: Apache-2.0
"""What a model adds on sentences that the grammar refuses: its reading is agreed to, and judged by what comes of it."""

from __future__ import annotations

import json
from functools import partial

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import SentenceCase, scene
from makedo_eval.sentences.judge import Mark
from makedo_eval.sentences.ladder import climb, is_left_to_a_model, spread
from makedo_llm.chat import Reply, Usage
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.llm.plain_orders import plain_orders
from planner_node.task import PlanningTask

pytestmark = pytest.mark.usefixtures("without_pieces")

ONTOLOGY = load_ontology()


class Says:
    """Always gives the same answer."""

    def __init__(self, answer: str) -> None:
        self._answer = answer

    def complete(self, request, cancelled=lambda: False) -> Reply:
        return Reply(self._answer, Usage(1, 1), 0.1)


def trial(said: str, ends: tuple[str, ...], answer: str):
    ladder = Ladder((ModelSpec("m"),), Says(answer), Limits(), 0)

    def reads(instruction, graph, cancelled, most_s):
        read = partial(interpret, ontology=ONTOLOGY, graph=graph)
        return plain_orders(instruction, graph, ladder.begin(cancelled, most_s), read)

    (found,) = climb([SentenceCase("x_01", "x", "dining", said, (ends,))], Engine(ONTOLOGY, interpreter=reads).plan)
    return found


def retold(orders: str) -> str:
    return json.dumps({"orders": orders})


@pytest.mark.parametrize(
    ("answer", "verdict", "is_read"),
    [
        (retold("Put the vase on table 2."), Mark.RIGHT, True),
        (retold("Put the vase on table 3, or the bowl."), Mark.REFUSED, False),  # that is no order
        ("I cannot say.", Mark.REFUSED, False),
    ],
)
def test_a_reading_counts_by_what_comes_of_it(answer, verdict, is_read):
    found = trial("schlepp vase, table 2", ("on vase_1 table_2",), answer)
    assert found.marking.verdict is verdict
    assert bool(found.orders) is is_read


def test_a_reading_that_nobody_meant_is_wrong_once_it_is_agreed_to():
    found = trial("schlepp vase, table 2", ("on vase_1 table_3",), retold("Put the vase on table 2."))
    assert found.marking.verdict in (Mark.WRONG, Mark.FALSE_EXACT)


def case(name: str, scene: str = "dining") -> SentenceCase:
    return SentenceCase(name, "x", scene, "", ())


@pytest.mark.parametrize(("most", "names"), [(3, "ace"), (5, "abcde"), (10, "abcdef")])
def test_the_sentences_of_a_trial_are_spread_evenly(most, names):
    assert "".join(c.id for c in spread([case(name) for name in "abcdef"], most)) == names


def test_a_trial_goes_scene_by_scene():
    assert [c.scene for c in spread([case("a", "hall"), case("b", "attic"), case("c", "hall")], 9)] == [
        "attic",
        "hall",
        "hall",
    ]


@pytest.mark.parametrize(
    ("said", "is_left"),
    [
        ("Bitte den Apfel auf Tisch zwei", True),
        ("Put the vase on table 2", False),
        ("Put the vase on table 99", False),  # which one is asked
        ("Put the vase on the zorch", True),
        ("Put the mug on the table", False),  # which one is asked
    ],
)
def test_a_model_is_tried_on_what_is_left_to_it(said, is_left):
    assert is_left_to_a_model(Engine(ONTOLOGY).plan(PlanningTask(said, scene("dining")))) is is_left
