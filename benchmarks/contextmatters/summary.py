# SPDX-License-Identifier: Apache-2.0
"""Judgements counted by family and over all families, as numbers and as Markdown."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.contextmatters.fast_downward import FastDownwardResult
from makedo_eval.contextmatters.dataset import FAMILIES
from makedo_eval.contextmatters.judgement import Judgement

ALL = "all"


@dataclass(frozen=True, slots=True)
class Summary:
    """What is reported of a family, or of all; rates in percent, of all families the unweighted mean.

    Attributes:
        name: family, or ALL.
        tasks: how many.
        success: the paper's success rate.
        walks: of the successes, plans that only move the robot.
        strict: plans that meet all that was asked.
        attainable: tasks where that is possible at all.
        apt: best answers (see `Judgement.apt`).
        false_claims: answers that claim more than they do.
        silent: of these, where the goal was changed without a word.
        needless: goals changed that could have been met.
        wrong_refusals: refusals where something could be done.
        kinds: how often each kind of change was reported.
        cost: mean cost of an answer that reports changes; None: none does.
        length: mean length of the plans that count as success; None: there are none.
        median_s: CPU time [s].
        p95_s: CPU time, 95th percentile by nearest rank [s].
        stages_s: median CPU time of interpretation, planning and relaxation [s].
    """

    name: str
    tasks: int
    success: float
    walks: int
    strict: float
    attainable: float
    apt: float
    false_claims: int
    silent: int
    needless: int
    wrong_refusals: int
    kinds: Mapping[str, int]
    cost: float | None
    length: float | None
    median_s: float
    p95_s: float
    stages_s: tuple[float, float, float]


def summarise(judgements: Sequence[Judgement]) -> tuple[Summary, ...]:
    """One summary a family that has tasks, and one over them; nothing of nothing."""
    families = [(name, [j for j in judgements if j.family == name]) for name in FAMILIES]
    each = [_summary(name, members) for name, members in families if members]
    if not each:
        return ()
    whole = _summary(ALL, judgements)
    rates = {
        name: statistics.fmean(getattr(summary, name) for summary in each)
        for name in ("success", "strict", "attainable", "apt")
    }
    return (*each, _with_rates(whole, rates))


def _with_rates(summary: Summary, rates: Mapping[str, float]) -> Summary:
    values = {name: getattr(summary, name) for name in Summary.__dataclass_fields__}
    return Summary(**(values | dict(rates)))


def _summary(name: str, members: Sequence[Judgement]) -> Summary:
    def rate(holds: Callable[[Judgement], bool]) -> float:
        return 100.0 * count(holds) / len(members)

    def count(holds: Callable[[Judgement], bool]) -> int:
        return sum(1 for member in members if holds(member))

    stages = [sorted(member.stages_s[i] for member in members) for i in range(3)]
    return Summary(
        name=name,
        tasks=len(members),
        success=rate(lambda j: j.success),
        walks=count(lambda j: j.success and j.changes_nothing),
        strict=rate(lambda j: j.strict),
        attainable=rate(lambda j: j.attainable),
        apt=rate(lambda j: j.apt),
        false_claims=count(lambda j: j.false_claim),
        silent=count(lambda j: j.silent_relaxation),
        needless=count(lambda j: j.needless_relaxation),
        wrong_refusals=count(lambda j: j.wrong_refusal),
        kinds=dict(sorted(Counter(kind for member in members for kind in member.kinds).items())),
        cost=_mean(member.cost for member in members if member.kinds),
        length=_mean(float(member.length) for member in members if member.success),
        median_s=statistics.median(member.cpu_s for member in members),
        p95_s=percentile([member.cpu_s for member in members], 95),
        stages_s=(statistics.median(stages[0]), statistics.median(stages[1]), statistics.median(stages[2])),
    )


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that so many percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def _mean(values: Iterable[float]) -> float | None:
    kept = list(values)
    return statistics.fmean(kept) if kept else None


def markdown(summaries: Sequence[Summary]) -> str:
    """Two tables: what was achieved and how honestly, and what it took."""
    achieved = _table(
        "family|tasks|SR|walks|strict|(attainable)|apt|false claims|silent changes|needless changes|wrong refusals",
        (
            (
                *(s.name.replace("_", " "), str(s.tasks), _percent(s.success), str(s.walks), _percent(s.strict)),
                *(f"({_percent(s.attainable)})", _percent(s.apt)),
                *map(str, (s.false_claims, s.silent, s.needless, s.wrong_refusals)),
            )
            for s in summaries
        ),
    )
    took = _table(
        "family|changes told|mean cost|mean length|CPU median|CPU p95|interpretation|planning|relaxation",
        (
            (
                s.name.replace("_", " "),
                ", ".join(f"{kind.replace('_', ' ')} {n}" for kind, n in s.kinds.items()) or "none",
                *(_number(s.cost, 2), _number(s.length, 1)),
                *(_milliseconds(value) for value in (s.median_s, s.p95_s, *s.stages_s)),
            )
            for s in summaries
        ),
    )
    return f"{achieved}\n\n{took}"


def compared(judgements: Sequence[Judgement], results: Mapping[str, Mapping[str, FastDownwardResult]]) -> str:
    """A table of other planners on the same problems, where the planner measured had a plan.

    Args:
        judgements: of the planner measured.
        results: by configuration, then by task.
    """
    rows = [_compared_row("this planner", [(j.length, j.cpu_s) for j in judgements if j.success], Counter())]
    for name, by_task in results.items():
        solved = [(len(r.steps), r.cpu_s) for r in by_task.values() if r.solved]
        rows.append(_compared_row(name, solved, Counter(r.status for r in by_task.values() if not r.solved)))
    return _table("planner|solved|not solved|mean length|CPU median|CPU p95", rows)


def _compared_row(name: str, solved: Sequence[tuple[int, float]], others: Mapping[str, int]) -> tuple[str, ...]:
    times = [cpu_s for _, cpu_s in solved]
    return (
        name,
        str(len(solved)),
        ", ".join(f"{status} {n}" for status, n in sorted(others.items())) or "none",
        _number(_mean(float(length) for length, _ in solved), 1),
        _milliseconds(statistics.median(times)) if times else "-",
        _milliseconds(percentile(times, 95)) if times else "-",
    )


def _table(head: str, rows: Iterable[Sequence[str]]) -> str:
    columns = head.split("|")
    lines = [columns, ["---"] + ["---:"] * (len(columns) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _percent(value: float) -> str:
    return f"{value:.1f} %"


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _milliseconds(seconds: float) -> str:
    return f"{1e3 * seconds:.1f} ms"
