# SPDX-License-Identifier: Apache-2.0
"""Questions in English about a graph file, or about what the running stack knows; the planner answers both."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from makedo_core.failure import FailureCause, Outcome

if TYPE_CHECKING:
    from planner_node.language.questions.answer import SceneAnswer

_NO_QUESTION = Outcome(
    FailureCause.NOT_UNDERSTOOD, "this is no question about the scene; ask e.g. 'where is the apple', or use SPARQL"
)


@dataclass(frozen=True, slots=True)
class AskedInEnglish:
    """What came of a question.

    Attributes:
        outcome: success or a typed cause.
        text: the answer, for people.
        answers: as values; empty where the running stack answered.
    """

    outcome: Outcome
    text: str = ""
    answers: tuple[SceneAnswer, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {"answer": self.text, "answers": [answer_as_json(a) for a in self.answers]}


def asked_of_file(question: str, path: Path, ontologies: Sequence[Path] = ()) -> AskedInEnglish:
    """The answer that a graph file gives."""
    from makedo_cli.knowledge.offline_knowledge import OfflineKnowledge
    from makedo_core.files.scene_json import graph_from_json
    from planner_node.answering.wording import told
    from planner_node.assembly import Choices, assemble
    from planner_node.task import PlanningTask
    from planner_node.telling.planning import only_planned

    graph = graph_from_json(path.read_text(encoding="utf-8"), str(path))
    with OfflineKnowledge(graph, ontologies) as knowledge:
        planner = assemble(Choices(ontologies=ontologies), os.environ, knowledge)
        result = planner.plan(PlanningTask(question, graph))
    if result.reply:
        return AskedInEnglish(Outcome(), only_planned(result).explanation)
    if result.answers:
        return AskedInEnglish(Outcome(), " ".join(told(a, graph) for a in result.answers), result.answers)
    return AskedInEnglish(_NO_QUESTION if result.outcome.ok else result.outcome)


def asked_of_stack(args: argparse.Namespace) -> AskedInEnglish:
    """The answer of the running planner: what it would do for the question, without doing it."""
    from makedo.srv import RelaxGoal
    from makedo_cli.session import Session
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.clients import CallError, call

    with Session("makedo_ask", args.namespace) as session:
        client = session.node.create_client(RelaxGoal, "relax_goal")
        try:
            response = call(client, RelaxGoal.Request(instruction=args.query), timeout_s=args.time_limit + 10.0)
        except CallError as error:
            return AskedInEnglish(Outcome(FailureCause.COMPONENT_LOST, f"{error} (start it with `makedo up`)"))
    return AskedInEnglish(outcome_from_ros(response.outcome), str(response.explanation))


def answer_as_json(answer: SceneAnswer) -> dict[str, Any]:
    """An answer, for programs."""
    return {
        "asking": str(answer.question.asking),
        "count": answer.count,
        "holds": answer.holds,
        "told": list(answer.told),
        "doubts": sorted(map(str, answer.doubts)),
        "unlooked": list(answer.unlooked),
        "found": [
            {"id": f.node_id, "place": f.place, "room": f.room, "age_s": f.age_s, "believed": f.believed}
            for f in answer.sightings
        ],
    }
