# SPDX-License-Identifier: Apache-2.0
"""Demands of cleaning, sorting and washing; some are on the steps, because the facts at the end do not show them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.contextmatters.conditions import Things, none_of
from makedo_eval.contextmatters.end_state import EndState


@dataclass(frozen=True, slots=True)
class Clean:
    """Every one of the things is clean."""

    things: Things

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each that is not."""
        dirty = [i for i in self.things.of(graph) if not end.holds("is-clean", i) or end.holds("is-dirty", i)]
        return (*self.missing(graph), *(f"{i} is not clean" for i in dirty))

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """The things themselves."""
        return () if self.things.of(graph) else (none_of(self.things),)


@dataclass(frozen=True, slots=True)
class FloorClean:
    """The floor of every room of a class was cleaned."""

    rooms: Things

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each room."""
        dirty = [r for r in self.rooms.of(graph) if not end.holds("clean-floor", r) or end.holds("dirty-floor", r)]
        return (*self.missing(graph), *(f"the floor of {r} is not clean" for r in dirty))

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """The room."""
        return () if self.rooms.of(graph) else (none_of(self.rooms),)


@dataclass(frozen=True, slots=True)
class ThrownAway:
    """Every one of the things ended in a bin, and in a right one.

    The domain's fact does not name the bin, but the step that threw it does.
    """

    things: Things
    bins: Things

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each that was kept, or that is in a wrong bin."""
        wrong = list(self.missing(graph))
        for i in self.things.of(graph):
            bin_ = _bin_of(i, end)
            if bin_ is None or not end.holds("thrashed", i):
                wrong.append(f"{i} was not thrown away")
            elif bin_ not in self.bins.of(graph):
                wrong.append(f"{i} was thrown into {bin_}, not into one {self.bins}")
        return tuple(wrong)

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """The things, or the bin."""
        return tuple(none_of(t) for t in (self.things, self.bins) if not t.of(graph))


@dataclass(frozen=True, slots=True)
class NotThrownInto:
    """None of the things ended in one of the bins; they may be kept, or be in another."""

    things: Things
    bins: Things

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each that did."""
        bins = self.bins.of(graph)
        thrown = {i: _bin_of(i, end) for i in self.things.of(graph)}
        return tuple(f"{i} was thrown into {b}, where it does not belong" for i, b in thrown.items() if b in bins)

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """Nothing: what is not there cannot be thrown away."""
        return ()


@dataclass(frozen=True, slots=True)
class CleanedAfterUse:
    """A mop is cleaned right after each floor, before anything else is done."""

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each floor after which something else came first."""
        return tuple(
            f"{step}: the mop was not cleaned right after"
            for step, after in zip_longest(end.steps, end.steps[1:])
            if step.skill == "mop_floor"
            and (after is None or after.skill != "clean_mop" or after.arguments[1] != step.arguments[1])
        )

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """Nothing."""
        return ()


@dataclass(frozen=True, slots=True)
class Washed:
    """Every one of the things was washed in such a machine, refilled with such a supply, and is clean."""

    things: Things
    machines: Things
    supplies: Things

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each that is not clean, each wash elsewhere, and each refill with something else."""
        wrong = [*self.missing(graph), *Clean(self.things).failures(end, graph)]
        for step in end.steps:
            if step.skill == "wash" and step.arguments[2] not in self.machines.of(graph):
                wrong.append(f"{step}: washed elsewhere than in one {self.machines}")
            if step.skill == "refill" and step.arguments[3] not in self.supplies.of(graph):
                wrong.append(f"{step}: refilled with something else than {self.supplies}")
        if not any(step.skill == "refill" for step in end.steps):
            wrong.append(f"nothing was washed with {self.supplies}")
        return tuple(dict.fromkeys(wrong))

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """What is to be washed, with what, and where."""
        return tuple(none_of(t) for t in (self.things, self.machines, self.supplies) if not t.of(graph))


def _bin_of(thing: str, end: EndState) -> str | None:
    return next((s.arguments[2] for s in end.steps if s.skill == "throw_away" and s.arguments[1] == thing), None)
