# SPDX-License-Identifier: Apache-2.0
"""Draws success rates; the only file that imports matplotlib, which is optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_eval.models import ModelChoice
from makedo_eval.reports.tables import TableRow


class PlotError(MakedoError):
    """Nothing can be drawn."""


def draw(table: Sequence[TableRow], models: Sequence[ModelChoice], folder: Path) -> tuple[Path, ...]:
    """Pictures of a table: success by strategy, and against the rate of corruption where several were tried.

    Raises:
        PlotError: if matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError("pictures need matplotlib (python -m pip install matplotlib); the tables are there") from None
    rates = {m.title: m.rate for m in models if m.rate is not None}
    drawn: list[Path] = []
    for dataset in dict.fromkeys(line.dataset for line in table):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.subplots()
        own = [line for line in table if line.dataset == dataset]
        curves = falls(own, rates)
        if len(set(rates.values())) > 1 and curves:
            for strategy, points in curves.items():
                axes.plot([x for x, _ in points], [y for _, y in points], marker="o", label=strategy)
            axes.set_xlabel("share of corrupted answers of the simulated model")
            axes.legend()
        else:
            labels = [f"{line.strategy}\n{line.model}" for line in own]
            axes.barh(labels, [line.success for line in own])
        axes.set_title(f"{dataset}: success rate")
        path = folder / f"{dataset}.svg"
        FigureCanvasSVG(figure).print_svg(path)
        drawn.append(path)
    return tuple(drawn)


def falls(table: Sequence[TableRow], rates: Mapping[str, float]) -> Mapping[str, list[tuple[float, float]]]:
    """Success against the rate of corruption, by strategy."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for line in table:
        if line.model in rates:
            curves.setdefault(line.strategy, []).append((rates[line.model], line.success))
    return {strategy: sorted(points) for strategy, points in curves.items()}
