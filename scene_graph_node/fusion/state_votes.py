# SPDX-License-Identifier: Apache-2.0
"""States of assets over time: several frames must agree, and what closing a drawer does to its contents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, State
from makedo_core.sight.observation import Frame
from scene_graph_node.edits.draft import Draft

ALIKE = 0.05  # of its range: as well as a joint value can be seen


class StateVotes:
    """Counts frames in a row that say the same of an asset.

    Args:
        needed: so many must agree.
    """

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._votes: dict[tuple[str, bool], tuple[State, int]] = {}

    def agree(self, asset_id: str, state: State) -> bool:
        """Take in one frame's word; whether enough frames have now said so."""
        key = (asset_id, state in OPENINGS)
        before, count = self._votes.get(key, (state, 0))
        count = count + 1 if before is state else 1
        self._votes[key] = (state, count)
        return count >= self._needed


class OpeningVotes:
    """Gathers frames in a row that say about the same of how far a door or drawer is open.

    Args:
        needed: so many must agree.
    """

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._said: dict[str, list[float]] = {}

    def settled(self, asset: Node, value: float) -> float | None:
        """Take in one frame's word [rad or m]; the mean of what was said, once enough frames have said about so."""
        if asset.model is None or asset.model.articulation is None:
            return None
        low, high = asset.model.articulation.range
        said = self._said.setdefault(asset.id, [])
        if said and abs(fmean(said) - value) > ALIKE * (high - low):
            said.clear()
        said.append(value)
        del said[: -self._needed]
        return fmean(said) if len(said) == self._needed else None

    def forget(self, asset_id: str) -> None:
        """Earlier votes on an asset do not count any more: it was opened or closed."""
        self._said.pop(asset_id, None)


class AgreedStates:
    """Writes what enough frames agree on into assets: whether they are on or open, and how far.

    Args:
        needed: so many must agree.
    """

    def __init__(self, needed: int) -> None:
        self._votes = StateVotes(needed)
        self._openings = OpeningVotes(needed)

    def fuse(self, draft: Draft, frame: Frame, closed: Callable[[Draft, Node], None]) -> None:
        """Take in what a frame says of states; `closed` is told of an asset that was closed, as it was before."""
        for asset_id, state in frame.states:
            node = draft.nodes.get(asset_id)
            if node is None or node.kind is not NodeKind.ASSET or not self._votes.agree(asset_id, state):
                continue
            if state not in node.states:
                draft.put(node.with_state(state))
                self._openings.forget(asset_id)
                if state is State.CLOSED:
                    closed(draft, node)
        for asset_id, value in frame.openings:
            self._fuse_opening(draft, frame, asset_id, value)

    def swung(self, asset_id: str) -> None:
        """The robot opened or closed something: what was seen of it before is void."""
        self._openings.forget(asset_id)

    def _fuse_opening(self, draft: Draft, frame: Frame, asset_id: str, value: float) -> None:
        """How far something is open counts only together with the state that it was seen in."""
        node = draft.nodes.get(asset_id)
        if node is None or not any(i == asset_id and s in node.states & OPENINGS for i, s in frame.states):
            return
        settled = self._openings.settled(node, value)
        if settled is not None:
            draft.put(opened_to(node, settled))


def pushed_in(node: Node, asset: Node) -> Node | None:
    """An object in a moving region after the region has gone home; None when the object does not move with it."""
    if asset.model is None or not node.pose.is_known:
        return None
    region = next((r for r in asset.model.regions if r.moving and r.kind is RegionKind.INSIDE), None)
    if region is None:
        return None
    home = asset.pose @ region.pose
    x, y, z = home.inverse().transform(node.pose.position)
    position = home.transform((_within(x, region.size[0] - node.size[0]), _within(y, region.size[1] - node.size[1]), z))
    return replace(node, pose=Pose(position, node.pose.orientation))


def _within(value: float, extent: float) -> float:
    """The value limited to an interval of this extent about zero."""
    half = max(extent, 0.0) / 2
    return min(max(value, -half), half)
