# SPDX-License-Identifier: Apache-2.0
"""States of assets from the image: doors and drawers by geometry, lamps by brightness.

Nothing is said unless the image is clear about it: a state that is not seen is not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Part, SwitchKind, articulated, swept_ball
from makedo_core.graph.openings import closed_at, state_at, values_in
from makedo_core.graph.scene_graph import Node, State
from makedo_core.sight.view import Evidence, View
from perception_node.camera import ColourImage

POSITIONS = 15  # joint values that are tried, closed to fully open
HARDLY_OPEN = 1.1  # times open_at: a door that stands a little less open looks the same
AS_GOOD = 0.03  # shares that differ by less are alike
FINER = 4  # steps from a joint value that was tried to the next
IN_VIEW = 0.4  # share of a closed door that must be in the image: its edge alone looks like the frame beside it
BLUR = 0.04  # share of the range by which what is known already, from the hand for one, may differ from what is seen
_GRID = np.stack(np.meshgrid(*[np.linspace(-0.4, 0.4, 5)] * 3), axis=-1).reshape(-1, 3)  # within a box of size 1


@dataclass(frozen=True, slots=True)
class StateSettings:
    """When the image is clear.

    Attributes:
        max_range_m: assets farther from the camera are left out.
        margin_m: a ray within this of a part's surface matches it.
        min_rays: fewer matching rays say nothing.
        min_share: smallest share of the unhindered rays that must match.
        lead: by how much the best joint value's share must beat that of any other state.
        light_part: name of the part that shines.
        bright, dark: mean brightness (0..255) from which a lamp is on, up to which it is off.
    """

    max_range_m: float = 3.0
    margin_m: float = 0.035
    min_rays: int = 30
    min_share: float = 0.7
    lead: float = 0.15
    light_part: str = "shade"
    bright: float = 225.0
    dark: float = 200.0


@dataclass(frozen=True, slots=True)
class Opening:
    """How a door or drawer stands.

    Attributes:
        state: OPEN, AJAR or CLOSED.
        value: how far it is open [rad or m]; None: closed, or as the node says already.
    """

    state: State
    value: float | None = None


@dataclass(frozen=True, slots=True)
class AssetStates:
    """What an image shows of assets, by id.

    Attributes:
        states: opening or light.
        openings: how far doors and drawers are open, if not closed [rad or m].
    """

    states: tuple[tuple[str, State], ...] = ()
    openings: tuple[tuple[str, float], ...] = ()


def asset_states(
    assets: Iterable[Node], view: View, colour: ColourImage | None, settings: StateSettings
) -> AssetStates:
    """States that the image shows.

    Args:
        assets: nodes with a model.
        view: small depth image.
        colour: of the view's size, shape (h, w, 3); None: no lamp can be judged.
        settings: when the image is clear.
    """
    found: list[tuple[str, State]] = []
    openings: list[tuple[str, float]] = []
    for node in assets:
        if node.model is None or node.pose.distance(view.pose) > settings.max_range_m + max(node.size):
            continue
        opening = opening_of(node, view, settings)
        if opening is not None:
            found.append((node.id, opening.state))
            openings.extend([] if opening.value is None else [(node.id, opening.value)])
        light = None if colour is None else light_state(node.pose, node.model, view, colour, settings)
        found.extend([] if light is None else [(node.id, light)])
    return AssetStates(tuple(found), tuple(openings))


def opening_of(node: Node, view: View, settings: StateSettings) -> Opening | None:
    """How a door or drawer stands: as its moving parts agree with the depth image best; None: unclear."""
    articulation = None if node.model is None else node.model.articulation
    parts = [] if node.model is None else [p for p in node.model.parts if p.moving]
    if articulation is None or not any(_may_be_seen(node.pose, p, articulation, view) for p in parts):
        return None
    shares = {value: _share(node, value, view, settings) for value in _tried(articulation)}
    best: dict[State, float] = {}
    for value, share in shares.items():
        state = state_at(articulation, value)
        if state not in best or share > shares[best[state]]:
            best[state] = value
    first, second = sorted(best, key=lambda s: shares[best[s]], reverse=True)[:2] if len(best) > 1 else (None, None)
    if first is None or second is None or shares[best[first]] < settings.min_share:
        return None
    if shares[best[first]] - shares[best[second]] < settings.lead:
        return None
    shut = [Box(node.pose @ p.pose, p.size) for p in parts]
    if first is State.CLOSED and _in_view(shut, view) < IN_VIEW:
        return None
    if first is not State.CLOSED and not _not_shut(shut, _solids(node, best[first]), view, settings):
        return None
    return Opening(first, None if first is State.CLOSED else _value(node, first, best[first], view, settings))


def _value(node: Node, state: State, near: float, view: View, settings: StateSettings) -> float | None:
    """The joint value in a state with which the image agrees best [rad or m], by one near it; None: as is known.

    Values next to each other that agree about as well are taken as one, its middle.
    """
    assert node.model is not None and node.model.articulation is not None  # it has a state
    articulation = node.model.articulation
    low, high = values_in(articulation, {state})
    step = (articulation.range[1] - articulation.range[0]) / (POSITIONS - 1)
    around = np.linspace(near - step, near + step, 2 * FINER + 1)
    values: list[float] = np.unique(np.clip(around, low, high)).tolist()
    found = np.array([_share(node, value, view, settings) for value in values])
    alike = [v for v, share in zip(values, found, strict=True) if share >= found.max() - AS_GOOD]
    if state in node.states and node.opening is not None:
        blur = BLUR * (articulation.range[1] - articulation.range[0])
        if alike[0] - blur <= node.opening <= alike[-1] + blur:
            return None
    return (alike[0] + alike[-1]) / 2


def _not_shut(shut: Sequence[Box], stands: Sequence[Box], view: View, settings: StateSettings) -> bool:
    """Whether the image shows that nothing is where the moving parts are when they are shut.

    An arm may stand where an open door would be. Then the shut door is seen beside it, or nothing of where it would be.

    Args:
        shut: the moving parts when shut.
        stands: the same as they seem to stand.
        view: small depth image.
        settings: when the image is clear.
    """
    near, far = view.cast(shut)
    door_near, door_far = view.cast(stands)
    depth, slack = view.depth, settings.margin_m
    there = np.isfinite(near) & view.has_reading
    with np.errstate(invalid="ignore"):
        moved = there & (depth >= door_near - slack) & (depth <= door_far + slack)
        through = there & ~moved & (depth > far + slack)
        still = there & ~moved & ~through & (depth >= near - slack)
    gone, left = int(np.count_nonzero(moved | through)), int(np.count_nonzero(still))
    return gone >= max(settings.min_rays, left)


def _solids(node: Node, value: float) -> list[Box]:
    """The moving parts at a joint value, in the map frame."""
    assert node.model is not None and node.model.articulation is not None  # it has a state
    moves = node.model.articulation
    return [Box(node.pose @ articulated(p.pose, moves, value), p.size) for p in node.model.parts if p.moving]


def _share(node: Node, value: float, view: View, settings: StateSettings) -> float:
    """How well the depth image agrees with the moving parts at a joint value, 0..1."""
    return _agreement(view.evidence(_solids(node, value), settings.margin_m), settings)


def _in_view(solids: Sequence[Box], view: View) -> float:
    """Share of the points of some boxes that the image spans, hidden or not."""
    points = []
    for solid in solids:
        matrix = solid.pose.matrix()
        points.append((_GRID * solid.size) @ matrix[:3, :3].T + matrix[:3, 3])
    return float(view.contains(np.concatenate(points)).mean())


def _tried(articulation: Articulation) -> Iterator[float]:
    """Joint values to compare with; what is hardly ajar looks too much like closed, what is hardly open like ajar."""
    shut, wide = closed_at(articulation), articulation.open_at
    for value in np.linspace(*articulation.range, POSITIONS).tolist():
        if not (shut < value <= 2 * shut or wide <= value < HARDLY_OPEN * wide):
            yield value


def _may_be_seen(asset: Pose, part: Part, articulation: Articulation, view: View) -> bool:
    centre, radius = swept_ball(part, articulation)
    return view.may_show(asset.transform(centre), radius)


def _agreement(evidence: Evidence, settings: StateSettings) -> float:
    """Share of all rays at the parts that end on them; 0 when there are too few."""
    if evidence.matched < settings.min_rays or evidence.rays == 0:
        return 0.0
    return evidence.matched / evidence.rays


def light_state(
    asset: Pose, model: AssetModel, view: View, colour: ColourImage, settings: StateSettings
) -> State | None:
    """ON or OFF by the brightness of the part that shines; None: no such part, hidden, or in between."""
    part = next((p for p in model.parts if p.name == settings.light_part), None)
    if part is None or model.switch is None or model.switch.kind is not SwitchKind.TOGGLE:
        return None
    pixels = _pixels_on(asset, part, view)
    if np.count_nonzero(pixels) < settings.min_rays:
        return None
    brightness = float(colour[pixels].astype(float).max(axis=1).mean())
    if brightness >= settings.bright:
        return State.ON
    return State.OFF if brightness <= settings.dark else None


def _pixels_on(asset: Pose, part: Part, view: View) -> np.ndarray:
    """Which pixels end on or in a part, shape (h, w). A shade is rarely a box: all of its inside counts."""
    near, far = view.cast([Box(asset @ part.pose, part.size)])
    with np.errstate(invalid="ignore"):
        return np.isfinite(near) & view.has_reading & (view.depth >= near - 0.01) & (view.depth <= far + 0.01)
