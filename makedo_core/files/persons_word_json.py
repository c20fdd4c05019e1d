# SPDX-License-Identifier: Apache-2.0
"""What a person said of a node, as JSON: in graph files, and on one line in messages."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from makedo_core.graph.nodes import GraphError
from makedo_core.graph.persons_word import Matter, PersonsWord

_Name = Annotated[str, Field(max_length=200)]
_Metres = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]


class PersonsWordJson(BaseModel):
    """The fields of a person's word as a file has them."""

    model_config = ConfigDict(extra="forbid", strict=True)
    matters: Annotated[list[Matter], Field(min_length=1, max_length=len(Matter))]
    said_s: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    formerly: Annotated[list[_Name], Field(max_length=100)] = []
    mistaken: Annotated[list[_Name], Field(max_length=100)] = []
    left: tuple[_Metres, _Metres, _Metres] | None = None


def word_of(raw: PersonsWordJson) -> PersonsWord:
    """What was read, as the value."""
    return PersonsWord(frozenset(raw.matters), raw.said_s, tuple(raw.formerly), frozenset(raw.mistaken), raw.left)


def written_word(told: PersonsWord) -> PersonsWordJson:
    """The value, as it is written.

    Raises:
        ValidationError: if it has what the format cannot say.
    """
    return PersonsWordJson(
        matters=sorted(told.matters),
        said_s=told.said_s,
        formerly=list(told.formerly),
        mistaken=sorted(told.mistaken),
        left=told.left,
    )


@lru_cache(maxsize=512)
def word_to_json(told: PersonsWord) -> str:
    """A person's word on one line; `word_from_json` reads it back equal."""
    parts = {
        "said_s": told.said_s,
        "formerly": list(told.formerly),
        "mistaken": sorted(told.mistaken),
        "left": told.left,
    }
    return json.dumps({"matters": sorted(told.matters), **{name: value for name, value in parts.items() if value}})


@lru_cache(maxsize=512)
def word_from_json(text: str) -> PersonsWord:
    """Read it.

    Raises:
        GraphError: with the place, if the text is none.
    """
    try:
        return word_of(PersonsWordJson.model_validate_json(text))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        raise GraphError(f"what was told: {place}: {first['msg']}") from None
