# SPDX-License-Identifier: Apache-2.0
"""Reads *.launch.xml files as `ros2 launch` does, for machines without the launch package.

It knows the tags arg, let, group (with keep), push-ros-namespace, include, set_env and node (with param, remap, env),
and the substitutions $(var), $(env), $(find-pkg-share), $(find-pkg-prefix), $(command) and $(dirname). Anything else is
an error: a file that this reader accepts, the real one accepts with the same meaning, on Humble as on Jazzy.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from makedo_core.conversation.suggestions import choices, nearest
from makedo_core.failure import MakedoError

_SUFFIX = ".launch.xml"
_SUBSTITUTION = re.compile(r"\$\(([\w-]+)(?:\s+([^()]*))?\)")
_NODE_ATTRIBUTES = {
    *("pkg", "exec", "name", "namespace", "args", "ros_args", "output", "if", "unless"),
    *("respawn", "respawn_delay"),
}
_GROUP_ATTRIBUTES = {"forwarding", "if", "unless"}


class LaunchError(MakedoError):
    """A launch file that cannot be run; the message names the file, the tag and the remedy."""


@dataclass(frozen=True, slots=True)
class NodeCommand:
    """A process to start.

    Attributes:
        name: of the node, or of the program when the file gives none.
        package: of the program.
        program: executable in lib/<package>.
        arguments: command line after the program.
        environment: variables to add.
        respawn_s: started again so long after it ended by itself [s]; None: not at all.
    """

    name: str
    package: str
    program: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    respawn_s: float | None = None


@dataclass(frozen=True, slots=True)
class Argument:
    """A declared launch argument; a default of None means that it must be given."""

    name: str
    default: str | None
    description: str


@dataclass(frozen=True, slots=True)
class _Scope:
    file: Path
    variables: dict[str, str]
    given: Mapping[str, str]
    namespace: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    set_outside: frozenset[str] = frozenset()  # arguments that an enclosing <include> sets, so that nobody else can


def find_launch_file(name: str, shares: Mapping[str, Path]) -> Path:
    """A file as given, else launch/<name> of the installed package.

    Raises:
        LaunchError: with those that there are, if there is no such file.
    """
    path = Path(name)
    if path.is_file():
        return path.resolve()
    folder = shares["makedo"] / "launch"
    stem = name.removesuffix(_SUFFIX)
    found = folder / f"{stem}{_SUFFIX}"
    if not found.is_file():
        known = [file.name.removesuffix(_SUFFIX) for file in folder.glob(f"*{_SUFFIX}")]
        raise LaunchError(f"launch file {found} does not exist; {choices(stem, known)}")
    return found


def run_command(words: Sequence[str]) -> str:
    """What a command writes to its standard output.

    Raises:
        LaunchError: with what it writes to standard error, if it fails or is not there.
    """
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        raise LaunchError(f"cannot run {words[0]}: {error.strerror}") from None
    if done.returncode:
        raise LaunchError(done.stderr.strip() or f"{words[0]} ended with exit code {done.returncode}")
    return done.stdout


class LaunchReader:
    """Turns a launch file into processes.

    Args:
        share: finds share/<package> of an installed package.
        run: runs the command of a $(command ...), and returns what it writes.
    """

    def __init__(self, share: Mapping[str, Path], run: Callable[[Sequence[str]], str] = run_command) -> None:
        self._share = share
        self._run = run
        self.commands: list[NodeCommand] = []
        self.arguments: dict[str, Argument] = {}

    def read(self, file: Path, given: Mapping[str, str]) -> list[NodeCommand]:
        """All processes of a launch file, in its order.

        Args:
            file: the launch file.
            given: arguments by name, as in `name:=value`.

        Raises:
            LaunchError: on an unknown tag, attribute, substitution or argument.
        """
        self._walk(_parse(file), _Scope(file, {}, given))
        unknown = sorted(set(given) - set(self.arguments))
        if unknown:
            alike = nearest(unknown[0], self.arguments)
            whole = ", ".join(sorted(self.arguments)) or "none"
            there = f"nearest: {', '.join(alike)}" if alike else f"it has: {whole}"
            raise LaunchError(f"{file.name} has no argument {unknown[0]!r}; {there}")
        return self.commands

    def _walk(self, parent: ET.Element, scope: _Scope) -> _Scope:
        for element in parent:
            if not self._condition(element, scope):
                continue
            handler = getattr(self, f"_tag_{element.tag.replace('-', '_')}", None)
            if handler is None:
                raise LaunchError(f"{scope.file.name}: tag <{element.tag}> is not supported")
            scope = handler(element, scope) or scope
        return scope

    def _tag_arg(self, element: ET.Element, scope: _Scope) -> None:
        name = self._required(element, "name", scope)
        default = self._optional(element, "default", scope)
        if name not in scope.set_outside:
            self.arguments.setdefault(name, Argument(name, default, element.get("description", "")))
        if name in scope.given:
            scope.variables[name] = scope.given[name]
        elif default is not None:
            scope.variables.setdefault(name, default)
        elif name not in scope.variables:
            raise LaunchError(f"{scope.file.name}: argument {name!r} is needed: add {name}:=VALUE")

    def _tag_let(self, element: ET.Element, scope: _Scope) -> None:
        scope.variables[self._required(element, "name", scope)] = self._required(element, "value", scope)

    def _tag_set_env(self, element: ET.Element, scope: _Scope) -> _Scope:
        name, value = self._required(element, "name", scope), self._required(element, "value", scope)
        return replace(scope, environment={**scope.environment, name: value})

    def _tag_group(self, element: ET.Element, scope: _Scope) -> None:
        self._only(element, _GROUP_ATTRIBUTES, scope)
        kept = {
            self._required(child, "name", scope): self._required(child, "value", scope)
            for child in element.iterfind("keep")
        }
        forwards = _is_true(self._optional(element, "forwarding", scope) or "true", scope.file)
        inner = replace(scope, variables={**(scope.variables if forwards else {}), **kept})
        self._walk(element, inner if forwards else replace(inner, given=kept, environment={}))

    def _tag_keep(self, element: ET.Element, scope: _Scope) -> None:
        """Read with its group."""

    def _only(self, element: ET.Element, known: set[str], scope: _Scope) -> None:
        odd = sorted(set(element.attrib) - known)
        if odd:
            raise LaunchError(f"{scope.file.name}: <{element.tag}> attribute {odd[0]!r} is not supported")

    def _tag_push_ros_namespace(self, element: ET.Element, scope: _Scope) -> _Scope:
        return replace(scope, namespace=_join(scope.namespace, self._required(element, "namespace", scope)))

    def _tag_include(self, element: ET.Element, scope: _Scope) -> None:
        file = Path(self._required(element, "file", scope))
        given = {}
        for child in element:
            if child.tag != "arg":
                raise LaunchError(f"{scope.file.name}: <include> takes <arg> only, not <{child.tag}>")
            given[self._required(child, "name", scope)] = self._required(child, "value", scope)
        inner = replace(
            scope,
            file=file,
            variables={**scope.variables, **given},
            given={**scope.given, **given},
            set_outside=scope.set_outside | set(given),
        )
        self._walk(_parse(file), inner)

    def _tag_node(self, element: ET.Element, scope: _Scope) -> None:
        self._only(element, _NODE_ATTRIBUTES, scope)
        program = self._required(element, "exec", scope)
        name = self._optional(element, "name", scope)
        arguments = [*(self._optional(element, "args", scope) or "").split(), "--ros-args"]
        if name:
            arguments += ["-r", f"__node:={name}"]
        namespace = _join(scope.namespace, self._optional(element, "namespace", scope) or "")
        if namespace:
            arguments += ["-r", f"__ns:={namespace}"]
        arguments += (self._optional(element, "ros_args", scope) or "").split()
        environment = dict(scope.environment)
        for child in element:
            if not self._condition(child, scope):
                continue
            if child.tag == "remap":
                source, target = self._required(child, "from", scope), self._required(child, "to", scope)
                arguments += ["-r", f"{source}:={target}"]
            elif child.tag == "env":
                environment[self._required(child, "name", scope)] = self._required(child, "value", scope)
            elif child.tag == "param":
                arguments += self._parameter(child, scope)
            else:
                raise LaunchError(f"{scope.file.name}: <node> takes param, remap and env, not <{child.tag}>")
        package = self._required(element, "pkg", scope)
        respawn_s = self._respawn_s(element, scope)
        self.commands.append(NodeCommand(name or program, package, program, tuple(arguments), environment, respawn_s))

    def _respawn_s(self, element: ET.Element, scope: _Scope) -> float | None:
        if not _is_true(self._optional(element, "respawn", scope) or "false", scope.file):
            return None
        text = self._optional(element, "respawn_delay", scope) or "0"
        try:
            return float(text)
        except ValueError:
            raise LaunchError(f"{scope.file.name}: respawn_delay is {text!r}; it takes seconds") from None

    def _parameter(self, element: ET.Element, scope: _Scope) -> list[str]:
        source = self._optional(element, "from", scope)
        if source is not None:
            if not Path(source).is_file():
                raise LaunchError(f"{scope.file.name}: parameter file {source} does not exist")
            return ["--params-file", source]
        name, value = self._required(element, "name", scope), self._required(element, "value", scope)
        try:
            return ["-p", f"{name}:={_yaml_scalar(value)}"]
        except (yaml.YAMLError, ValueError):  # the latter for a date that there is not
            raise LaunchError(f"{scope.file.name}: parameter {name!r} is {value!r}, which is no YAML") from None

    def _condition(self, element: ET.Element, scope: _Scope) -> bool:
        wanted, unwanted = self._optional(element, "if", scope), self._optional(element, "unless", scope)
        if wanted is not None and not _is_true(wanted, scope.file):
            return False
        return unwanted is None or not _is_true(unwanted, scope.file)

    def _required(self, element: ET.Element, name: str, scope: _Scope) -> str:
        value = self._optional(element, name, scope)
        if value is None:
            raise LaunchError(f"{scope.file.name}: <{element.tag}> needs the attribute {name!r}")
        return value

    def _optional(self, element: ET.Element, name: str, scope: _Scope) -> str | None:
        text = element.get(name)
        return None if text is None else self._substituted(text, scope)

    def _substituted(self, text: str, scope: _Scope) -> str:
        while match := _SUBSTITUTION.search(text):
            value = self._value(match.group(1), (match.group(2) or "").strip(), scope)
            text = text[: match.start()] + value + text[match.end() :]
        if "$(" in text:
            raise LaunchError(f"{scope.file.name}: cannot read the substitution in {text!r}")
        return text

    def _value(self, kind: str, argument: str, scope: _Scope) -> str:
        if kind == "dirname":
            return str(scope.file.parent)
        if kind == "var":
            if argument not in scope.variables:
                raise LaunchError(f"{scope.file.name}: $(var {argument}) is not declared by an <arg> or <let>")
            return scope.variables[argument]
        if kind == "env":
            name, _, default = argument.partition(" ")
            environment = {**os.environ, **scope.environment}
            if name not in environment and not default:
                raise LaunchError(f"{scope.file.name}: the environment variable {name} is not set")
            return environment.get(name, default.strip().strip("'\""))
        if kind in ("find-pkg-share", "find-pkg-prefix"):
            try:
                share = self._share[argument]
            except KeyError:
                raise LaunchError(f"{scope.file.name}: package {argument!r} is not installed") from None
            return str(share if kind == "find-pkg-share" else share.parents[1])
        if kind == "command":
            return self._output(argument, scope)
        raise LaunchError(f"{scope.file.name}: substitution $({kind}) is not supported")

    def _output(self, argument: str, scope: _Scope) -> str:
        """What a command writes; its own complaints do not count while it succeeds."""
        try:
            command, *on_stderr = shlex.split(argument)
            words = shlex.split(command)
        except ValueError as error:
            raise LaunchError(f"{scope.file.name}: cannot read the command {argument!r}: {error}") from None
        if on_stderr != ["ignore"]:
            raise LaunchError(f"{scope.file.name}: $(command) needs 'ignore' as its second word")
        return self._run(words)


def _parse(file: Path) -> ET.Element:
    if file.suffix == ".py":
        raise LaunchError(f"{file} is a Python launch file, which only `ros2 launch` can run")
    try:
        root = ET.parse(file).getroot()
    except FileNotFoundError:
        raise LaunchError(f"launch file {file} does not exist") from None
    except ET.ParseError as error:
        raise LaunchError(f"{file}: not well-formed XML: {error}") from None
    if root.tag != "launch":
        raise LaunchError(f"{file}: the outermost tag is <{root.tag}>, expected <launch>")
    return root


def _join(namespace: str, more: str) -> str:
    """The absolute namespace; empty for the root."""
    if more.startswith("/"):
        return more.rstrip("/")
    return f"{namespace}/{more}".rstrip("/") if more else namespace


def _is_true(text: str, file: Path) -> bool:
    lowered = text.strip().lower()
    if lowered in ("true", "1"):
        return True
    if lowered in ("false", "0"):
        return False
    raise LaunchError(f"{file.name}: condition {text!r} must be true or false")


def _yaml_scalar(text: str) -> str:
    """The text as YAML that ROS reads back with the type that it looks like; empty text stays a string."""
    value: Any = yaml.safe_load(text) if text else ""
    return yaml.safe_dump(value, default_flow_style=True, width=10**6).removesuffix("\n...\n").strip()
