# SPDX-License-Identifier: Apache-2.0
"""Puts the planner together from what an operator set."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from makedo_core.danger.judging import DangerJudge, load_dangers
from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.shipped import shipped
from makedo_core.goals.hand import Hand
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology, load_ontology
from makedo_core.ontology.encoder.sentence_encoder import SentenceEncoder
from makedo_core.ontology.wordnet import open_wordnet
from makedo_core.ports import KnowledgeGraph
from makedo_core.sight.known_shapes import KnownShape, catalogue_from_yaml
from makedo_llm.ladder import Ladder, NoModel
from makedo_llm.set_up import make_ladder
from makedo_llm.settings import llm_settings_from_yaml
from planner_node.contract.choosing import refused_by_strategy
from planner_node.dangers import planned_without_danger
from planner_node.engine import Engine
from planner_node.engines.builtin import Builtin
from planner_node.engines.installed import OWN, chosen_engine, other_engines
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.llm.plain_orders import plain_orders
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.parts import Parts, Strategy
from planner_node.strategies.registry import DEFAULT, Strategies, with_strategies_of
from planner_node.task import PlanningTask, Result, Settings, for_hand, refused
from planner_node.telling.planning import planned_with_what_is_told
from planner_node.understanding import Interpreter


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen; see config/planner.yaml.

    Attributes:
        settings: of planning without a model.
        ontologies: more ontologies, in Turtle.
        engines: names of planning engines that are asked where the one in `engine` leaves a question open.
        strategy: its name, with options.
        proposer: who proposes changes of a goal: "search" or "llm".
        llm_file: settings of language models; None: no model.
        embeddings: folder of a sentence encoder that breaks ties between substitutes; None: the nearest is taken.
        strategies: modules with further strategies (`with_strategies_of`).
        engine: name of the planning engine that finds skill calls; OWN: the in-process search.
        words: more words and household knowledge, in YAML.
        robot: the robot's description, of which planning reads how wide its hand opens and whether it can
            drive; None: the default robot's.
        dangers: files that change what is dangerous (docs/dangers.md).
    """

    settings: Settings = field(default_factory=Settings)
    ontologies: Sequence[Path] = ()
    engines: Sequence[str] = ()
    strategy: str = DEFAULT
    proposer: str = "search"
    llm_file: Path | None = None
    embeddings: Path | None = None
    strategies: Sequence[str] = ()
    engine: str = OWN
    words: Sequence[Path] = ()
    robot: Path | None = None
    dangers: Sequence[Path] = ()


@dataclass(frozen=True, slots=True)
class AssembledPlanner:
    """The parts that a node or a command line uses: the engine, the strategies that plan, and what they plan for.

    Attributes:
        hand: of the robot.
        clock: of the wall, since 1970 [s].
        judge: says what is dangerous; None: nobody does.
    """

    engine: Engine
    strategies: Strategies
    hand: Hand
    clock: Callable[[], float] = time.time
    judge: DangerJudge | None = None

    @property
    def strategy(self) -> Strategy:
        """The one that was chosen."""
        return self.strategies.default

    def plan(self, task: PlanningTask, strategy: str = "") -> Result:
        """A validated plan for what the robot's hand can take and that is not dangerous, or why there is none.

        Args:
            task: what is asked; it may speak of the instruction before.
            strategy: its name; empty: the one that was chosen.

        Raises:
            StrategyError: if there is no such strategy.
        """
        chosen = self.strategies.named(strategy)
        asks = self.engine.settings.asks if task.asks is None else task.asks
        if self.judge is None:
            return self._told(task, chosen, asks)
        return planned_without_danger(task, self.judge, asks, lambda todo: self._told(todo, chosen, asks))

    def _told(self, task: PlanningTask, chosen: Strategy, asks: bool) -> Result:
        """A plan for what an instruction asks for, with what is said to what it tells."""
        return planned_with_what_is_told(task, self.engine, self.clock(), lambda todo: self._plan(todo, chosen), asks)

    def _plan(self, task: PlanningTask, chosen: Strategy) -> Result:
        """A plan for what is to be done."""
        said = task.instruction
        full = self.engine.in_full(task)
        if isinstance(full, Result):
            return full
        task = full
        result = chosen.plan(for_hand(task, self.hand))
        if result.plan is not None and result.plan.calls and result.plan.choices != task.choices:
            result = refused(refused_by_strategy(), task)
        if task.instruction == said:
            return result
        return replace(result, explanation=f"I take this as: {task.instruction.rstrip(' .?!')}. {result.explanation}")


def assemble(choices: Choices, environ: Mapping[str, str], knowledge: KnowledgeGraph | None = None) -> AssembledPlanner:
    """The planner of some choices.

    Args:
        choices: what was chosen.
        environ: where keys of models are looked up.
        knowledge: what the robot knows, to be asked in SPARQL; None: there is only the scene graph of a task.

    Raises:
        MakedoError: naming the choice that is wrong and what would be right.
    """
    ontology = load_ontology(*choices.ontologies)
    robot = robot_config_from_yaml(choices.robot or robot_file())
    book = replace(load_phrasebook(*choices.words), drives=robot.base is not None)
    ladder = _ladder(choices.llm_file, environ)
    first, engines = chosen_engine(choices.engine), other_engines(choices.engines)
    interpreter = _interpreter(ontology, ladder, book) if ladder is not None else None
    similarity = SentenceEncoder(choices.embeddings) if choices.embeddings is not None else None
    engine = Engine(ontology, choices.settings, engines, interpreter, open_wordnet(), similarity, first, book)
    settings = choices.settings
    context = ContextSettings(
        max_states=settings.max_states,
        max_relaxation_cost=settings.max_relaxation_cost,
        tidy_up=settings.tidy_up,
    )
    hand = Hand(robot.gripper.widest_m, frozenset(robot.gripper.by_rim), _known_shapes())
    parts = Parts(engine, ladder, choices.proposer, context, (first or Builtin(), *engines), knowledge)
    strategies = Strategies(parts, choices.strategy, with_strategies_of(choices.strategies))
    judge = DangerJudge(load_dangers(engine.ontology, *choices.dangers), engine.ontology)
    return AssembledPlanner(engine, strategies, hand, judge=judge)


def _known_shapes() -> Mapping[str, Mapping[str, KnownShape]]:
    """Of the scenes that come with Makedo, by class; none if nothing is installed."""
    root = next((root for root in shipped("scenes") if (root / "objects.yaml").is_file()), None)
    if root is None:
        return {}
    shared = catalogue_from_yaml(root / "objects.yaml")

    def own(scene: Path) -> Mapping[str, KnownShape]:
        path = scene / "objects.yaml"
        return catalogue_from_yaml(path) if path.is_file() else {}

    return {path.parent.name: {**shared, **own(path.parent)} for path in sorted(root.glob("*/graph.json"))}


def _ladder(path: Path | None, environ: Mapping[str, str]) -> Ladder | None:
    if path is None:
        return None
    settings = llm_settings_from_yaml(path)
    return make_ladder(settings, environ) if settings.models else None


def _interpreter(ontology: Ontology, ladder: Ladder, book: Phrasebook) -> Interpreter:
    """Has a model say in plain orders what the grammar does not understand."""

    def say(instruction: str, graph: SceneGraph, cancelled: Callable[[], bool], most_s: float) -> str | NoModel:
        read = partial(interpret, ontology=ontology, graph=graph, book=book)
        return plain_orders(instruction, graph, ladder.begin(cancelled, most_s), read)

    return say
