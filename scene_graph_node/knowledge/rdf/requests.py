# SPDX-License-Identifier: Apache-2.0
"""What the node and the process that keeps the triples say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scene_graph_node.knowledge.fact import Triple


@dataclass(frozen=True, slots=True)
class Open:
    """Begin to work. Answered by Done.

    Attributes:
        folder: of the store; None: in memory.
        ontology: files in Turtle.
    """

    folder: Path | None
    ontology: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Follow:
    """The scene graph changed. Answered by Done.

    Attributes:
        added: what is said from now on.
        removed: what is said no longer.
        revision: of the scene graph.
        whole: forget first what was said of scene graphs before.
    """

    added: frozenset[Triple]
    removed: frozenset[Triple]
    revision: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Record:
    """Things were done; they stay. Answered by Done."""

    facts: tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A query. Answered by an Answer."""

    query: str
    max_rows: int
    memory_mb: int


@dataclass(frozen=True, slots=True)
class Done:
    """It is on disk, as far as this was asked for."""


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be done, and the process ends.

    Attributes:
        message: why.
        corrupt: the files are damaged.
        locked: another process has them open.
    """

    message: str
    corrupt: bool = False
    locked: bool = False


StoreRequest = Open | Follow | Record | Ask
