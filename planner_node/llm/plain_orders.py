# SPDX-License-Identifier: Apache-2.0
"""Has a language model say an instruction again in plain orders, which the grammar then reads like any others.

A model that retells needs no form for goals, places and exceptions: the grammar is the form. What it does not
understand goes back to the model, as often as an answer may be mended.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, Field

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_llm.ask import Complaint
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, NoModel
from makedo_llm.templates import fenced
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.llm.forms import record, text
from planner_node.llm.scene_text import scene_words
from planner_node.llm.templates import render

LONGEST_ORDERS = 500
"""Characters of a model's orders."""


class PlainOrders(BaseModel):
    """A model's answer."""

    orders: str = Field(max_length=LONGEST_ORDERS)


def plain_orders(
    instruction: str,
    graph: SceneGraph,
    models: Adviser,
    read: Callable[[str], Request | Refusal],
) -> str | NoModel:
    """What a model takes an instruction as, in orders; empty: it finds nothing in it that a robot could do.

    Args:
        instruction: in any language that the model speaks.
        graph: the newest snapshot.
        models: whom to ask, and what that may cost.
        read: the grammar; what it does not understand goes back to the model, and is handed on if that helps nothing.

    Raises:
        Cancelled: if the end was asked for.
        ReplayError: if a recording lacks the exchange.
    """

    def complaint(found: PlainOrders) -> Complaint | None:
        orders = _plain(found)
        request = read(orders) if orders else None
        if not isinstance(request, Refusal):
            return None
        misnumbered = request.cause is FailureCause.UNKNOWN_OBJECT and request.gap is not None  # "apple 10"
        if request.cause is not FailureCause.NOT_UNDERSTOOD and not misnumbered:
            return None  # told that a name is unknown, a model would take another thing
        return Complaint(f"the robot says: {request.message}", tolerable=True)

    prompt = orders_prompt(instruction, graph)
    answer = models.ask(prompt, PlainOrders, complaint, record(orders=text(LONGEST_ORDERS)))
    return answer if isinstance(answer, NoModel) else _plain(answer.value)


def orders_prompt(instruction: str, graph: SceneGraph) -> Prompt:
    """A model's prompt: rules and examples, then the scene, then the instruction, as data."""
    return Prompt(
        render("plain_orders_system"),
        render(
            "plain_orders_user",
            scene=fenced("scene", scene_words(graph)),
            instruction=fenced("instruction", instruction.strip()),
        ),
    )


def _plain(found: PlainOrders) -> str:
    return " ".join(found.orders.split())
