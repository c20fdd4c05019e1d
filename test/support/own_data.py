# SPDX-License-Identifier: Apache-2.0
"""Evaluation data of our own in the formats of the public data, which is no part of this repository.

Homes of a few rooms with the same furniture and things that differ. Tests on it run everywhere; those on the public
data only where that is.
"""

from __future__ import annotations

import io
import json
import shutil
import tarfile
from itertools import count
from pathlib import Path
from typing import Any

from makedo_eval.datasets.graph_homes import behavior, graph_home, office, robothow
from makedo_eval.datasets.virtualhome_goals import APARTMENTS, FOLDER

OPENS = ("CAN_OPEN", "CONTAINERS")
ROOMS = ("bathroom", "kitchen", "livingroom", "bedroom")
# Of VirtualHome: class, category, room, properties, states.
FURNITURE: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("fridge", "Appliances", "kitchen", (*OPENS, "HAS_SWITCH"), ("CLOSED", "ON")),
    ("microwave", "Appliances", "kitchen", (*OPENS, "HAS_SWITCH"), ("CLOSED", "OFF")),
    ("kitchencabinet", "Furniture", "kitchen", (*OPENS, "SURFACES"), ("CLOSED",)),
    ("kitchentable", "Furniture", "kitchen", ("SURFACES",), ()),
    ("coffeetable", "Furniture", "livingroom", ("SURFACES",), ()),
    ("sofa", "Furniture", "livingroom", ("SURFACES", "SITTABLE"), ()),
    ("tv", "Electronics", "livingroom", ("HAS_SWITCH",), ("OFF",)),
    ("bed", "Furniture", "bedroom", ("SURFACES", "LIEABLE"), ()),
    ("tablelamp", "Lamps", "bedroom", ("HAS_SWITCH",), ("ON",)),
)
# Class, category, what it lies on in the first home; in each further home it lies one piece of furniture on.
THINGS = (
    ("apple", "Food", "kitchentable"),
    ("bananas", "Food", "kitchentable"),
    ("mug", "Props", "coffeetable"),
    ("book", "Props", "coffeetable"),
    ("pillow", "Decor", "sofa"),
    ("magazine", "Props", "bed"),
)
SURFACES = ("kitchentable", "coffeetable", "sofa", "bed")
TOO_WIDE = ("pillow",)  # for any hand
WIDE = [0.4, 0.3, 0.4]  # [m]


def write(folder: Path) -> Path:
    """Write all data sets below a folder, where MAKEDO_DATA would have them; the folder."""
    for number, name in enumerate(APARTMENTS):
        _write(folder / FOLDER / name, apartment(number))
    _write(folder / behavior.FILE, [BAG_GROCERIES])
    _write(folder / office.FILE, OFFICE)
    _write(folder / robothow.FILE, [PUT_AWAY])
    _write_archive(folder / robothow.ARCHIVE, PUT_AWAY["graph"], {"init_graph": apartment(0)})
    _write_contextmatters(folder / "contextmatters")
    return folder


def apartment(number: int) -> dict[str, Any]:
    """A home in VirtualHome's format; each number has things at other places."""
    ids = count(1)
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []

    def add(
        label: str, category: str, at: float, properties: tuple[str, ...] = (), states: tuple[str, ...] = ()
    ) -> int:
        size = WIDE if label in TOO_WIDE else [0.08] * 3 if "GRABBABLE" in properties else [0.5] * 3
        box = {"center": [at, 0.5, 0.0], "size": size if category != "Rooms" else [4.0, 2.5, 4.0]}
        node = {"id": next(ids), "category": category, "class_name": label, "prefab_name": label, "bounding_box": box}
        nodes.append({**node, "properties": list(properties), "states": list(states)})
        return int(nodes[-1]["id"])

    def link(thing: int, relation: str, place: int) -> None:
        edges.append({"from_id": thing, "to_id": place, "relation_type": relation})

    rooms = {name: add(name, "Rooms", 5.0 * i) for i, name in enumerate(ROOMS)}
    link(add("character", "Characters", 0.0), "INSIDE", rooms["kitchen"])
    placed: dict[str, tuple[int, str]] = {}
    for i, (label, category, room, properties, states) in enumerate(FURNITURE):
        placed[label] = (add(label, category, 5.0 * ROOMS.index(room) + 0.2 * i, properties, states), room)
        link(placed[label][0], "INSIDE", rooms[room])
    for label, category, first in THINGS:
        place, room = placed[SURFACES[(SURFACES.index(first) + number) % len(SURFACES)]]
        thing = add(label, category, 5.0 * ROOMS.index(room), ("GRABBABLE",))
        link(thing, "ON", place)
        link(thing, "INSIDE", rooms[room])
    return {"nodes": nodes, "edges": edges}


def _asset(name: str, kind: str, room: str, **states: bool) -> dict[str, Any]:
    return {"name": name, "type": kind, "room": room, "states": states}


def _thing(name: str, kind: str, relation: str, place: str) -> dict[str, Any]:
    return {"name": name, "type": kind, "relation": relation, "related_to": place, "states": {}}


BAG_GROCERIES: dict[str, Any] = {
    "id": "put_eggs_into_a_sack",
    "file": "put_eggs_into_a_sack/problem0.bddl",
    "rooms": ["kitchen", "pantry"],
    "agent_room": "kitchen",
    "assets": [
        _asset("table.n.02_1", "table.n.02", "kitchen"),
        _asset("table.n.02_2", "table.n.02", "pantry"),
        _asset("fridge.n.01_1", "electric_refrigerator.n.01", "kitchen", open=False),
    ],
    "objects": [
        _thing("cup.n.01_1", "cup.n.01", "ontop", "table.n.02_1"),
        _thing("apple.n.01_1", "apple.n.01", "ontop", "table.n.02_1"),
        _thing("sack.n.01_1", "sack.n.01", "ontop", "table.n.02_2"),
        *(_thing(f"egg.n.02_{i}", "egg.n.02", "inside", "fridge.n.01_1") for i in (1, 2)),
    ],
    "goal": [["forall", ["?egg.n.02", "-", "egg.n.02"], ["inside", "?egg.n.02", "?sack.n.01_1"]]],
}

OFFICE: dict[str, Any] = {
    "rooms": ["study", "kitchen"],
    "corridors": ["corridor_1"],
    "adjacency": {"study": ["corridor_1"], "kitchen": ["corridor_1"]},
    "agent": {"name": "agent-1", "location": "study"},
    "assets": [
        {"name": "desk1", "room": "study", "states": [], "affordances": ["put_on"]},
        {"name": "fridge", "room": "kitchen", "states": ["closed"], "affordances": ["open", "close", "put_inside"]},
    ],
    "objects": [
        {"name": f"mug{i}", "relation": "ontop_of", "related_to": "desk1", "states": [], "affordances": ["pick_up"]}
        for i in (1, 2)
    ],
    "tasks": [
        {"id": "cool", "set": "ours", "instruction": "put a mug in the fridge",
         "goal": [["inside", ["mug1", "mug2"], "fridge"]]},
    ],
}  # fmt: skip

PUT_AWAY: dict[str, Any] = {
    "id": "own_1",
    "name": "Put an apple away",
    "description": "walk to kitchen, take the apple, put it in the fridge.",
    "agent_room": "kitchen-1",
    "graph": "own_1.json",
    "changed": [
        {"name": "apple-1", "states_init": [], "states_goal": [], "parent_init": ["ontop", "kitchentable-1"],
         "parent_goal": ["inside", "fridge-1"]},
        {"name": "tv-1", "states_init": ["OFF"], "states_goal": ["ON"], "parent_init": ["room", "livingroom-1"],
         "parent_goal": ["room", "livingroom-1"]},
    ],
}  # fmt: skip

# Two apples that belong into the fridge, in ContextMatters' family "general": label, room, what it is for.
CONTEXT_ROOMS = {"1": "kitchen", "2": "bedroom"}
CONTEXT_THINGS = (("fridge", "1"), ("table", "1"), ("apple", "1"), ("apple", "2"), ("bed", "2"))
CONTEXT_TASK: dict[str, Any] = {
    "id": "general/Ours/problem_1",
    "family": "general",
    "scene": "Ours",
    "problem": "problem_1",
    "goal": "Collect all apples and put them in the refrigerator",
    "init_loc": "bedroom_2",
    "relaxation_expected": False,
    "rooms": len(CONTEXT_ROOMS),
    "objects": len(CONTEXT_THINGS),
}


def _context_scene() -> dict[str, Any]:
    objects = {
        str(i): {"id": i, "class": label, "label": f"{label}_{i}", "parent_room": int(room), "description": "",
                 "bbox": [], "action_affordance": ["open", "close"] if label == "fridge" else []}
        for i, (label, room) in enumerate(CONTEXT_THINGS, 1)
    }  # fmt: skip
    inside = {room: [i for i, (_, of) in enumerate(CONTEXT_THINGS, 1) if of == room] for room in CONTEXT_ROOMS}
    rooms = {
        i: {"id": int(i), "category": label, "label": f"{label}_{i}", "bbox": [], "objects_in_room": inside[i]}
        for i, label in CONTEXT_ROOMS.items()
    }
    told = {"total_rooms": len(rooms), "total_objects": len(objects)}
    return {"scene_info": told, "rooms": rooms, "objects": objects}


def _write_contextmatters(folder: Path) -> None:
    _write(folder / "index.json", [CONTEXT_TASK])
    place = folder / "tasks" / "general" / "Ours" / "problem_1"
    _write(place / "Ours.json", _context_scene())
    (place / "task.txt").write_text(CONTEXT_TASK["goal"], encoding="utf-8")
    (folder / "domains").mkdir()
    shutil.copy(graph_home.FILE, folder / "domains" / "general-domain.pddl")


def _write_archive(path: Path, name: str, content: Any) -> None:
    path.parent.mkdir(parents=True)
    data = json.dumps(content).encode()
    member = tarfile.TarInfo(f"init_and_final_graphs/{name}")
    member.size = len(data)
    with tarfile.open(path, "w:xz") as archive:
        archive.addfile(member, io.BytesIO(data))


def _write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
