# SPDX-License-Identifier: Apache-2.0
"""What is true once a plan was carried out: the facts of its PDDL problem, changed step by step.

Whether the steps were allowed is not asked here; `pddl_validation` does that, with code that shares nothing with this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from makedo_core.graph.scene_graph import RelationType, SceneGraph
from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.expressions import NestedList, PddlTextError, parse, section, sections, variables, write

AT, ON, INSIDE = "at", "is-on", "inside"
_PLACED: Mapping[RelationType, str] = {RelationType.IN: AT, RelationType.ON: ON, RelationType.INSIDE: INSIDE}


@dataclass(frozen=True, slots=True)
class Fact:
    """A ground atom, e.g. at(apple_1, kitchen_2)."""

    predicate: str
    terms: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.predicate, *self.terms))})"


@dataclass(frozen=True, slots=True)
class EndState:
    """Facts after the last step, and the steps that led there."""

    facts: frozenset[Fact]
    steps: tuple[SkillCall, ...] = ()

    def holds(self, predicate: str, *terms: str) -> bool:
        """Whether a fact is among them."""
        return Fact(predicate, terms) in self.facts


@dataclass(frozen=True, slots=True)
class _Effects:
    parameters: tuple[str, ...]
    added: tuple[Fact, ...]
    deleted: tuple[Fact, ...]


def end_state(domain: str, problem: str, steps: Sequence[SkillCall], graph: SceneGraph) -> EndState:
    """The state after a plan; what the problem leaves out is as the graph has it.

    Args:
        domain: PDDL text.
        problem: PDDL text with objects and initial facts.
        steps: actions with their arguments.
        graph: the scene at the start.

    Raises:
        PddlTextError: on effects with quantifiers or conditions, or a step that the domain has no action for.
    """
    definition = parse(problem)
    facts = set(initial_facts(problem)) | _left_out(graph, {str(o) for o in variables(section(definition, ":objects"))})
    actions = {name: effects for name, effects in _actions(parse(domain))}
    for step in steps:
        effects = actions.get(step.skill)
        if effects is None or len(effects.parameters) != len(step.arguments):
            raise PddlTextError(f"{step}: the domain has no such action; it has {', '.join(sorted(actions))}")
        binding = dict(zip(effects.parameters, step.arguments, strict=True))
        facts -= {_bound(fact, binding) for fact in effects.deleted}
        facts |= {_bound(fact, binding) for fact in effects.added}
    return EndState(frozenset(facts), tuple(steps))


def initial_facts(problem: str) -> frozenset[Fact]:
    """The facts of a problem's :init."""
    parts = section(parse(problem), ":init")
    return frozenset(_fact(part) for part in parts if not (isinstance(part, list) and part[:1] == ["="]))


def graph_facts(graph: SceneGraph) -> frozenset[Fact]:
    """Where everything is, in the predicates of the data set's domains."""
    return frozenset(Fact(_PLACED[r.type], (r.source, r.target)) for r in graph.relations if r.type in _PLACED)


def contradictions(problem: str, graph: SceneGraph) -> tuple[str, ...]:
    """What a problem says of places at the start that the graph does not, and contents that it keeps quiet.

    A planner that changes the world on paper can reach any goal, so this is checked before anything is counted.
    """
    told, known = initial_facts(problem), graph_facts(graph)
    objects = set(variables(section(parse(problem), ":objects")))
    wrong = [
        f"the problem begins with {fact}, which the scene does not say"
        for fact in sorted(told, key=str)
        if fact.predicate in (AT, ON, INSIDE) and fact not in known and not _follows(fact, graph)
    ]
    quiet = [
        f"the problem keeps quiet that {fact} at the start"
        for fact in sorted(known - told, key=str)
        if fact.predicate in (ON, INSIDE) and fact.terms[1] in objects
    ]
    return (*wrong, *quiet)


def _follows(fact: Fact, graph: SceneGraph) -> bool:
    """Whether something rests in or on a thing of the room, so that saying `at` the room is right too."""
    return fact.predicate == AT and room_at_start(fact.terms[0], graph) == fact.terms[1]


def room_at_start(thing: str, graph: SceneGraph) -> str | None:
    """The room of a node, through whatever it rests in or on, furniture or not."""
    if thing not in graph:
        return None
    placement = graph.placement(thing)
    while placement is not None:
        thing = placement.target
        placement = graph.placement(thing)
    return next((r.target for r in graph.outgoing(thing) if r.type is RelationType.IN), None)


def _left_out(graph: SceneGraph, objects: Iterable[str]) -> set[Fact]:
    mentioned = set(objects)
    return {fact for fact in graph_facts(graph) if fact.terms[0] not in mentioned}


def _actions(domain: NestedList) -> Iterable[tuple[str, _Effects]]:
    for action in sections(domain, ":action"):
        fields = {str(key): value for key, value in zip(action[2::2], action[3::2], strict=True)}
        parameters, effect = fields.get(":parameters", []), fields.get(":effect", [])
        if not isinstance(parameters, list) or not isinstance(effect, list):
            raise PddlTextError(f"action {action[1]}: parameters and effect must stand in parentheses")
        added: list[Fact] = []
        deleted: list[Fact] = []
        for part in effect[1:] if effect[:1] == ["and"] else [effect]:
            if isinstance(part, list) and part[:1] == ["increase"]:
                continue
            if isinstance(part, list) and part[:1] == ["not"]:
                deleted.append(_fact(part[1]))
            else:
                added.append(_fact(part))
        yield str(action[1]), _Effects(variables(parameters), tuple(added), tuple(deleted))


def _fact(expression: NestedList | str) -> Fact:
    words = [part for part in expression if isinstance(part, str)] if isinstance(expression, list) else []
    if not words or len(words) != len(expression) or words[0] in ("when", "forall", "and", "or", "not", "exists"):
        raise PddlTextError(f"{write(expression)}: expected a plain fact, e.g. (at apple_1 kitchen_2)")
    return Fact(words[0], tuple(words[1:]))


def _bound(fact: Fact, binding: Mapping[str, str]) -> Fact:
    return Fact(fact.predicate, tuple(binding.get(term, term) for term in fact.terms))
