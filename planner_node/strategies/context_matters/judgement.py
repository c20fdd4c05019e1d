# SPDX-License-Identifier: Apache-2.0
"""What is wrong with what a problem states, before it is planned with: each fault in words that a model can act on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches

from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal
from planner_node.grounding.scene import Scene
from planner_node.pddl.names import pddl_name
from planner_node.strategies.context_matters.asked import Asked
from planner_node.strategies.context_matters.comparison import Comparison, Difference
from planner_node.strategies.context_matters.safety import unsafe_reading, why_not
from planner_node.strategies.reality import Reality
from planner_node.strategies.statement import ProblemStatement, said

_MOST = 8


def hallucinated(statement: ProblemStatement, reality: Reality, graph: SceneGraph) -> tuple[str, ...]:
    """Things, types, facts and numbers that the scene does not have, a sentence each; empty if there are none."""
    faults = [_unknown(i, graph) for i in statement.types if i not in graph]
    misfits = (reality.misfit(i, t) for i, t in statement.types.items() if i in graph)
    faults += [f"wrong type: {misfit}" for misfit in misfits if misfit]
    if not faults:
        faults += _untrue(statement, reality.facts(statement))
    faults += [f"the scene tells no numbers; leave out the value of {name}" for name in statement.values]
    return _few(faults)


def unusable_goal(statement: ProblemStatement, reality: Reality) -> tuple[str, ...]:
    """Why a goal cannot be compared or looked up at all; empty if it can."""
    if not statement.wanted:
        return ("the goal asks for nothing; say what is to be so in the end",)
    faults = [wrong for literal in statement.wanted if (wrong := reality.unsayable(literal))]
    faults += [f"the goal {said(x)} names nothing; say it of a thing" for x in statement.wanted if not x.terms]
    return _few(faults)


def misjudged(
    comparison: Comparison, statement: ProblemStatement, asked: Asked, scene: Scene, may_change: bool
) -> tuple[str, ...]:
    """How a goal is not what may be wanted: unsafe, more than was asked, nothing of it, or changed too early."""
    faults = [f"the goal must not have {said(x)}: nobody asked for it" for x in comparison.surplus]
    if asked.unread:
        faults.append(unsafe_reading(statement.wanted, asked, scene))
    for difference in comparison.differences:
        if difference.kind is RelaxationKind.SUBSTITUTE:
            nodes = (scene.graph[i] for i in difference.instead if i in scene.graph)
            reasons = [why_not(node, difference.demand, asked, scene) for node in nodes]
            faults += [f"it must not stand in for what was asked: {reason}" for reason in reasons if reason]
    if comparison.nothing_left:
        faults.append(f"nothing is left of what was asked: {enumerate_words(d.text for d in asked.demands)}")
    elif not may_change:
        faults += [f"the goal is not what was asked: {_differs(d)}" for d in comparison.differences]
    return _few([fault for fault in faults if fault])


def _differs(difference: Difference) -> str:
    demand = difference.demand
    match difference.kind:
        case RelaxationKind.SUBSTITUTE:
            exact = enumerate_words(map(pddl_name, demand.wanted), "or")
            return f"{demand.text} can only be {exact}, not {enumerate_words(map(pddl_name, difference.instead))}"
        case RelaxationKind.CHANGE_PLACE | RelaxationKind.WEAKEN_RELATION:
            ways = enumerate_words((said(x) for x in demand.literals), "or")
            return f"{demand.text} goes elsewhere; asked for is {ways}"
        case _:
            ways = enumerate_words((said(x) for x in demand.literals), "or")
            which = enumerate_words(map(pddl_name, demand.wanted), "or")
            return f"{demand.text} needs {demand.count} times {ways} with {which} as the object"


def _unknown(node_id: str, graph: SceneGraph) -> str:
    near = get_close_matches(node_id, [n.id for n in graph], n=3)
    meant = f"; did you mean {' or '.join(map(pddl_name, near))}?" if near else ""
    return f"there is no {node_id!r} in the scene{meant}"


def _untrue(statement: ProblemStatement, true: Collection[Literal]) -> Iterator[str]:
    """Facts of the initial state that do not hold, with what does."""
    for fact in sorted(statement.facts, key=str):
        if fact in true:
            continue
        alike = [t for t in true if t.terms[:1] == fact.terms[:1] and len(t.terms) == len(fact.terms) == 2]
        known = enumerate_words(said(t) for t in sorted(alike, key=str)[:3])
        instead = f"the scene says {known}" if known else "the scene does not say so"
        yield f"the initial state has {said(fact)}, which is not so; {instead}"


def _few(faults: list[str]) -> tuple[str, ...]:
    """As many faults as help."""
    more = [f"and {len(faults) - _MOST} more of the kind"] if len(faults) > _MOST else []
    return tuple(faults[:_MOST] + more)
