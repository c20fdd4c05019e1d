# SPDX-License-Identifier: Apache-2.0
"""Two runs side by side: what they knew at the start, where they part, and how long each step took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from makedo_core.graph.changes import NodeChange, changes
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.replay.telling import ending
from makedo_core.replay.timeline import PastRun


@dataclass(frozen=True, slots=True)
class StepPair:
    """A step of the first run and its like in the second; None: it has none there."""

    first: SkillOutcome | None
    second: SkillOutcome | None

    @property
    def is_same(self) -> bool:
        """Whether both did the same and it ended for the same cause."""
        return self.first is not None and self.second is not None and _key(self.first) == _key(self.second)


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two runs.

    Attributes:
        first, second: the runs.
        pairs: their steps, side by side, in order.
        parting: number of the first pair, from 0, that is not the same; None: there is none.
        known: what the second knew at its start that the first knew otherwise.
    """

    first: PastRun
    second: PastRun
    pairs: tuple[StepPair, ...]
    parting: int | None
    known: tuple[NodeChange, ...]


def compare(first: PastRun, second: PastRun) -> RunComparison:
    """Compare two runs step by step: the same calls stand beside each other."""
    pairs = tuple(_paired(first.steps, second.steps))
    parting = next((i for i, pair in enumerate(pairs) if not pair.is_same), None)
    known: tuple[NodeChange, ...] = ()
    if first.graphs and second.graphs:
        known = changes(first.graphs[0].graph, second.graphs[0].graph)
    return RunComparison(first, second, pairs, parting, known)


def comparison_text(found: RunComparison) -> str:
    """A comparison in plain text; A is the first run, B the second."""
    lines = []
    for letter, run in (("A", found.first), ("B", found.second)):
        lines.append(f"{letter}  {run.name}: {run.title}")
        lines.append(f"   {ending(run)}; {run.duration_s:.1f} s; {len(run.steps)} skill calls ended")
    if found.first.title != found.second.title:
        lines.append("they were asked different things")
    if found.known:
        lines.append("at the start B knew otherwise than A:")
        lines += [f"   {change}" for change in found.known]
    lines += _parting(found)
    lines.append("")
    lines.append(f"{'A':>9} {'B':>9}   step")
    lines += [_row(pair, number == found.parting) for number, pair in enumerate(found.pairs)]
    return "\n".join(lines)


def _parting(found: RunComparison) -> Iterator[str]:
    if not found.pairs:
        yield "neither has a step that ended"
        return
    if found.parting is None:
        yield f"they did the same in all {len(found.pairs)} steps"
        return
    pair = found.pairs[found.parting]
    told = [f"{letter} {_told(step)}" for letter, step in (("A", pair.first), ("B", pair.second))]
    yield f"they part after {found.parting} like steps: {'; '.join(told)}"


def _told(step: SkillOutcome | None) -> str:
    if step is None:
        return "has no such step"
    return f"did '{step.call.describe()}': {'done' if step.outcome.ok else step.outcome}"


def _row(pair: StepPair, is_parting: bool) -> str:
    step = pair.first or pair.second
    assert step is not None  # a pair has one of them
    times = " ".join(
        "        -" if s is None else f"{(s.ended - s.began).total_seconds():7.1f} s" for s in (pair.first, pair.second)
    )
    results = dict.fromkeys("done" if s.outcome.ok else str(s.outcome) for s in (pair.first, pair.second) if s)
    sign = ">" if is_parting else " " if pair.is_same else "*"
    return f"{times} {sign} {step.call.describe()}: {' / '.join(results)}"


def _paired(first: tuple[SkillOutcome, ...], second: tuple[SkillOutcome, ...]) -> Iterator[StepPair]:
    """Steps side by side: calls that are the same in both keep their order."""
    matcher = SequenceMatcher(None, [str(s.call) for s in first], [str(s.call) for s in second], autojunk=False)
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "equal":
            yield from (StepPair(x, y) for x, y in zip(first[a:a_end], second[b:b_end], strict=True))
        else:
            yield from (StepPair(x, None) for x in first[a:a_end])
            yield from (StepPair(None, y) for y in second[b:b_end])


def _key(step: SkillOutcome) -> tuple[str, str]:
    return str(step.call), step.outcome.cause.name
