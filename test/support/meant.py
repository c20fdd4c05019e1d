# SPDX-License-Identifier: Apache-2.0
"""Instructions made from what they mean, and a reader of that meaning that shares nothing with the planner.

A meaning is drawn first; the sentence is made of it, and never read again: whether a plan does what is meant is decided
by the meaning, the scene, and a table of classes in this file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from random import Random

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.skills import SkillCall
from support.small_worlds import make_world

LABELS = ("apple", "banana", "orange", "cola_can", "tuna_can", "mug", "fork", "spoon", "book", "frobnicator")
GROUPS = {
    "fruit": frozenset({"apple", "banana", "orange"}),
    "cutlery": frozenset({"fork", "spoon"}),
    "can": frozenset({"cola_can", "tuna_can"}),
    **{
        label: frozenset({label}) for label in ("apple", "banana", "orange", "cola_can", "mug", "fork", "spoon", "book")
    },
}
"""What people mean by a class. A frobnicator may be anything that has kinds."""

WIDE = frozenset({"fruit", "cutlery"})
MASS = frozenset({"fruit", "cutlery"})
PLACES = ("table_1", "table_2", "table_3", "counter_1", "shelf_1")
TABLES = ("table_1", "table_2", "table_3")
COLOURS = ("red", "blue", "green")
NUMBERS = {1: "one", 2: "two", 3: "three"}
ROOMS = {"kitchen": ("table_1", "counter_1"), "living_room": ("table_2", "table_3", "shelf_1")}
BEYOND = ("carefully", "quickly", "gently", "for the party", "unless it rains", "after lunch", "or leave it", "tidily")
"""What nothing that a robot can plan for means; nothing with one of these is exactly done."""


class Amount(Enum):
    """How many are meant."""

    ALL = "all"
    EVERY = "every"
    THE = "the"
    BOTH = "both"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Things:
    """What is meant by a noun phrase.

    Attributes:
        kind: a class of GROUPS; None: whatever there is.
        count: of a NUMBER.
        colour: what they look like; empty: that does not matter.
        source: the furniture or room where they are now; empty: anywhere.
        excepted: a class of GROUPS that is not meant; empty: none.
    """

    kind: str | None
    amount: Amount
    count: int = 1
    colour: str = ""
    source: str = ""
    excepted: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Things that are to be moved.

    Attributes:
        places: where they are to be in the end; several: so many on each of them.
        said: how people call the places.
    """

    things: Things
    places: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is meant by a sentence.

    Attributes:
        parts: what is to be done; of no thing two of them speak.
        beyond: words that nothing can mirror; empty: none are said.
    """

    parts: tuple[Part, ...]
    beyond: str = ""


def draw_scene(random: Random) -> SceneGraph:
    """A home with a handful of things, some of which look like something, and some of which are nowhere."""
    counts = Counter(random.choices(LABELS, k=random.randint(3, 9)))
    names = [f"{label}_{i}" for label, count in counts.items() for i in range(1, count + 1)]
    lost = {name for name in names if random.random() < 0.06}
    graph = make_world(*(f"{name} on {random.choice(PLACES)}" for name in names if name not in lost))
    nodes = []
    for name in names:
        looks = frozenset({random.choice(COLOURS)}) if random.random() < 0.6 else frozenset()
        nodes.append(Node(name, name.rsplit("_", 1)[0], NodeKind.OBJECT, size=(0.06, 0.06, 0.1), attributes=looks))
    return graph.changed(put=nodes)


def draw_meaning(random: Random, graph: SceneGraph) -> Meaning:
    """Something that is to be done, mostly with what there is."""
    first = _part(random, graph, frozenset())
    parts = [first]
    if first.things.kind is not None and random.random() < 0.3:
        second = _part(random, graph, GROUPS[first.things.kind])
        if second.things.kind is not None:
            parts.append(second)
    return Meaning(tuple(parts), random.choice(BEYOND) if random.random() < 0.15 else "")


def _part(random: Random, graph: SceneGraph, taken: frozenset[str]) -> Part:
    here = {node.label for node in graph.of_kind(NodeKind.OBJECT)}
    kinds = [k for k, labels in GROUPS.items() if labels.isdisjoint(taken) and not labels.isdisjoint(here)]
    kind = random.choice(kinds) if kinds and (taken or random.random() < 0.85) else None
    amount = Amount.ALL if kind is None else random.choice(list(Amount))
    if kind in MASS and amount in (Amount.BOTH, Amount.EVERY, Amount.NUMBER):
        amount = Amount.THE
    excepted = amount is Amount.ALL and random.random() < 0.5
    things = Things(
        kind,
        amount,
        random.randint(1, 3),
        random.choice(COLOURS) if kind is not None and random.random() < 0.25 else "",
        random.choice((*PLACES, *ROOMS)) if random.random() < 0.35 else "",
        random.choice(list(GROUPS)) if excepted else "",
    )
    if amount is Amount.NUMBER and random.random() < 0.4:
        room = random.choice(("", "", *ROOMS))
        tables = tuple(t for t in TABLES if not room or t in ROOMS[room])
        said = f"{random.choice(('each', 'every'))} table"
        return Part(things, tables, f"{said} in the {_spoken(room)}" if room else said)
    place = random.choice(PLACES)
    return Part(things, (place,), _spoken(place))


def sentence(meaning: Meaning, random: Random) -> str:
    """How people say it."""
    said = []
    for part in meaning.parts:
        verb = random.choice(("put", "move", "bring", "take"))
        on = "to" if verb in ("bring", "take", "move") else "on"
        said.append(f"{verb} {_noun_phrase(part.things, random)} {on} {part.said}")
    text = random.choice((" and ", ", then ", ". ")).join(said)
    if meaning.beyond:
        text = random.choice((f"{text} {meaning.beyond}", f"{meaning.beyond}, {text}"))
    return random.choice(("", "", "please ", "could you ")) + text


def _noun_phrase(things: Things, random: Random) -> str:
    plural = _plural(things.kind)
    colour = f"{things.colour} " if things.colour else ""
    if things.kind is None:
        said = random.choice(("everything", "all things"))
    elif things.amount is Amount.NUMBER:
        said = f"{NUMBERS[things.count]} {colour}{plural if things.count > 1 else _spoken(things.kind)}"
    elif things.amount is Amount.EVERY:
        said = f"{random.choice(('every', 'each'))} {colour}{_spoken(things.kind)}"
    else:
        said = {Amount.ALL: "all", Amount.THE: "the", Amount.BOTH: "both"}[things.amount] + f" {colour}{plural}"
    source = f" from {'the ' if things.source in ROOMS else ''}{_spoken(things.source)}" if things.source else ""
    excepted = f" except the {_plural(things.excepted)}" if things.excepted else ""
    return f"{said}{excepted}{source}" if random.random() < 0.5 else f"{said}{source}{excepted}"


def _spoken(kind: str) -> str:
    return kind.replace("_", " ")


def _plural(kind: str | None) -> str:
    return _spoken(kind or "") + ("" if kind in MASS else "s")


def ends(graph: SceneGraph, calls: tuple[SkillCall, ...]) -> dict[str, str]:
    """Where each thing is in the end; by what the calls say, and no law of the planner's."""
    places = {n.id: graph.support(n.id) or "" for n in graph.of_kind(NodeKind.OBJECT)}
    for call in calls:
        if call.skill in ("put_on", "put_inside"):
            places[call.arguments[0]] = call.arguments[1]
    return places


def contradiction(meaning: Meaning, graph: SceneGraph, calls: tuple[SkillCall, ...]) -> str:
    """Why a plan is not exactly what is meant; empty if it is."""
    if meaning.beyond:
        return f"nothing means {meaning.beyond!r}"
    before, after = ends(graph, ()), ends(graph, calls)
    moved = {n for n in before if after[n] != before[n]}
    for part in meaning.parts:
        meant = {n: _is_meant(graph[n], part.things, before) for n in before}
        sure = {n for n, answer in meant.items() if answer == "yes"}
        moved -= sure
        wrong = _wrong(part, sure, {n for n, answer in meant.items() if answer == "perhaps"}, after)
        if wrong:
            return wrong
    return f"{sorted(moved)} are not surely meant and are moved" if moved else ""


def _wrong(part: Part, sure: set[str], unsure: set[str], after: dict[str, str]) -> str:
    """Why a part is not exactly done; empty if it is."""
    if part.things.amount is Amount.NUMBER:
        short = [p for p in part.places if sum(after[n] == p for n in sure) < part.things.count]
        return f"{short} have fewer than {part.things.count}" if short else ""
    left = {n for n in sure if after[n] not in part.places}
    if left or unsure:
        return f"{sorted(left)} are left, {sorted(unsure)} may be meant"
    wrong = part.things.amount is Amount.BOTH and len(sure) != 2
    return f"both are meant, and there are {len(sure)}" if wrong else ""


def _is_meant(node: Node, things: Things, before: dict[str, str]) -> str:
    """Whether a thing is meant: yes, no or perhaps."""
    answers = [_is_kind(node.label, things.kind)]
    if things.excepted:
        answers.append({"yes": "no", "no": "yes"}.get(_is_kind(node.label, things.excepted), "perhaps"))
    if things.colour and things.colour not in node.attributes:
        answers.append("no" if node.attributes else "perhaps")
    if things.source and before[node.id]:
        answers.append("yes" if before[node.id] in ROOMS.get(things.source, (things.source,)) else "no")
    if "no" in answers:
        return "no"
    return "perhaps" if "perhaps" in answers or not before[node.id] else "yes"


def _is_kind(label: str, kind: str | None) -> str:
    if kind is None:
        return "yes"
    if label == "frobnicator" and kind in WIDE:
        return "perhaps"
    return "yes" if label in GROUPS[kind] else "no"
