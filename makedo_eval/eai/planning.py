# SPDX-License-Identifier: Apache-2.0
"""From what an agent is told to an answer: a planning task, Makedo's search, and the plan in the benchmark's format."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from makedo_core.skills import SkillCall
from makedo_eval.eai.prompts import EaiTask, EaiThing
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.model import PddlTask
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.search import SearchLimits

DOMAIN = Path(__file__).with_name("virtualhome.pddl")
CHARACTER = "character"

_PROPERTIES: Mapping[str, str] = MappingProxyType(
    {
        "CAN_OPEN": "openable",
        "HAS_SWITCH": "switchable",
        "HAS_PLUG": "pluggable",
        "GRABBABLE": "grabbable",
        "MOVABLE": "movable",
        "SITTABLE": "sittable",
        "LIEABLE": "lieable",
        "DRINKABLE": "drinkable",
        "POURABLE": "pourable",
        "RECIPIENT": "recipient",
        "READABLE": "readable",
        "LOOKABLE": "lookable",
        "EATABLE": "eatable",
        "CUTTABLE": "cuttable",
        "CUTABLE": "cuttable",
        "CLOTHES": "clothing",
        "PERSON": "person",
    }
)
_STATES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "OPEN": ("is-open", "openable"),
        "CLOSED": ("is-closed", "openable"),
        "ON": ("is-on", "switchable"),
        "OFF": ("is-off", "switchable"),
        "PLUGGED_IN": ("plugged-in", "pluggable"),
        "PLUGGED_OUT": ("plugged-out", "pluggable"),
        "CLEAN": ("clean", ""),
        "DIRTY": ("dirty", ""),
    }
)
"""The fact of a state, and the property of what can be brought into it."""

_OF_CHARACTER: Mapping[str, str] = MappingProxyType(
    {
        "CLOSE": "near",
        "NEAR": "near",
        "FACING": "facing",
        "INSIDE": "in",
        "ON": "upon",
        "HOLDS_RH": "right",
        "HOLDS_LH": "left",
    }
)
_OF_THINGS: Mapping[str, str] = MappingProxyType({"ON": "on", "INSIDE": "inside", "CLOSE": "beside", "NEAR": "beside"})


_ROOMS = frozenset({"home_office", "kitchen", "hallway"})
"""Names of rooms that do not end in "room"."""

_OF_TWO = frozenset({"PUTBACK", "PUTIN", "POUR"})
"""Actions that are written with two objects; of the others, our second argument only says how."""


@dataclass(frozen=True, slots=True)
class EaiAnswer:
    """What an agent answers.

    Attributes:
        task: its identifier.
        text: in the format that the scorer reads; empty: there is no plan.
        steps: of the plan.
        left_out: goals that the plan leaves out, because no plan for all of them was found.
        cpu_s: from the prompt to the text [s].
    """

    task: str
    text: str
    steps: int
    left_out: tuple[str, ...]
    cpu_s: float


def answer(task: EaiTask, time_limit_s: float) -> EaiAnswer:
    """The actions of a plan, in the scorer's format."""
    begun = time.process_time()
    calls, left_out = planned(task, DOMAIN.read_text(encoding="utf-8"), time_limit_s)
    text = written(calls or _something(task), task.things)
    return EaiAnswer(task.id, text, text.count(": ["), left_out, time.process_time() - begun)


def planned(task: EaiTask, domain: str, time_limit_s: float) -> tuple[tuple[SkillCall, ...], tuple[str, ...]]:
    """Plan for all goals; if there is no plan, for as many as there is one for, one after the other.

    Returns:
        The plan, and the goals that it leaves out.
    """
    deadline_s = time.monotonic() + time_limit_s
    wanted, actions = list(goals(task)), task.action_goals
    calls = _solved(domain, task, wanted, actions, deadline_s)
    left_out: list[str] = []
    if calls is None:
        calls = ()
        met: list[str] = []
        for actions in (task.action_goals, ()):
            if (found := _solved(domain, task, [], actions, deadline_s)) is not None:
                calls = found
                break
        left_out = ["actions"] if actions != task.action_goals else []
        for goal in wanted:
            if (found := _solved(domain, task, [*met, goal], actions, deadline_s)) is None:
                left_out.append(goal)
            else:
                calls, met = found, [*met, goal]
    return calls, tuple(left_out)


def _solved(
    domain: str, task: EaiTask, wanted: Sequence[str], actions: Sequence[tuple[str, ...]], deadline_s: float
) -> tuple[SkillCall, ...] | None:
    known = read_domain(counting(domain, actions)).value
    asked: PddlTask = read_task(problem(task, wanted, len(actions)), known).value
    result = Builtin().solve(asked, SearchLimits(deadline_s=deadline_s))
    return result.calls if result.status is EngineStatus.PLAN else None


def counting(domain: str, actions: Sequence[tuple[str, ...]]) -> str:
    """The domain, in which the asked actions are counted in their order: (done-2) holds after the first two."""
    if not actions:
        return domain
    facts = " ".join(f"(done-{n})" for n in range(len(actions) + 1))
    text = domain.replace("(:predicates", f"(:predicates {facts}", 1)
    for verb in dict.fromkeys(option.lower() for goal in actions for option in goal):
        steps = [n for n, goal in enumerate(actions) if verb.upper() in goal]
        counted = " ".join(f"(when (done-{n}) (and (done-{n + 1}) (not (done-{n}))))" for n in steps)
        pattern = rf"(\(:action {verb}(?:-[a-z-]+)? .*?:effect \(and)"
        text = re.sub(pattern, rf"\1 {counted}", text, flags=re.S)
    return text


def problem(task: EaiTask, wanted: Iterable[str], actions: int) -> str:
    """A planning task as PDDL: what is told, what is wanted, and how many actions are asked for."""
    things = _without_character(task)
    facts = [*_initial(task, things), *(["(done-0)"] if actions else [])]
    goal = [*wanted, *([f"(done-{actions})"] if actions else [])]
    return (
        f"(define (problem task) (:domain virtualhome)\n(:objects {' '.join(_name(t.id) for t in things)} - thing)\n"
        f"(:init {' '.join(dict.fromkeys(facts))})\n(:goal (and {' '.join(goal)})))"
    )


def goals(task: EaiTask) -> Iterator[str]:
    """The goals as PDDL. A state of a name is one of all objects of that name, a relation one of any of them."""
    things = _without_character(task)
    for name, state in task.state_goals:
        if name == CHARACTER and state in ("SITTING", "LYING"):
            yield f"({state.lower()})"
        elif state in _STATES:
            fact, needs = _STATES[state]
            named = [t for t in things if t.name == name]
            able = [t for t in named if not needs or needs in _able(t)]
            yield from (f"({fact} {_name(t.id)})" for t in able or named)
    for name, relation, other in task.edge_goals:
        ways = [
            fact
            for a in ([None] if name == CHARACTER else [t for t in things if t.name == name])
            for b in ([None] if other == CHARACTER else [t for t in things if t.name == other])
            if (fact := _relation(a, relation, b))
        ]
        if ways:
            yield ways[0] if len(ways) == 1 else f"(or {' '.join(ways)})"


def _something(task: EaiTask) -> tuple[SkillCall, ...]:
    """Where all holds already: an answer must not be empty, so the character walks to what the goals speak of."""
    named = {name for name, _ in task.state_goals} | {n for a, _, b in task.edge_goals for n in (a, b)}
    things = sorted(_without_character(task), key=lambda t: t.name not in named)
    return tuple(SkillCall("walk", (_name(t.id),)) for t in things[:1])


def written(calls: Sequence[SkillCall], things: Iterable[EaiThing]) -> str:
    """A plan as the scorer reads it: one JSON object whose keys repeat.

    An action without objects is written with a blank between its brackets, for the scorer's reader skips "[]".
    """
    names = {_name(t.id): t for t in things}
    steps = []
    for call in calls:
        verb, arguments = call.skill.upper().split("-")[0], call.arguments
        given = [names[a] for a in (arguments if verb in _OF_TWO else arguments[:1])]
        words = [json.dumps(part) for t in given for part in (t.name, t.id)]
        steps.append(f'"{verb}": [{", ".join(words) or " "}]')
    return "{" + ", ".join(steps) + "}" if steps else ""


def _without_character(task: EaiTask) -> list[EaiThing]:
    return [t for t in task.things if t.name != CHARACTER]


def _initial(task: EaiTask, things: Sequence[EaiThing]) -> Iterator[str]:
    """What is told of the beginning, and that what is wanted in a hand, or upon something, can be."""
    ids = {t.id for t in things}
    for thing in things:
        yield from (f"({fact} {_name(thing.id)})" for fact in _able(thing) | _asked_of(thing, task))
    for name, states in _told(task):
        named = [t for t in things if t.name == name]
        facts = [_STATES[s][0] for s in sorted(states) if s in _STATES]
        yield from (f"({fact} {_name(t.id)})" for t in named for fact in facts)
        if name == CHARACTER:
            yield from (f"({s.lower()})" for s in ("SITTING", "LYING") if s in states)
    yield from _enclosures(task, things)
    for a, relation, b in task.edges:
        if a in ids and b in ids and relation in _OF_THINGS:
            yield f"({_OF_THINGS[relation]} {_name(a)} {_name(b)})"
            if relation in ("CLOSE", "NEAR"):
                yield f"(beside {_name(b)} {_name(a)})"
        elif b in ids and a not in ids and relation in _OF_CHARACTER:
            yield f"({_OF_CHARACTER[relation]} {_name(b)})"
            yield from {"HOLDS_RH": ("(right-full)",), "HOLDS_LH": ("(left-full)",)}.get(relation, ())
        elif a in ids and b not in ids and relation == "ON":
            yield f"(worn {_name(a)})"


def _enclosures(task: EaiTask, things: Sequence[EaiThing]) -> Iterator[str]:
    """What is inside what: a room, or something that can be opened and is open only if that is told."""
    by_id = {t.id: t for t in things}
    told = dict(_told(task))
    for a, relation, b in task.edges:
        if relation == "INSIDE" and a in by_id and b in by_id:
            if "room" in _able(by_id[b]):
                yield f"(room-of {_name(a)} {_name(b)})"
            elif "openable" in _able(by_id[b]):
                yield f"(container {_name(a)} {_name(b)})"
                if "OPEN" not in told.get(by_id[b].name, ()):
                    yield f"(enclosed {_name(a)})"


def _told(task: EaiTask) -> Iterator[tuple[str, frozenset[str]]]:
    """States by name; of several objects of a name, those that all of them have."""
    counts = Counter(name for name, _ in task.states)
    named = Counter(t.name for t in task.things)
    for name in counts:
        told = [states for other, states in task.states if other == name]
        common = frozenset.intersection(*told)
        if name == CHARACTER or counts[name] == named[name] or len(set(told)) == 1:
            yield name, common


def _able(thing: EaiThing) -> frozenset[str]:
    facts = {_PROPERTIES[p] for p in thing.properties if p in _PROPERTIES}
    kind = thing.name.partition(".")[0]
    facts |= {"knife"} if "knife" in kind else set()
    facts |= {"room"} if kind.endswith("room") or kind in _ROOMS else set()
    return frozenset(facts | ({"liquid"} if kind == "water" else set()))


def _asked_of(thing: EaiThing, task: EaiTask) -> frozenset[str]:
    """A goal says what can be: what is to be held can be taken, what is to be somewhere can be taken, too."""
    asked = {
        "grabbable"
        for name, relation, other in task.edge_goals
        if (name == CHARACTER and relation.startswith("HOLDS") and other == thing.name)
        or (name == thing.name and relation in ("ON", "INSIDE"))
    }
    return frozenset(asked)


def _relation(a: EaiThing | None, relation: str, b: EaiThing | None) -> str:
    """A relation as a fact; None is the character; empty: nothing that can be said."""
    if a is None and b is not None and _OF_CHARACTER.get(relation) == "near":
        return f"(or (near {_name(b.id)}) (right {_name(b.id)}) (left {_name(b.id)}))"
    if a is None and b is not None and relation in _OF_CHARACTER:
        return f"({_OF_CHARACTER[relation]} {_name(b.id)})"
    if a is not None and b is None:
        return {"ON": f"(worn {_name(a.id)})", "CLOSE": f"(near {_name(a.id)})"}.get(relation, "")
    if a is not None and b is not None and a != b and relation in _OF_THINGS:
        return f"({_OF_THINGS[relation]} {_name(a.id)} {_name(b.id)})"
    return ""


def _name(number: int) -> str:
    return f"o{number}"
