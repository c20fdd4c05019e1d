# SPDX-License-Identifier: Apache-2.0
"""One statement about the world as a value. Imports nothing of weight: the process that keeps the triples reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

TYPE = "type"


class Space(Enum):
    """Where a name belongs: the prefix that stands for it in queries."""

    HOUSEHOLD = ""  # classes and properties
    NODES = "g"
    HISTORY = "h"  # runs, and what was done in them
    PROVENANCE = "prov"  # properties and classes of W3C PROV-O


@dataclass(frozen=True, slots=True)
class Resource:
    """A class, a node or a deed, as opposed to a plain value."""

    space: Space
    text: str


Value = Resource | str | float | bool | datetime


@dataclass(frozen=True, slots=True)
class Triple:
    """One statement.

    Attributes:
        subject: the name of what it is about, in `space`.
        property: of the household, or `TYPE`; one of another vocabulary is a Name.
        value: another name, or a plain value.
        space: where the subject belongs.
    """

    subject: str
    property: str | Resource
    value: Value
    space: Space = Space.NODES
