# SPDX-License-Identifier: Apache-2.0
"""An evaluation in Markdown: what was run, how success falls with wrong answers, and a section for each data set."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from makedo_eval.case import Dataset
from makedo_eval.models import ModelChoice
from makedo_eval.reports.listing import LeftOut
from makedo_eval.reports.tables import TableRow, family_table, lines, main_table, markdown_table, more_table, notes
from makedo_eval.results import Row

KEPT = "<!-- By hand from here on; `makedo eval --report` keeps it. -->"
"""The line of a report below which a person writes."""
_WIDTH = 120
_INTRODUCTION = """\
SR is the share of tasks that succeed in the sense of the data set, APP the share of what had to change that is right
in the end. "Published SR" is the figure of the paper of the data for the strategy that is nearest to the paper's
method; how comparable it is stands under each heading. Model "none" asks no language model. The *simulated model* is
no model of a language: it knows what is right and says something wrong at a set rate ([evaluation](evaluation.md)), so
its rows show what a method makes of answers of a known quality, and nothing of how good a real model's answers are."""


@dataclass(frozen=True, slots=True)
class Made:
    """How a report was made.

    Attributes:
        command: that makes it again.
        version: of Makedo, with the commit.
        seed: of simulated models.
        time_limit_s: of one planning [s, wall].
    """

    command: str
    version: str
    seed: int
    time_limit_s: float


def report(
    rows: Sequence[Row],
    datasets: Sequence[Dataset],
    models: Sequence[ModelChoice],
    left_out: Sequence[LeftOut],
    made: Made,
) -> str:
    """The report; rows and data sets keep their order."""
    table = lines(rows, datasets, models)
    made_with = (
        f"Made by `{made.command}` with {made.version}; seed {made.seed}, at most {made.time_limit_s:g} s for a plan. "
        "CPU seconds are of a machine that may have been busy."
    )
    parts = ["# Results", _wrapped(made_with), _INTRODUCTION]
    parts += falling(table, models)
    for dataset in datasets:
        own = [line for line in table if line.dataset == dataset.name]
        if own:
            parts += _section(dataset, own)
    parts += _left_out(left_out)
    return "\n\n".join(parts) + "\n"


def by_hand(before: str) -> str:
    """What a person wrote below the report that was there before, with the line above it; empty: nothing."""
    _, line, written = before.partition(f"\n{KEPT}\n")
    return f"\n{KEPT}\n{written}" if line else ""


def _section(dataset: Dataset, own: Sequence[TableRow]) -> list[str]:
    most = max(line.tasks for line in own)
    count = "All tasks" if most == len(dataset.cases) else f"The first {most} of {len(dataset.cases)} tasks"
    fewer = sorted({line.tasks for line in own if line.tasks < most})
    count += f" (some rows: {', '.join(map(str, fewer))})" if fewer else ""
    parts = [f"## {dataset.name}", _wrapped(f"{count}. {notes(dataset)}"), main_table(own)]
    parts += [f"Further means (in brackets: published):\n\n{text}" for text in more_table(own)]
    parts += [f"SR by family (in brackets: published):\n\n{text}" for text in family_table(own, dataset)]
    return parts


def falling(table: Sequence[TableRow], models: Sequence[ModelChoice]) -> list[str]:
    """Success with the simulated model by its rate of corrupted answers, and what of it is kept; none without it."""
    rates: Mapping[str, float] = {m.title: m.rate for m in models if m.rate is not None}
    columns = sorted(set(rates.values()))
    if len(columns) < 2:
        return []
    found: dict[tuple[str, str], dict[float, float]] = {}
    for line in table:
        if line.model in rates:
            found.setdefault((line.dataset, line.strategy), {})[rates[line.model]] = line.success
    clean, *others = columns
    heads = ["data set", "strategy", *(f"{r:.0%} corrupted" for r in columns), *(f"kept at {r:.0%}" for r in others)]
    cells = [
        [*key, *(_share(by_rate.get(r)) for r in columns), *(_kept(by_rate, r, clean) for r in others)]
        for key, by_rate in found.items()
    ]
    return ["## Success with corrupted answers", markdown_table(heads, cells)]


def _share(success: float | None) -> str:
    return "" if success is None else f"{success:.3f}"


def _kept(by_rate: Mapping[float, float], rate: float, clean: float) -> str:
    """The share of the success with right answers that is left."""
    if rate not in by_rate or not by_rate.get(clean):
        return ""
    return f"{by_rate[rate] / by_rate[clean]:.2f}"


def _left_out(left_out: Sequence[LeftOut]) -> list[str]:
    """By reason, as most strategies are left out for one."""
    if not left_out:
        return []
    reasons: dict[str, dict[str, None]] = {}
    for one in left_out:
        reasons.setdefault(f"{one.dataset}: {one.why}", {})[one.strategy] = None
    told = [_wrapped(f"- {why}: {', '.join(f'`{s}`' for s in names)}", "  ") for why, names in reasons.items()]
    return ["## Left out", "\n".join(told)]


def _wrapped(text: str, indent: str = "") -> str:
    whole = textwrap.TextWrapper(_WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return whole.fill(text)
