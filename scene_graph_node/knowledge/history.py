# SPDX-License-Identifier: Apache-2.0
"""What a robot did, as statements: every skill call that ended is an activity of W3C PROV-O with an outcome.

Source: PROV-O, the PROV ontology, W3C Recommendation 2013. docs/knowledge.md lists the properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone

from makedo_core.record.lesson import Lesson
from makedo_core.record.skill_outcome import SkillOutcome
from scene_graph_node.knowledge.fact import TYPE, Resource, Space, Triple, Value

RUN = Resource(Space.HOUSEHOLD, "InstructionRun")
EXECUTION = Resource(Space.HOUSEHOLD, "SkillExecution")
ACTIVITY = Resource(Space.PROVENANCE, "Activity")
MACRO = Resource(Space.HOUSEHOLD, "MacroAction")

Deed = SkillOutcome | Lesson
"""What the history remembers."""


def execution_name(done: SkillOutcome) -> str:
    """What an outcome is called in the history; the same outcome received twice is one."""
    return f"{done.run}.{done.number}"


def facts_of(deed: Deed) -> Iterator[Triple]:
    """What is said of something that is to be remembered."""
    return facts_of_lesson(deed) if isinstance(deed, Lesson) else facts_of_outcome(deed)


def facts_of_lesson(lesson: Lesson) -> Iterator[Triple]:
    """What is said of a macro action; each time that it is learnt adds when, and from which instruction."""
    yield Triple(lesson.name, TYPE, MACRO, Space.HISTORY)
    yield Triple(lesson.name, "target", lesson.target, Space.HISTORY)
    yield Triple(lesson.name, "calls", "; ".join(lesson.calls), Space.HISTORY)
    yield Triple(lesson.name, "definition", lesson.definition, Space.HISTORY)
    yield Triple(lesson.name, "instruction", lesson.instruction, Space.HISTORY)
    yield Triple(lesson.name, "learntAt", datetime.fromtimestamp(lesson.learnt_s, timezone.utc), Space.HISTORY)


def facts_of_outcome(done: SkillOutcome) -> Iterator[Triple]:
    """What is said of a skill call that ended, and of the run that it belongs to."""
    for run_value in (RUN, ACTIVITY):
        yield Triple(done.run, TYPE, run_value, Space.HISTORY)
    yield Triple(done.run, "instruction", done.instruction, Space.HISTORY)
    name = execution_name(done)
    for what, value in _values(done):
        yield Triple(name, what, value, Space.HISTORY)


def _values(done: SkillOutcome) -> Iterator[tuple[str | Resource, Value]]:
    yield TYPE, EXECUTION
    yield TYPE, ACTIVITY
    yield "partOf", Resource(Space.HISTORY, done.run)
    yield "instruction", done.instruction
    yield "skill", done.call.skill
    yield "call", str(done.call)
    for argument in done.call.arguments:
        yield _prov("used"), Resource(Space.NODES, argument)
    yield _prov("wasAssociatedWith"), Resource(Space.NODES, done.robot)
    yield _prov("startedAtTime"), done.began
    yield _prov("endedAtTime"), done.ended
    yield "began", float(done.began_s)
    yield "ended", float(done.ended_s)
    yield "step", done.step
    yield "attempt", done.attempt
    yield "succeeded", done.outcome.ok
    yield "cause", done.outcome.cause.name
    for what, text in (("message", done.outcome.message), ("then", done.then), ("picture", done.picture)):
        if text:
            yield what, text
    for what, revision in (("revisionBefore", done.revision_before), ("revisionAfter", done.revision_after)):
        if revision:
            yield what, revision


def _prov(name: str) -> Resource:
    return Resource(Space.PROVENANCE, name)
