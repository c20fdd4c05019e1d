# SPDX-License-Identifier: Apache-2.0
"""What is remembered of an object between frames: its smoothed pose, its class, what speaks for and against it.

The class is a vote: every observation adds its score to its class, and all votes fade. Whether the object is still
there is a sum of log likelihoods: a frame that should show it and does not is the less probable the more reliably it
was detected before.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from makedo_core.geometry import Pose, Vector
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.colours import ABSENT, NOT_MEASURED, Colour, Colouring
from makedo_core.sight.observation import Observation
from scene_graph_node.settings import FusionSettings

LASTING_HITS = 5  # a node seen so often is remembered after it is gone; a rarer one was a mistake
OVERLOOKED_ELSEWHERE = 2  # times as often as it was seen before, a thing may be overlooked where it was brought
SUREST_DETECTION = 0.9  # no detector finds a thing more often than this, whatever a short record says


@dataclass(frozen=True, slots=True)
class Track:
    """An object over time.

    Attributes:
        label: its class, by votes.
        pose, size, shape: smoothed.
        hits: steady frames with an observation of its class.
        begun: stamp of its first observation [s].
        last_seen: stamp of the newest observation of its class [s].
        votes: class -> sum of fading scores, sorted by class.
        overlooked: steady frames between observations in which it was in plain view and not detected.
        unseen: such frames since its newest observation.
        doubt: how improbable these are if it is still there [nat].
        farthest_m: largest distance at which it was detected.
        absent: steady frames in a row without it; only counted before it is confirmed.
        strayed: where the newest observation was, if that was too far off to be believed at once.
        colouring: of its surface, smoothed.
        shown: colours that it showed where it is.
        shown_before: colours that it showed where it was before the robot brought it here.
        put_at_m: height at which the robot put it down, or a person said that it is [m]; None: neither.
        placed_s: stamp of the newest frame that shows it where it is [s]; -inf: none did since it was put there. One in
            which it seems to be elsewhere does not, before another agrees.
    """

    label: str
    pose: Pose
    size: Vector
    shape: Shape
    hits: int
    begun: float
    last_seen: float
    votes: tuple[tuple[str, float], ...] = field(default=())
    overlooked: int = 0
    unseen: int = 0
    doubt: float = 0.0
    farthest_m: float = 0.0
    absent: int = 0
    strayed: Pose | None = None
    colouring: Colouring = NOT_MEASURED
    shown: frozenset[Colour] = frozenset()
    shown_before: frozenset[Colour] = frozenset()
    put_at_m: float | None = None
    placed_s: float = -math.inf

    @staticmethod
    def of(observation: Observation, stamp: float, distance_m: float) -> Track:
        """A track with one hit, seen at a distance from the camera."""
        return Track(
            observation.label,
            observation.pose,
            observation.size,
            observation.shape,
            1,
            stamp,
            stamp,
            ((observation.label, observation.score),),
            farthest_m=distance_m,
            colouring=observation.colouring,
            shown=observation.colouring.shown(),
            placed_s=stamp,
        )

    @property
    def certainty(self) -> float:
        """Sum of the fading scores of its class."""
        return dict(self.votes).get(self.label, 0.0)

    @property
    def overlooking(self) -> float:
        """How improbable it is that one frame overlooks it, by its record (rule of succession) [nat]."""
        rate = (self.hits + 1) / (self.hits + self.overlooked + 2)
        return -math.log(1.0 - min(SUREST_DETECTION, rate))

    def seen(self, observation: Observation, stamp: float, distance_m: float, settings: FusionSettings) -> Track:
        """The track after another observation.

        Poor views and those of another class say that it is there, not where. When another class has won the vote,
        the track becomes what that observation shows.
        """
        votes = {label: weight * settings.vote_fading for label, weight in self.votes}
        votes[observation.label] = votes.get(observation.label, 0.0) + observation.score
        result = replace(
            self,
            votes=tuple(sorted(votes.items())),
            overlooked=self.overlooked + self.unseen,
            unseen=0,
            doubt=0.0,
            farthest_m=max(self.farthest_m, distance_m),
            absent=0,
        )
        if observation.label != self.label:
            if votes[observation.label] < settings.vote_lead * votes.get(self.label, 0.0):
                return result
            pose, size, shape = observation.pose, observation.size, observation.shape
            result = replace(result, label=observation.label, pose=pose, size=size, shape=shape)
            looks, shown = observation.colouring, observation.colouring.shown()
            result = replace(result, shown=shown, shown_before=frozenset())
            return replace(result, hits=1, last_seen=stamp, placed_s=stamp, colouring=looks)
        looks = self.colouring.mixed_with(observation.colouring, settings.weight)
        shown = self.shown | observation.colouring.shown() | self._shown_again(observation.colouring)
        result = replace(result, hits=self.hits + 1, last_seen=stamp, colouring=looks, shown=shown)
        if observation.visibility >= settings.min_visibility:
            result = result._moved_towards(observation, settings)
        there = result.pose.distance(observation.pose) <= settings.jump_m
        return replace(result, placed_s=stamp) if there or math.isfinite(self.placed_s) else result

    def brought(self, pose: Pose) -> Track:
        """The track of what was brought elsewhere: how it was seen before says little of what is seen there."""
        overlooked = max(self.overlooked, OVERLOOKED_ELSEWHERE * self.hits)
        result = replace(self, pose=pose, overlooked=overlooked, unseen=0, doubt=0.0, strayed=None)
        put_at_m = pose.position[2] if pose.is_known else None
        before = self.shown or self.shown_before
        result = replace(result, colouring=NOT_MEASURED, shown=frozenset(), shown_before=before)
        return replace(result, put_at_m=put_at_m, placed_s=-math.inf)

    def stands_higher(self, gap_m: float) -> bool:
        """Whether it is seen higher than it was put down, by more than a gap: it stands on something else."""
        return self.put_at_m is not None and self.pose.position[2] - self.put_at_m > gap_m

    def called(self, label: str) -> Track:
        """The track of the same thing, known to be of a class, whatever it was seen as."""
        if label == self.label:
            return self
        return replace(self, label=label, votes=((label, sum(weight for _, weight in self.votes)),))

    def missed(self, evidence: float) -> Track:
        """The track after a frame that should have shown it and did not; `evidence` against it [nat]."""
        return replace(self, unseen=self.unseen + 1, doubt=self.doubt + evidence)

    def _shown_again(self, seen: Colouring) -> frozenset[Colour]:
        """Colours that it showed before it was brought, and of which a look here shows anything worth mentioning.

        The yellow side of a green and yellow sponge may be much of what is seen from one place and little from another.
        """
        return frozenset(c for c in self.shown_before if seen.is_measured and seen.share(c) >= ABSENT)

    def _moved_towards(self, observation: Observation, settings: FusionSettings) -> Track:
        """The track nearer to where it was observed; a leap counts from the second observation that agrees on it."""
        far = self.pose.distance(observation.pose) > settings.jump_m
        if far and (self.strayed is None or self.strayed.distance(observation.pose) > settings.jump_m):
            return replace(self, strayed=observation.pose)
        weight = settings.jump_weight if far else settings.weight
        if observation.size != self.size or observation.shape != self.shape:
            weight = max(weight, 0.5)
        square = abs(observation.size[0] - observation.size[1]) < 1e-3
        pose = blended(self.pose, observation.pose, weight, math.pi / 2 if square else math.pi)
        a, b, c = ((1 - weight) * old + weight * new for old, new in zip(self.size, observation.size, strict=True))
        size = (a, b, c) if observation.shape == self.shape else observation.size
        return replace(self, pose=pose, size=size, shape=observation.shape, strayed=observation.pose if far else None)


def blended(old: Pose, new: Pose, weight: float, period: float) -> Pose:
    """Pose between two upright poses; yaws that differ by the shape's period are the same."""
    x, y, z = ((1 - weight) * a + weight * b for a, b in zip(old.position, new.position, strict=True))
    turn = (new.yaw - old.yaw + period / 2) % period - period / 2
    return Pose.planar(x, y, old.yaw + weight * turn, z)
