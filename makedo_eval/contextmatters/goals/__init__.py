# SPDX-License-Identifier: Apache-2.0
"""The demands of all tasks, written by reading instruction and scene, family by family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_core.failure import MakedoError
from makedo_eval.contextmatters.goals import dining, general, house_cleaning, laundry, office, pc_assembly
from makedo_eval.contextmatters.specification import Specification

_FAMILIES: Mapping[str, Callable[[str, str], Specification | None]] = MappingProxyType(
    {
        "general": general.specification,
        "dining_setup": dining.specification,
        "house_cleaning": house_cleaning.specification,
        "laundry": laundry.specification,
        "office_setup": office.specification,
        "pc_assembly": pc_assembly.specification,
    }
)


class UnknownTaskError(MakedoError):
    """A task that nobody has read yet."""


def specification(family: str, problem: str, scene: str) -> Specification:
    """What a task demands.

    Raises:
        UnknownTaskError: for a task that has no specification.
    """
    find = _FAMILIES.get(family)
    found = find(problem, scene) if find else None
    if found is None:
        raise UnknownTaskError(f"{family}/{scene}/{problem}: no specification was written for this task")
    return found
