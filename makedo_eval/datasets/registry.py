# SPDX-License-Identifier: Apache-2.0
"""Data sets by name. A new one is a module and a line in DATASETS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from makedo_core.ontology import Ontology
from makedo_eval.case import Dataset, DatasetError
from makedo_eval.datasets import contextmatters, dynamic, kitchen, sentences, tabletop, virtualhome
from makedo_eval.datasets.graph_homes import behavior, office, robothow

Loader = Callable[[Path, Ontology], Dataset]
"""Reads a data set below the folder of all data."""

DATASETS: Mapping[str, Loader] = MappingProxyType(
    {
        "contextmatters": contextmatters.load,
        "behavior": behavior.load,
        "robothow": partial(robothow.load, asked=robothow.Phrasing.STATED),
        "robothow_goal": partial(robothow.load, asked=robothow.Phrasing.GOAL),
        "robothow_described": partial(robothow.load, asked=robothow.Phrasing.DESCRIBED),
        "sayplan_office": partial(office.load, goal_given=False),
        "sayplan_office_goal": partial(office.load, goal_given=True),
        "virtualhome": partial(virtualhome.load, goal_given=False),
        "virtualhome_goal": partial(virtualhome.load, goal_given=True),
        "dynamic_virtualhome": partial(dynamic.load, world="virtualhome"),
        "dynamic_robothow": partial(dynamic.load, world="robothow"),
        "dynamic_behavior": partial(dynamic.load, world="behavior"),
    }
)
"""Data sets whose data is no part of the repository."""

OWN: Mapping[str, Callable[[None, Ontology], Dataset]] = MappingProxyType(
    {
        "kitchen": kitchen.load,
        "sentences": sentences.load,
        "tabletop": tabletop.load,
        "dynamic_home": partial(dynamic.load, world="home"),
    }
)
"""Data sets that are made of what comes with Makedo."""


def load_dataset(name: str, folder: Path | None, ontology: Ontology) -> Dataset:
    """The data set of a name.

    Args:
        name: of `DATASETS` or `OWN`.
        folder: of all data that is no part of the repository; None: nobody says where it is.
        ontology: classes of things.

    Raises:
        DatasetError: if there is none, or its data is not there.
    """
    if name in OWN:
        return OWN[name](None, ontology)
    if name not in DATASETS:
        raise DatasetError(f"there is no data set {name!r}; there are {', '.join((*DATASETS, *OWN))}")
    if folder is None:
        raise DatasetError(f"where is the data of {name}? Give --data FOLDER or set MAKEDO_DATA")
    return DATASETS[name](folder, ontology)
