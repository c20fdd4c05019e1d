# SPDX-License-Identifier: Apache-2.0
"""The skill catalogue as a planning domain, and a scene graph with a goal as a task of it.

Predicates have the names of the catalogue, so its facts and goals are those of the domain. Three things are said
differently: the catalogue's type "object" is called "item", because PDDL's "object" is above all types;
"?elsewhere" in an effect becomes a quantified variable; and `clear` is derived from what rests where.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from makedo_core.goals.facts import ELSEWHERE
from makedo_core.goals.facts import facts as facts_of
from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Variable,
    bound,
    constants,
    literals,
)
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, RelationType, SceneGraph
from makedo_core.known_failure import KnownFailure
from makedo_core.skills import SKILLS, Disjunction, Literal, Predicate, SkillCall, SkillSpec, Type
from planner_node.pddl.model import OBJECT, Derived, Domain, DomainError, Effect, Operator, PddlTask, Symbol
from planner_node.pddl.names import node_id, pddl_name
from planner_node.pddl.requirements import required

NAME = "makedo"
ASSET, ITEM = "asset", "item"
_TYPES: Mapping[str, str] = {Type.ASSET: ASSET, Type.OBJECT: ITEM}
_KINDS = {NodeKind.ASSET: ASSET, NodeKind.OBJECT: ITEM}
_THING, _PLACE = "?thing", "?place"
_PARAMETERS: Mapping[Predicate, tuple[Variable, ...]] = {
    Predicate.HAND_EMPTY: (),
    Predicate.ON: (Variable(_THING, ITEM), Variable(_PLACE, OBJECT)),
    Predicate.INSIDE: (Variable(_THING, ITEM), Variable(_PLACE, OBJECT)),
    Predicate.GIVEN: (Variable(_THING, ITEM), Variable(_PLACE, OBJECT)),
    Predicate.POURED: (Variable(_THING, ITEM), Variable(_PLACE, ASSET)),
    Predicate.FULL: (Variable(_THING, ITEM),),
    Predicate.HOLDING: (Variable(_THING, ITEM),),
    Predicate.GRASPABLE: (Variable(_THING, ITEM),),
    Predicate.CLEAR: (Variable(_PLACE, OBJECT),),
}
_OF_ASSETS = (Variable("?asset", ASSET),)
_PLACEMENTS = (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN)


def catalogue_domain() -> Domain:
    """The planning domain of the skill catalogue."""
    symbols = {str(p): Symbol(str(p), _PARAMETERS.get(p, _OF_ASSETS)) for p in Predicate}
    resting = tuple(Holds(Literal(p, (_THING, _PLACE), negated=True)) for p in _PLACEMENTS)
    clear = Derived(symbols[Predicate.CLEAR], ForAll((Variable(_THING, ITEM),), AllOf(resting)))
    domain = Domain(
        NAME,
        {ASSET: OBJECT, ITEM: OBJECT},
        symbols,
        {name: _operator(spec) for name, spec in SKILLS.items()},
        derived={str(Predicate.CLEAR): clear},
    )
    return replace(domain, requirements=required(domain))


def catalogue_task(
    graph: SceneGraph,
    goal: Goal,
    known_failures: Collection[KnownFailure] = (),
    only: Collection[str] | None = None,
    name: str = "makedo",
) -> PddlTask:
    """A scene and a goal as a task of the catalogue's domain.

    Node ids become PDDL names (`pddl_name`); `skill_call` turns an operator of a plan back.

    Args:
        graph: the snapshot.
        goal: over the predicates of the catalogue and ids of the graph; types of variables are "asset", "item" and
            "object", which is both.
        known_failures: what was learnt while moving.
        only: ids to restrict the task to; None: all assets and objects. What the goal names, what those rest on and
            what rests on them, and what the robot holds and stands at, belongs to it in any case.
        name: of the task.

    Raises:
        DomainError: if the goal names what the graph does not have as asset or object, or a predicate that the
            catalogue does not have, or if it quantifies over a part of the graph, where it would mean something else.
    """
    domain = catalogue_domain()
    _check(goal, domain)
    unknown = sorted(c for c in constants(goal) if c not in graph or graph[c].kind not in _KINDS)
    if unknown:
        raise DomainError(f"the goal names {', '.join(unknown)}; the graph has no such assets or objects")
    if only is not None and _quantifies(goal):
        raise DomainError(
            "the goal quantifies, but the task is restricted to a part of the graph; ground the goal first"
        )
    nodes = [n for n in graph if n.kind in _KINDS] if only is None else [graph[i] for i in _closed(only, goal, graph)]
    kinds = sorted(((n.id, _KINDS[n.kind]) for n in nodes), key=lambda pair: (pair[1], pair[0]))
    names = {i: pddl_name(i) for i, _ in kinds}
    true = facts_of(graph, known_failures, only=[i for i, _ in kinds])
    initial = frozenset(
        fact.bind(names)
        for fact in true
        if fact.predicate is not Predicate.CLEAR and all(t in names for t in fact.terms)
    )
    objects = tuple(Variable(names[i], type_name) for i, type_name in kinds)
    return PddlTask(name, domain, objects, initial, _renamed(goal, names))


def skill_call(operator: str, arguments: Sequence[str]) -> SkillCall:
    """The skill call that an operator of a plan for a catalogue task stands for."""
    return SkillCall(operator.lower(), tuple(node_id(argument) for argument in arguments))


def _operator(spec: SkillSpec) -> Operator:
    parameters = tuple(Variable(p.name, _TYPES[p.type]) for p in spec.parameters)
    needed = AllOf(tuple(_clause(clause) for clause in spec.preconditions))
    return Operator(spec.name, parameters, needed, tuple(_effect(literal) for literal in spec.effects))


def _clause(clause: Disjunction) -> Goal:
    parts = tuple(Holds(_plain(literal)) for literal in clause)
    return parts[0] if len(parts) == 1 else AnyOf(parts)


def _effect(literal: Literal) -> Effect:
    """An effect; "?elsewhere" ranges over what may stand at its place."""
    predicate = Predicate(literal.predicate)
    parameters = _PARAMETERS.get(predicate, _OF_ASSETS)
    variables = tuple(
        Variable(ELSEWHERE, p.type) for term, p in zip(literal.terms, parameters, strict=True) if term == ELSEWHERE
    )
    return Effect(_plain(literal), variables=variables)


def _plain(literal: Literal) -> Literal:
    return Literal(str(literal.predicate), literal.terms, literal.negated)


def _check(goal: Goal, domain: Domain) -> None:
    """Every literal has a predicate of the catalogue and as many terms as it takes."""
    for literal in literals(goal):
        symbol = domain.predicates.get(literal.predicate)
        if symbol is None:
            raise DomainError(f"{literal}: unknown predicate {literal.predicate!r}; known are {', '.join(Predicate)}")
        if len(literal.terms) != len(symbol.parameters):
            raise DomainError(f"{literal}: {literal.predicate} takes {len(symbol.parameters)} terms: ({symbol})")


def _quantifies(goal: Goal) -> bool:
    match goal:
        case Exists() | ForAll():
            return True
        case Not(part):
            return _quantifies(part)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            return any(_quantifies(part) for part in parts)
    return False


def _closed(only: Collection[str], goal: Goal, graph: SceneGraph) -> list[str]:
    """Ids with everything that decides what can be done with them.

    What rests on an asset matters only if that asset is to be clear.
    """
    cleared = {t for literal in literals(goal) if literal.predicate == Predicate.CLEAR for t in literal.terms}
    held = graph.held()
    at = [r.target for r in graph.outgoing(AGENT_ID) if r.type is RelationType.AT] if AGENT_ID in graph else []
    frontier = [*only, *constants(goal), *([held] if held else []), *at]
    found: dict[str, None] = {}
    while frontier:
        node = frontier.pop()
        if node in found or node not in graph or graph[node].kind not in _KINDS:
            continue
        found[node] = None
        if graph[node].kind is NodeKind.OBJECT or node in cleared:
            frontier.extend(graph.contents(node))
        relation = graph.placement(node)
        if relation is not None:
            frontier.append(relation.target)
    return list(found)


def _renamed(goal: Goal, names: Mapping[str, str]) -> Goal:
    """The goal with PDDL names for ids."""
    match goal:
        case AtLeast(count, objects, literal):
            return AtLeast(count, tuple(names[o] for o in objects), literal.bind(names))
        case Not(part):
            return Not(_renamed(part, names))
        case AllOf(parts):
            return AllOf(tuple(_renamed(part, names) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_renamed(part, names) for part in parts))
        case InOrder(parts):
            return InOrder(tuple(_renamed(part, names) for part in parts))
        case Exists(variables, part):
            return Exists(variables, _renamed(part, names))
        case ForAll(variables, part):
            return ForAll(variables, _renamed(part, names))
    return bound(goal, names)
