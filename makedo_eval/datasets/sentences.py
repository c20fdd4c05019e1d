# SPDX-License-Identifier: Apache-2.0
"""The develop half of the corpus of sentences: success is what people would accept, by mechanism."""

from __future__ import annotations

from pathlib import Path

from makedo_core.ontology import Ontology
from makedo_eval.case import Dataset, OnePlan, Score
from makedo_eval.sentences.corpus import Half, SentenceCase, corpus, scene
from makedo_eval.sentences.judge import GOOD, Mark, judged
from planner_node.task import PlanningTask, Result

COMPARABLE = "sentences and scenes of our own; half of the corpus, on which the grammar is developed"


def load(folder: Path | None, ontology: Ontology) -> Dataset:
    """The sentences; no data is read beside what comes with Makedo."""
    cases = tuple(_case(case) for case in corpus() if case.half is Half.DEVELOP)
    return Dataset("sentences", cases, comparable=COMPARABLE)


def _case(case: SentenceCase) -> OnePlan:
    def judge(result: Result) -> Score:
        judgement = judged(case, result)
        success = judgement.verdict in GOOD
        more = {verdict.value: float(verdict is judgement.verdict) for verdict in Mark}
        return Score(success, float(success), more, judgement.note)

    return OnePlan(case.id, case.mechanism, lambda: PlanningTask(case.said, scene(case.scene)), judge)
