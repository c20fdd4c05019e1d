# SPDX-License-Identifier: Apache-2.0
"""Where to look for a kind of thing next, by Makedo's own search: chances, then the order that finds it soonest."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from makedo_eval.alfworld.habits import GameHabits
from makedo_eval.alfworld.memory import SeenHome, kind_of
from makedo_eval.alfworld.wishes import WantedKind
from planner_node.seeking.chances import chances
from planner_node.seeking.order import worthiest_first
from planner_node.seeking.prospect import hunt_in
from planner_node.seeking.travel import Pace

_COMMANDS = Pace(drive_mps=1.0, dock_s=0.0, look_s=0.0, door_s=1.0, room_m=1.0)
"""A command takes one unit of time: going anywhere is one, a door is another."""
_NOWHERE = 0.05


@dataclass(frozen=True, slots=True)
class Seeker:
    """Where things usually are.

    Attributes:
        ontology: where things are kept, in Makedo's own knowledge.
        habits: where they were in games; None: only the ontology is asked.
    """

    ontology: Ontology
    habits: GameHabits | None = None

    def next_place(self, kind: WantedKind, home: SeenHome, barred: frozenset[str]) -> str | None:
        """The place to look at first; None: there is none left.

        Args:
            kind: of what is sought.
            home: what is known.
            barred: places that cannot be looked at.
        """
        places = [p.id for p in home.places if p.id not in home.looked | barred]
        if not places:
            return None
        shares = self._shares(kind, home.graph, places)
        hunt = hunt_in(home.graph, places, [shares[p] for p in places], _COMMANDS)
        return places[worthiest_first(hunt)[0]]

    def _shares(self, kind: WantedKind, graph: SceneGraph, places: list[str]) -> dict[str, float]:
        """The chance of each place; 1 at most together."""
        words = self.words(kind)
        if self.habits is None or not words:
            return chances(kind.concept or kind.word, graph, self.ontology, places)
        weights = {p: max(self.habits.share(word, kind_of(p)) for word in words) for p in places}
        whole = sum(weights.values()) * (1.0 + _NOWHERE)
        return {p: weight / whole for p, weight in weights.items()}

    def words(self, kind: WantedKind) -> tuple[str, ...]:
        """The games' words for a kind: the very word if they have it, else those of the same class."""
        known = self.habits.things if self.habits else frozenset()
        if kind.word in known:
            return (kind.word,)
        return tuple(sorted(word for word in known if kind.covers(word, self.ontology)))

    def is_kind(self, label: str, kind: WantedKind) -> bool:
        """Whether a thing is of a kind."""
        words = self.words(kind)
        return label in words if words else kind.covers(label, self.ontology)
