# SPDX-License-Identifier: Apache-2.0
"""The ContextMatters tasks as cases: success in the paper's sense, and beside it whether what was asked is met."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_core.ontology import Ontology
from makedo_eval.case import Dataset, DatasetError, OnePlan, Score
from makedo_eval.contextmatters.dataset import BenchmarkError, BenchmarkTask, load_tasks
from makedo_eval.contextmatters.goals import specification
from makedo_eval.contextmatters.judgement import Judgement, judge
from makedo_eval.contextmatters.plan_run import plan_run
from planner_node.pddl.reading.reader import read_domain
from planner_node.task import PlanningTask, Result

PUBLISHED: Mapping[str, float] = {
    "relaxation": 0.9154,
    "llm_as_planner": 0.712,
    "sayplan": 0.46,
    "delta": 0.3928,
}
SOURCE = "ContextMatters, SR (llm_as_planner and sayplan succeed there if the answer parses: not comparable)"
COMPARABLE = (
    "94 of the paper's 141 tasks; domain given; parsed from the instruction; success is lenient: a valid plan for the "
    "planner's own goal. strict: all that was asked is met"
)


def load(folder: Path, ontology: Ontology) -> Dataset:
    """All tasks that can be read.

    Raises:
        DatasetError: if there is no index.
    """
    try:
        tasks = load_tasks(folder / "contextmatters")
    except BenchmarkError as error:
        raise DatasetError(str(error)) from None
    cases: list[OnePlan] = []
    skipped: list[str] = []
    for task in tasks:
        try:
            cases.append(_case(task, ontology))
        except (MakedoError, OSError, KeyError) as error:
            skipped.append(f"{task.id}: {type(error).__name__}: {error}")
    return Dataset("contextmatters", tuple(cases), tuple(skipped), PUBLISHED, SOURCE, COMPARABLE)


def _case(benchmark: BenchmarkTask, ontology: Ontology) -> OnePlan:
    spec = specification(benchmark.family, benchmark.problem, benchmark.scene)
    graph = benchmark.graph()
    text = benchmark.domain_path.read_text(encoding="utf-8")
    domain = read_domain(text, tolerant=True, source=benchmark.domain_path.name).value
    task = PlanningTask(benchmark.instruction, graph, domain=domain, asks=False)

    def judged(result: Result) -> Score:
        return scored(judge(benchmark, spec, graph, plan_run(result, domain, graph, ontology), 0.0))

    return OnePlan(benchmark.id, benchmark.family, lambda: task, judged)


def scored(judgement: Judgement) -> Score:
    """A judgement as a score: the share that is right is all or nothing of what was asked."""
    more = {
        "steps": float(judgement.length),
        "strict": float(judgement.strict),
        "apt": float(judgement.apt),
        "false claim": float(judgement.false_claim),
    }
    note = "; ".join(judgement.faults)
    return Score(judgement.success, float(judgement.strict), more, note)
