# SPDX-License-Identifier: Apache-2.0
"""The sections of household knowledge: kits, table settings, machines (planner_node/language/knowledge)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from pydantic import AfterValidator, Field

from planner_node.language.phrasebook.forms import (
    STRICT,
    EntryName,
    Listed,
    Patterns,
    Phrase,
    Spelt,
    WordSet,
    no_phrases,
)

_NO_WORDS: WordSet = frozenset()
_Named = TypeVar("_Named", "Kit", "NamedSetting")
_For = Annotated[Spelt, Field(min_length=1, alias="for")]
_Names = Annotated[tuple[EntryName, ...], Field(min_length=1)]


def _each_once(entries: tuple[_Named, ...]) -> tuple[_Named, ...]:
    """What a file says, unless it says it twice of one purpose.

    Raises:
        ValueError: naming the purpose.
    """
    once: set[str] = set()
    for purpose in (purpose for entry in entries for purpose in entry.purposes):
        if purpose in once:
            raise ValueError(f"'{purpose}' stands here twice; expected it once")
        once.add(purpose)
    return entries


@dataclass(frozen=True, slots=True)
class Kit:
    """What something is made of, by names that the ontology may know.

    Attributes:
        purposes: names of what is made; written as "for".
        part: what any one of the parts is called.
        needed: one of each is needed.
        welcome: what goes with it.
    """

    __pydantic_config__ = STRICT

    purposes: _For
    part: EntryName
    needed: _Names
    welcome: tuple[EntryName, ...] = ()


@dataclass(frozen=True, slots=True)
class KitWords:
    """knowledge/kits.yaml."""

    __pydantic_config__ = STRICT

    made_of: Annotated[tuple[Kit, ...], AfterValidator(_each_once)] = ()
    parts: WordSet = _NO_WORDS
    purpose: Listed = field(default_factory=no_phrases)
    making: Patterns = field(default_factory=no_phrases)
    needing: Patterns = field(default_factory=no_phrases)
    states: WordSet = _NO_WORDS
    needed: WordSet = _NO_WORDS


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table is set with, by names that the ontology may know.

    Attributes:
        each: what everybody needs.
        welcome: what everybody may get.
        shared: what stands on the table once, and is welcome.
        people: for how many, where it is not said.
    """

    __pydantic_config__ = STRICT

    each: _Names
    welcome: tuple[EntryName, ...] = ()
    shared: tuple[EntryName, ...] = ()
    people: Annotated[int, Field(ge=1, le=100)] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSetting(Setting):
    """A setting for an occasion, or for what is eaten or drunk.

    Attributes:
        purposes: what the table is set for; written as "for".
    """

    __pydantic_config__ = STRICT

    purposes: _For


@dataclass(frozen=True, slots=True)
class SettingWords:
    """knowledge/table_settings.yaml."""

    __pydantic_config__ = STRICT

    usual: Setting | None = None
    occasions: Annotated[tuple[NamedSetting, ...], AfterValidator(_each_once)] = ()
    courses: Annotated[tuple[NamedSetting, ...], AfterValidator(_each_once)] = ()
    people: Listed = field(default_factory=no_phrases)
    counting: Patterns = field(default_factory=no_phrases)
    having: Patterns = field(default_factory=no_phrases)
    group: Listed = field(default_factory=no_phrases)
    around: Patterns = field(default_factory=no_phrases)
    decorating: Patterns = field(default_factory=no_phrases)
    manners: Patterns = field(default_factory=no_phrases)
    links: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class Machine:
    """What a kind of machine does to what is put into it.

    Attributes:
        makes: what things become.
        of: class of the things.
        machine: class of the machine.
        runs: whether it does so only while it is switched on.
        stops: whether it stops by itself; else it is switched off again.
    """

    __pydantic_config__ = STRICT

    makes: EntryName
    of: EntryName
    machine: EntryName
    runs: bool = True
    stops: bool = True


@dataclass(frozen=True, slots=True)
class Means:
    """Things of a class become so with what nobody mentions: clothes become clean with detergent."""

    __pydantic_config__ = STRICT

    makes: EntryName
    of: EntryName
    using: EntryName


@dataclass(frozen=True, slots=True)
class MachineRules:
    """knowledge/machines.yaml.

    Attributes:
        does: machines, those that are taken first in front.
        tools: class of the tool with which people make furniture so.
        taken_for_granted: what nobody mentions.
    """

    __pydantic_config__ = STRICT

    does: tuple[Machine, ...] = ()
    tools: Mapping[EntryName, EntryName] = field(default_factory=dict)
    taken_for_granted: tuple[Means, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownUse:
    """With what something is done.

    Attributes:
        doing: what is done, in words.
        of: what it is done to, by names that the ontology may know; empty: whatever it is.
        things: with what, in words of an instruction; those that are taken first in front.
    """

    __pydantic_config__ = STRICT

    doing: Patterns
    things: Annotated[tuple[Phrase, ...], Field(min_length=1, max_length=8)]
    of: tuple[EntryName, ...] = ()


@dataclass(frozen=True, slots=True)
class UsedGroup:
    """All with which something is done, or to which something happens.

    Attributes:
        doing: what is done with it or happens to it, in words.
        called: what such things are called, several of them.
    """

    __pydantic_config__ = STRICT

    doing: Patterns
    called: Phrase


@dataclass(frozen=True, slots=True)
class UseWords:
    """knowledge/uses.yaml."""

    __pydantic_config__ = STRICT

    known: tuple[KnownUse, ...] = ()
    groups: tuple[UsedGroup, ...] = ()
