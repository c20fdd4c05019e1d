# SPDX-License-Identifier: Apache-2.0
"""The other engines that an operator asks for by name, as far as they are installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from makedo_core.failure import FailureCause, MakedoError
from planner_node.engines import enhsp, fast_downward
from planner_node.engines.outcome import PlanningEngine


class EngineNameError(MakedoError):
    """There is no engine of that name."""

    cause = FailureCause.INVALID_GOAL


def _fast_downward() -> PlanningEngine | None:
    found = fast_downward.find_installation()
    return fast_downward.FastDownward(found) if found is not None else None


def _enhsp() -> PlanningEngine | None:
    found = enhsp.find_installation()
    return enhsp.Enhsp(found) if found is not None else None


_ENGINES: Mapping[str, Callable[[], PlanningEngine | None]] = {"fast-downward": _fast_downward, "enhsp": _enhsp}


def other_engines(names: Sequence[str]) -> tuple[PlanningEngine, ...]:
    """Engines by name, in that order; those that are not installed are left out.

    Raises:
        EngineNameError: on a name that means no engine.
    """
    wrong = [n for n in names if n and n not in _ENGINES]
    if wrong:
        raise EngineNameError(f"there is no planning engine {', '.join(wrong)}; known are {', '.join(_ENGINES)}")
    found = (_ENGINES[n]() for n in names if n)
    return tuple(e for e in found if e is not None)
