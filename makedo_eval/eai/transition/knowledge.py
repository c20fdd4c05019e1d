# SPDX-License-Identifier: Apache-2.0
"""What deeds need and bring about (deeds.yaml), and how the predicates of a domain tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal as OneOf

import yaml
from pydantic import ConfigDict, TypeAdapter, ValidationError

from makedo_eval.case import DatasetError
from makedo_eval.eai.transition.prompts import NamedSignature

DEEDS = Path(__file__).with_name("deeds.yaml")
ANY, AGENT = "*", "agent"
_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class DeedNotion:
    """What may be said of agents and things, and what predicates that say it may be called."""

    __pydantic_config__ = _STRICT

    of: tuple[OneOf["agent", "thing"], ...]
    called: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDeed:
    """Something that is done; deeds.yaml explains the parts."""

    __pydantic_config__ = _STRICT

    does: tuple[str, ...]
    roles: tuple[str, ...]
    needs: tuple[str, ...] = ()
    usually: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeedBook:
    """All that is written down."""

    __pydantic_config__ = _STRICT

    notions: Mapping[str, DeedNotion]
    opposites: tuple[tuple[str, str], ...]
    deeds: tuple[HandDeed, ...]

    def opposite(self, notion: str) -> str:
        """What cannot be at the same time, and is so otherwise; empty: nothing."""
        pairs = {a: b for pair in self.opposites for a, b in (pair, pair[::-1])}
        return pairs.get(notion, "")

    def deed(self, action: NamedSignature) -> HandDeed | None:
        """The deed that an action's name begins with, the longest of them, which has as many things."""
        name = f"{action.name.replace('_', ' ').replace('-', ' ').lower()} "
        found = [
            (len(said), deed)
            for deed in self.deeds
            for said in deed.does
            if name.startswith(f"{said} ") and len(deed.roles) == len(action.things)
        ]
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def predicates(self, notion: str, declared: Iterable[NamedSignature]) -> tuple[NamedSignature, ...]:
        """The predicates of a domain that say a notion; several, where each says it of a part (a hand).

        A domain with one agent may leave it out: "holding ?thing". "on ?thing" is no such case, for it says that the
        thing runs.
        """
        return tuple(one for one in declared if self._says(notion, one))

    def _says(self, notion: str, predicate: NamedSignature) -> bool:
        meant = self.notions[notion]
        name, agents = predicate.name.replace("_", " ").replace("-", " ").lower(), meant.of.count("agent")
        if name not in meant.called or len(predicate.things) != meant.of.count("thing"):
            return False
        alike = (other for other in self.notions.values() if name in other.called)
        short = len(predicate.agents) < agents and all("agent" in other.of for other in alike)
        return len(predicate.agents) == agents or short


def load_deeds(file: Path = DEEDS) -> DeedBook:
    """What is written down.

    Raises:
        DatasetError: if the file is not as it should be, or speaks of what it does not explain.
    """
    try:
        book = TypeAdapter(DeedBook).validate_python(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, ValidationError) as error:
        raise DatasetError(f"{file}: not a file of deeds ({error})") from error
    for deed in book.deeds:
        for said in (*deed.needs, *deed.usually, *deed.makes, *deed.ends):
            _check(file, book, deed, said)
    return book


def _check(file: Path, book: DeedBook, deed: HandDeed, said: str) -> None:
    for sentence in said.replace(" unless ", " or ").replace(" if ", " or ").split(" or "):
        notion, *terms = sentence.removeprefix("not ").split()
        if notion not in book.notions or not {*terms} <= {ANY, AGENT, *deed.roles}:
            raise DatasetError(f"{file}: {deed.does[0]!r} needs or makes {said!r}, which says something unknown")
