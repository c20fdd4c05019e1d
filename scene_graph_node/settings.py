# SPDX-License-Identifier: Apache-2.0
"""Numbers of the fusion, with what each is for. config/scene_graph.yaml sets them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FusionSettings:
    """When observations become, move and remove nodes.

    Attributes:
        gate_share, gate_m: an observation may belong to a node within gate_share * largest extent + gate_m.
        class_cost: added to the relative distance when the classes differ.
        same_share: share of each box in the other from which an observation of another class may belong to a node.
        vote_fading: the votes of earlier observations on a thing's class count this much less with each new one.
        vote_lead: another class wins when it has so many times the votes.
        confirm_hits: steady frames that must agree before an unknown thing becomes a node.
        confirm_score: sum of their scores that is needed.
        confirm_mean: mean of their scores that is needed.
        forget_frames: a thing not yet confirmed is forgotten after so many frames in view without it.
        lost_frames: steady frames that look through a node before it counts as gone.
        lost_doubt: a node counts as gone when overlooking it so often is improbable by this much [nat].
        min_visibility: less visible observations neither make nor move a node.
        jump_m, jump_weight, weight: weight of a new pose beyond and within jump_m of the old one.
        deadband_m, deadband_rad: smaller changes of a pose do not change the graph.
        open_share: share of the rays to a node that must be unhindered before it should have been seen.
        empty_share: share of these that must go through where it should be.
        thin_m: lower things than this cannot be seen through; not being detected is enough.
        min_rays: rays to a node below which nothing is concluded (it is too small in the image).
        max_range_m: farther things are too small to be missed.
        covered_share: share of an asset's cells that must have been seen before a belief there is given up.
        state_frames: frames that must agree on a state of an asset.
        hand_radius_m: a box that is nearer to the grasp point is left to the executor, which knows what it does.
        told_looks: clear looks, each from another point of view, that it takes to see otherwise what a person said.
        told_apart_m: two points of view are at least so far apart.
        told_visibility: less visible observations are no clear look.
        told_slack_m: a person shows a place as well as this.
        containers: classes of objects that things can be inside of.
    """

    gate_share: float = 0.5
    gate_m: float = 0.03
    class_cost: float = 0.6
    same_share: float = 0.4
    vote_fading: float = 0.85
    vote_lead: float = 1.5
    confirm_hits: int = 2
    confirm_score: float = 1.1
    confirm_mean: float = 0.3
    forget_frames: int = 4
    lost_frames: int = 2
    lost_doubt: float = 11.5
    min_visibility: float = 0.4
    jump_m: float = 0.03
    jump_weight: float = 0.7
    weight: float = 0.3
    deadband_m: float = 0.004
    deadband_rad: float = 0.05
    open_share: float = 0.6
    empty_share: float = 0.35
    thin_m: float = 0.05
    min_rays: int = 6
    max_range_m: float = 2.5
    covered_share: float = 0.85
    state_frames: int = 2
    hand_radius_m: float = 0.08
    told_looks: int = 3
    told_apart_m: float = 0.3
    told_visibility: float = 0.7
    told_slack_m: float = 0.2
    containers: tuple[str, ...] = ("bowl", "basket", "box", "pot", "tray", "mug", "cup")


@dataclass(frozen=True, slots=True)
class RelationSettings:
    """When something rests on or in something, or is next to something.

    Attributes:
        enter_m, stay_m: largest gap between a bottom and its support, to begin and to go on resting there.
        enter_edge_m, stay_edge_m: how far a centre may be outside of the support's outline.
        flat_m: objects lower than this support what stands within their height (a plate, a tray).
        room_stay_m: what was in a room is so until it is this far beyond its walls.
        near_m, near_stay_m: largest gap between the outlines of neighbours, to become and to stay such.
    """

    enter_m: float = 0.02
    stay_m: float = 0.04
    enter_edge_m: float = 0.0
    stay_edge_m: float = 0.03
    flat_m: float = 0.04
    room_stay_m: float = 0.1
    near_m: float = 0.05
    near_stay_m: float = 0.07


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """When the robot's own motion changes the graph.

    Attributes:
        move_m, turn_rad: smaller motions do not.
        period_s: not more often than this.
        leave_m: this far from where AT became true it no longer is, unless
        beside_m: the robot is still this near to the asset's footprint: where a skill may stand, and a step back.
    """

    move_m: float = 0.05
    turn_rad: float = 0.17
    period_s: float = 1.0
    leave_m: float = 0.3
    beside_m: float = 1.3


@dataclass(frozen=True, slots=True)
class BuilderSettings:
    """Numbers of the builder's parts."""

    fusion: FusionSettings = field(default_factory=FusionSettings)
    relations: RelationSettings = field(default_factory=RelationSettings)
    agent: AgentSettings = field(default_factory=AgentSettings)
