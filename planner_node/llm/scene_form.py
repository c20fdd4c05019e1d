# SPDX-License-Identifier: Apache-2.0
"""The strictest JSON schema that a scene allows for the reading of an instruction.

It is derived from `request_schema`: what it admits, that admits too. A server that keeps to schemas then has no way to
name what does not exist, to write at length, or to answer before it has said how it reads the sentence. What no name
fits is NONE_OF_THESE. An answer is checked by `request_schema` and `request_check` whether or not a server kept to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from planner_node.language.request import GoTo, Look, PutBack, SetState, TryOut
from planner_node.llm.choices import NONE_OF_THESE, NameChoices
from planner_node.llm.request_schema import InterpretedRequest, kind_of

_Schema = dict[str, Any]
_LONGEST = 80  # characters of a quotation
_READING = 160  # characters of the sentence that comes first
_MOST: Mapping[str, int] = {
    "clauses": 8,
    "cannot": 3,
    "what": 8,
    "sources": 4,
    "attributes": 3,
    "requirements": 2,
    "excluded": 4,
}
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "InterpretedRequest": ("reading", "clauses", "cannot"),
    "Thing": ("said", "words", "count"),
    "Where": ("said", "words", "side"),
}
"""Fields that every answer has, though a default would do."""
_OF_FURNITURE = frozenset(kind_of(clause) for clause in (SetState, TryOut))
_OF_ANYTHING = frozenset({kind_of(Look)})
_SOURCES = frozenset({kind_of(PutBack)})


def scene_form(choices: NameChoices, anything: Sequence[str]) -> Mapping[str, Any]:
    """A JSON schema for the answer to one instruction.

    Args:
        choices: names to choose from; where there are too many of a kind, any words do.
        anything: words for things of every kind.
    """
    schema = _plain(deepcopy(InterpretedRequest.model_json_schema()))
    defs: _Schema = schema["$defs"]
    _strict("InterpretedRequest", schema)
    for name in ("Kind", "Thing", "Where"):
        _strict(name, defs[name])
    things = (*choices.things, *anything) if choices.things else ()
    _choose(defs["Kind"], "words", tuple(dict.fromkeys((*things, *choices.places))) if things else ())
    _choose(defs["Thing"], "words", things)
    _choose(defs["Where"], "words", choices.places)
    defs["Furniture"] = deepcopy(defs["Thing"])
    _choose(defs["Furniture"], "words", choices.places)
    defs["OnePlace"] = _without(defs["Furniture"], "count")
    defs["ThingOrPlace"] = deepcopy(defs["Thing"])
    _choose(defs["ThingOrPlace"], "words", tuple(dict.fromkeys((*things, *choices.places))) if choices.places else ())
    for name in ("Kind", "Thing", "Where", "Furniture", "OnePlace", "ThingOrPlace"):
        _look(defs[name], choices)
    schema["properties"]["clauses"]["items"] = {"anyOf": [{"$ref": ref} for ref in _clauses(defs, choices)]}
    return _reached(schema)


def _clauses(defs: _Schema, choices: NameChoices) -> list[str]:
    """References to the clauses that the scene allows, made strict."""
    found: list[str] = []
    for name, clause in list(defs.items()):
        kind = clause.get("properties", {}).get("kind", {}).get("const")
        if kind is None or (kind in (kind_of(SetState), kind_of(TryOut)) and not choices.states):
            continue
        _strict(name, clause)
        if kind == kind_of(SetState):
            clause["properties"]["state"] = {"enum": [str(state) for state in choices.states]}
        for field in ("what", "sources"):
            if field in clause["properties"]:
                _point(clause["properties"], field, _meant(kind, field))
        found.append(f"#/$defs/{name}")
    return found


def _meant(kind: str, field: str) -> str:
    if kind == kind_of(GoTo):
        return "OnePlace"
    if kind in _OF_FURNITURE or (kind in _SOURCES and field == "sources"):
        return "Furniture"
    return "ThingOrPlace" if kind in _OF_ANYTHING else "Thing"


def _point(properties: _Schema, field: str, name: str) -> None:
    """Have a field hold another kind of phrase."""

    def pointed(part: Any) -> Any:
        if isinstance(part, dict):
            return {k: f"#/$defs/{name}" if k == "$ref" else pointed(v) for k, v in part.items()}
        return [pointed(p) for p in part] if isinstance(part, list) else part

    properties[field] = pointed(properties[field])


def _strict(name: str, schema: _Schema) -> None:
    """Bounds on what is written, and fields that must not be left out, in the order in which they are written."""
    properties: _Schema = schema["properties"]
    for field, most in _MOST.items():
        if properties.get(field, {}).get("type") == "array":
            properties[field]["maxItems"] = most
    for field in ("said", "words", "quality"):
        if field in properties:
            properties[field] = {"type": "string", "minLength": 1, "maxLength": _LONGEST}
    if "cannot" in properties:
        properties["cannot"]["items"] = {"type": "string", "minLength": 1, "maxLength": _LONGEST}
        properties["reading"] = {"type": "string", "minLength": 1, "maxLength": _READING}
    needed = _NEEDED.get(name, tuple(schema.get("required", ())))
    schema["required"] = [field for field in properties if field in needed]
    first = [field for field in properties if field in needed]
    schema["properties"] = {f: properties[f] for f in (*first, *(f for f in properties if f not in needed))}


def _choose(schema: _Schema, field: str, names: Sequence[str]) -> None:
    """A choice of names in place of any words; no names: any words."""
    free = {"type": "string", "minLength": 1, "maxLength": _LONGEST}
    schema["properties"][field] = {"enum": [*names, NONE_OF_THESE]} if names else free


def _without(schema: _Schema, field: str) -> _Schema:
    properties = {name: value for name, value in schema["properties"].items() if name != field}
    return {**schema, "properties": properties, "required": [name for name in schema["required"] if name != field]}


def _look(schema: _Schema, choices: NameChoices) -> None:
    """Only what something looks like here; nothing, where nothing tells things apart."""
    if choices.looks:
        schema["properties"]["attributes"]["items"] = {"enum": list(choices.looks)}
    else:
        del schema["properties"]["attributes"]


def _plain(part: Any) -> Any:
    """A schema without what is for people and for programs alone."""
    return _mapped(part, lambda key: key in ("title", "description", "default", "discriminator"))


def _mapped(part: Any, dropped: Callable[[str], bool], names: bool = False) -> Any:
    """Keys of a schema left out, but none that is the name of a field (`names`)."""
    if isinstance(part, dict):
        return {
            key: _mapped(value, dropped, key in ("properties", "$defs") and not names)
            for key, value in part.items()
            if names or not dropped(key)
        }
    return [_mapped(p, dropped) for p in part] if isinstance(part, list) else part


def _reached(schema: _Schema) -> _Schema:
    """The schema without definitions that nothing refers to."""
    found: set[str] = set()
    waiting = [name for name in _references({k: v for k, v in schema.items() if k != "$defs"})]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_references(schema["$defs"][name]))
    return {**schema, "$defs": {name: d for name, d in schema["$defs"].items() if name in found}}


def _references(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"].rpartition("/")[2]] if isinstance(part.get("$ref"), str) else []
        return own + [name for value in part.values() for name in _references(value)]
    return [name for p in part for name in _references(p)] if isinstance(part, list) else []
