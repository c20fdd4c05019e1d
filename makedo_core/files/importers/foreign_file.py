# SPDX-License-Identifier: Apache-2.0
"""What importers share: JSON read and checked with file and key, names as ids, words as states, the finished graph."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from makedo_core.graph.scene_graph import (
    OPENINGS,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
    check_relations,
    contradiction,
)

_NO_ID = re.compile(r"[^a-z0-9]+")
_MAX_ID = 200
_STATE_WORDS: Mapping[str, State] = {str(state): state for state in (*OPENINGS, State.ON, State.OFF)}
_Model = TypeVar("_Model", bound=BaseModel)


def read_json(path: Path | str) -> Any:
    """The content of a JSON file.

    Raises:
        GraphError: with the file, if there is none, or it is not UTF-8, not JSON or gives a key twice.
    """

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in pairs:
            if key in result:
                raise GraphError(f"{path}: an object has the key {key!r} twice; each may be given once")
            result[key] = value
        return result

    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"), object_pairs_hook=unrepeated)
    except FileNotFoundError:
        raise GraphError(f"{path}: no such file") from None
    except UnicodeDecodeError as error:
        raise GraphError(f"{path}: not UTF-8 text: byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise GraphError(f"{path}: not JSON: {error}") from None
    except RecursionError:
        raise GraphError(f"{path}: not a scene: brackets nested too deeply to be read") from None


def validated(model: type[_Model], raw: Any, where: str) -> _Model:
    """What was read, checked.

    Raises:
        GraphError: with the key of the first mistake, what was there, and how many more there are.
    """
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "top level"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise GraphError(f"{where}: {key}: {first['msg']}, not {_brief(first['input'])}{more}") from None


def as_id(name: str, where: str) -> str:
    """A foreign name as an id: "Dining Table-53" -> "dining_table_53".

    Raises:
        GraphError: with the place, if nothing is left that can be one.
    """
    result = _NO_ID.sub("_", name.lower()).strip("_")
    if not result or not result[0].isalpha():
        raise GraphError(f"{where}: {_brief(name)} must begin with a letter of a to z to become an id")
    if len(result) > _MAX_ID:
        raise GraphError(f"{where}: {_brief(name)} has more than {_MAX_ID} characters; a name must be shorter")
    return result


def states_and_attributes(words: Iterable[str], where: str) -> tuple[frozenset[State], frozenset[str]]:
    """Words such as "OPEN" as states; all others, such as "DIRTY", as attributes.

    Raises:
        GraphError: with the place, on a word that is none and on two that exclude each other.
    """
    names = {as_id(word, where) for word in words}
    states = frozenset(_STATE_WORDS[name] for name in names if name in _STATE_WORDS)
    if wrong := contradiction(states):
        raise GraphError(f"{where}: {wrong}")
    return states, frozenset(names - _STATE_WORDS.keys())


def assembled(nodes: Iterable[Node], relations: Iterable[Relation], scene: str, where: str) -> SceneGraph:
    """The graph of nodes and relations that obey what every file must obey.

    Raises:
        GraphError: with the file, on two nodes of one id or relations that contradict each other.
    """
    by_id: dict[str, Node] = {}
    for node in nodes:
        if node.id in by_id:
            raise GraphError(f"{where}: two nodes are called {node.id!r}; names must differ in letters or digits")
        by_id[node.id] = node
    try:
        graph = SceneGraph(by_id, frozenset(relations), scene=scene)
        check_relations(graph.nodes, graph.relations)
    except GraphError as error:
        raise GraphError(f"{where}: {error}") from None
    return SceneGraph(by_id, graph.relations | frozenset(_rooms_of_piles(graph)), scene=scene)


def _rooms_of_piles(graph: SceneGraph) -> Iterator[Relation]:
    """Rooms of objects on objects that lie on no furniture: a pile has no asset from which its room follows."""
    for node in graph.of_kind(NodeKind.OBJECT):
        if graph.room_of(node.id) is None:
            lowest = node.id
            while (below := graph.placement(lowest)) is not None:
                lowest = below.target
            room = graph.room_of(lowest)
            if room is not None:
                yield Relation(node.id, RelationType.IN, room)


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
