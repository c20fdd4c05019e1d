# SPDX-License-Identifier: Apache-2.0
"""Planning engines by the names that an operator writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from makedo_core.failure import FailureCause, MakedoError
from planner_node.engines import unified
from planner_node.engines.external import enhsp, fast_downward
from planner_node.engines.outcome import PlanningEngine

OWN = "own"
"""The name of the in-process search."""


class EngineNameError(MakedoError):
    """There is no engine of that name, or it is not installed where it has to be."""

    cause = FailureCause.INVALID_GOAL


def _fast_downward() -> PlanningEngine | None:
    found = fast_downward.find_installation()
    return fast_downward.FastDownward(found) if found is not None else None


def _enhsp() -> PlanningEngine | None:
    found = enhsp.find_installation()
    return enhsp.Enhsp(found) if found is not None else None


_ENGINES: Mapping[str, Callable[[], PlanningEngine | None]] = {"fast-downward": _fast_downward, "enhsp": _enhsp}
_INSTALL: Mapping[str, str] = {"fast-downward": fast_downward.INSTALL, "enhsp": enhsp.INSTALL}


def other_engines(names: Sequence[str]) -> tuple[PlanningEngine, ...]:
    """Engines by name, in that order; of Fast Downward and ENHSP those that are not installed are left out.

    Raises:
        EngineNameError: on a name that means no engine, and on "up:NAME" if unified-planning does not find it.
        UnifiedPlanningError: on "up:NAME" if unified-planning cannot be asked.
    """
    names = [n for n in names if n]
    wrong = [n for n in names if n not in _ENGINES and not n.startswith(unified.PREFIX)]
    if wrong:
        known = ", ".join((*_ENGINES, f"{unified.PREFIX}NAME for any engine of unified-planning"))
        raise EngineNameError(f"there is no planning engine {', '.join(wrong)}; known are {known}")
    asked = [n.removeprefix(unified.PREFIX) for n in names if n not in _ENGINES]
    if asked:
        _check_unified(asked)
    found = (_ENGINES[n]() if n in _ENGINES else unified.Unified(n.removeprefix(unified.PREFIX)) for n in names)
    return tuple(e for e in found if e is not None)


def chosen_engine(name: str) -> PlanningEngine | None:
    """The engine that finds plans in place of the in-process search; None: that search itself.

    Raises:
        EngineNameError: as `other_engines`, and if the engine is not installed.
        UnifiedPlanningError: as `other_engines`.
    """
    if name in ("", OWN):
        return None
    found = other_engines([name])
    if not found:
        raise EngineNameError(f"the planning engine {name} is not installed; {_INSTALL[name]}")
    return found[0]


def _check_unified(asked: Sequence[str]) -> None:
    installed = unified.installed_engines()
    missing = [name for name in asked if name not in installed]
    if missing:
        found = ", ".join(f"{unified.PREFIX}{name}" for name in installed) or "none"
        said = f"unified-planning finds no planning engine {', '.join(missing)}; installed are {found}"
        raise EngineNameError(f"{said}; {unified.INSTALL}")
