# SPDX-License-Identifier: Apache-2.0
"""Makedo's planner as the benchmark wants it: no model, nobody to ask."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from makedo_eval.contextmatters.interface import PlanRun
from makedo_eval.contextmatters.plan_run import plan_run
from makedo_ros.memory import SETTLED
from planner_node.engine import Engine
from planner_node.pddl.model import Domain
from planner_node.pddl.reading.reader import read_domain
from planner_node.task import PlanningTask, Stage


def plan_instruction(instruction: str, graph: SceneGraph, domain_path: Path) -> PlanRun:
    """Plan once; implements `PlanInstruction`."""
    clock = _Clock()
    engine = _engine()
    try:
        domain = _domain(domain_path)
        clock.start()
        result = engine.plan(PlanningTask(instruction, graph, domain=domain, asks=False, on_stage=clock.on_stage))
        clock.stop()
    except MakedoError as error:
        return PlanRun(Outcome(FailureCause.INVALID_GOAL, str(error)))
    spent = clock.spent
    return replace(
        plan_run(result, domain, graph, engine.ontology),
        interpretation_s=spent.get(Stage.INTERPRETING, 0.0) + spent.get(Stage.GROUNDING, 0.0),
        planning_s=spent.get(Stage.SEARCHING, 0.0) + spent.get(Stage.VALIDATING, 0.0),
        relaxation_s=spent.get(Stage.RELAXING, 0.0),
    )


@lru_cache
def _engine() -> Engine:
    engine = Engine(load_ontology())
    SETTLED.begin()  # as the planner's node does
    return engine


class _Clock:
    """CPU seconds of each stage of planning."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._stage, self._since = str(Stage.INTERPRETING), 0.0

    def start(self) -> None:
        """Begin with interpretation."""
        self._since = time.process_time()

    def on_stage(self, stage: str, _: float) -> None:
        """The stage before is over."""
        now = time.process_time()
        self.spent[self._stage] = self.spent.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now

    def stop(self) -> None:
        """The last stage is over."""
        self.on_stage("", 0.0)


@lru_cache
def _domain(path: Path) -> Domain:
    return read_domain(path.read_text(encoding="utf-8"), tolerant=True, source=path.name).value
