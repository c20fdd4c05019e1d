# SPDX-License-Identifier: Apache-2.0
"""Data sets by name. A new one is a module and a line in DATASETS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from makedo_core.ontology import Ontology
from makedo_eval.case import Dataset, DatasetError
from makedo_eval.datasets import behavior, contextmatters, office, robothow

Loader = Callable[[Path, Ontology], Dataset]
"""Reads a data set below the folder of all data."""

DATASETS: Mapping[str, Loader] = MappingProxyType(
    {
        "contextmatters": contextmatters.load,
        "behavior": behavior.load,
        "robothow": partial(robothow.load, asked=robothow.Asked.STATED),
        "robothow_goal": partial(robothow.load, asked=robothow.Asked.GOAL),
        "robothow_described": partial(robothow.load, asked=robothow.Asked.DESCRIBED),
        "sayplan_office": partial(office.load, goal_given=False),
        "sayplan_office_goal": partial(office.load, goal_given=True),
    }
)


def load_dataset(name: str, folder: Path, ontology: Ontology) -> Dataset:
    """The data set of a name.

    Raises:
        DatasetError: if there is none, or its data is not there.
    """
    if name not in DATASETS:
        raise DatasetError(f"there is no data set {name!r}; there are {', '.join(DATASETS)}")
    return DATASETS[name](folder, ontology)
