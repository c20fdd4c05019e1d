# SPDX-License-Identifier: Apache-2.0
"""From a network's class names to ours: by a file, by name, or by what the ontology says of the words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import yaml

from makedo_core.ontology import Ontology
from perception_node.detectors.settings import PERSON, DetectorError


@dataclass(frozen=True, slots=True)
class ClassNames:
    """What a network's classes are called here.

    Attributes:
        ours: network's class -> ours.
        unmapped: the network's other classes, sorted; what is detected as one of them is left out.
    """

    ours: Mapping[str, str]
    unmapped: tuple[str, ...] = ()


def class_names(
    names: Iterable[str], vocabulary: Collection[str], ontology: Ontology, given: Mapping[str, str]
) -> ClassNames:
    """Our class for each of a network's classes.

    Args:
        names: the network's classes.
        vocabulary: our classes.
        ontology: synonyms, and what is a kind of what.
        given: an operator's own mapping; comes before everything else.

    Raises:
        DetectorError: if the operator's mapping speaks of a class that does not exist.
    """
    listed = sorted(set(names))
    unknown = sorted(set(given) - set(listed))
    if unknown:
        raise DetectorError(f"class_map: the network has no class {unknown[0]!r}; it has: {_some(listed)}")
    foreign = sorted(set(given.values()) - set(vocabulary) - {PERSON})  # a mapping may stay where nobody watches
    if foreign:
        raise DetectorError(f"class_map: {foreign[0]!r} is no class to report; there are: {_some(sorted(vocabulary))}")
    known = {name: given.get(name) or our_class(name, vocabulary, ontology) for name in listed}
    found = {name: ours if ours in vocabulary else None for name, ours in known.items()}
    return ClassNames(
        MappingProxyType({name: ours for name, ours in found.items() if ours is not None}),
        tuple(name for name, ours in found.items() if ours is None),
    )


def our_class(name: str, vocabulary: Collection[str], ontology: Ontology) -> str | None:
    """The class of the vocabulary that a name means; None when there is none, or it could be several.

    "cell phone" is read as cell_phone; "coke can" is a synonym of cola_can; a coffee_mug is a kind of mug; and where
    there is only one kind of bottle, a "bottle" is that one.
    """
    label = "_".join(name.lower().replace("_", " ").split())
    if label in vocabulary:
        return label
    meant = ontology.class_of(label)
    if meant is None:
        return None
    above = ontology.ancestors(meant)
    kinds = sorted(v for v in vocabulary if v in above)
    if kinds:  # the narrowest: the one that has all others above itself
        return max(kinds, key=lambda v: len(ontology.ancestors(v)))
    members = [v for v in sorted(vocabulary) if ontology.is_a(v, meant)]
    return members[0] if len(members) == 1 else None


def class_map_from_yaml(path: Path) -> Mapping[str, str]:
    """Read an operator's mapping: network's class -> ours.

    Raises:
        DetectorError: if the file is missing or is no such mapping.
    """
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DetectorError(f"cannot read class_map {path}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise DetectorError(f"class_map {path} is not YAML: {error}") from None
    if not isinstance(raw, dict) or not all(isinstance(v, str) for item in raw.items() for v in item):
        raise DetectorError(f"class_map {path}: expected lines like 'cell phone: phone', the network's class first")
    return MappingProxyType(dict(raw))


def _some(names: list[str], most: int = 30) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
