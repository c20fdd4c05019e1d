# SPDX-License-Identifier: Apache-2.0
"""Names that makers gave to things, and what is said of things besides what they are: as data, read and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from makedo_core.ontology.words import spaced
from makedo_core.preferences.values import PreferencesError

FOLDER = Path(__file__).parent / "knowledge"
_NAMES, _PROPERTIES = "names.yaml", "properties.yaml"


class Property(BaseModel):
    """Something that is said of things besides what they are.

    Attributes:
        name: within its respect.
        respect: a thing has at most one property of a respect.
        said: of a thing, behind "it is".
        words: that say so in a label.
        things: classes or nouns of which it is usual.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str = Field(min_length=1)
    respect: str = Field(min_length=1)
    said: str = Field(min_length=1)
    words: tuple[str, ...] = ()
    things: tuple[str, ...] = ()


class _Names(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    always: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    alone: dict[str, tuple[str, ...]] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ThingKnowledge:
    """What is known of things for comparing them.

    Attributes:
        always: a maker's or product's name -> what everything is whose label has it.
        alone: such a name -> what a thing is whose label ends in it.
        properties: in the order in which they were written.
    """

    always: Mapping[str, str]
    alone: Mapping[str, str]
    properties: tuple[Property, ...]


def read_knowledge(folder: Path = FOLDER) -> ThingKnowledge:
    """The knowledge of a folder, of Makedo's own if none is named.

    Raises:
        PreferencesError: naming the file, and what in it cannot be used.
    """
    names_path, properties_path = folder / _NAMES, folder / _PROPERTIES
    try:
        names = TypeAdapter(_Names).validate_json(_as_json(names_path))
        properties = TypeAdapter(tuple[Property, ...]).validate_json(_as_json(properties_path))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        path = names_path if error.title == _Names.__name__ else properties_path
        raise PreferencesError(f"{path}: {where}: {first['msg']}") from None
    known = [(p.respect, p.name) for p in properties]
    for respect, name in known:
        if known.count((respect, name)) > 1:
            raise PreferencesError(f"{properties_path}: {name!r} is said twice in respect of {respect}")
    return ThingKnowledge(_one_each(names.always, names_path), _one_each(names.alone, names_path), properties)


def _as_json(path: Path) -> str:
    """A YAML file as JSON, which pydantic reads strictly: a word such as no, read as false, is refused."""
    try:
        read: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PreferencesError(f"{path}: cannot be read: {error}") from None
    try:
        return json.dumps(read)
    except TypeError as error:
        raise PreferencesError(f"{path}: texts and lists of texts are expected: {error}") from None


def _one_each(names: Mapping[str, tuple[str, ...]], path: Path) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, kind in _pairs(names):
        if found.setdefault(name, kind) != kind:
            raise PreferencesError(f"{path}: {name!r} is to be {kind} and is {found[name]} already")
    return MappingProxyType(found)


def _pairs(names: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    for kind, called in names.items():
        yield from ((spaced(name), kind) for name in called)
