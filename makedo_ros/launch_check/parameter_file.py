# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a file of parameters that an operator gives: ROS itself passes over every misspelt name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import yaml

from makedo_core.conversation.suggestions import choices
from makedo_ros.launch_check.known_choices import names_for
from makedo_ros.launch_check.known_parameters import NodeParameters, ParameterFileError, sections

_ANY = ("*", "**")
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text", list: "a list"}


def problems_of(file: Path, known: Mapping[str, NodeParameters], foreign: Collection[str] = frozenset()) -> list[str]:
    """What is wrong with a file of parameters, a sentence each, in its order.

    Args:
        file: as given to params_file:=.
        known: what each node has, by its name.
        foreign: names of nodes of other projects that are started, too: what they have is theirs to say.
    """
    try:
        found = list(sections(file))
    except ParameterFileError as error:
        return [str(error)]
    ours = [(name, values) for name, values in found if name.rpartition("/")[2] not in foreign]
    return [f"{file}: {problem}" for name, values in ours for problem in _of_section(name, values, known)]


def _of_section(section: str, values: Mapping[str, object], known: Mapping[str, NodeParameters]) -> Iterator[str]:
    node = section.rpartition("/")[2]
    if node not in _ANY and node not in known:
        yield f"Makedo has no node {node!r}; {choices(node, known)}"
        return
    meant = known if node in _ANY else {node: known[node]}
    for name, value in values.items():
        having = {n: parameters for n, parameters in meant.items() if name in parameters.names}
        whose = f"{section} has" if node in _ANY else f"{node} has"
        if not having:
            names = sorted({n for parameters in meant.values() for n in parameters.examples})
            yield f"{whose} no parameter {name!r}; {choices(name, names)}"
        elif all(name in parameters.launched for parameters in having.values()):
            yield f"{name} of {', '.join(having)} is set by the launch file: give it as an argument where it has one"
        else:
            yield from _of_value(section, name, value, having, values)


def _of_value(
    section: str, name: str, value: object, having: Mapping[str, NodeParameters], beside: Mapping[str, object]
) -> Iterator[str]:
    examples = [parameters.examples[name] for parameters in having.values() if name in parameters.examples]
    wrong = [example for example in examples if not _fits(value, example)]
    if wrong:
        expected = f"{_KINDS[type(wrong[0])]}, e.g. {_written(wrong[0])}"
        yield f"{name} of {section} is {value!r}, expected {expected}"
        return
    for names in dict.fromkeys(names_for(node, name, value, beside) for node in having):
        if names:
            yield f"{name} of {section} is {value!r}; {choices(str(value), names)}"


def _fits(value: object, example: object) -> bool:
    """Whether a value is of the type of an example; a whole number does for any number."""
    if isinstance(example, bool) or isinstance(value, bool):
        return isinstance(example, bool) and isinstance(value, bool)
    if isinstance(example, float):
        return isinstance(value, int | float)
    if isinstance(example, list):
        return isinstance(value, list) and all(_fits(item, example[0]) for item in value for _ in example[:1])
    return isinstance(value, type(example))


def _written(value: object) -> str:
    """As it is written in such a file."""
    text: str = yaml.safe_dump(value, default_flow_style=True)
    return text.removesuffix("...\n").strip()
