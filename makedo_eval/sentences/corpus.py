# SPDX-License-Identifier: Apache-2.0
"""The corpus: sentences by mechanism, with the scene they are said in and the outcomes that people would accept.

Many have rewordings: the same asked for in the words of others, who had not seen what the planner understands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.case import DatasetError

SEED = 22
"""Of the halves. Another one would show the held half to who developed on the other."""
REWORDING_SEED = "p"
"""Of the parts of the first rewordings: two of three sentences are for development."""
_HERE = Path(__file__).resolve().parent
_KINDS_OF_REFUSAL: Mapping[str, frozenset[FailureCause]] = {
    "unknown": frozenset({FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE}),
    "incapable": frozenset({FailureCause.NOT_CAPABLE}),
    "impossible": frozenset(
        {
            FailureCause.UNSOLVABLE_PROVEN,
            FailureCause.UNSOLVABLE_INCOMPLETE,
            FailureCause.NOTHING_ACCEPTABLE,
            FailureCause.NOT_CAPABLE,
        }
    ),
    "senseless": frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.INVALID_INSTRUCTION}),
}
"""Words of the files for causes that are right together."""


class Half(StrEnum):
    """What a sentence is for."""

    DEVELOP = "develop"
    HELD = "held"  # run for its counts only


class RewordingSet(StrEnum):
    """Who wrote rewordings, and how."""

    FIRST = "first"  # four writers
    HARDER = "harder"  # a fifth, freely
    PLAINER = "plainer"  # a sixth, as most people would say it


_LATER_SEEDS = {RewordingSet.HARDER: "q", RewordingSet.PLAINER: "z"}
"""Of the halves of the later sets, of which each wording is drawn by itself."""


@dataclass(frozen=True, slots=True)
class SentenceCase:
    """A sentence, and every outcome that would be right.

    Attributes:
        id: mechanism and number, e.g. "each_03"; stable.
        mechanism: what of language it tries.
        scene: name of the scene.
        said: the sentence.
        ends: facts of the end, in the words of `expectation`; each list is an end that is right. What no fact of it
            names stays as it was.
        may: ids of what may change besides.
        never_exact: that the answer must not claim to be exactly what was asked.
        asks: ids that a question must offer; None: a question is not right.
        refuses: causes of a refusal that is right.
        answers: the values of an answer that is right: of each list, one must be there; None: it asks for no answer.
    """

    id: str
    mechanism: str
    scene: str
    said: str
    ends: tuple[tuple[str, ...], ...] = ()
    may: frozenset[str] = frozenset()
    never_exact: bool = False
    asks: frozenset[str] | None = None
    refuses: frozenset[FailureCause] = frozenset()
    answers: tuple[str, ...] | None = None

    @property
    def half(self) -> Half:
        """Drawn from the id with a seed; all first rewordings of a sentence are in one part."""
        said, reworded, number = self.id.partition("/")
        later, _, number = number.rpartition("-")
        if later:
            digest = sha256(f"{_LATER_SEEDS[RewordingSet(later)]}/{said}/{number}".encode()).digest()
            return Half.DEVELOP if digest[0] % 2 == 0 else Half.HELD
        if reworded:
            return Half.DEVELOP if sha256(f"{REWORDING_SEED}/{said}".encode()).digest()[0] % 3 < 2 else Half.HELD
        digest = sha256(f"{SEED}/{self.id}".encode()).digest()
        return Half.DEVELOP if digest[0] % 2 == 0 else Half.HELD


class _CaseYaml(BaseModel):
    model_config = ConfigDict(extra="forbid")
    scene: str = Field(alias="in")
    say: str
    ends: list[str] | None = None
    either: list[list[str]] = []
    may: list[str] = []
    exact: bool = True
    asks: list[str] | None = None
    refuses: list[str] = []
    answers: list[str] | None = None


class _Unique(yaml.CSafeLoader):
    """Refuses a key that is there twice: the second would silently take the place of the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = {str(key) for key in keys if keys.count(key) > 1}
        if twice:
            raise DatasetError(f"{node.start_mark}: {', '.join(sorted(twice))} is there twice")
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


@cache
def corpus() -> tuple[SentenceCase, ...]:
    """All cases, by file, mechanism and number.

    Raises:
        DatasetError: with the place, on a case that cannot be read.
    """
    found: list[SentenceCase] = []
    for path in sorted((_HERE / "cases").glob("*.yaml")):
        groups = yaml.load(path.read_text(encoding="utf-8"), _Unique)
        for mechanism, cases in groups.items():
            for number, case in cases.items():
                found.append(_case(f"{mechanism}_{number:02}", mechanism, case, path))
    return tuple(found)


@cache
def rewordings(of: RewordingSet = RewordingSet.FIRST) -> tuple[SentenceCase, ...]:
    """Other words for sentences of the corpus, with what is right for those: "each_03/0", "each_03/harder-1".

    Args:
        of: whose.

    Raises:
        DatasetError: with the place, on words for a sentence that the corpus does not have.
    """
    known = {case.id: case for case in corpus()}
    found: list[SentenceCase] = []
    first = of is RewordingSet.FIRST
    folder, prefix = (_HERE / "rewordings", "") if first else (_HERE / "rewordings" / of, f"{of}-")
    for path in sorted(folder.glob("*.yaml")):
        for said, others in yaml.load(path.read_text(encoding="utf-8"), _Unique).items():
            if said not in known or not isinstance(others, list) or not all(isinstance(o, str) for o in others):
                raise DatasetError(f"{path.name}: {said}: expected other words for a sentence of the corpus, in a list")
            found += (replace(known[said], id=f"{said}/{prefix}{n}", said=other) for n, other in enumerate(others))
    return tuple(found)


@cache
def scene(name: str) -> SceneGraph:
    """A scene of the corpus."""
    path = _HERE / "scenes" / f"{name}.json"
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


def _case(case_id: str, mechanism: str, raw: Any, path: Path) -> SentenceCase:
    try:
        case = _CaseYaml.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"])
        raise DatasetError(f"{path.name}: {case_id}: {place}: {first['msg']}") from None
    ends = tuple(tuple(some) for some in ([] if case.ends is None else [case.ends]) + case.either)
    refuses = frozenset[FailureCause]().union(*(_causes(word, case_id) for word in case.refuses))
    asks = None if case.asks is None else frozenset(case.asks)
    answers = None if case.answers is None else tuple(case.answers)
    if not ends and asks is None and not refuses and answers is None:
        raise DatasetError(f"{path.name}: {case_id}: nothing is right; give ends, asks, refuses or answers")
    may = frozenset(case.may)
    return SentenceCase(case_id, mechanism, case.scene, case.say, ends, may, not case.exact, asks, refuses, answers)


def _causes(word: str, case_id: str) -> frozenset[FailureCause]:
    if word in _KINDS_OF_REFUSAL:
        return _KINDS_OF_REFUSAL[word]
    if word in FailureCause.__members__:
        return frozenset({FailureCause[word]})
    raise DatasetError(f"{case_id}: refuses: {word!r} is no cause; known are {', '.join(_KINDS_OF_REFUSAL)}")
