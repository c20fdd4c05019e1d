# SPDX-License-Identifier: Apache-2.0
"""Nodes of every kind, for tests of laws that hold for all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.asset_model import AssetModel
from makedo_core.graph.nodes import contradiction
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import Node, NodeKind, Shape, State


def any_node(
    names: st.SearchStrategy[str],
    words: st.SearchStrategy[str],
    metres: st.SearchStrategy[float],
    model: AssetModel,
    *,
    opened: bool = False,
    consistent: bool = False,
) -> st.SearchStrategy[Node]:
    """A node with names, attributes, places and a model such as these.

    Args:
        names: ids and labels.
        words: attributes.
        metres: where it is [m].
        model: what it may be made of.
        opened: whether its opening may be told.
        consistent: whether its states never contradict each other.
    """
    states = st.frozensets(st.sampled_from(State))
    return st.builds(
        Node,
        id=names,
        label=names,
        kind=st.sampled_from(NodeKind),
        pose=st.one_of(st.just(UNKNOWN_POSE), st.builds(Pose, st.tuples(metres, metres, metres))),
        size=st.tuples(*[st.floats(0, 10)] * 3),
        shape=st.sampled_from(Shape),
        confidence=st.floats(0, 1),
        last_seen=st.one_of(st.none(), st.floats(0, 1e9)),
        states=states.filter(lambda s: not contradiction(s)) if consistent else states,
        attributes=st.frozensets(words, max_size=3),
        model=st.one_of(st.none(), st.just(model)),
        opening=st.one_of(st.none(), metres) if opened else st.none(),
        told=st.one_of(st.none(), any_word(names, metres)),
    )


def any_word(names: st.SearchStrategy[str], metres: st.SearchStrategy[float]) -> st.SearchStrategy[PersonsWord]:
    """What a person may have said of a node."""
    return st.builds(
        PersonsWord,
        matters=st.frozensets(st.sampled_from(Matter), min_size=1),
        said_s=st.floats(0, 1e9),
        formerly=st.lists(names, max_size=2).map(tuple),
        mistaken=st.frozensets(names, max_size=2),
        left=st.one_of(st.none(), st.tuples(metres, metres, metres)),
    )
