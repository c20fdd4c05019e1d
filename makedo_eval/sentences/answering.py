# SPDX-License-Identifier: Apache-2.0
"""Whether what a sentence asked was answered rightly: by the values of the answer, never by how it is put."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.questions.answer import SceneAnswer
from planner_node.task import Result

LOOKING = frozenset({"go_to", "discover_objects", "open", "close"})
"""Skills that look for an answer: nothing is carried, and what they open they shut."""


def answers_rightly(expected: tuple[str, ...], result: Result) -> bool | None:
    """Whether all that was expected is among the values of the answers; None: there is no answer."""
    if not result.answers:
        return None
    told = {value for answer in result.answers for value in _values(answer)}
    return all(any(way in told for way in value.split("|")) for value in expected)


def only_looks(result: Result) -> bool:
    """Whether a plan moves nothing but doors that it shuts again."""
    return result.plan is not None and all(call.skill in LOOKING for call in result.plan.calls)


def _values(answer: SceneAnswer) -> Iterator[str]:
    yield str(answer.count)
    yield from answer.told
    if answer.holds is not None:
        yield "yes" if answer.holds else "no"
    for sighting in answer.sightings:
        yield from (sighting.node_id, sighting.place, sighting.room)
