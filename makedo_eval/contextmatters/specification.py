# SPDX-License-Identifier: Apache-2.0
"""What one task demands, whether its scene allows it, and which answers make do well; and judging a plan by it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_eval.contextmatters.conditions import Condition, all_failures
from makedo_eval.contextmatters.end_state import EndState


@dataclass(frozen=True, slots=True)
class Alternative:
    """An acceptable end where the demand cannot be met.

    Attributes:
        conditions: what still has to hold.
        kinds: changes that lead there; at least one of them must be reported.
    """

    conditions: tuple[Condition, ...]
    kinds: frozenset[RelaxationKind]


@dataclass(frozen=True, slots=True)
class Specification:
    """What one task asks for.

    Attributes:
        demanded: all that the instruction states, in the order in which it does.
        shortage: why no plan can meet it in this scene; empty where one can.
        alternatives: ends that are close to what was asked, where it cannot be met.
        may_refuse: whether a reasoned refusal is a right answer too.
    """

    demanded: tuple[Condition, ...]
    shortage: str = ""
    alternatives: tuple[Alternative, ...] = ()
    may_refuse: bool = False

    @property
    def attainable(self) -> bool:
        """Whether the stated goal can be met with the scene and the domain."""
        return not self.shortage


def strictly_satisfied(spec: Specification, end: EndState, graph: SceneGraph) -> list[str]:
    """What the end state lacks of what was asked; nothing where all of it is met."""
    return list(all_failures(spec.demanded, end, graph))


def acceptable(spec: Specification, relaxations: Collection[Relaxation], end: EndState, graph: SceneGraph) -> list[str]:
    """Why the end state is no acceptable answer; nothing where it is one.

    What meets the demand is. Else the scene must not allow more, an alternative must hold, and a change of a kind that
    leads to it must have been reported.
    """
    strict = strictly_satisfied(spec, end, graph)
    if not strict:
        return []
    if spec.attainable:
        return ["all that was asked could have been done", *strict]
    if not spec.alternatives:
        return ["only a refusal would be right", *strict]
    told = {relaxation.kind for relaxation in relaxations}
    verdicts: list[list[str]] = []
    for alternative in spec.alternatives:
        wrong = list(all_failures(alternative.conditions, end, graph))
        if told.isdisjoint(alternative.kinds):
            kinds = " or ".join(sorted(kind.name.lower() for kind in alternative.kinds))
            wrong.append(f"no {kinds} was told")
        verdicts.append(wrong)
    return min(verdicts, key=len)
