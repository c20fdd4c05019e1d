# SPDX-License-Identifier: Apache-2.0
"""All ContextMatters tasks, judged and counted: `python -m benchmarks.contextmatters.run`.

Two figures stand side by side: the paper's success rate, which asks for a valid plan of the planner's own goal, and
strict satisfaction of what the instruction states. Fast Downward runs on the same problems, where it is installed.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.contextmatters import fast_downward
from benchmarks.contextmatters.reference import reference_run
from benchmarks.contextmatters.summary import compared, markdown, summarise
from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.contextmatters.dataset import FAMILIES, BenchmarkError, BenchmarkTask, data_folder, load_tasks
from makedo_eval.contextmatters.goals import specification
from makedo_eval.contextmatters.interface import PlanInstruction, PlanRun
from makedo_eval.contextmatters.judgement import Judgement, judge
from makedo_eval.contextmatters.specification import Specification

REFERENCE = "reference"
_MAKEDO = "benchmarks.contextmatters.makedo_planner:plan_instruction"

Answer = Callable[[BenchmarkTask, Specification, SceneGraph], PlanRun]


class PlannerError(BenchmarkError):
    """The planner to be measured cannot be had."""


def find_planner(name: str) -> Answer:
    """The planner of a name: "module:function", or "reference" for goals that were written by hand.

    Raises:
        PlannerError: when there is none.
    """
    if name == REFERENCE:
        program = fast_downward.driver()
        if program is None:
            raise PlannerError("the reference needs Fast Downward: install up-fast-downward")
        return lambda task, spec, graph: reference_run(task, spec, graph, program)
    module, _, function = name.partition(":")
    try:
        plan: PlanInstruction = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise PlannerError(f"{name}: no such planner ({error}); expected module:function or {REFERENCE}") from None
    return lambda task, spec, graph: plan(task.instruction, graph, task.domain_path)


def answer(task: BenchmarkTask, plan: Answer) -> tuple[PlanRun, Judgement]:
    """Ask once and judge."""
    spec, graph = specification(task.family, task.problem, task.scene), task.graph()
    begun = _cpu_s()
    run = plan(task, spec, graph)
    return run, judge(task, spec, graph, run, _cpu_s() - begun)


def _cpu_s() -> float:
    """CPU time of this process and of every program that it has run to its end [s]."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def compare(
    runs: Sequence[tuple[BenchmarkTask, PlanRun]], program: Path, limit_s: float
) -> dict[str, dict[str, fast_downward.FastDownwardResult]]:
    """Fast Downward on every problem that a plan was for, by configuration and task."""
    return {
        name: {
            task.id: fast_downward.solve(
                program, task.domain_path.read_text(encoding="utf-8"), run.problem, name, limit_s
            )
            for task, run in runs
            if run.problem
        }
        for name in fast_downward.CONFIGURATIONS
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--planner", default=_MAKEDO, help=f"module:function, or {REFERENCE} (default: %(default)s)")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="only these families")
    parser.add_argument("--task", action="append", help="only these tasks, e.g. general/Marstons/problem_1")
    parser.add_argument("--json", type=Path, help="write everything there")
    parser.add_argument("--limit", type=float, default=60.0, help="wall time of one Fast Downward run [s]; 0: none")
    parser.add_argument("--verbose", action="store_true", help="one line a task")
    args = parser.parse_args()
    try:
        every = load_tasks(data_folder())
        plan = find_planner(args.planner)
    except BenchmarkError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    tasks = [t for t in every if t.family in (args.family or FAMILIES) and (not args.task or t.id in args.task)]
    if not tasks:
        sys.stderr.write(f"no task is called {', '.join(args.task)}; an id is family/scene/problem\n")
        return 1
    answers = []
    for task in tasks:
        answers.append(answer(task, plan))
        if args.verbose:
            sys.stdout.write(_line(answers[-1][1]) + "\n")
    judgements = [judgement for _, judgement in answers]
    sys.stdout.write(f"\n{markdown(summarise(judgements))}\n\n")
    program = fast_downward.driver() if args.limit > 0 else None
    others: dict[str, dict[str, fast_downward.FastDownwardResult]] = {}
    if program is not None:
        others = compare([(t, run) for t, (run, _) in zip(tasks, answers, strict=True)], program, args.limit)
        sys.stdout.write(f"{compared(judgements, others)}\n")
    else:
        sys.stdout.write("Fast Downward was not compared: up-fast-downward is not installed, or --limit is 0.\n")
    if args.json:
        args.json.write_text(_json(tasks, answers, others), encoding="utf-8")
    return 0


def _line(judgement: Judgement) -> str:
    wrong = judgement.faults or judgement.unacceptable or judgement.unmet
    wrong = wrong or (("told a change that was not needed",) if judgement.needless_relaxation else ())
    verdict = "apt" if judgement.apt else "; ".join(wrong[:3])
    return f"{judgement.task}: {judgement.claim}, {judgement.length} steps, {1e3 * judgement.cpu_s:.0f} ms: {verdict}"


def _json(
    tasks: Sequence[BenchmarkTask],
    answers: Sequence[tuple[PlanRun, Judgement]],
    others: dict[str, dict[str, fast_downward.FastDownwardResult]],
) -> str:
    rows = [
        dataclasses.asdict(judgement)
        | {
            "instruction": task.instruction,
            "success": judgement.success,
            "strict": judgement.strict,
            "apt": judgement.apt,
            "false_claim": judgement.false_claim,
            "needless_relaxation": judgement.needless_relaxation,
            "plan": [str(step) for step in run.steps],
            "relaxations": [str(relaxation) for relaxation in run.relaxations],
            "problem": run.problem,
            "fast_downward": {
                name: {"status": r.status, "length": len(r.steps), "cpu_s": r.cpu_s}
                for name, by_task in others.items()
                if (r := by_task.get(task.id)) is not None
            },
        }
        for task, (run, judgement) in zip(tasks, answers, strict=True)
    ]
    summaries = [dataclasses.asdict(s) for s in summarise([judgement for _, judgement in answers])]
    return json.dumps({"summaries": summaries, "tasks": rows}, indent=1) + "\n"


if __name__ == "__main__":
    sys.exit(main())
