# SPDX-License-Identifier: Apache-2.0
"""Things that are only to be left where they are: "leave the plates on table 1" brings no others there."""

from __future__ import annotations

from dataclasses import replace

from planner_node.grounding.scene import Scene
from planner_node.language.request import Clause, Put
from planner_node.language.things import NounPhrase, Place

_LEAVING = ("leave", "leaving")
_KEEPING = ("keep", "keeping")  # "keep the drinks in the fridge" puts those there that are elsewhere

_FINE = tuple(
    f"{be} {good}" for be in ("is", "are") for good in ("fine", "ok", "okay", "good", "alright", "all right", "perfect")
)


def left_there(clause: Clause, instruction: str, scene: Scene) -> Clause:
    """The clause, narrowed to the things that are where they are to be left; as it was if none or too few are.

    Args:
        clause: of a request.
        instruction: in lower case.
        scene: where it is done.
    """
    if not isinstance(clause, Put):
        return clause
    what = tuple(_staying(phrase, clause.place, instruction, scene) for phrase in clause.what)
    return clause if what == clause.what else replace(clause, what=what)


def _staying(phrase: NounPhrase, place: Place, instruction: str, scene: Scene) -> NounPhrase:
    verbs = _LEAVING if phrase.count is None else (*_LEAVING, *_KEEPING)
    text = phrase.text.lower()
    said = any(f"{verb} {text} " in instruction for verb in verbs)
    said |= any(f"{text} {so} " in instruction for so in _FINE)
    meant = scene.places(place.what) if said and phrase.among is None and phrase.node_id is None else ()
    if len(meant) != 1:
        return phrase
    there = [n.id for n in scene.objects_matching(phrase) if scene.graph.support(n.id) == meant[0].id]
    return replace(phrase, among=frozenset(there)) if there and len(there) >= (phrase.count or 0) else phrase
