# SPDX-License-Identifier: Apache-2.0
"""Reads files of dangers: YAML in which every scalar is a text. Every error names file and line."""

from __future__ import annotations

import difflib
import gc
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TypeVar

import yaml

from makedo_core.danger.clauses import plain_words
from makedo_core.danger.values import Danger, DangerAct, DangerBook, DangerLevel, ThingKind
from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.ontology import Ontology

OURS = tuple(sorted((Path(__file__).parent / "knowledge").glob("*.yaml")))
_TAGS = {yaml.ScalarNode: "tag:yaml.org,2002:str", yaml.SequenceNode: "tag:yaml.org,2002:seq"}
_SECTIONS = ("kinds", "acts", "dangers", "levels")
_OF_KINDS = tuple(f.name for f in fields(ThingKind))
_TEXTS = ("because", "instead", "level", "thing", "at", "using", "to", "direct")
_LISTS = ("acts", "relations", "said", "unless", "says", "safe")
_SENSE = re.compile(r"[a-z0-9_'.-]+%1:\d\d:\d\d")
_NEEDED = ("acts", "because", "instead", "level")
_Kind = TypeVar("_Kind", bound=StrEnum)
RELATIONS = ("in", "on", "near", "from", "under", "to")


class DangerFileError(MakedoError):
    """A file of dangers that cannot be used."""


class _Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """Takes every scalar for a text. What a library's loader asks of each node to find its tag is left out."""

    def descend_resolver(self, *_: object) -> None: ...

    def ascend_resolver(self) -> None: ...

    def resolve(self, kind: type[yaml.Node], *_: object) -> str:
        return _TAGS.get(kind, "tag:yaml.org,2002:map")


@dataclass(slots=True)
class _Collected:
    """What the files say so far, with the line of each name."""

    kinds: dict[str, ThingKind] = field(default_factory=dict)
    acts: dict[DangerAct, tuple[str, ...]] = field(default_factory=dict)
    dangers: dict[str, Danger] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)


def load_dangers(ontology: Ontology, *extra: Path) -> DangerBook:
    """Our dangers, extended by a user's files: a kind or a danger of a known name replaces ours, verbs are added.

    Args:
        ontology: that has the classes which kinds are made of.
        extra: files, in the order in which they are read (docs/dangers.md).

    Raises:
        DangerFileError: naming the file, the line, what is wrong and what would be right.
    """
    found = _Collected()
    collects = gc.isenabled()
    gc.disable()  # a file has ten thousands of nodes and marks, of which none is garbage before its end
    try:
        for path in (*OURS, *extra):
            _read(path, found)
    finally:
        if collects:
            gc.enable()
    _check_names(found, ontology)
    kept = tuple(d for d in found.dangers.values() if d.level is not DangerLevel.OFF)
    return DangerBook(found.kinds, found.acts, kept)


def _read(path: Path, found: _Collected) -> None:
    for key, node in _entries(_composed(path), path):
        section = _one_of(key, _SECTIONS, _at(path, node), "section")
        for name_node, value in _pairs(node, path, section):
            name, place = str(name_node.value), _at(path, name_node)
            if section == "kinds":
                found.kinds[name] = _kind(value, path)
                found.lines[name] = place
            elif section == "acts":
                act = DangerAct(_one_of(name, [a.value for a in DangerAct], place, "act"))
                found.acts[act] = (*found.acts.get(act, ()), *_texts(value, path))
            elif section == "dangers":
                found.dangers[name] = _danger(name, value, path, place)
            else:
                level = _enum(DangerLevel, _text(value, path), _at(path, value), "level")
                known = found.dangers if name != "all" else dict.fromkeys(found.dangers)
                for danger in known if name == "all" else (_one_of(name, list(known), place, "danger"),):
                    found.dangers[danger] = replace(found.dangers[danger], level=level)


def _composed(path: Path) -> yaml.Node:
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as error:
        raise DangerFileError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DangerFileError(f"{path}: not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 1
        raise DangerFileError(f"{path}: line {line}: no YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise DangerFileError(f"{path}: no YAML: {error}") from None
    except RecursionError:
        raise DangerFileError(f"{path}: nested too deeply") from None
    if not isinstance(node, yaml.MappingNode):
        raise DangerFileError(f"{path}: must have sections: {', '.join(_SECTIONS)}")
    return node


def _pairs(node: yaml.Node, path: Path, what: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        raise DangerFileError(f"{_at(path, node)}: {what} must be names with what is said of each")
    seen: dict[str, yaml.Node] = {}
    for name, value in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise DangerFileError(f"{_at(path, name)}: a name must be a word")
        if name.value in seen:
            first = _at(path, seen[name.value])
            raise DangerFileError(f"{_at(path, name)}: {name.value!r} is there twice, also in {first}")
        seen[name.value] = name
        yield name, value


def _entries(node: yaml.Node, path: Path) -> Iterator[tuple[str, yaml.Node]]:
    for name, value in _pairs(node, path, "a file of dangers"):
        yield name.value, value


def _kind(node: yaml.Node, path: Path) -> ThingKind:
    said: dict[str, tuple[str, ...]] = {}
    for key, value in _entries(node, path):
        if key not in _OF_KINDS:
            _one_of(key, _OF_KINDS, _at(path, value), "word of a kind")
        said[key] = _texts(value, path)
    if not any(said.values()):
        raise DangerFileError(f"{_at(path, node)}: a kind needs one of {', '.join(_OF_KINDS[:-1])}")
    return ThingKind(**said)


def _danger(name: str, node: yaml.Node, path: Path, place: str) -> Danger:
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for key, value in _entries(node, path):
        if key in _TEXTS:
            texts[key] = _text(value, path)
        elif key not in _LISTS:
            _one_of(key, (*_TEXTS, *_LISTS), _at(path, value), "word of a danger")
        else:
            lists[key] = _texts(value, path)
            if key in ("said", "unless"):
                lists[key] = tuple(map(plain_words, lists[key]))
    missing = [k for k in _NEEDED if not texts.get(k) and not lists.get(k)]
    if missing:
        raise DangerFileError(f"{place}: {name} needs {', '.join(missing)}")
    acts = tuple(_enum(DangerAct, act, place, "act") for act in lists.pop("acts"))
    for relation in lists.get("relations", ()):
        _one_of(relation, RELATIONS, place, "relation")
    direct = _one_of(texts.pop("direct", "no"), ("yes", "no"), place, "value of direct") == "yes"
    level = _enum(DangerLevel, texts.pop("level"), place, "level")
    return Danger(name, acts, level=level, direct=direct, place=place, **texts, **lists)  # type: ignore[arg-type]


def _text(node: yaml.Node, path: Path) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise DangerFileError(f"{_at(path, node)}: must be a text")
    return str(node.value).strip()


def _texts(node: yaml.Node, path: Path) -> tuple[str, ...]:
    """A list of texts; one text is a list of one."""
    if isinstance(node, yaml.ScalarNode):
        return (_text(node, path),) if node.value.strip() else ()
    if not isinstance(node, yaml.SequenceNode):
        raise DangerFileError(f"{_at(path, node)}: must be a list of texts")
    return tuple(_text(one, path) for one in node.value)


def _check_names(found: _Collected, ontology: Ontology) -> None:
    """Whether everything that is named is there."""
    declared = {
        "hazards": {h for c in ontology.concepts.values() for h in c.hazards},
        "materials": {m for c in ontology.concepts.values() for m in c.materials},
        "qualities": {q for c in ontology.concepts.values() for q in c.qualities},
        "affordances": {a for c in ontology.concepts.values() for a in c.affordances},
        "classes": ontology.concepts.keys(),
        "kinds": found.kinds.keys(),
        "but_not": ontology.concepts.keys() | found.kinds.keys(),
    }
    for name, kind in found.kinds.items():
        for part, known in declared.items():
            for value in getattr(kind, part):
                _one_of(value, known, f"{found.lines[name]}: kind {name}", part)
        for sense in kind.senses:
            if _SENSE.fullmatch(sense) is None:
                place = f"{found.lines[name]}: kind {name}"
                raise DangerFileError(f"{place}: {sense!r} is no key of WordNet, like tool%1:06:00")
        _check_circle(name, found.kinds, (), found.lines[name])
    for danger in found.dangers.values():
        for value in filter(None, (danger.thing, danger.at, danger.using, danger.to)):
            _one_of(value, found.kinds, f"{danger.place}: {danger.name}", "kind")


def _check_circle(name: str, kinds: Mapping[str, ThingKind], above: tuple[str, ...], place: str) -> None:
    if name in above:
        raise DangerFileError(f"{place}: kinds go in a circle: {' > '.join((*above, name))}")
    for part in (*kinds[name].kinds, *(k for k in kinds[name].but_not if k in kinds)):
        _check_circle(part, kinds, (*above, name), place)


def _enum(kind: type[_Kind], value: str, place: str, what: str) -> _Kind:
    if value not in kind._value2member_map_:
        _one_of(value, [member.value for member in kind], place, what)
    return kind(value)


def _one_of(value: str, known: Collection[str], place: str, what: str) -> str:
    if value in known:
        return value
    near = difflib.get_close_matches(value, tuple(known), n=3, cutoff=0.0)
    raise DangerFileError(f"{place}: unknown {what} {value!r}; nearest known: {', '.join(near) or 'none'}")


def _at(path: Path, node: yaml.Node) -> str:
    return f"{path}: line {node.start_mark.line + 1}"
