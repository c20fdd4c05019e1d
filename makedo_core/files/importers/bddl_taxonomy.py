# SPDX-License-Identifier: Apache-2.0
"""The hierarchy of synsets of BDDL as classes with their parents: a taxonomy beside our own ontology.

A synset "coffee_table.n.01" becomes the class "coffee_table"; of several with the same word one class is made that has
the parents of all, but for those that would close a circle.

Source: Li et al., BEHAVIOR-1K, CoRL 2022; file generated_data/output_hierarchy.json of the package bddl.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.files.importers.foreign_file import read_json, validated


class _Synset(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: Annotated[str, Field(min_length=1)]
    children: list[_Synset] = []


def read_bddl_taxonomy(path: Path | str) -> Mapping[str, tuple[str, ...]]:
    """The parents of each class, by its name; the topmost has none.

    Raises:
        GraphError: with file and key, when it cannot be read or is not a hierarchy of synsets.
    """
    root = validated(_Synset, read_json(path), str(path))
    parents: dict[str, list[str]] = {_word(root.name): []}
    stack = [root]
    while stack:
        synset = stack.pop()
        for child in synset.children:
            name = _word(child.name)
            known = parents.setdefault(name, [])
            above_it = _word(synset.name)
            if above_it not in known and not _reaches(parents, above_it, name):
                known.append(above_it)
            stack.append(child)
    return {name: tuple(sorted(above)) for name, above in parents.items()}


def _word(synset: str) -> str:
    """The word of a synset: "coffee__maker.n.01" is the class "coffee_maker"."""
    return synset.split(".")[0].replace("__", "_").lower()


def _reaches(parents: Mapping[str, list[str]], start: str, end: str) -> bool:
    """Whether a class is another one, or below it."""
    frontier, seen = [start], {start}
    while frontier:
        name = frontier.pop()
        if name == end:
            return True
        fresh = [p for p in parents.get(name, ()) if p not in seen]
        seen.update(fresh)
        frontier.extend(fresh)
    return False
