# SPDX-License-Identifier: Apache-2.0
"""Runs the corpus: `python -m makedo_eval.sentences [--half develop] [--mechanism each] [--failures]`.

With `--reworded` or `--reworded SET` the words of others are run.

Of the held half it prints counts only, so that nobody develops on it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from makedo_eval.sentences.corpus import Half, RewordingSet, SentenceCase, corpus, rewordings, scene
from makedo_eval.sentences.judge import GOOD, Mark, Marking, claims_exactness, judged, offer, taken_up
from makedo_eval.sentences.ladder import ModelTrial, climb, is_left_to_a_model, spread
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask, Result

Judged = tuple[SentenceCase, Result, Marking]


def run(cases: Sequence[SentenceCase], plan: Callable[[PlanningTask], Result]) -> Iterator[Judged]:
    """Plan and judge each case."""
    for case in cases:
        result = plan(PlanningTask(case.said, scene(case.scene)))
        marking = judged(case, result)
        if marking.verdict is Mark.REFUSED and (offered := offer(result)):
            marking = taken_up(case, plan(PlanningTask(offered, scene(case.scene))), marking)
        yield case, result, marking


def table(results: Sequence[Judged], by_mechanism: bool = True) -> str:
    """Counts by mechanism, worst first, and of all."""
    counts: dict[str, Counter[Mark]] = {}
    for case, _, marking in results:
        counts.setdefault(case.mechanism, Counter())[marking.verdict] += 1
    lines = [_row("mechanism", ["cases", *(v.value for v in Mark), "good"])]
    for name in sorted(counts, key=lambda m: _share(counts[m])) if by_mechanism else ():
        lines.append(_count_row(name, counts[name]))
    lines.append(_count_row("all", sum(counts.values(), Counter[Mark]())))
    plans = [result for _, result, marking in results if marking.verdict is Mark.RIGHT and result.plan is not None]
    lines.append(f"of {len(plans)} right plans {sum(map(claims_exactness, plans))} are called exactly what was asked")
    offers = [marking.verdict is Mark.QUESTION for _, _, marking in results if marking.offers]
    lines.append(f"orders of its own were offered {len(offers)} times, what was meant {sum(offers)} times")
    return "\n".join(lines)


def _share(count: Counter[Mark]) -> float:
    return sum(count[v] for v in GOOD) / max(count.total(), 1)


def _count_row(name: str, count: Counter[Mark]) -> str:
    return _row(name, [str(count.total()), *(str(count[v]) for v in Mark), f"{_share(count):.1%}"])


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:24}" + "".join(f"{cell:>12}" for cell in cells)


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m makedo_eval.sentences", description=__doc__)
    parser.add_argument("--half", type=Half, choices=list(Half), default=Half.DEVELOP)
    parser.add_argument("--mechanism", action="append", default=[], help="only these")
    parser.add_argument("--failures", action="store_true", help="list what is not right (of the develop half)")
    said = "the same sentences in other people's words"
    kinds, first = list(RewordingSet), RewordingSet.FIRST
    parser.add_argument("--reworded", type=RewordingSet, choices=kinds, nargs="?", const=first, help=said)
    parser.add_argument("--hedged", action="store_true", help="list right plans that are not called exact, and why")
    parser.add_argument("--all", action="store_true", help="list every sentence with its answer (of the develop half)")
    parser.add_argument("--llm", type=Path, help="what a language model makes of those that the grammar refuses")
    parser.add_argument("--most", type=int, default=1000, help="with --llm: no more than these, evenly spread")
    args = parser.parse_args(arguments)
    cases = corpus() if args.reworded is None else rewordings(args.reworded)
    chosen = [c for c in cases if c.half is args.half and (not args.mechanism or c.mechanism in args.mechanism)]
    held = args.half is Half.HELD
    results = list(run(chosen, assemble(Choices(), environ={}).plan))
    if args.llm is not None:
        refused = [c for c, result, m in results if m.verdict is Mark.REFUSED and is_left_to_a_model(result)]
        with_model = assemble(Choices(llm_file=args.llm), environ=os.environ).plan
        _try(climb(spread(refused, args.most), with_model), held)
        return 0
    for case, result, marking in () if held else results:
        hedged = marking.verdict is Mark.RIGHT and result.plan is not None and not claims_exactness(result)
        if args.all or (args.failures and marking.verdict not in GOOD) or (args.hedged and hedged):
            sys.stdout.write(_story(case, result, marking))
    sys.stdout.write(table(results, by_mechanism=not held) + "\n")
    return 0


def _try(trials: Iterator[ModelTrial], held: bool) -> None:
    """What a model adds: a line for each sentence as it comes (of the develop half), then counts."""
    counts: Counter[str] = Counter()
    taken_s: list[float] = []
    for trial in trials:
        verdict = trial.marking.verdict.value
        counts[verdict] += 1
        taken_s.append(trial.duration_s)
        if not held:
            came = trial.orders or trial.first.outcome.message or trial.first.explanation
            sys.stdout.write(f"{verdict:12}{trial.duration_s:6.1f} s  {trial.case.id} {trial.case.said}  ->  {came}\n")
            sys.stdout.flush()
    middle_s = median(taken_s) if taken_s else 0.0
    told = f"{dict(sorted(counts.items()))}; every reading was agreed to; half of them took {middle_s:.1f} s or less"
    sys.stdout.write(f"{len(taken_s)} that the grammar refuses: {told}\n")


def _story(case: SentenceCase, result: Result, marking: Marking) -> str:
    steps = "; ".join(map(str, result.plan.calls)) if result.plan is not None else ""
    lines = [f"{marking.verdict.value.upper()} {case.id} [{case.scene}] {case.said}", f"    {marking.note}"]
    lines += [f"    said: {result.explanation}"] if result.plan is not None else []
    lines += [f"    plan: {steps}"] if result.plan is not None else []
    doubts = [c for c in result.account.claims if not c.is_as_asked]
    lines += [f"    {c.kind.name.lower()}: {c.subject} ({c.reason.name.lower()})" for c in doubts]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
