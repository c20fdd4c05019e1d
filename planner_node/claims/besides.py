# SPDX-License-Identifier: Apache-2.0
"""What a plan changes without being asked to and leaves changed: things put elsewhere or kept in hand, open doors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall

_UNDONE_BY = {"open": "close", "close": "open", "turn_on": "turn_off", "turn_off": "turn_on"}
_MOVING = frozenset({"put_on", "put_inside", "hand_over"})
_HELD = "pick_up"


def claims_besides(calls: Sequence[SkillCall], served: Collection[Literal], graph: SceneGraph) -> Iterator[PlanClaim]:
    """Claims on what is changed in the end and no literal that was asked for speaks of.

    Args:
        calls: the plan; actions of a user's domain, which may be called as the robot's skills are, are passed over:
            what they change, their names do not say.
        served: literals that were asked for and hold in the end.
        graph: whose nodes the calls name.
    """
    asked = {term for literal in served for term in literal.terms}
    held = {x.terms[0] for x in served if x.predicate == Predicate.HOLDING}
    moved = {x.terms[0] for x in served if len(x.terms) > 1 and x.predicate != Predicate.HOLDING}
    begun: dict[str, str] = {}
    for call in filter(lambda call: _is_a_skill(call, graph), calls):
        if call.skill in _MOVING or call.skill == _HELD:
            begun[call.arguments[0]] = call.skill
        elif call.skill in _UNDONE_BY:
            furniture = call.arguments[0]
            if begun.get(furniture) == _UNDONE_BY[call.skill]:
                del begun[furniture]
            else:
                begun[furniture] = call.skill
    for node_id, skill in begun.items():
        put_down = skill in _MOVING and node_id in held - moved  # to have both hands free
        if (
            node_id not in asked
            or put_down
            or (skill in _UNDONE_BY and not any(x.terms[:1] == (node_id,) for x in served))
        ):
            yield PlanClaim(ClaimKind.TAKEN, node_id, ClaimReason.BESIDES, skill, True)


def _is_a_skill(call: SkillCall, graph: SceneGraph) -> bool:
    """Whether a call is one of the catalogue: as many arguments, the first of which is no agent."""
    spec = SKILLS.get(call.skill)
    if spec is None or len(call.arguments) != len(spec.parameters) or call.arguments[0] not in graph:
        return False
    return graph[call.arguments[0]].kind is not NodeKind.AGENT
