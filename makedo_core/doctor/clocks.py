# SPDX-License-Identifier: Apache-2.0
"""Which time holds, and whether everybody goes by it."""

from __future__ import annotations

from collections.abc import Iterator

from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.doctor.needs import Needs
from makedo_core.doctor.snapshot import Age, Snapshot, Topic

CLOCK = "/clock"
SLOW = 0.2  # of real time; what has limits in wall time fails below


def is_simulated(needs: Needs, snapshot: Snapshot) -> bool:
    """Whether simulated time holds: as Makedo's nodes say, else whether somebody publishes it."""
    said = [simulated for _, simulated in _opinions(needs, snapshot)]
    return any(said) if said else bool(_publishers(snapshot))


def age_s(age: Age, simulated: bool) -> float | None:
    """An age by the clock that holds [s]; None while that clock is silent."""
    return age.simulated_s if simulated else age.wall_s


def check_clocks(needs: Needs, snapshot: Snapshot) -> tuple[Finding, ...]:
    """/clock itself, and each node that goes by another time than the rest."""
    simulated = is_simulated(needs, snapshot)
    return (_clock(snapshot, simulated), *_dissenters(needs, snapshot, simulated))


def _clock(snapshot: Snapshot, simulated: bool) -> Finding:
    publishers, ticks = _publishers(snapshot), snapshot.ticks

    def fault(found: str, remedy: str) -> Finding:
        return Finding(Area.CLOCKS, CLOCK, Level.FAULT, found, remedy)

    if len(publishers) > 1:
        return fault(
            f"has {len(publishers)} publishers ({', '.join(publishers)}), so that time jumps to and fro",
            "end all but one of the simulations, or separate them by ROS_DOMAIN_ID",
        )
    if simulated and not publishers:
        return fault(
            "nobody publishes it, though use_sim_time is true: time stands still",
            "start the simulation, or restart the stack with use_sim_time:=false",
        )
    if not simulated and publishers:
        return fault(
            f"is published by {publishers[0]}, but the stack goes by wall time",
            "restart the stack with use_sim_time:=true; or on a robot end the simulation",
        )
    if not simulated:
        return Finding(Area.CLOCKS, "time", Level.OK, "wall time everywhere")
    if not ticks.count:
        return fault(f"is silent; {publishers[0]} should publish it", "unpause or restart the simulation")
    if not ticks.simulated_s > 0:
        return fault("simulated time stands still", "unpause or restart the simulation")
    speed = ticks.simulated_s / ticks.wall_s if ticks.wall_s > 0 else 1.0
    found = f"simulated time from {publishers[0]}, {speed:.2f} times as fast as real time"
    if speed < SLOW:
        remedy = "limits in wall time will be exceeded: end other programs, or simulate less (camera_rate)"
        return Finding(Area.CLOCKS, CLOCK, Level.WARNING, found, remedy)
    return Finding(Area.CLOCKS, CLOCK, Level.OK, found)


def _dissenters(needs: Needs, snapshot: Snapshot, simulated: bool) -> Iterator[Finding]:
    for name, opinion in _opinions(needs, snapshot):
        if opinion != simulated:
            yield Finding(
                Area.CLOCKS,
                name,
                Level.FAULT,
                f"use_sim_time is {str(opinion).lower()}, others go by {'simulated' if simulated else 'wall'} time",
                f"restart it with use_sim_time:={str(simulated).lower()}",
            )


def _opinions(needs: Needs, snapshot: Snapshot) -> list[tuple[str, bool]]:
    """use_sim_time of Makedo's nodes, as far as they told."""
    seen = [(name, snapshot.nodes[name].simulated) for name in needs.nodes if name in snapshot.nodes]
    return [(name, simulated) for name, simulated in seen if simulated is not None]


def _publishers(snapshot: Snapshot) -> tuple[str, ...]:
    return tuple(e.node for e in snapshot.topics.get(CLOCK, Topic()).publishers)
