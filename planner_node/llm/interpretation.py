# SPDX-License-Identifier: Apache-2.0
"""Has a language model say what an instruction asks for, in the terms that the grammar uses."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, NoModel
from makedo_llm.templates import fenced
from planner_node.language.interpret import check_text
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.llm.choices import choices_of
from planner_node.llm.examples import examples_text, scene_examples
from planner_node.llm.request_check import complaint, with_quotations
from planner_node.llm.request_reader import to_request
from planner_node.llm.request_schema import InterpretedRequest, described, requirements
from planner_node.llm.scene_form import scene_form
from planner_node.llm.scene_text import scene_text
from planner_node.llm.templates import render


def interpret_with_model(
    instruction: str, graph: SceneGraph, ontology: Ontology, models: Adviser, book: Phrasebook | None = None
) -> Request | Refusal | NoModel:
    """Understand an instruction with a model's help, or say why not.

    Args:
        instruction: in any language that the model speaks.
        graph: the newest snapshot.
        ontology: classes of things.
        models: whom to ask, and what that may cost.
        book: words that an answer is held against; None: ours alone.

    Returns:
        A request as the grammar would make it; why the instruction cannot be served; or, when no model gave a
        usable answer, that: the caller goes on with the grammar.

    Raises:
        Cancelled: if the end was asked for.
        ReplayError: if a recording lacks the exchange.
    """
    wrong = check_text(instruction)
    if wrong is not None:
        return wrong
    book = book or load_phrasebook()
    choices = choices_of(instruction, graph, ontology)
    answer = models.ask(
        interpretation_prompt(instruction, graph, ontology),
        InterpretedRequest,
        lambda found: complaint(instruction, with_quotations(instruction, found), graph, ontology, book),
        scene_form(choices, sorted(book.nouns.anything)),
    )
    if isinstance(answer, NoModel):
        return answer
    request = to_request(instruction, with_quotations(instruction, answer.value), graph, ontology, book)
    if isinstance(request, Refusal) or not choices.free:
        return request
    many = enumerate_words(choices.free, "and")
    return replace(request, notes=(*request.notes, f"of {many} there are too many to list, so any name was allowed"))


def interpretation_prompt(instruction: str, graph: SceneGraph, ontology: Ontology) -> Prompt:
    """A model's prompt: the rules and the schema, then the scene and the instruction as data."""
    return Prompt(
        render("interpret_system", clauses=described(), requirements=requirements()),
        render(
            "interpret_user",
            scene=fenced("scene", scene_text(graph, ontology)),
            examples=fenced("examples", examples_text(scene_examples(graph))),
            instruction=fenced("instruction", instruction.strip()),
        ),
    )
