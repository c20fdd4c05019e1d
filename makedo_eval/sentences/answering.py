# SPDX-License-Identifier: Apache-2.0
"""Whether what a sentence asked was answered rightly: by the values of the answer, never by how it is put."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner_node.language.kinds import Asking
from planner_node.language.questions.answer import SceneAnswer, Sighting
from planner_node.task import Result

LOOKING = frozenset({"go_to", "discover_objects", "open", "close"})
"""Skills that look for an answer: nothing is carried, and what they open they shut."""


def answers_rightly(expected: tuple[str, ...], result: Result) -> bool | None:
    """Whether the answers tell all that was expected and of no other nodes; None: there is no answer.

    Args:
        expected: values, each with its alternatives ("a|b"); what "?" begins may be told.
        result: with the answers.
    """
    if not result.answers:
        return None
    told = {value for answer in result.answers for value in _values(answer)}
    known = {way for value in expected for way in value.removeprefix("?").split("|")}
    needed = (value for value in expected if not value.startswith("?"))
    sightings = [sighting for answer in result.answers for sighting in _sightings(answer)]
    lists = any({s.node_id, s.place, s.room} & known for s in sightings)
    return all(any(way in told for way in value.split("|")) for value in needed) and (
        not lists or all({s.node_id, s.place, s.room} & known for s in sightings)
    )


def only_looks(result: Result) -> bool:
    """Whether a plan moves nothing but doors that it shuts again."""
    return result.plan is not None and all(call.skill in LOOKING for call in result.plan.calls)


def _values(answer: SceneAnswer) -> Iterator[str]:
    yield str(answer.count)
    yield from answer.told
    if answer.holds is not None:
        yield "yes" if answer.holds else "no"
    for sighting in _sightings(answer):
        yield from (sighting.node_id, sighting.place, sighting.room)


def _sightings(answer: SceneAnswer) -> Sequence[Sighting]:
    """What is told of; of the most of something, the one."""
    return answer.sightings[:1] if answer.question.asking is Asking.MOST else answer.sightings
