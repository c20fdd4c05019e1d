# SPDX-License-Identifier: Apache-2.0
"""What goes into the live graph comes out as one row of snapshots, whatever happens in between."""

from __future__ import annotations

import numpy as np
import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, Relation, RelationType, State
from makedo_core.ports import GraphChange
from scene_graph_node.ageing import HOUR_S, AgeingSettings, Outlook
from scene_graph_node.live_graph import LiveGraph, Whereabouts
from scene_graph_node.settings import BuilderSettings

AT, ON = RelationType.AT, RelationType.ON


class Clock:
    """A clock that stands still unless it is set."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def live(kit, clock):
    chest = kit.chest("chest_1", 1.0)
    graph = kit.graph_of([kit.table("table_1", 1.2), chest], [kit.belief("cup_1", "cup", kit.table("table_1", 1.2))])
    outlook = Outlook(AgeingSettings(), lambda label: frozenset({label}), 0.0)
    return LiveGraph(graph, BuilderSettings(), outlook, clock)


def opened(node_id: str) -> GraphChange:
    return GraphChange(states=((node_id, State.OPEN),))


def test_an_update_is_in_the_snapshot_that_comes_with_it(live):
    before = live.newest()
    outcome, after = live.update(None, opened("chest_1"))
    assert outcome.ok
    assert after["chest_1"].states == {State.OPEN}
    assert after.revision == before.revision + 1
    assert live.newest() is after


def test_an_update_that_fails_leaves_the_graph(live):
    before = live.newest()
    outcome, after = live.update(None, opened("nothing_1"))
    assert outcome.cause is FailureCause.UNKNOWN_OBJECT
    assert after is before


def test_revisions_rise_with_ageing_as_with_updates(live, clock):
    before = live.newest()
    clock.now_s = HOUR_S
    aged = live.newest()
    assert aged.revision == before.revision + 1
    assert aged["cup_1"].confidence < before["cup_1"].confidence
    _, after = live.update(None, opened("chest_1"))
    assert after.revision == aged.revision + 1
    assert after["cup_1"] == aged["cup_1"]


def test_a_graph_from_elsewhere_follows_and_can_be_gone_on_with(live, clock):
    clock.now_s = HOUR_S
    before = live.newest()
    after = live.replace(before.changed(remove=["cup_1"]))
    assert after.revision > before.revision
    assert "cup_1" not in after
    outcome, later = live.update(None, opened("chest_1"))
    assert outcome.ok
    assert later.revision > after.revision


def test_a_graph_that_cannot_be_this_robots_changes_nothing(live):
    before = live.newest()
    with pytest.raises(GraphError, match="has no assets"):
        live.replace(before.changed(remove=["table_1", "chest_1"]))
    assert live.newest() is before


def test_the_robot_still_leaves_where_it_was_when_another_graph_came(live):
    there = Whereabouts(Pose((0.4, 0.0, 0.0)), None, 1.0)
    live.update(there, GraphChange(add=(Relation(AGENT_ID, AT, "table_1"),)))
    graph = live.replace(live.newest().changed(remove=["cup_1"]))
    assert Relation(AGENT_ID, AT, "table_1") in graph.relations
    away = Whereabouts(Pose((-2.0, 0.0, 0.0)), None, 5.0)
    assert Relation(AGENT_ID, AT, "table_1") not in live.follow(away).relations


def test_which_parts_of_furniture_an_image_has_shown_is_known_whether_or_not_something_is_looked_for_there(kit):
    table = kit.table("table_1", 1.2)
    live = LiveGraph(kit.graph_of([table]), BuilderSettings(), Outlook(AgeingSettings(), frozenset, 0.0), Clock())
    world = kit.BoxWorld((table,))
    (name,) = live.seen_places("table_1")
    assert not live.seen_places("table_1")[name].any()
    live.observe(None, world.frame(steady=False))
    assert not live.seen_places("table_1")[name].any()  # of a camera that moves nothing is known for sure
    live.observe(None, world.frame())
    seen = live.seen_places("table_1")[name]
    assert 0.5 < seen.mean()
    world.target = (1.2, 3.0, 0.75)
    live.observe(None, world.frame())
    assert (live.seen_places("table_1")[name] >= seen).all()  # it was seen


def test_what_something_hides_is_not_seen(kit):
    table, clear = kit.table("table_1", 1.2), {}
    for hidden in (False, True):
        outlook = Outlook(AgeingSettings(), frozenset, 0.0)
        live = LiveGraph(kit.graph_of([table]), BuilderSettings(), outlook, Clock())
        world = kit.BoxWorld((table,))
        if hidden:
            world.blockers.append(Box(Pose((0.4, 0.0, 1.0)), (0.1, 0.2, 0.2)))
        live.observe(None, world.frame())
        (clear[hidden],) = (float(cells.mean()) for cells in live.seen_places("table_1").values())
    assert clear[True] < 0.8 * clear[False]


def test_the_inside_of_what_was_closed_is_not_seen_any_more(live, kit):
    places = {name: cells.shape for name, cells in live.seen_places("chest_1").items()}
    assert places and live.seen_places("nothing_1") is None and live.seen_places(AGENT_ID) is None
    for cells in live._builder._fusion._shown._cells.values():
        assert not cells.any()
    for region in live.newest()["chest_1"].model.regions:
        live._builder._fusion._shown._cells["chest_1", region.name] = np.ones(places[region.name], bool)
    live.update(None, GraphChange(states=(("chest_1", State.OPEN),)))
    assert all(cells.all() for cells in live.seen_places("chest_1").values())
    live.update(None, GraphChange(states=(("chest_1", State.CLOSED),)))
    seen = {r.kind: live.seen_places("chest_1")[r.name].any() for r in live.newest()["chest_1"].model.regions}
    assert not seen[RegionKind.INSIDE] and all(seen[kind] for kind in seen if kind is not RegionKind.INSIDE)
