# SPDX-License-Identifier: Apache-2.0
"""Which parameters each node has, read off the files that set them: config/<node>.yaml and the launch files."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from makedo_core.failure import MakedoError

NOT_NODES = ("llm", "overrides")  # files of config/ that hold no parameters of a node
# What a node takes from the robot's description unless it is set.
FROM_THE_ROBOT: Mapping[str, Mapping[str, object]] = {
    "scene_graph": {"map_frame": "map", "base_frame": "base", "hand_frame": "hand", "hand_offset": [0.0, 0.0, 0.0]},
}

_WITHIN = {"controller_server": ("local_costmap",), "planner_server": ("global_costmap",)}  # nodes within Nav2's


class ParameterFileError(MakedoError):
    """A file of parameters that cannot be read as one; the message names it."""


@dataclass(frozen=True, slots=True)
class NodeParameters:
    """The parameters of one node.

    Attributes:
        examples: a value of the right type of each that a file may set, by its name; groups are joined by dots.
        launched: names of those that the launch files set.
    """

    examples: Mapping[str, object]
    launched: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return self.launched | set(self.examples)


def known_parameters(share: Path) -> dict[str, NodeParameters]:
    """The parameters of every node of ours, by its name.

    Args:
        share: folder that holds config/ and launch/.

    Raises:
        ParameterFileError: if a file of config/ cannot be read.
    """
    launched = _launched(share / "launch")
    files = {file.stem: file for file in sorted((share / "config").glob("*.yaml")) if file.stem not in NOT_NODES}
    known = {}
    for name in sorted({*files, *launched}):
        examples = dict(FROM_THE_ROBOT.get(name, {}))
        if name in files:
            for _, values in sections(files[name]):
                examples |= values
        known[name] = NodeParameters(examples, frozenset(launched.get(name, ())))
    return known


def foreign_nodes(share: Path, launch_file: str) -> frozenset[str]:
    """Names of the nodes of other projects that a launch file starts, with those that live in their processes.

    Args:
        share: folder that holds launch/.
        launch_file: within launch/, e.g. "navigation/real".
    """
    file = share / "launch" / f"{launch_file}.launch.xml"
    if not file.is_file():
        return frozenset()
    nodes = [node for node in ET.parse(file).getroot().iter("node") if node.get("pkg") != "makedo"]
    names = [node.get("name") or str(node.get("exec")) for node in nodes]
    return frozenset(names).union(*(_WITHIN.get(name, ()) for name in names))


def sections(file: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """The sections of a file of parameters: whose they are, e.g. "/**/planner", and the values by name.

    Raises:
        ParameterFileError: if it is missing, no YAML, or of another form.
    """
    try:
        read = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ParameterFileError(f"{file}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as error:
        raise ParameterFileError(f"{file} is no YAML: {' '.join(str(error).split())}") from None
    for name, section in _mapping(read, f"{file}").items():
        for key, values in _mapping(section, f"{file}: {name}").items():
            if key != "ros__parameters":
                yield from ((f"{name}/{key}", inner) for inner in _namespaced(values, f"{file}: {name}: {key}"))
                continue
            yield str(name), dict(_flat(_mapping(values, f"{file}: {name}: {key}"), ""))


def _namespaced(section: object, where: str) -> Iterator[dict[str, object]]:
    """Parameters of a node that is written below its namespace."""
    values = _mapping(section, where)
    if set(values) != {"ros__parameters"}:
        raise ParameterFileError(f"{where}: expected ros__parameters, and nothing beside it")
    yield dict(_flat(_mapping(values["ros__parameters"], f"{where}: ros__parameters"), ""))


def _mapping(value: object, where: str) -> Mapping[object, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ParameterFileError(f"{where}: is {value!r}, expected names with values")
    return value


def _flat(values: Mapping[object, object], group: str) -> Iterator[tuple[str, object]]:
    for key, value in values.items():
        name = f"{group}.{key}" if group else str(key)
        if isinstance(value, Mapping):
            yield from _flat(value, name)
        else:
            yield name, value


def _launched(folder: Path) -> dict[str, set[str]]:
    """Names of the parameters that launch files set, by the node's."""
    names: dict[str, set[str]] = {}
    for file in folder.rglob("*.launch.xml"):
        for node in ET.parse(file).getroot().iter("node"):
            if node.get("pkg") == "makedo":
                set_here = (param.get("name") for param in node.iter("param"))
                names.setdefault(str(node.get("name")), set()).update(name for name in set_here if name)
    return names
