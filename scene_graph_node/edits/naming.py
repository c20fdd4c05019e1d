# SPDX-License-Identifier: Apache-2.0
"""What people say that a thing is: "the green apple" -> a class and attributes."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from makedo_core.failure import MakedoError
from makedo_core.ontology import Ontology
from makedo_core.ontology.words import spaced

LONGEST = 200
"""Characters that are read."""
_ARTICLES = frozenset({"a", "an", "the"})
_ATTRIBUTE = re.compile(r"[a-z0-9][a-z0-9-]*")


class NamingError(MakedoError):
    """Words that name no class, or not what can be an attribute before it."""


@dataclass(frozen=True, slots=True)
class Looks:
    """A class and what was said before it; no attributes: none were spoken of."""

    label: str
    attributes: frozenset[str] = frozenset()


def looks_of(said: str, ontology: Ontology, labels: Collection[str]) -> Looks:
    """The class that words name, the longest name that they end in, with the words before it as attributes.

    Args:
        said: "green apple", "the cola can".
        ontology: its classes can be meant.
        labels: of the graph; these can be meant, too.

    Raises:
        NamingError: with what would be right, if no class is meant.
    """
    words = spaced(said[: LONGEST + 1]).split()
    if len(said) > LONGEST or not words:
        raise NamingError(f"what it is should be said in 1 to {LONGEST} characters")
    if words[0] in _ARTICLES:
        words = words[1:]
    for at in range(len(words)):
        name = " ".join(words[at:])
        label = name.replace(" ", "_")
        found = label if label in labels else ontology.class_of(name)
        if found is None:
            continue
        wrong = [word for word in words[:at] if _ATTRIBUTE.fullmatch(word) is None]
        if wrong:
            raise NamingError(f"{wrong[0]!r} is no attribute; give plain words, e.g. 'green apple'")
        return Looks(found, frozenset(words[:at]))
    last = words[-1] if words else said
    near = ontology.nearest_names(last)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise NamingError(f"no class is called {' '.join(words) or said!r}{hint}")
