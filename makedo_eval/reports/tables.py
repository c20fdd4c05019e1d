# SPDX-License-Identifier: Apache-2.0
"""Rows of results as tables: one line a data set, strategy and model; in Markdown, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from makedo_eval.case import Dataset
from makedo_eval.models import ModelChoice
from makedo_eval.results import Row

_HEADS = (
    "data set",
    "strategy",
    "model",
    "tasks",
    "SR",
    "mean over families",
    "APP",
    "tokens per action",
    "calls per task",
    "median CPU [s]",
    "published SR",
)
_BRACKETS = " (in brackets: published)"
_T = TypeVar("_T")
_LATEX = str.maketrans({c: f"\\{c}" for c in "&%$#_{}"})


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of the table.

    Attributes:
        dataset, strategy, model: of what.
        tasks: how many.
        success: share of successes (SR).
        by_family: share of successes in each family.
        precision: mean share of what had to change that is right (APP).
        tokens_per_action: mean over the successful tasks (TPA); None: there are none.
        calls: of the model, mean over all tasks.
        cpu_s: median [s].
        more: means of the data set's further numbers.
        published: success rate in the paper; None: it has none.
        published_more: means of further numbers in the paper.
        published_families: success rates of families in the paper.
    """

    dataset: str
    strategy: str
    model: str
    tasks: int
    success: float
    by_family: Mapping[str, float]
    precision: float
    tokens_per_action: float | None
    calls: float
    cpu_s: float
    more: Mapping[str, float]
    published: float | None
    published_more: Mapping[str, float]
    published_families: Mapping[str, float]

    @property
    def families(self) -> float:
        """Unweighted mean of the families' success rates."""
        return statistics.fmean(self.by_family.values())

    @property
    def cells(self) -> tuple[str, ...]:
        """As `_HEADS`."""
        per_action = "" if self.tokens_per_action is None else f"{self.tokens_per_action:.0f}"
        published = "" if self.published is None else f"{self.published:.3f}"
        shares = (f"{x:.3f}" for x in (self.success, self.families, self.precision))
        numbers = (*shares, per_action, f"{self.calls:.1f}", f"{self.cpu_s:.2f}", published)
        return (self.dataset, self.strategy, self.model, str(self.tasks), *numbers)


def lines(rows: Sequence[Row], datasets: Sequence[Dataset], models: Sequence[ModelChoice]) -> tuple[TableRow, ...]:
    """The lines of some rows, in the order of the rows."""
    known = {d.name: d for d in datasets}
    titles = {m.name: m.title for m in models}
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.dataset, row.strategy, row.model), []).append(row)
    return tuple(
        _line(group, titles.get(model, model), known[dataset]) for (dataset, _, model), group in groups.items()
    )


def _of(published: Mapping[str, _T], strategy: str) -> _T | None:
    """What is published for a strategy: with its options, else for its name."""
    return published.get(strategy, published.get(strategy.partition(":")[0]))


def _line(rows: Sequence[Row], model: str, dataset: Dataset) -> TableRow:
    strategy = rows[0].strategy
    families: dict[str, list[bool]] = {}
    for row in rows:
        families.setdefault(row.family, []).append(row.success)
    acting = [row.tokens / row.steps for row in rows if row.success and row.steps]
    names = dict.fromkeys(name for row in rows for name in row.more)
    return TableRow(
        dataset=rows[0].dataset,
        strategy=strategy,
        model=model,
        tasks=len(rows),
        success=statistics.fmean(row.success for row in rows),
        by_family={name: statistics.fmean(each) for name, each in sorted(families.items())},
        precision=statistics.fmean(row.precision for row in rows),
        tokens_per_action=statistics.fmean(acting) if acting else None,
        calls=statistics.fmean(row.calls for row in rows),
        cpu_s=statistics.median(row.cpu_s for row in rows),
        more={n: statistics.fmean(row.more[n] for row in rows if n in row.more) for n in names},
        published=_of(dataset.published, strategy),
        published_more=_of(dataset.published_more, strategy) or {},
        published_families=_of(dataset.published_families, strategy) or {},
    )


def markdown(table: Sequence[TableRow], datasets: Sequence[Dataset]) -> str:
    """The table, the further numbers, and what has to be kept in mind beside the published ones."""
    parts = [markdown_table(_HEADS, [line.cells for line in table])]
    for dataset in datasets:
        own = [line for line in table if line.dataset == dataset.name]
        parts += [f"Further means on {dataset.name}{_BRACKETS}:\n\n{text}" for text in more_table(own)]
        parts += [f"SR by family on {dataset.name}{_BRACKETS}:\n\n{text}" for text in family_table(own, dataset)]
        parts.append(f"**{dataset.name}**: {notes(dataset)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def notes(dataset: Dataset) -> str:
    """What is published and how comparable it is, and what could not be read."""
    comparable = dataset.comparable
    told = [f"{comparable[:1].upper()}{comparable[1:]}."] if comparable else []
    told.append(f"Published: {dataset.source}." if dataset.source else "No figure is published.")
    if dataset.skipped:
        told.append(f"{len(dataset.skipped)} of the data could not be read: {'; '.join(dataset.skipped)}.")
    return " ".join(told)


def main_table(own: Sequence[TableRow]) -> str:
    """The lines of one data set."""
    return markdown_table(_HEADS[1:], [line.cells[1:] for line in own])


def more_table(own: Sequence[TableRow]) -> Sequence[str]:
    """The further numbers of a data set's lines; none where there are none."""
    names = tuple(dict.fromkeys(name for line in own for name in line.more))
    if not names:
        return ()
    rows = [(x.strategy, x.model, *(_cell(x.more, x.published_more, n) for n in names)) for x in own]
    return (markdown_table(("strategy", "model", *names), rows),)


def family_table(own: Sequence[TableRow], dataset: Dataset) -> Sequence[str]:
    """Success by family, where something is published by family."""
    if not dataset.published_families:
        return ()
    names = tuple(dict.fromkeys(sorted(name for line in own for name in line.by_family)))
    rows = [(x.strategy, x.model, *(_cell(x.by_family, x.published_families, n) for n in names)) for x in own]
    return (markdown_table(("strategy", "model", *names), rows),)


def _cell(ours: Mapping[str, float], published: Mapping[str, float], name: str) -> str:
    told = f"{ours[name]:.3f}" if name in ours else ""
    return f"{told} ({published[name]:.3f})".strip() if name in published else told


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in (heads, *rows)]
    text = [f"| {' | '.join(row)} |" for row in escaped]
    text.insert(1, "|" + "---|" * len(heads))
    return "\n".join(text)


def comma_separated(table: Sequence[TableRow]) -> str:
    """The table as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADS)
    writer.writerows(line.cells for line in table)
    return text.getvalue()


def latex(table: Sequence[TableRow]) -> str:
    """The table as a LaTeX tabular."""
    rows = [" & ".join(cell.translate(_LATEX) for cell in row) + " \\\\" for row in (_HEADS, *(t.cells for t in table))]
    rows.insert(1, "\\hline")
    body = "\n".join(rows)
    return f"\\begin{{tabular}}{{lll{'r' * (len(_HEADS) - 3)}}}\n{body}\n\\end{{tabular}}\n"
