# SPDX-License-Identifier: Apache-2.0
"""What a world file left open, what was guessed, and what was not read: in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from makedo_core.files.importers.sdf.naming import Called
from makedo_core.files.importers.sdf.rooms import ONLY_ROOM, WorldRooms
from makedo_core.files.importers.sdf.world.things import WorldThing
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology import Ontology


@dataclass(slots=True)
class OpenPoints:
    """What is told about a world, collected while it is read.

    Attributes:
        first: sentences of what was read before.
        rooms: those that were found.
        walls: name -> why it is not known where they stand.
        left_out: name -> why it is not in the scene.
        meshes: ids of furniture of which only the box around a mesh is known.
        among: id -> piece of furniture whose box it is in, neither on nor inside it.
        hanging: ids of things above the floor, of which it is not known what they are on.
        far: id -> room that is nearest, of what is in none.
    """

    first: list[str]
    rooms: WorldRooms | None = None
    walls: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    meshes: list[str] = field(default_factory=list)
    among: dict[str, str] = field(default_factory=dict)
    hanging: list[str] = field(default_factory=list)
    far: dict[str, str] = field(default_factory=dict)
    _strange: dict[NodeKind, list[str]] = field(default_factory=dict)
    _partly: dict[str, str] = field(default_factory=dict)
    _sizeless: dict[str, str] = field(default_factory=dict)
    _fast: list[str] = field(default_factory=list)
    _furniture: bool = False

    def classes(self, id_: str, thing: WorldThing, called: Called, kind: NodeKind, ontology: Ontology) -> None:
        """Doubts about one thing."""
        if called.concept is None:
            self._strange.setdefault(kind, []).append(f"{id_} ({thing.name})")
        elif called.partly:
            self._partly[id_] = called.partly
        if not thing.solids:
            self._sizeless[id_] = "; ".join(filter(None, (thing.missing, *thing.unknown)))
        elif thing.unknown or thing.missing:
            self.first.append(f"{id_}: only a part of it is known: {'; '.join((*thing.unknown, thing.missing))}")
        if kind is NodeKind.OBJECT and thing.static:
            self._fast.append(id_)
        self._furniture = self._furniture or kind is NodeKind.ASSET

    def sentences(self) -> tuple[str, ...]:
        """All of it, a sentence each."""
        left_out = (f"left out: {_with_reasons(self.left_out)}",) if self.left_out else ()
        return tuple((*left_out, *self._about_rooms(), *self.first, *self._about_things(), *self._about_places()))

    def _about_rooms(self) -> Iterable[str]:
        if self.rooms is not None:
            names = ", ".join(
                f"{room.id} {'' if room.pose.is_known else '(extent unknown) '}".strip() for room in self.rooms.nodes
            )
            if self.rooms.named:
                yield f"rooms: {names}, by the names of models or links; which of them are connected is not in the file"
            else:
                yield f"rooms: nothing is named after a room, so that all is taken to be in one: {ONLY_ROOM}"
        if self.walls:
            yield f"where walls stand is not known of {_with_reasons(self.walls)}; the robot's map has to show them"

    def _about_things(self) -> Iterable[str]:
        for kind, how in (
            (NodeKind.OBJECT, "can be carried (small, and it moves)"),
            (NodeKind.ASSET, "stays where it is"),
        ):
            if self._strange.get(kind):
                yield f"unknown class: {', '.join(self._strange[kind])}; it is taken for something that {how}"
        if self._partly:
            listed = ", ".join(f"{id_} ({name!r})" for id_, name in self._partly.items())
            yield f"known by the last words of its name alone: {listed}"
        if self._sizeless:
            yield f"unknown size: {_with_reasons(self._sizeless)}; give folders of models with --models"
        if self.meshes:
            yield (
                f"of {', '.join(self.meshes)} only the box around a mesh is known; things are put on its top where the "
                "class has a top to put things on, and nowhere else"
            )
        if self._fast:
            yield f"does not move in the simulation, but its class can be carried: {', '.join(self._fast)}"
        if self._furniture:
            yield "fronts of furniture are not in the file; its open side with free floor before it was taken"

    def _about_places(self) -> Iterable[str]:
        for id_, room in self.far.items():
            yield f"{id_} is in no room; the nearest one, {room}, was taken"
        if self.hanging:
            yield f"above the floor, on nothing that is known: {', '.join(self.hanging)}; kept in the room"
        if self.among:
            listed = ", ".join(f"{id_} ({other})" for id_, other in self.among.items())
            yield f"within the box of furniture, on what is not known: {listed}; kept in the room"


def _with_reasons(reasons: Mapping[str, str]) -> str:
    """Names by their reason: "a, b (not found), c (damaged)"."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        by_reason.setdefault(reason, []).append(name)
    return ", ".join(f"{', '.join(names)} ({reason})" for reason, names in by_reason.items())
