# SPDX-License-Identifier: Apache-2.0
"""Demands of a goal that comes without an instruction: each conjunct is one, to be fulfilled or left out.

Every formula is brought into one form first: negations stand at the literals, quantifiers are replaced by the nodes
of their types (kinds of nodes, labels of the graph, classes of the ontology), and what is true or false whatever
happens is left out. A goal that the demands could only approximate is refused with words, never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import (
    OBJECT_VARIABLE,
    AllOf,
    AnyOf,
    AtLeast,
    Compare,
    Exists,
    ForAll,
    Goal,
    GoalError,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    conjuncts,
    grounded,
    literals,
)
from makedo_core.goals.goal_text import describe
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.demand import Demand
from planner_node.grounding.formula.decisions import decided
from planner_node.language.refusal import Refusal

_MOST_CASES = 2000
"""Cases that the quantifiers of a goal may stand for; more would take minutes and be read by nobody."""
_MOST_DEMANDS = 60
_SHOWN = 160  # characters of a formula in a message
_RESTING = frozenset({Predicate.ON, Predicate.INSIDE, Predicate.GIVEN})
_PLACING = _RESTING | {Predicate.HOLDING}
_TRUE, _FALSE = AllOf(()), AnyOf(())


def demands_of(
    goal: Goal,
    graph: SceneGraph,
    ontology: Ontology | None = None,
    excludes: Callable[[Literal, Literal], bool] | None = None,
) -> tuple[Demand, ...] | Refusal:
    """The demands of a goal, or what is wrong with it.

    Args:
        goal: any formula. Parts in order become stages; comparisons of numbers are refused.
        graph: what the goal's names and types stand for.
        ontology: makes its classes types too; without it, types are kinds of nodes and labels of the graph.
        excludes: whether two literals cannot hold together. With it, choices that no demand can express are made here;
            the demands then mean more than the goal. Without it, such a goal is refused.
    """
    try:
        plain = _plain(goal, graph, ontology)
        demands = [
            replace(demand, stage=stage)
            for stage, whole in enumerate(_stages(plain, graph))
            for demand in _demands(tuple(dict.fromkeys(conjuncts(whole))), graph, excludes)
        ]
    except GoalError as error:
        return Refusal(FailureCause.INVALID_GOAL, str(error))
    except _NeverError as error:
        return Refusal(FailureCause.UNSOLVABLE_PROVEN, str(error))
    if len(demands) > _MOST_DEMANDS:
        message = f"The goal has {len(demands)} parts; at most {_MOST_DEMANDS} can be pursued at once."
        return Refusal(FailureCause.INVALID_GOAL, message)
    return tuple(demands)


def _demands(
    parts: tuple[Goal, ...], graph: SceneGraph, excludes: Callable[[Literal, Literal], bool] | None
) -> list[Demand]:
    """A demand for each conjunct; where one cannot be expressed, or they are too many, once all choices are made."""
    try:
        demands = [_demand(part, graph) for part in parts]
    except _IntricateError:
        chosen = decided(parts, excludes) if excludes is not None else None
        if chosen is None:
            raise
        return [_demand(part, graph) for part in chosen]
    entangled = len(demands) > _MOST_DEMANDS or any(map(_is_exclusion, parts))
    chosen = decided(parts, excludes) if excludes is not None and entangled else None
    return demands if chosen is None else [_demand(part, graph) for part in chosen]


def _is_exclusion(part: Goal) -> bool:
    """Whether it says that not all of some facts hold, so that what is chosen for one demand rules out others."""
    return isinstance(part, AnyOf) and all(isinstance(p, Holds) and p.literal.negated for p in part.parts)


class _IntricateError(GoalError):
    """A part of the goal is more than one literal over some nodes."""


class _NeverError(Exception):
    """A part of the goal cannot hold in any state."""


def _plain(goal: Goal, graph: SceneGraph, ontology: Ontology | None) -> Goal:
    """The same goal without quantifiers, negated formulas and constant parts, over nodes of the graph only."""
    positive = _positive(goal, False)
    universe = Universe({v.type: _members(v, graph, ontology) for v in _variables(positive)})
    cases = _cases(positive, universe.objects)
    if cases > _MOST_CASES:
        raise GoalError(f"The quantifiers of the goal stand for {cases:.0g} cases; at most {_MOST_CASES} can be.")
    plain = _simple(grounded(_counted(positive, universe.objects), universe))
    named = {term for literal in literals(plain) for term in literal.terms}
    unknown = sorted(repr(term) for term in named if term not in graph)
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise GoalError(f"The goal names {', '.join(u[:60] for u in unknown[:5])}{more}, unknown to the graph.")
    return plain


def _positive(goal: Goal, negated: bool) -> Goal:
    """Negation normal form of a goal, or of its negation."""
    match goal:
        case Holds(literal):
            return Holds(~literal) if negated else goal
        case Not(part):
            return _positive(part, not negated)
        case AllOf(parts) | AnyOf(parts):
            same = isinstance(goal, AllOf) is not negated
            return (AllOf if same else AnyOf)(tuple(_positive(p, negated) for p in parts))
        case Exists(variables, part) | ForAll(variables, part):
            same = isinstance(goal, Exists) is not negated
            return (Exists if same else ForAll)(variables, _positive(part, negated))
        case AtLeast(count, objects, literal) if negated:  # fewer than n do: all but n - 1 do not
            return AtLeast(max(len(objects) - count + 1, 0), objects, ~literal) if count > 0 else _FALSE
        case InOrder(parts) if not negated:
            return InOrder(tuple(_positive(p, False) for p in parts))
        case InOrder():
            raise GoalError(f"That an order is not kept cannot be pursued: {_shown(Not(goal))}.")
        case Compare():
            raise GoalError(f"The robot has no skill that changes a number: {_shown(goal)}.")
    return goal


def _variables(goal: Goal) -> Iterator[Variable]:
    match goal:
        case Exists(variables, part) | ForAll(variables, part):
            yield from variables
            yield from _variables(part)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            for part in parts:
                yield from _variables(part)


def _members(variable: Variable, graph: SceneGraph, ontology: Ontology | None) -> tuple[str, ...]:
    """Nodes of a type.

    Raises:
        GoalError: if neither a kind of nodes, nor a label, nor a class is called like this.
    """
    kind = NodeKind.__members__.get(variable.type.upper())
    if kind is not None:
        return tuple(node.id for node in graph.of_kind(kind))
    labelled = tuple(node.id for node in graph if node.label == variable.type)
    if ontology is not None and variable.type in ontology:
        return tuple(n.id for n in graph if n.label == variable.type or ontology.is_a(n.label, variable.type))
    if not labelled:
        kinds = ", ".join(k.name.lower() for k in NodeKind)
        told = f"The goal's {variable.name} is of type {variable.type!r}"
        raise GoalError(f"{told}; known are {kinds}, the labels of the graph and the classes of the ontology.")
    return labelled


def _cases(goal: Goal, objects: Mapping[str, Sequence[str]]) -> float:
    """How many literals a goal stands for."""
    match goal:
        case Exists(variables, part) | ForAll(variables, part):
            return prod(float(len(objects[v.type])) for v in variables) * _cases(part, objects)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            return sum(_cases(p, objects) for p in parts)
    return 1.0


def _counted(goal: Goal, objects: Mapping[str, tuple[str, ...]]) -> Goal:
    """One literal for all things of a type as a count, so that it is one demand as in "all apples"."""
    match goal:
        case ForAll((variable,), Holds(literal)) if literal.terms.count(variable.name) == 1:
            members = objects[variable.type]
            return AtLeast(len(members), members, literal.bind({variable.name: OBJECT_VARIABLE}))
        case AllOf(parts):
            return AllOf(tuple(_counted(p, objects) for p in parts))
        case InOrder(parts):
            return InOrder(tuple(_counted(p, objects) for p in parts))
    return goal


def _simple(goal: Goal) -> Goal:
    """The goal without parts that hold, or do not hold, whatever happens."""
    match goal:
        case AtLeast(count, objects, literal):
            if count <= 0:
                return _TRUE
            if OBJECT_VARIABLE not in literal.terms:  # it is said of all of them or of none
                return Holds(literal) if count <= len(objects) else _FALSE
            return goal if objects else _FALSE
        case AllOf(parts):
            kept = tuple(dict.fromkeys(_flat(AllOf, parts)))
            return _FALSE if _FALSE in kept else kept[0] if len(kept) == 1 else AllOf(kept)
        case AnyOf(parts):
            kept = tuple(dict.fromkeys(_flat(AnyOf, parts)))
            return _TRUE if _TRUE in kept else kept[0] if len(kept) == 1 else AnyOf(kept)
        case InOrder(parts):
            return InOrder(tuple(_flat(InOrder, parts)))
    return goal


def _flat(kind: type[AllOf] | type[AnyOf] | type[InOrder], parts: Iterable[Goal]) -> Iterator[Goal]:
    """Simple parts, those of the same kind unfolded: nested conjunctions, disjunctions and sequences are one."""
    for part in map(_simple, parts):
        if isinstance(part, kind):
            yield from part.parts
        else:
            yield part


def _stages(goal: Goal, graph: SceneGraph) -> tuple[Goal, ...]:
    """What is to hold one after the other; what no order is asked for of, in the end."""
    parts = conjuncts(goal)
    orders = [part for part in parts if isinstance(part, InOrder)]
    if len(orders) > 1:
        raise GoalError(f"Several orders at once cannot be pursued: {_shown(goal, graph)}.")
    if not orders:
        return (goal,)
    *first, last = orders[0].parts or (_TRUE,)
    return (*first, AllOf((last, *(part for part in parts if part is not orders[0]))))


def _demand(part: Goal, graph: SceneGraph) -> Demand:
    """The demand of one conjunct.

    Raises:
        GoalError: where one literal over some nodes cannot express it.
        _NeverError: where nothing fulfils it.
    """
    text = describe(part, graph)
    match part:
        case AtLeast(count, objects, literal):
            return Demand(text, count, objects, (literal,))
        case Holds(literal) if literal.terms:
            return Demand(text, 1, (literal.terms[0],), (_over_first(literal),))
        case AnyOf(()):
            raise _NeverError("The goal can never be reached: a part of it speaks of things of which there are none.")
        case AnyOf(parts):
            demand = _either([_demand(p, graph) for p in parts], text)
            if demand is not None:
                return demand
    raise _IntricateError(f"This part of the goal is too intricate: {_shown(part, graph)}.")


def _either(demands: Sequence[Demand], text: str) -> Demand | None:
    """One demand for several alternatives: the same things in several ways, or any of several things in the same ways.

    None where one demand would allow more, or less, than the alternatives.
    """
    if len({(d.count, d.wanted) for d in demands}) == 1:
        return replace(demands[0], text=text, literals=_united(d.literals for d in demands))
    if any(d.count != 1 for d in demands):
        return None
    ways: dict[str, set[Literal]] = {}
    for demand in demands:
        for wanted in demand.wanted:
            ways.setdefault(wanted, set()).update(demand.literals)
    every = _united(d.literals for d in demands)
    return Demand(text, 1, tuple(ways), every) if all(w == set(every) for w in ways.values()) else None


def _united(literals: Iterable[tuple[Literal, ...]]) -> tuple[Literal, ...]:
    return tuple(dict.fromkeys(x for some in literals for x in some))


def _over_first(literal: Literal) -> Literal:
    """The literal with its first term as the variable."""
    return Literal(literal.predicate, (OBJECT_VARIABLE, *literal.terms[1:]), literal.negated)


def _shown(goal: Goal, graph: SceneGraph | None = None) -> str:
    text = describe(goal, graph)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
