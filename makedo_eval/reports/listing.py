# SPDX-License-Identifier: Apache-2.0
"""The list of what a report runs: parts of data sets x strategies x models, in YAML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from makedo_core.failure import MakedoError
from makedo_eval.campaign import Campaign
from makedo_eval.evaluator import Evaluator
from makedo_eval.models import NONE, read_model
from makedo_eval.variants import variants
from planner_node.strategies.hierarchical.strategy import NO_MODEL
from planner_node.strategies.parts import StrategyError

LIST = Path(__file__).with_name("report.yaml")
ALL: Literal["all"] = "all"
_Names = Annotated[list[str], Field(min_length=1)]


class ListError(MakedoError):
    """A list that cannot be used; the message says where it is wrong."""


class ListingPart(BaseModel):
    """Data sets x strategies x models, with so many cases of each data set; 0: all."""

    model_config = ConfigDict(extra="forbid")

    datasets: _Names
    strategies: _Names | Literal["all"]
    models: _Names
    limit: Annotated[int, Field(ge=0)] = 0


class Listing(BaseModel):
    """All parts.

    Attributes:
        seed: of simulated models.
        time_limit_s: of one planning [s, wall].
    """

    model_config = ConfigDict(extra="forbid")

    seed: int = 0
    time_limit_s: Annotated[float, Field(gt=0.0)] = 30.0
    parts: Annotated[list[ListingPart], Field(min_length=1)]

    def limited(self, limit: int) -> Listing:
        """With at most so many cases of each data set; 0: as it is."""
        if limit < 0:
            raise ListError(f"the limit is {limit}; it must be 0 (as listed) or more")
        parts = [p.model_copy(update={"limit": min(p.limit or limit, limit) if limit else p.limit}) for p in self.parts]
        return self.model_copy(update={"parts": parts})


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a part asks for with "all" and cannot be run, and why."""

    dataset: str
    strategy: str
    model: str
    why: str


def read_listing(path: Path) -> Listing:
    """The list of a file.

    Raises:
        ListError: if it cannot be read or is none.
    """
    try:
        return Listing.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ListError(f"cannot read {path}: {error.strerror}") from None
    except yaml.YAMLError as error:
        raise ListError(f"{path}: no YAML: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ListError(f"{path}: {'.'.join(map(str, first['loc'])) or 'the list'}: {first['msg']}") from None


def plans(listing: Listing, common: Campaign, evaluator: Evaluator) -> tuple[tuple[Campaign, ...], tuple[LeftOut, ...]]:
    """What to run, part by part, and what of "all" is left out.

    Args:
        listing: what is wanted.
        common: with the folders and processes of all parts.
        evaluator: knows which strategy can be run.

    Raises:
        MakedoError: on names that do not exist.
    """
    found: list[Campaign] = []
    left_out: list[LeftOut] = []
    for part in listing.parts:
        of_part = replace(common, limit=part.limit, seed=listing.seed, time_limit_s=listing.time_limit_s)
        if part.strategies != ALL:
            every = (tuple(part.datasets), tuple(part.strategies), tuple(part.models))
            found.append(replace(of_part, datasets=every[0], strategies=every[1], models=every[2]))
            continue
        for dataset in part.datasets:
            for model in part.models:
                able, unable = _able(dataset, model, evaluator)
                left_out += unable
                if able:
                    found.append(replace(of_part, datasets=(dataset,), strategies=able, models=(model,)))
    return tuple(found), tuple(dict.fromkeys(left_out))


def _able(dataset: str, model: str, evaluator: Evaluator) -> tuple[tuple[str, ...], Sequence[LeftOut]]:
    choice = read_model(model)
    able: list[str] = []
    unable: list[LeftOut] = []
    for strategy in variants():
        try:
            why = evaluator.refusal(dataset, strategy, choice)
        except StrategyError as error:
            why = str(error)
        if not why and choice.name != NONE and strategy.endswith(f"={NO_MODEL}"):
            continue  # it says itself that it asks no model
        if why:
            unable.append(LeftOut(dataset, strategy, choice.title, why))
        else:
            able.append(strategy)
    return tuple(able), unable
