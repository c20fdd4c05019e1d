# SPDX-License-Identifier: Apache-2.0
"""The benchmark's upper bound: goals written by hand, planned by Fast Downward.

It gets each instruction's demands and what may be done instead, so it understands nothing and is no competitor.
It shows that the demands can be met where they are said to be, with the data set's own domains, and how long plans are.

The demands are pursued one after the other, each stage keeping what the earlier ones reached: the domains have no fact
for the bin that something was thrown into, nor for when a mop was cleaned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from benchmarks.contextmatters.fast_downward import solve
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, SceneGraph
from makedo_core.plan import Relaxation
from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.conditions import Condition, Empty, Gathered, LocationKind
from makedo_eval.contextmatters.dataset import BenchmarkTask
from makedo_eval.contextmatters.end_state import AT, INSIDE, ON, Fact, end_state, graph_facts
from makedo_eval.contextmatters.household_conditions import Clean, FloorClean, ThrownAway, Washed
from makedo_eval.contextmatters.interface import PlanRun
from makedo_eval.contextmatters.specification import Specification

_CONFIGURATION = "lama-first"
_LIMIT_S = 60.0


@dataclass(frozen=True, slots=True)
class _Stage:
    """Facts to reach, facts to be rid of, and nodes that must not be used on the way."""

    reached: tuple[Fact, ...] = ()
    gone: tuple[Fact, ...] = ()
    barred: frozenset[str] = frozenset()


def reference_run(task: BenchmarkTask, spec: Specification, graph: SceneGraph, program: Path) -> PlanRun:
    """A plan for what is demanded, else for the first alternative, else a refusal."""
    conditions = spec.demanded
    told: tuple[Relaxation, ...] = ()
    if not spec.attainable:
        if not spec.alternatives:
            return PlanRun(Outcome(FailureCause.NOTHING_ACCEPTABLE, spec.shortage))
        conditions = spec.alternatives[0].conditions
        kind = min(spec.alternatives[0].kinds)
        told = (Relaxation(kind, task.instruction, "what the scene allows", spec.shortage, 1.0),)
    stages = [stage for condition in conditions for stage in _stages(condition, graph, task.family)]
    domain = task.domain_path.read_text(encoding="utf-8")
    steps: tuple[SkillCall, ...] = ()
    facts = _start(graph, task.family)
    types = _types(stages, graph, task.family)
    planning_s = 0.0
    for done in range(1, len(stages) + 1):
        stage = stages[done - 1]
        left = {name: type_ for name, type_ in types.items() if name not in stage.barred}
        problem = _problem(task.family, left, facts, stages[:done])
        found = solve(program, domain, problem, _CONFIGURATION, _LIMIT_S)
        planning_s += found.cpu_s
        if not found.solved:
            outcome = Outcome(FailureCause.UNSOLVABLE_INCOMPLETE, f"stage {done}: {found.status}")
            return PlanRun(outcome, planning_s=planning_s)
        facts = end_state(domain, _problem(task.family, types, facts, stages[:done]), found.steps, graph).facts
        steps += found.steps
    problem = _problem(task.family, types, _start(graph, task.family), stages)
    return PlanRun(Outcome(), steps, told, problem, planning_s=planning_s)


def _stages(condition: Condition, graph: SceneGraph, family: str) -> Iterable[_Stage]:
    """One condition as facts of the family's domain."""
    if isinstance(condition, Gathered):
        place = condition.place.things.of(graph)[0]
        predicate = {
            LocationKind.IN_ROOM: AT,
            LocationKind.ON: ON,
            LocationKind.INSIDE: INSIDE,
            LocationKind.IN_OR_ON: INSIDE,
        }[condition.place.where]
        wanted: dict[str, None] = {}
        for group in condition.groups:
            wanted |= dict.fromkeys(group.things.of(graph)[: group.count])
        facts = tuple(Fact(predicate, (name, place)) for name in wanted)
        if family != "office_setup":
            yield _Stage(facts)
            return
        # With a derived predicate the search loses its way among many goals at once; what is full comes last.
        for fact in sorted(facts, key=lambda f: len(graph.contents(f.terms[0]))):
            yield _Stage((fact,))
    elif isinstance(condition, Empty):
        containers = condition.things.of(graph)
        inside = (f for f in graph_facts(graph) if f.predicate == INSIDE and f.terms[1] in containers)
        yield _Stage(gone=tuple(sorted(inside, key=str)))
    elif isinstance(condition, ThrownAway):
        right = condition.bins.of(graph)
        others = frozenset(n.id for n in graph if n.label.endswith("_bin") and n.id not in right)
        yield _Stage(tuple(Fact("thrashed", (name,)) for name in condition.things.of(graph)), barred=others)
    elif isinstance(condition, FloorClean):
        mops = tuple(node.id for node in graph if node.label == "mop")
        for room in condition.rooms.of(graph):
            yield _Stage((Fact("clean-floor", (room,)), *(Fact("is-clean", (mop,)) for mop in mops)))
    elif isinstance(condition, Clean | Washed):
        supplies = condition.supplies.of(graph) if isinstance(condition, Washed) else ()
        others = frozenset(n.id for n in graph if family == "laundry" and n.label in _SUPPLIES and n.id not in supplies)
        yield _Stage(tuple(Fact("is-clean", (name,)) for name in condition.things.of(graph)), barred=others)


def _start(graph: SceneGraph, family: str) -> frozenset[Fact]:
    """Places from the graph; what the data leaves open, as anybody would take it: floors are dirty, machines empty."""
    facts = set(graph_facts(graph)) | {Fact("is-free", (AGENT_ID,))}
    if family == "house_cleaning":
        facts |= {Fact("dirty-floor", (room.id,)) for room in graph.of_kind(NodeKind.ROOM)}
        facts |= {Fact("is-clean", (node.id,)) for node in graph if node.label == "mop"}
    if family == "laundry":
        for machine in (node.id for node in graph if node.label == "washing_machine"):
            facts |= {Fact("is-closed", (machine,)), Fact("is-empty", (machine,))}
        facts |= {Fact("is-dirty", (node.id,)) for node in graph if node.label.startswith("dirty_")}
    return frozenset(facts)


_SUPPLIES = ("detergent", "dish_soap")
_TOOLS = ("mop", "washing_machine", *_SUPPLIES)
_CONTAINERS = ("refrigerator", "fridge", "cupboard", "toy_box", "bookshelf", "sink", "magazine_rack", "laundry_basket")


def _common(label: str, kind: NodeKind) -> str:
    return {NodeKind.ROOM: "room", NodeKind.AGENT: "robot", NodeKind.ASSET: "", NodeKind.OBJECT: "grabbable"}[kind]


def _general(label: str, kind: NodeKind) -> str:
    return "container" if label in _CONTAINERS else _common(label, kind) or "surface"


def _tables(label: str, kind: NodeKind) -> str:
    return _common(label, kind) or "surface"


def _cleaning(label: str, kind: NodeKind) -> str:
    if label.endswith("_bin"):
        return "bin"
    return "mop" if label == "mop" else _common(label, kind).replace("grabbable", "disposable") or "locatable"


def _laundry(label: str, kind: NodeKind) -> str:
    if label == "washing_machine":
        return "washing-machine"
    kept = "cleaning-supply" if label in _SUPPLIES else _common(label, kind).replace("grabbable", "cleanable")
    return kept or "locatable"


def _office(label: str, kind: NodeKind) -> str:
    if label in ("shelf", "locker"):
        return "container"
    return "grabbable" if label in ("desk", "lamp") else _common(label, kind) or "locatable"


_TYPES: Mapping[str, Callable[[str, NodeKind], str]] = MappingProxyType(
    {
        "general": _general,
        "dining_setup": _tables,
        "house_cleaning": _cleaning,
        "laundry": _laundry,
        "office_setup": _office,
        "pc_assembly": _tables,
    }
)


def _types(stages: Sequence[_Stage], graph: SceneGraph, family: str) -> dict[str, str]:
    """Types of everything that matters: rooms, robot, what the goals name, what is in that, and tools.

    What things are to go into is a container, whatever else could be done with it.
    """
    named = {term for stage in stages for f in (*stage.reached, *stage.gone) for term in f.terms}
    named |= {content for name in named for content in graph.contents(name)}
    into = {f.terms[1] for stage in stages for f in stage.reached if f.predicate == INSIDE}
    kept = (
        node
        for node in graph
        if node.kind in (NodeKind.ROOM, NodeKind.AGENT)
        or node.id in named
        or node.label in _TOOLS
        or node.label.endswith("_bin")
    )
    usual = {n.id: _TYPES[family](n.label, n.kind) for n in kept}
    return {name: "container" if name in into and type_ == "surface" else type_ for name, type_ in usual.items()}


def _problem(family: str, types: Mapping[str, str], facts: Iterable[Fact], stages: Iterable[_Stage]) -> str:
    """PDDL of a problem: all nodes, the facts about them, and the goals of the stages."""
    known = sorted((f for f in facts if all(term in types for term in f.terms)), key=str)
    listed = list(stages)
    goal = dict.fromkeys(str(f) for stage in listed for f in stage.reached)
    rid = dict.fromkeys(f"(not {f})" for stage in listed for f in stage.gone)
    return "\n".join(
        (
            f"(define (problem {family}) (:domain {family.replace('_', '-')}-domain)",
            f"(:objects {' '.join(f'{name} - {type_}' for name, type_ in types.items())})",
            f"(:init {' '.join(map(str, known))})",
            f"(:goal (and {' '.join((*goal, *rid))})))",
        )
    )
