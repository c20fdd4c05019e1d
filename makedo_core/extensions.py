# SPDX-License-Identifier: Apache-2.0
"""What other Python distributions add to Makedo, in entry points of our groups; what of theirs nobody reads here.

docs/extending.md says how. Nothing foreign is imported before it is asked for by its name, except that the skills of
all installed extensions are read when the catalogue is first used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Generic, TypeVar

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError

T = TypeVar("T")


class EntryPointGroup(StrEnum):
    """Groups of entry points."""

    SKILLS = "makedo.skills"
    SKILL_FUNCTIONS = "makedo.skill_functions"
    DETECTORS = "makedo.detectors"


class ExtensionError(MakedoError):
    """An extension that cannot be used; the message names it and says why."""


def _function(name: str, found: Any) -> Any:
    """What is expected in most groups."""
    if not callable(found):
        raise ExtensionError(f"{name!r} is {found!r}, expected a function")
    return found


class Registry(Mapping[str, T], Generic[T]):
    """Entries of our own by name, followed by those of installed extensions. A name of ours cannot be taken."""

    def __init__(
        self, group: EntryPointGroup, own: Mapping[str, T], check: Callable[[str, Any], T] = _function
    ) -> None:
        """Note our own entries; extensions are looked for when they are first needed.

        Args:
            group: of the entry points.
            own: entries of our own.
            check: returns what an extension offers under a name, or raises ExtensionError.
        """
        self._group = group
        self._own = dict(own)
        self._check = check
        self._offered: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        found = self._own.get(name)
        if found is not None:
            return found
        if name not in self._loaded:
            self._loaded[name] = self._load(self._extensions()[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._extensions()

    def __len__(self) -> int:
        return len(self._own) + len(self._extensions())

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._extensions()

    def _extensions(self) -> Mapping[str, EntryPoint]:
        """Those of this group, by name.

        Raises:
            ExtensionError: if one has a name that is taken.
        """
        if self._offered is None:
            offered: dict[str, EntryPoint] = {}
            for entry in sorted(entry_points(group=self._group), key=lambda entry: (entry.name, entry.value)):
                if entry.name in self._own:
                    raise ExtensionError(f"{_described(entry)}: this name is one of Makedo's own")
                if offered.get(entry.name, entry).value != entry.value:
                    raise ExtensionError(f"{_described(entry)}: {_described(offered[entry.name])} has this name, too")
                offered[entry.name] = entry
            self._offered = offered
        return self._offered

    def _load(self, entry: EntryPoint) -> T:
        try:
            return self._check(entry.name, entry.load())
        except (ImportError, AttributeError, ExtensionError) as error:
            raise ExtensionError(f"{_described(entry)} cannot be used: {error}") from error


def _described(entry: EntryPoint) -> str:
    origin = f" of {entry.dist.name}" if entry.dist is not None else ""
    return f"the extension {entry.name!r} ({entry.group}: {entry.value}{origin})"


class _Unread(ModuleType):
    """Stands in for a module while another one takes names from it."""

    def __getattr__(self, name: str) -> None:
        """Whatever is taken from it is nothing."""


@contextmanager
def unread(*modules: str) -> Iterator[None]:
    """Within, what is imported does without some modules, for windows and plots that nobody opens here.

    Such take longer to read than all that is used of the library which imports them. What has been read already is left
    as it is, and afterwards they can be imported as ever.
    """
    standing_in = {name: _Unread(name) for name in modules if name not in sys.modules}
    sys.modules.update(standing_in)
    try:
        yield
    finally:
        for name in standing_in:
            del sys.modules[name]
