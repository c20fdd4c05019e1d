# SPDX-License-Identifier: Apache-2.0
"""A question that was not answered usefully: put once more in other words, and at last how all of it could be said."""

from __future__ import annotations

from collections.abc import Mapping

from makedo_core.conversation.habit import person
from makedo_core.conversation.question import HOLE, OpenQuestion, QuestionKind, filled
from makedo_core.goals.goal_text import enumerate_words, spoken, within
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph

MOST_TIMES = 2
"""So often a question is put again; then it is given up."""
_SHOWN = 6
_WANTED: Mapping[QuestionKind, tuple[str, str]] = {
    QuestionKind.WHERE: ("a place", "on the table"),
    QuestionKind.HOW_MANY: ("a number", "two"),
    QuestionKind.WITH_WHAT: ("what with", "with the sponge"),
    QuestionKind.WHETHER: ("yes or no", "yes"),
    QuestionKind.WHEREABOUTS: ("a place", "at the table"),
    QuestionKind.WHICH: ("which one", "the second one"),
}


def in_other_words(question: OpenQuestion) -> str:
    """The question as what to say."""
    wanted, example = _WANTED[question.kind]
    if question.kind is QuestionKind.WHETHER:
        return f"Please say yes or no, or 'never mind'. {question.text}"
    if not question.options:
        return f"Please say {wanted}, for example '{example}', or 'never mind'."
    names = [spoken(o.name) for o in question.options]
    shown = [*names[:_SHOWN], *(["another one"] if len(names) > _SHOWN else [])]
    listed = enumerate_words(shown, "or")
    return f"Please say one of these: {listed}. A number does, too, from 1 to {len(names)}; or 'never mind'."


def described(question: OpenQuestion, graph: SceneGraph) -> str:
    """What may be answered, for whoever asks back: where each option is and what it is like."""
    nodes = [graph[o.name] for o in question.options if o.name in graph]
    if not nodes or len(nodes) < len(question.options):
        return in_other_words(question)
    told = [_described(node, graph) for node in nodes[:_SHOWN]]
    more = [f"and there are {len(nodes) - _SHOWN} more"] if len(nodes) > _SHOWN else []
    text = "; ".join((*told, *more))
    return f"{text[0].upper()}{text[1:]}. {question.text}"


def _described(node: Node, graph: SceneGraph) -> str:
    """Where a thing is and what it is like, in a clause."""
    looks = [spoken(a) for a in sorted({*node.attributes, *map(str, node.states)})]
    support, room = graph.placement(node.id), graph.room_of(node.id)
    where = []
    if support is not None and graph[support.target].kind is not NodeKind.ROOM:
        where.append(f"{'in' if support.type is RelationType.INSIDE else 'on'} {spoken(support.target)}")
    if room is not None:
        where.append(f"{within(room)} the {spoken(room)}")
    says = [*looks, *([" ".join(where)] if where else [])]
    is_named = node.label == "person" and not node.id[-1].isdigit()
    name = person(spoken(node.id)) if is_named else spoken(node.id)
    return f"{name} is {enumerate_words(says)}" if says else f"of {name} I know nothing more"


def given_up(question: OpenQuestion) -> str:
    """How all of it could be said, where the question stays open for good."""
    if question.options:
        example = question.options[0].instruction
    elif HOLE in question.template:
        example = filled(question, _WANTED[question.kind][1])
    else:
        return f"I still do not know: {question.text} Say all of it anew."
    return f"I still do not know: {question.text} Say all of it, for example '{example}'."
