# SPDX-License-Identifier: Apache-2.0
"""Known shapes: class -> primitive and size. A class that is not in it is measured instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import yaml

from makedo_core.failure import MakedoError
from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.colours import Colour, Colouring, ColourMatch

_SHAPES = {shape.name.lower(): shape for shape in (Shape.BOX, Shape.CYLINDER, Shape.SPHERE)}


class CatalogueError(MakedoError):
    """A catalogue that cannot be used; the message names file and class."""


@dataclass(frozen=True, slots=True)
class KnownShape:
    """A primitive that stands upright.

    Attributes:
        shape: box, cylinder (diameter along x and y) or sphere.
        size: full extents [m].
        colours: that things of the class have; empty: any.
    """

    shape: Shape
    size: Vector
    colours: frozenset[Colour] = frozenset()

    def may_look(self, seen: Colouring) -> bool:
        """Whether a thing of the class may show these colours; what was not measured speaks against nothing."""
        return not self.colours or any(seen.match(c) is not ColourMatch.ABSENT for c in self.colours)


def catalogue_from_yaml(path: Path) -> Mapping[str, KnownShape]:
    """Read the known shapes; of each entry only `shape`, `size` and `colours` matter here.

    Raises:
        CatalogueError: if the file is missing, not YAML, or an entry is wrong.
    """
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CatalogueError(f"cannot read the catalogue {path}: {error.strerror}") from None
    except yaml.YAMLError as error:
        raise CatalogueError(f"{path} is not YAML: {error}") from None
    if not isinstance(raw, dict):
        raise CatalogueError(f"{path}: expected a mapping of class -> shape and size")
    return MappingProxyType({str(label): _known(entry, f"{path}: {label}") for label, entry in raw.items()})


def _known(entry: object, where: str) -> KnownShape:
    if not isinstance(entry, dict) or entry.get("shape") not in _SHAPES:
        raise CatalogueError(f"{where}: shape must be one of {', '.join(_SHAPES)}")
    size = entry.get("size")
    if not isinstance(size, list) or len(size) != 3 or not all(isinstance(v, int | float) and 0 < v < 5 for v in size):
        raise CatalogueError(f"{where}: size must be three numbers of 0 to 5 m, got {size!r}")
    colours = entry.get("colours", [])
    names = frozenset(map(str, Colour))
    if not isinstance(colours, list) or not names.issuperset(map(str, colours)):
        raise CatalogueError(f"{where}: colours must be a list of some of {', '.join(Colour)}, got {colours!r}")
    extents = (float(size[0]), float(size[1]), float(size[2]))
    return KnownShape(_SHAPES[entry["shape"]], extents, frozenset(Colour(c) for c in colours))
