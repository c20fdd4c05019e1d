# SPDX-License-Identifier: Apache-2.0
"""Delete-relaxed reachability: what can become true at all, and why something cannot.

Ignoring what instances delete, a fixpoint over facts and instances reaches everything that any plan can reach
(and more). A goal literal that is not reached is hopeless: that is a proof.
"""

from __future__ import annotations

from makedo_core.goals.facts import failing_clauses, failing_words, words
from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import FLUENTS, SKILLS, Literal, Predicate, SkillCall
from planner_node.proof.problem import Problem
from planner_node.proof.tried import tried_words

_MAX_DEPTH = 6
_PLACING = (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN, Predicate.POURED, Predicate.HOLDING)
NO_SKILL = "no skill can bring it about that"  # begins what is said where no cause is known
_NEVER_CAUSED = (Predicate.FULL,)
_NEVER_MOVED = {
    NodeKind.ASSET: "is furniture, which the robot does not move",
    NodeKind.ROOM: "is a room, which nobody moves",
    NodeKind.AGENT: "is the robot itself",
}


def reachable(problem: Problem) -> frozenset[int]:
    """Numbers of all facts that the delete relaxation reaches."""
    watching: dict[int, list[int]] = {}
    missing = []
    ready = []
    for index, instance in enumerate(problem.instances):
        missing.append(len(instance.needs))
        if not instance.needs:
            ready.append(index)
        for fact in instance.needs:
            watching.setdefault(fact, []).append(index)
    seen = set(problem.initial)
    frontier = list(problem.initial)
    for index in ready:
        fresh = [f for f in problem.instances[index].adds if f not in seen]
        seen.update(fresh)
        frontier.extend(fresh)
    while frontier:
        for index in watching.get(frontier.pop(), ()):
            missing[index] -= 1
            if missing[index] == 0:
                fresh = [f for f in problem.instances[index].adds if f not in seen]
                seen.update(fresh)
                frontier.extend(fresh)
    return frozenset(seen)


def why_hopeless(problem: Problem, literal: Literal) -> str:
    """Why a literal cannot become true, in plain words: the deepest cause, e.g. "fridge 1 is locked"."""
    seen = {problem.literals[n] for n in reachable(problem)}
    return _cause(problem, literal, seen, set(), 0) or f"{NO_SKILL} {words(literal)}"


def wrong_kind(literal: Literal, graph: SceneGraph) -> str:
    """Why a literal about where something is could never be brought about, by the kinds of its nodes; empty: it could.

    Only objects are moved, and only furniture is a place for them.
    """
    if literal.predicate not in _PLACING:
        return ""
    moved, *places = (graph[term] for term in literal.terms)
    if moved.kind is not NodeKind.OBJECT:
        return f"{spoken(moved.id)} {_NEVER_MOVED[moved.kind]}"
    side = "in" if literal.predicate in (Predicate.INSIDE, Predicate.POURED) else "on"
    wrong = (f"{spoken(p.id)} is no furniture to put things {side}" for p in places if p.kind is not NodeKind.ASSET)
    return next(wrong, "")


def _cause(problem: Problem, literal: Literal, seen: set[Literal], asked: set[Literal], depth: int) -> str:
    """Follow a literal to preconditions that no skill can change."""
    if literal in asked or depth > _MAX_DEPTH:
        return ""
    asked.add(literal)
    if literal.predicate is Predicate.HOLDING and not _placed(problem, literal.terms[0]):
        return f"nobody knows where {spoken(literal.terms[0])} is"
    if literal.predicate is Predicate.CLEAR:
        return _what_stays(problem, literal.terms[0], seen)
    for call in _achievers(problem, literal):
        for clause in failing_clauses(call, problem.statics):
            if any(part in seen for part in clause):
                continue
            for part in clause:
                if part.predicate not in FLUENTS or part.predicate in _NEVER_CAUSED:
                    return tried_words(part, problem.learnt) or failing_words(part)
            # Of "it is on the drawer or the drawer is open" the door is what people want to hear of.
            for part in sorted(clause, key=lambda p: p.predicate in (Predicate.ON, Predicate.INSIDE)):
                deeper = _cause(problem, part, seen, asked, depth + 1)
                if deeper:
                    return deeper
    return ""


def _what_stays(problem: Problem, below: str, seen: set[Literal]) -> str:
    """What rests on or in a node and can never be picked up; empty: nothing."""
    for fact in sorted(problem.statics, key=str):
        if fact.predicate in (Predicate.ON, Predicate.INSIDE) and fact.terms[1] == below:
            if Literal(Predicate.HOLDING, fact.terms[:1]) not in seen:
                return f"{words(fact)} and stays there"
    return ""


def _placed(problem: Problem, object_id: str) -> bool:
    return any(f.predicate in _PLACING and f.terms[0] == object_id for f in problem.statics)


def _achievers(problem: Problem, literal: Literal) -> list[SkillCall]:
    """Calls of the catalogue that make a literal true, whether or not they can ever be made."""
    calls = []
    supports = [
        f.terms[1]
        for f in sorted(problem.statics, key=str)
        if f.predicate in (Predicate.ON, Predicate.INSIDE) and literal.terms and f.terms[0] == literal.terms[0]
    ]
    for name, spec in SKILLS.items():
        for effect in spec.effects:
            if effect.predicate is not literal.predicate or effect.negated is not literal.negated:
                continue
            bound = dict(zip(effect.terms, literal.terms, strict=True))
            free = [p.name for p in spec.parameters if p.name not in bound]
            for support in supports if free else [""]:
                binding = {**bound, **dict.fromkeys(free, support)}
                calls.append(SkillCall(name, tuple(binding[p.name] for p in spec.parameters)))
    return calls
