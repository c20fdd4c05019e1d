# SPDX-License-Identifier: Apache-2.0
"""What an instruction may say at its end of the things that it brought: where they are, which they are, who saw it.

A step that was confirmed is no proof at the end: another thing may have been taken for it since, or it for another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from executor_node.context import spoken
from executor_node.effects import contradicted
from makedo_core.goals.facts import facts
from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Goal, Holds, InOrder, asserted, constants, satisfied
from makedo_core.graph.scene_graph import SURE_OF_LOOKS, Node, RelationType, SceneGraph
from makedo_core.sight.colours import colours_among
from makedo_core.skills import SkillCall

PLACING = frozenset({"put_on", "put_inside"})
_AT = {RelationType.ON: "on", RelationType.INSIDE: "inside"}


def not_where_brought(brought: Mapping[str, SkillCall], graph: SceneGraph) -> tuple[SkillCall, ...]:
    """The last placing of each thing that the newest graph contradicts.

    Args:
        brought: what was put down last of each thing that is not in the hand.
        graph: newest.
    """
    return tuple(call for call in brought.values() if contradicted(call, graph))


def doubted(object_ids: Iterable[str], meant: Collection[str], graph: SceneGraph) -> tuple[Node, ...]:
    """Things that were brought because they are these very ones, and whose looks were never seen to be as is said."""
    known = (graph.nodes.get(i) for i in object_ids if i in meant)
    return tuple(n for n in known if n is not None and colours_among(n.attributes) and n.confidence < SURE_OF_LOOKS)


def said_of_looks(node: Node) -> str:
    """What is said of a thing's looks, as people say it: "green"."""
    return " and ".join(str(colour) for colour in colours_among(node.attributes))


def meant_themselves(goal: Goal) -> frozenset[str]:
    """Ids of what a goal is about whatever else there is: no other thing would do in its place."""
    match goal:
        case Holds(literal):
            return frozenset(literal.terms)
        case AtLeast(count, objects, _) if count >= len(objects):
            return frozenset(objects)
        case AllOf(parts) | InOrder(parts):
            return frozenset[str]().union(*map(meant_themselves, parts))
        case AnyOf((part,)):
            return meant_themselves(part)
    return frozenset()


def unseen(brought: Mapping[str, tuple[SkillCall, float]], graph: SceneGraph) -> tuple[str, ...]:
    """Clauses on what no image has shown where it is since it was put down; a corner of it may have been in view.

    Args:
        brought: what was put down last of each thing, and when [s of the node's clock].
        graph: newest.
    """
    return tuple(
        f"no image shows where {spoken(i)} came to rest after it was put {_where(call)}"
        for i, (call, since_s) in brought.items()
        if i in graph and (graph[i].last_seen or -1.0) < since_s
    )


def put_besides(
    brought: Mapping[str, tuple[SkillCall, float]], goal: Goal, before: SceneGraph, after: SceneGraph
) -> tuple[str, ...]:
    """Clauses on where things are now that nobody asked to be moved: one that was in the hand when it had to be free.

    Args:
        brought: as of `unseen`.
        goal: of the plan that was carried out.
        before: the graph when the instruction began.
        after: newest.
    """
    named = constants(goal)  # nothing: nobody knows what was asked for
    moved = (i for i in brought if named and i not in named and i in after and i in before)
    placed = ((i, after.placement(i)) for i in moved if after.placement(i) != before.placement(i))
    return tuple(
        f"{spoken(i)} is {_AT[p.type]} {spoken(p.target)} now" for i, p in placed if p is not None and p.type in _AT
    )


def unseen_pours(poured: Iterable[SkillCall]) -> tuple[str, ...]:
    """Clauses on what was poured: no image shows where it came to, some of it may have missed.

    Args:
        poured: calls of `pour` that were carried out.
    """
    return tuple(
        f"no image shows whether what was in {spoken(source)} is in {spoken(target)} now"
        for source, target in dict.fromkeys(call.arguments for call in poured)
    )


def only_believed(goal: Goal, places: Collection[str], graph: SceneGraph) -> tuple[str, ...]:
    """Things of a goal that are thought to be at places, and were never seen there.

    Args:
        goal: that names them.
        places: ids of furniture, such as what was looked over.
        graph: newest.
    """
    named = sorted(i for i in constants(goal) if i in graph and graph[i].is_belief)
    placed = ((i, graph.placement(i)) for i in named)
    return tuple(i for i, placement in placed if placement is not None and placement.target in places)


def unproven(goal: Goal, graph: SceneGraph) -> tuple[str, ...]:
    """Clauses on things by which a goal holds, though nobody saw them there: "I have not seen apple 1 there"."""
    believed = {x for x in asserted(goal) if len(x.terms) > 1 and x.terms[0] in graph and graph[x.terms[0]].is_belief}
    known = facts(graph) if believed else frozenset()
    if not believed & known or satisfied(goal, known - believed):
        return ()
    return tuple(f"I have not seen {spoken(i)} there" for i in sorted({x.terms[0] for x in believed & known}))


def _where(call: SkillCall) -> str:
    return ("on " if call.skill == "put_on" else "into ") + spoken(call.arguments[-1])
