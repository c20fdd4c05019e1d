# SPDX-License-Identifier: Apache-2.0
"""Golden traces: what each strategy asks a model, is answered, and makes of it, in a small home.

A strategy has a folder: `exchange.jsonl`, the recorded prompts and answers (none if it asked nothing), and `plan.md`,
what was answered and what came of it. `python test/golden/golden.py` records them anew, from the simulated model
without corruptions.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from makedo_eval.simulated_model.direct import Direct
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_eval.simulated_model.question import read_question
from makedo_eval.simulated_model.truth import truth_of
from makedo_eval.variants import EVERY, variants
from makedo_llm.chat import ChatModel, ChatRequest, Reply, never
from makedo_llm.ladder import Ladder
from makedo_llm.recording import ExchangeRecorder, Replayer
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask, Result, Settings

FOLDER = Path(__file__).parent
COMMAND = "python test/golden/golden.py"
INSTRUCTION = "Put the apple and the bowl on table_2"
EXCHANGE, PLAN = "exchange.jsonl", "plan.md"
_MODEL = ModelSpec("simulated", max_tokens=8192)
_PLENTY = Limits(max_calls=100, max_tokens=10_000_000, max_wall_s=3600.0)


def home() -> SceneGraph:
    """Two rooms; an apple in a closed fridge, a bowl and a cup on a table."""
    rooms = [Node(i, i, NodeKind.ROOM) for i in ("kitchen", "living_room")]
    assets = [
        Node("fridge_1", "fridge", NodeKind.ASSET, Pose.planar(0.0, 3.0), states=frozenset({State.CLOSED})),
        Node("table_1", "table", NodeKind.ASSET, Pose.planar(2.0, 3.0)),
        Node("table_2", "table", NodeKind.ASSET, Pose.planar(5.0, 0.0)),
    ]
    things = [
        Node(i, i[:-2], NodeKind.OBJECT, size=(0.08, 0.08, 0.08), confidence=0.9)
        for i in ("apple_1", "bowl_1", "cup_1")
    ]
    robot = Node("robot", "robot", NodeKind.AGENT, Pose.planar(1.0, 1.0))
    relations = [
        Relation("kitchen", RelationType.CONNECTED, "living_room"),
        Relation("living_room", RelationType.CONNECTED, "kitchen"),
        *(Relation(i, RelationType.IN, "kitchen") for i in ("fridge_1", "table_1", "robot")),
        Relation("table_2", RelationType.IN, "living_room"),
        Relation("apple_1", RelationType.INSIDE, "fridge_1"),
        *(Relation(i, RelationType.ON, "table_1") for i in ("bowl_1", "cup_1")),
    ]
    return SceneGraph({n.id: n for n in (*rooms, *assets, *things, robot)}, frozenset(relations), scene="golden")


@dataclass
class Overheard:
    """Completes conversations by another model and keeps what kind of question each was and what was answered."""

    chat: ChatModel
    turns: list[tuple[str, str]] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        reply = self.chat.complete(request, cancelled)
        question = read_question(request.messages)
        self.turns.append(("unknown" if question is None else question.kind, reply.text))
        return reply


def folder_of(strategy: str, parent: Path = FOLDER) -> Path:
    """The folder of a strategy."""
    return parent / strategy.replace(":", "-").replace("=", "-")


def record(strategy: str, parent: Path = FOLDER) -> None:
    """Plan with the simulated model, and write what was said and what came of it."""
    folder = folder_of(strategy, parent)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    model = SimulatedModel()
    model.begin(strategy, truth_of(PlanningTask(INSTRUCTION, home()), _engine()))
    path = folder / EXCHANGE
    (folder / PLAN).write_text(_trace(strategy, ExchangeRecorder(Direct(model), path)), encoding="utf-8")
    if not path.read_text(encoding="utf-8"):
        path.unlink()


def replay(strategy: str, parent: Path = FOLDER, instruction: str = INSTRUCTION) -> str:
    """What the strategy makes of the recorded answers; the text that `plan.md` has.

    Raises:
        ReplayError: if it asks what is not in the recording.
    """
    path = folder_of(strategy, parent) / EXCHANGE
    return _trace(strategy, Replayer(path) if path.exists() else Direct(SimulatedModel()), instruction)


def _trace(strategy: str, chat: ChatModel, instruction: str = INSTRUCTION) -> str:
    heard = Overheard(chat)
    ladder = Ladder((_MODEL,), heard, _PLENTY, reasks=1)
    result = make_strategy(strategy, Parts(_engine(), ladder), EVERY).plan(PlanningTask(instruction, home()))
    return "\n".join(_told(strategy, instruction, heard.turns, result)) + "\n"


def _told(strategy: str, instruction: str, turns: list[tuple[str, str]], result: Result) -> Iterator[str]:
    yield from (f"# {strategy}", "", instruction, "", "## Answers of the model", "")
    for number, (kind, answer) in enumerate(turns, 1):
        yield from (f"{number}. `{kind}`", "", *(f"       {line}".rstrip() for line in answer.splitlines()), "")
    if not turns:
        yield from ("It asks nothing.", "")
    yield from ("## What came of it", "", f"{result.outcome}: {result.goal_text}", "")
    if result.plan is not None:
        yield from (f"{number}. {call}" for number, call in enumerate(result.plan.calls, 1))
        yield ""
    yield result.explanation


def _engine() -> Engine:
    return Engine(load_ontology(), Settings(time_limit_s=60.0))


def main() -> None:
    """Record all strategies anew; folders of others are removed."""
    for old in (path for path in FOLDER.iterdir() if (path / PLAN).exists()):
        shutil.rmtree(old)
    for strategy in variants():
        record(strategy)


if __name__ == "__main__":
    main()
