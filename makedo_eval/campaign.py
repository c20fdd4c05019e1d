# SPDX-License-Identifier: Apache-2.0
"""An evaluation as a whole: data sets x strategies x models, over several processes; what is done is not done again.

Workers do tasks; only this process writes results. It may be killed at any moment and begun again.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_eval.case import Dataset
from makedo_eval.evaluator import Evaluator, Job
from makedo_eval.models import ModelChoice, check, read_model
from makedo_eval.results import Results, Row


class CampaignError(MakedoError):
    """An evaluation that cannot be begun."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is evaluated.

    Attributes:
        datasets, strategies, models: by name; every combination is.
        folder: of all data that is no part of the repository; None: nobody says where it is.
        out: folder of the results.
        limit: only so many cases of each data set; 0: all.
        processes: that work at the same time.
        seed: of simulated models.
        time_limit_s: of one planning [s, wall].
        strategy_modules: with strategies besides our own and the baselines, as of `Evaluator`.
    """

    datasets: tuple[str, ...]
    strategies: tuple[str, ...]
    models: tuple[str, ...]
    folder: Path | None
    out: Path
    limit: int = 0
    processes: int = 1
    seed: int = 0
    time_limit_s: float = 30.0
    strategy_modules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prepared:
    """An evaluation that can be begun.

    Attributes:
        plan: what was asked for.
        datasets: read.
        models: checked.
        jobs: all of them, done or not.
        results: so far.
    """

    plan: Campaign
    datasets: tuple[Dataset, ...]
    models: tuple[ModelChoice, ...]
    jobs: tuple[Job, ...]
    results: Results

    @property
    def open(self) -> tuple[Job, ...]:
        """Jobs that are still to be done."""
        return tuple(job for job in self.jobs if job.key not in self.results.rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Results of the jobs, as far as there are some."""
        found = (self.results.rows.get(job.key) for job in self.jobs)
        return tuple(row for row in found if row is not None)


def prepare(plan: Campaign, evaluator: Evaluator | None = None) -> Prepared:
    """Everything that can be wrong before any work: names, files, keys, servers, strategies without a model.

    Args:
        plan: what is evaluated.
        evaluator: with the folder, seed and time limit of the plan; None: one is made for it.

    Raises:
        MakedoError: what is wrong and what would be right.
    """
    for what in ("datasets", "strategies", "models"):
        if not getattr(plan, what):
            raise CampaignError(f"there are no {what} to evaluate; name at least one")
    if plan.processes < 1 or plan.limit < 0 or not plan.time_limit_s > 0:
        raise CampaignError("there must be at least one process, no negative limit, and some time to plan")
    models = tuple(read_model(name) for name in plan.models)
    try:
        plan.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CampaignError(f"cannot make the folder {plan.out}: {error.strerror}") from None
    results = Results(plan.out / "results.jsonl")
    with _kept(plan, evaluator) as known:
        datasets = tuple(known.dataset(name) for name in plan.datasets)
        for model in models:
            for strategy in plan.strategies:
                for name in plan.datasets:
                    refusal = known.refusal(name, strategy, model)
                    if refusal:
                        raise CampaignError(f"{strategy} cannot be evaluated on {name}: {refusal}")
    for model in models:
        check(model, os.environ)
    jobs = tuple(
        Job(dataset.name, case.id, strategy, model, plan.seed)
        for dataset in datasets
        for model in models
        for strategy in plan.strategies
        for case in dataset.cases[: plan.limit or None]
    )
    return Prepared(plan, datasets, models, jobs, results)


def run(prepared: Prepared, done: Callable[[Row], None], evaluator: Evaluator | None = None) -> None:
    """Do what is open; each row is on the disk before `done` is told of it.

    Args:
        prepared: what is to be done.
        done: told of each row.
        evaluator: as of `prepare`; several processes have one each.
    """
    plan, jobs = prepared.plan, prepared.open
    if not jobs:
        return
    if plan.processes == 1:
        with _kept(plan, evaluator) as known:
            for job in jobs:
                _keep(prepared.results, known.do(job), done)
        return
    # Forked workers would share the threads of what has been imported.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(plan.processes, context, _begin, (plan,)) as pool:
        futures = [pool.submit(_do, job) for job in jobs]
        try:
            for future in as_completed(futures):
                _keep(prepared.results, future.result(), done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _keep(results: Results, row: Row, done: Callable[[Row], None]) -> None:
    results.append(row)
    done(row)


def _kept(plan: Campaign, evaluator: Evaluator | None) -> AbstractContextManager[Evaluator]:
    """An evaluator of one's own, or another's that is left open."""
    return _evaluator(plan) if evaluator is None else nullcontext(evaluator)


def _evaluator(plan: Campaign) -> Evaluator:
    return Evaluator(plan.folder, os.environ, plan.seed, plan.time_limit_s, plan.strategy_modules)


_worker: list[Evaluator] = []  # of this process, if it is a worker


def _begin(plan: Campaign) -> None:
    _worker.append(_evaluator(plan).__enter__())


def _do(job: Job) -> Row:
    return _worker[0].do(job)
