# SPDX-License-Identifier: Apache-2.0
"""The setting "subgoal decomposition" in VirtualHome: its prompts, and plans written as states to be reached in turn.

The scorer makes actions of each subgoal: it finds the object, takes in the hand what it must hold, and does the one
action that brings the state about. A plan of our own actions becomes subgoals action by action.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType

from makedo_core.skills import SkillCall
from makedo_eval.eai.planning import CHARACTER, DOMAIN, EaiAnswer, planned
from makedo_eval.eai.prompts import EaiTask, EaiThing, action_goals, parts_of

SUBGOAL_PROMPTS = Path("virtualhome_eval/evaluation/subgoal_decomposition/prompts/helm_prompts.json")
"""The prompts of this setting, below the unpacked wheel."""

_PARTS = (
    "## Relevant Objects in the Scene",
    "## Initial States",
    "## Goal States",
    "[Actions Must Include]",
    "## Necessity to Use Actions",
)
_OBJECT = re.compile(r"^\| (?P<name>\S+)\.(?P<id>\d+) \| \S+ \| \[(?P<words>.*)\] \|$", re.M)
_FACT = re.compile(r"^(?P<name>[A-Z_]+)\((?P<arguments>[^()]+)\)$", re.M)
_RELATIONS: Mapping[str, str] = MappingProxyType({"ONTOP": "ON", "NEXT_TO": "CLOSE"})
"""Relations that have another name in the setting of actions."""

_NO_SUBGOAL = ("standup", "drop", "putoff", "greet", "pointat")
"""Actions that no subgoal brings about."""

_LOOKS = frozenset(
    {"walk", "walk-into", "walk-within", "find", "turnto", "lookat", "watch", "puton", "sleep", "wakeup"}
)
"""Actions after which the character faces what it did, or before which the scorer does not find the object."""

_ACTIONS = frozenset(
    "drink eat cut touch lookat watch read type push pull move squeeze sleep wakeup rinse scrub wash".split()
)
"""Actions that are subgoals by their names."""

_STATES: Mapping[str, str] = MappingProxyType(
    {
        "open": "OPEN({0})",
        "close": "CLOSED({0})",
        "switchon": "ON({0})",
        "switchoff": "OFF({0})",
        "plugin": "PLUGGED_IN({0})",
        "plugout": "PLUGGED_OUT({0})",
        "wipe": "CLEAN({0})",
        "walk": "NEXT_TO({me}, {0})",
        "find": "NEXT_TO({me}, {0})",
        "turnto": "FACING({me}, {0})",
        "sit": "ONTOP({me}, {0})",
        "lie": "ONTOP({me}, {0})",
        "puton": "ONTOP({0}, {me})",
        "putback": "ONTOP({0}, {1})",
        "putin": "INSIDE({0}, {1})",
        "pour": "INSIDE({0}, {1})",
    }
)
"""The state that an action brings about; {me} is the character."""


def read_subgoal_prompt(identifier: str, text: str) -> EaiTask:
    """The task that a prompt of this setting tells; objects have their numbers in their names.

    Raises:
        DatasetError: if a part of the prompt is missing.
    """
    objects, now, wanted, actions = parts_of(identifier, text, _PARTS)
    states: dict[str, set[str]] = {}
    edges = []
    for relation, arguments in _facts(now):
        if len(arguments) == 1:
            states.setdefault(_known_as(arguments[0]), set()).add(relation)
        else:
            edges.append((_number(arguments[0]), relation, _number(arguments[1])))
    asked = tuple(_facts(wanted))
    return EaiTask(
        identifier,
        tuple(
            EaiThing(int(m["id"]), _known_as(f"{m['name']}.{m['id']}"), _properties(m["name"], m["words"]))
            for m in _OBJECT.finditer(objects)
        ),
        tuple((name, frozenset(found)) for name, found in states.items()),
        tuple(edges),
        tuple(dict.fromkeys((_known_as(a[0]), state) for state, a in asked if len(a) == 1)),
        tuple(dict.fromkeys((_known_as(a[0]), relation, _known_as(a[1])) for relation, a in asked if len(a) == 2)),
        action_goals(actions),
    )


def subgoals(task: EaiTask, time_limit_s: float) -> EaiAnswer:
    """The subgoals of a plan, in the scorer's format."""
    begun = time.process_time()
    faces = any(relation == "FACING" for _, relation, _ in task.edge_goals)
    domain = finding(DOMAIN.read_text(encoding="utf-8"), faces)
    calls, left_out = planned(replace(task, things=_of_use(task), edges=_placed(task)), domain, time_limit_s)
    steps = written_subgoals(calls, task.things)
    text = json.dumps({"output": steps}) if steps else ""
    return EaiAnswer(task.id, text, len(steps), left_out, time.process_time() - begun)


def finding(domain: str, faces: bool) -> str:
    """The domain, in which what is no subgoal is left out.

    Args:
        domain: of actions.
        faces: whether it matters what is faced: the scorer finds an object before it acts on it, and whoever finds an
            object faces nothing any more.
    """
    domain = domain.replace("(or (near ?o) (sitting) (lying))", "(near ?o)")  # who sits cannot go and find anything
    head, *actions = re.split(r"(?=\(:action )", domain)
    kept = []
    for action in actions:
        name = action.removeprefix("(:action ").split(maxsplit=1)[0]
        if name in _NO_SUBGOAL:
            continue
        if faces and name not in _LOOKS:
            action = action.replace(":effect (and", ":effect (and (forall (?any - thing) (not (facing ?any)))", 1)
        kept.append(action)
    end = "" if actions and actions[-1] in kept else ")"
    return head + "".join(kept) + end


def written_subgoals(calls: Sequence[SkillCall], things: Sequence[EaiThing]) -> list[str]:
    """A subgoal for each step of a plan; walking to what the next step finds anyway is left out."""
    names = {f"o{t.id}": f"{CHARACTER}.{t.id}" if t.name == CHARACTER else t.name for t in things}
    me = next((names[f"o{t.id}"] for t in things if t.name == CHARACTER), f"{CHARACTER}.65")
    rooms = {call.arguments[0] for call in calls if call.skill == "walk-into"}
    steps: list[str] = []
    for call, after in zip_longest(calls, calls[1:]):
        given = [names[a] for a in call.arguments]
        verb = call.skill.split("-")[0]
        if verb == "walk" and after is not None and call.arguments[0] == _found_by(after):
            continue
        if verb == "grab":
            hand = "HOLDS_LH" if call.skill.startswith("grab-left") else "HOLDS_RH"
            steps.append(f"{hand}({me}, {given[0]})")
        elif verb == "walk" and call.arguments[0] in rooms:
            steps.append(f"INSIDE({me}, {given[0]})")
        elif verb in _ACTIONS:
            steps.append(f"{verb.upper()}({given[0] if given else ''})")
        else:
            steps.append(_STATES[verb].format(*given, me=me))
    return steps


def _found_by(call: SkillCall) -> str:
    """The last object that the scorer finds for a subgoal."""
    if call.skill.startswith("walk") or call.skill == "puton" or not call.arguments:
        return ""
    return call.arguments[1] if call.skill in ("putback", "putin", "pour") else call.arguments[0]


def _of_use(task: EaiTask) -> tuple[EaiThing, ...]:
    """The things that something can be done with, that are in a room or on something, or that a goal names."""
    named = {name for name, _ in task.state_goals} | {n for a, _, b in task.edge_goals for n in (a, b)}
    placed = {number for a, _, b in task.edges for number in (a, b)}
    return tuple(t for t in task.things if t.properties - {"SURFACES"} or t.name in named or t.id in placed)


def _placed(task: EaiTask) -> tuple[tuple[int, str, int], ...]:
    """What is told of places, and what the goal tells: what is near whoever is to be in a room is in that room."""
    ids = {t.name: t.id for t in task.things}
    known = {a for a, relation, _ in task.edges if relation == "INSIDE"}
    mine = [(relation, ids[b]) for a, relation, b in task.edge_goals if a == CHARACTER and b in ids]
    rooms = [number for relation, number in mine if relation == "INSIDE"]
    near = [number for relation, number in mine if relation in ("FACING", "CLOSE", "ON") and number not in known]
    return (*task.edges, *((number, "INSIDE", room) for number in near for room in rooms[:1]))


def _facts(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for found in _FACT.finditer(text):
        name = found["name"]
        arguments = tuple(part.strip() for part in found["arguments"].split(","))
        yield (_RELATIONS.get(name, name) if len(arguments) == 2 else name), arguments


def _properties(name: str, words: str) -> frozenset[str]:
    """What a prompt tells, and that water can be taken, as the rules of VirtualHome have it."""
    return frozenset(re.findall(r"\w+", words)) | ({"GRABBABLE"} if name == "water" else set())


def _known_as(name: str) -> str:
    return CHARACTER if name.startswith(f"{CHARACTER}.") else name


def _number(name: str) -> int:
    return int(name.rpartition(".")[2])
