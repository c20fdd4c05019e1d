# SPDX-License-Identifier: Apache-2.0
"""The topics between robot and stack: there, of the right type and quality, heard, and stamped by the right clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from makedo_core.conversation.suggestions import choices
from makedo_core.doctor.clocks import age_s
from makedo_core.doctor.finding import APART, Area, Finding, Level
from makedo_core.doctor.needs import TopicDirection, TopicNeed
from makedo_core.doctor.snapshot import Age, Endpoint, Heard, Quality, Snapshot, Topic

LATE_S = 2.0  # by the clock that holds; a camera that renders in software is a second late
TOO_LATE_S = 5.0  # such images the perception leaves out
AHEAD_S = 0.5  # so far in the future no stamp of the same clock is
_OTHER_CLOCK_S = 1e7  # four months are no delay, but another clock
_VELOCITY = {"geometry_msgs/msg/Twist": "false", "geometry_msgs/msg/TwistStamped": "true"}
_STAMPED_KEY = "base.velocity_stamped"


@dataclass(frozen=True, slots=True)
class TopicProblem:
    """What is wrong and what helps; how bad it is, if the robot cannot do without."""

    found: str
    remedy: str
    level: Level = Level.FAULT


def check_topics(needs: Iterable[TopicNeed], snapshot: Snapshot, simulated: bool) -> tuple[Finding, ...]:
    """One finding a topic: what is wrong first, or that nothing is."""
    return tuple(_topic(need, snapshot, simulated) for need in needs)


def doubled_topics(
    names: Iterable[str], topics: Mapping[str, Topic], doubled: Collection[str] = ()
) -> tuple[Finding, ...]:
    """A fault for each of some topics that has two publishers: what they send cannot be told apart.

    Args:
        names: of these topics.
        topics: by name, with who publishes them.
        doubled: on which two were heard, whoever they are.
    """
    return tuple(
        Finding(
            Area.TOPICS,
            name,
            Level.FAULT,
            f"{max(len(topic.publishers), 2)} publishers send it{topic.who(name)}: whose is this robot's is not known",
            APART,
        )
        for name in names
        if len((topic := topics.get(name, Topic())).publishers) > 1 or name in doubled
    )


def _topic(need: TopicNeed, snapshot: Snapshot, simulated: bool) -> Finding:
    ends = _ends(need, snapshot)
    if need.optional and not ends:
        return Finding(Area.TOPICS, need.name, Level.OK, "nobody publishes it, and nothing waits for it")
    problem = _absent(need, snapshot) if not ends else _of_type(need, ends) or _of_quality(need, ends)
    if problem is None and need.way is TopicDirection.HEARD and not need.optional:
        problem = _silent(need, ends, snapshot) or _stamped(need, snapshot, simulated)
    if problem is not None:
        level = problem.level if need.essential else Level.WARNING
        return Finding(Area.TOPICS, need.name, level, problem.found, problem.remedy)
    return Finding(Area.TOPICS, need.name, Level.OK, _all_well(need, ends, snapshot, simulated))


def _ends(need: TopicNeed, snapshot: Snapshot) -> tuple[Endpoint, ...]:
    """The nodes at the robot's end."""
    topic = snapshot.topics.get(need.name, Topic())
    return topic.publishers if need.way is TopicDirection.HEARD else topic.subscribers


def _absent(need: TopicNeed, snapshot: Snapshot) -> TopicProblem:
    there = snapshot.published(need.kind) if need.way is TopicDirection.HEARD else snapshot.taken(need.kind)
    found = "nobody publishes it" if need.way is TopicDirection.HEARD else "nobody listens to it"
    change = f"set {need.key}" if need.key else "remap it"
    of_type = f"of its type ({need.kind}) {choices(need.name, there)}"
    return TopicProblem(found, f"start what belongs to it, or {change}; {of_type}")


def _of_type(need: TopicNeed, ends: Iterable[Endpoint]) -> TopicProblem | None:
    wrong = [e for e in ends if e.type != need.kind]
    if not wrong:
        return None
    found = f"{wrong[0].node} has it as {wrong[0].type}, expected {need.kind}"
    if need.kind in _VELOCITY and wrong[0].type in _VELOCITY:
        return TopicProblem(found, f"set {_STAMPED_KEY}: {_VELOCITY[wrong[0].type]}")
    name = f"set {need.key} to a topic of type {need.kind}" if need.key else f"remap {need.name}"
    return TopicProblem(found, f"{name}, or have {wrong[0].node} use that type")


def _of_quality(need: TopicNeed, ends: Iterable[Endpoint]) -> TopicProblem | None:
    """Ends that cannot meet: the publisher offers less than the subscriber asks for."""
    for end in ends:
        offered, asked = (
            (end.quality, need.quality) if need.way is TopicDirection.HEARD else (need.quality, end.quality)
        )
        if not offered.serves(asked):
            heard = need.way is TopicDirection.HEARD
            found = f"{end.node} {'offers' if heard else 'asks for'} {_words(end.quality)}, Makedo " + (
                f"asks for {_words(asked)}: no message arrives" if heard else f"offers {_words(offered)}: none arrives"
            )
            return TopicProblem(found, f"have {end.node} {_cure(offered, asked, heard)} on {need.name}")
    return None


def _cure(offered: Quality, asked: Quality, heard: bool) -> str:
    parts = []
    if asked.reliable and not offered.reliable:
        parts.append("publish reliably" if heard else "subscribe with best effort")
    if asked.latched and not offered.latched:
        parts.append("publish with durability transient_local" if heard else "subscribe with durability volatile")
    return " and ".join(parts)


def _words(quality: Quality) -> str:
    reliability = "reliable" if quality.reliable else "best_effort"
    return f"{reliability} and {'transient_local' if quality.latched else 'volatile'}"


def _silent(need: TopicNeed, ends: tuple[Endpoint, ...], snapshot: Snapshot) -> TopicProblem | None:
    if snapshot.heard.get(need.name, Heard()).count:
        return None
    who = ", ".join(sorted({e.node for e in ends}))
    return TopicProblem("published, but no message came", f"look after {who}: it may hang, be paused or be overloaded")


def _stamped(need: TopicNeed, snapshot: Snapshot, simulated: bool) -> TopicProblem | None:
    heard = snapshot.heard.get(need.name, Heard())
    if not need.timed or heard.age is None:
        return None
    return stale(heard.age, simulated, ", ".join(sorted({e.node for e in _ends(need, snapshot)})))


def stale(age: Age, simulated: bool, who: str) -> TopicProblem | None:
    """What is wrong with a stamp and what helps; None if nothing is, or if the clock that holds is silent.

    Args:
        age: of the newest message.
        simulated: whether simulated time holds.
        who: publishes it.
    """
    by_clock = age_s(age, simulated)
    if by_clock is None or -AHEAD_S <= by_clock <= LATE_S:
        return None
    other = age.wall_s if simulated else age.simulated_s
    if (other is not None and -AHEAD_S <= other <= LATE_S) or abs(by_clock) > _OTHER_CLOCK_S:
        here, there = ("simulated", "wall") if simulated else ("wall", "another")
        return TopicProblem(
            f"is stamped in {there} time, while {here} time holds",
            f"restart {who} with use_sim_time:={str(simulated).lower()}",
        )
    if by_clock < 0:
        remedy = f"set the clock of the computer that runs {who} (chrony)"
        return TopicProblem(f"is stamped {-by_clock:.1f} s ahead", remedy)
    return TopicProblem(
        f"the newest message was {by_clock:.1f} s old when it came",
        f"relieve the computer or the network of {who}, or set its clock (chrony)",
        Level.FAULT if by_clock > TOO_LATE_S else Level.WARNING,
    )


def _all_well(need: TopicNeed, ends: Iterable[Endpoint], snapshot: Snapshot, simulated: bool) -> str:
    who = ", ".join(sorted({e.node for e in ends}))
    if need.way is TopicDirection.TOLD:
        return f"taken by {who}"
    heard = snapshot.heard.get(need.name, Heard())
    old = age_s(heard.age, simulated) if need.timed and heard.age is not None else None
    rate = f", {heard.rate_hz:.1f} Hz" if heard.rate_hz > 0 else ""
    return f"from {who}{rate}" + (f", {max(0.0, old):.2f} s old" if old is not None else "")
