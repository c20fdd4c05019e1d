# SPDX-License-Identifier: Apache-2.0
"""Right answers in hierarchical planning (planner_node/strategies/hierarchical/questions.py).

The plan of the truth is cut where a part of the goal comes true for good: each piece is the block of a macro action,
called after that part. What a macro action changes for good are its postconditions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from makedo_core.goals.facts import words
from makedo_core.goals.goal import AllOf, Holds
from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, SkillCall
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.grounding.scene import Scene
from planner_node.pddl.model import DomainError, PddlTask
from planner_node.pddl.names import pddl_name
from planner_node.pddl.simulate import StateView, simulate
from planner_node.proof.backend import Manner
from planner_node.strategies.hierarchical.guided import EVERYTHING
from planner_node.strategies.statement import said


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro action: what it is called, what it brings about, and its block."""

    name: str
    after: tuple[Literal, ...]
    calls: tuple[SkillCall, ...]


def macros(truth: Truth) -> tuple[Macro, ...]:
    """The macro actions of a truth, in the names of the problem that a strategy has made of the task."""
    problem = _problem(truth)
    names = (lambda name: name) if truth.problem is not None else pddl_name
    calls = tuple(SkillCall(c.skill, tuple(map(names, c.arguments))) for c in truth.calls)
    wanted = tuple(x.bind({t: names(t) for t in x.terms}) for x in truth.wanted)
    if problem is None:
        return (Macro("Do what is asked for", wanted, calls),)
    states = tuple(_states(problem, calls))
    cuts: dict[int, list[Literal]] = {}
    for literal in wanted:
        at = _true_for_good(literal, states)
        if at > 0:
            cuts.setdefault(at, []).append(literal)
    ends = sorted(cuts.keys() | ({len(calls)} if calls else set()))
    found = []
    for start, end in zip([0, *ends], ends, strict=False):
        made = tuple(cuts.get(end, ()))
        lasting = sorted((states[end].facts & states[-1].facts) - states[start].facts, key=str)
        name = "; ".join(f"make sure that {words(x)}" for x in made) or "leave things as they should be"
        found.append(Macro(name, tuple(dict.fromkeys((*made, *lasting))), calls[start:end]))
    return tuple(found)


def _states(problem: PddlTask, calls: Sequence[SkillCall]) -> Iterator[StateView]:
    """The state at first and after each call; a call that cannot be made changes nothing."""
    state = problem.initial
    yield StateView(problem.domain, state, problem.universe)
    for call in calls:
        run = simulate(replace(problem, initial=state, goal=AllOf(())), (call,))
        state = run.states[-1]
        yield StateView(problem.domain, state, problem.universe)


def _true_for_good(literal: Literal, states: Sequence[StateView]) -> int:
    """After how many calls it is true and stays so; -1: it is not true in the end, or was never false."""
    plain = Literal(literal.predicate, literal.terms)
    false = [i for i, state in enumerate(states) if (plain in state) == literal.negated]
    if not false or false[-1] == len(states) - 1:
        return -1
    return false[-1] + 1


def _problem(truth: Truth) -> PddlTask | None:
    """The task in PDDL; None where PDDL cannot express its goal, as with a thing that is made up."""
    if truth.problem is not None:
        return truth.problem
    ontology, task = load_ontology(), truth.task
    backend = None if task.domain is None else DomainBackend(task.domain, task.graph, ontology)
    scene = Scene(task.graph, ontology, task.known_failures, backend=backend, asks=False)
    known = [Holds(x) for x in truth.wanted if all(t in task.graph for t in x.terms)]
    try:
        return scene.backend.task(AllOf(tuple(known)), Manner())
    except DomainError:
        return None


def _select(question: Question, truth: Truth) -> str:
    """Classes of all that the goal and the steps speak of; of what is made up, the name."""
    named = [t for x in truth.wanted for t in x.terms] + [a for c in truth.calls for a in c.arguments]
    types = {} if truth.problem is None else {o.name: o.type for o in truth.problem.objects}
    offered = question.blocks.get("classes", "").splitlines()
    classes = {n: types.get(n) or (truth.graph[n].label if n in truth.graph else "") for n in named}
    chosen = dict.fromkeys(kind or name for name, kind in classes.items() if not kind or kind in offered)
    return json.dumps({"classes": list(chosen)[:100] or offered[:1]})


def _macros(question: Question, truth: Truth) -> str:
    return json.dumps({"steps": [m.name for m in macros(truth)][:40] or ["do nothing"]})


def _conditions(question: Question, truth: Truth) -> str:
    """Of the macro actions that are shown, whoever named them."""
    lines = question.blocks.get("macros", "").splitlines()
    known = macros(truth)
    stated = []
    for number, line in enumerate(lines):
        macro = _called(line.partition(". ")[2].partition("; before:")[0], number, known)
        after = [] if macro is None else [said(x) for x in macro.after]
        stated.append({"before": [], "after": after[:40]})
    return json.dumps({"macros": stated})


def _block(question: Question, truth: Truth) -> str:
    """The calls of the macro action that is shown."""
    history = question.blocks.get("history", "")
    number = 0 if history == "nothing yet" else len(history.splitlines())
    name = question.blocks.get("macro", EVERYTHING)
    if name == EVERYTHING:
        calls = [call for macro in macros(truth) for call in macro.calls]
    else:
        macro = _called(name, number, macros(truth))
        calls = [] if macro is None else list(macro.calls)
    return json.dumps({"thoughts": "one step after the other", "calls": [str(c) for c in calls][:200]})


def _called(name: str, number: int, known: Sequence[Macro]) -> Macro | None:
    """The macro action of a name; of a name that was made up, the one at its place."""
    by_name = {m.name: m for m in known}
    return by_name.get(name) or (known[number] if number < len(known) else None)


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {
        "hierarchical_select": _select,
        "hierarchical_macros": _macros,
        "hierarchical_conditions": _conditions,
        "hierarchical_refine": _conditions,
        "hierarchical_block": _block,
        "hierarchical_correct": _block,
        "hierarchical_plan": _block,
    }
)
