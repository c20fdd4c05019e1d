# SPDX-License-Identifier: Apache-2.0
"""Whether a person is near the robot, as far as the camera's detector knows; and when nothing may be said of it.

"Somebody is near" is said at once, however old the image is. "Nobody is near" is said of a fresh image alone, which
went the whole way: depth in step with the colours, the detector's answer, transforms of its time. Whatever fails on
that way leaves the word unsaid, and who listens takes silence for danger.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.geometry import Box, Pose, Vector
from makedo_core.sight.view import View
from perception_node.people.locating import PersonSeen

RECIPIENT_M = (
    0.7  # level, from where somebody is expected who is handed something: whoever is nearest there is that one
)
SAME_M = 1.0  # a person seen so near to where one was is that one
_TALL_M = 0.8  # of the box that is looked at for somebody who was there, about the middle of what was seen
_BROAD_M = 0.3
_EMPTY = 0.7  # share of the rays that go through, from which somebody is no longer there
_INSIDE = 0.5  # share of the box that the image must show
_RAYS = 12


@dataclass(frozen=True, slots=True)
class NearLimits:
    """What is near, and for how long something is known.

    Attributes:
        near_m: nearer than this to the middle of the base, level, is near.
        recipient_m: the same for the one who is handed something.
        fresh_s: of an image older than this nobody says that nobody is near.
        remember_s: a person who is out of the picture is taken to be where they were for so long.
    """

    near_m: float
    recipient_m: float
    fresh_s: float
    remember_s: float


@dataclass(frozen=True, slots=True)
class Expected:
    """Word of whom the robot hands something to.

    Attributes:
        place: where they are thought to stand, map frame [m].
        stamp: when that was said [s].
    """

    place: Vector
    stamp: float


class PeopleWatch:
    """Remembers whom the camera saw.

    Args:
        limits: what is near, and for how long something is known.
    """

    def __init__(self, limits: NearLimits) -> None:
        self._limits = limits
        self._known: tuple[PersonSeen, ...] = ()
        self._expected: Expected | None = None
        self._told = "nothing was said yet"

    def expect(self, recipient: Expected) -> None:
        """The robot hands something to somebody: they may come nearer, for as long as this is said again and again."""
        self._expected = recipient

    def see(self, seen: Sequence[PersonSeen], view: View, base: Pose, stamp: float, now: float) -> bool | None:
        """What to say after an image.

        Args:
            seen: the persons in it.
            view: what it looked at; for those who were seen before.
            base: of the robot in the map frame at the image's time.
            stamp: the image's own time [s].
            now: of the same clock [s].

        Returns:
            True: somebody is near; False: nobody is, as far as was seen; None: nothing may be said.
        """
        located = tuple(p.place for p in seen if p.place is not None)
        fewer = len(located) < len(self._known)
        self._known = (*seen, *(p for p in self._known if self._is_still_there(p, located, fewer, view, stamp)))
        recipient = self._recipient(now)
        near = [p for p in self._known if p.distance_m(base.position) <= self._allowed_m(p, recipient)]
        if near:
            self._told = f"somebody is near: {_words(near, base)}"
            return True
        if abs(now - stamp) > self._limits.fresh_s:  # a stamp from the future is no better
            self._told = f"nothing: the image is of {now - stamp:.1f} s ago, more than {self._limits.fresh_s:g} s"
            return None
        self._told = f"nobody is near; seen: {_words(self._known, base) or 'nobody'}"
        return False

    def diagnostics(self) -> dict[str, str]:
        """What was said last."""
        return {"persons": self._told}

    def _recipient(self, now: float) -> PersonSeen | None:
        """The one of those known who is handed something; None: nobody is, or it was not said again lately."""
        expected = self._expected
        if expected is None or abs(now - expected.stamp) > self._limits.fresh_s:
            return None
        there = [
            (math.dist(p.place[:2], expected.place[:2]), i) for i, p in enumerate(self._known) if p.place is not None
        ]
        off, i = min(there, default=(math.inf, 0))
        return self._known[i] if off <= RECIPIENT_M else None

    def _allowed_m(self, person: PersonSeen, recipient: PersonSeen | None) -> float:
        limits = self._limits
        return min(limits.near_m, limits.recipient_m) if person is recipient else limits.near_m

    def _is_still_there(
        self, person: PersonSeen, located: Sequence[Vector], fewer: bool, view: View, stamp: float
    ) -> bool:
        """Whether somebody of an earlier image has to be counted with, where fewer are located now than were known."""
        if not 0.0 <= stamp - person.stamp <= self._limits.remember_s:
            return False
        if person.place is None:
            return fewer  # else that one is among those who are seen now
        if any(math.dist(place[:2], person.place[:2]) <= SAME_M for place in located):
            return False  # known anew
        broad = 2.0 * max(_BROAD_M, person.extent_m)
        found = view.evidence([Box(Pose(person.place), (broad, broad, _TALL_M))])
        is_shown = found.inside_image >= _INSIDE and found.rays >= _RAYS and found.open_share >= _INSIDE
        return not (is_shown and found.empty_share >= _EMPTY)


def _words(people: Sequence[PersonSeen], base: Pose) -> str:
    return ", ".join(
        "at a distance that is not known"
        if p.place is None
        else f"{math.dist(p.place[:2], base.position[:2]):.1f} m away, within {2 * p.sigma_m:.2f} m"
        for p in people
    )
