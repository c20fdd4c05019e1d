# SPDX-License-Identifier: Apache-2.0
"""A robot's description as YAML; a wrong file says what is wrong, where, and what would be right."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError

from makedo_core.conversation.suggestions import choices
from makedo_core.failure import MakedoError
from makedo_core.robot_config import RobotConfig


class RobotConfigError(MakedoError):
    """A robot description that cannot be used."""


_ADAPTER = TypeAdapter(RobotConfig)


def robot_config_values(config: RobotConfig) -> dict[str, Any]:
    """A robot description as nested mappings and lists, as they are in a file."""
    values: dict[str, Any] = _ADAPTER.dump_python(config, mode="json")
    return values


def robot_config_to_yaml(config: RobotConfig) -> str:
    """A robot description as text that robot_config_from_yaml reads."""
    return yaml.safe_dump(robot_config_values(config), sort_keys=False, width=110)


def robot_config_from_yaml(path: Path) -> RobotConfig:
    """Read a robot description; `extends: other.yaml` takes over what the file itself does not say.

    Raises:
        RobotConfigError: if the file is missing or wrong; the message names the place.
    """
    values = _values(path, ())
    try:
        config = _ADAPTER.validate_python(values)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "file"
        hint = "; write `head: null` for a camera that does not turn" if place == "head" else ""
        raise RobotConfigError(f"{path}: {place}: {first['msg']}{hint}") from None
    reach = config.arm.reach
    if not reach.near_m < reach.best_m < reach.far_m:
        told = f"near_m {reach.near_m:g}, best_m {reach.best_m:g}, far_m {reach.far_m:g}"
        raise RobotConfigError(f"{path}: arm.reach has {told}; expected them in rising order")
    for posture in ("home", "ready"):
        missing = set(config.arm.joints) - set(config.arm.postures.get(posture, {}))
        if missing:
            raise RobotConfigError(f"{path}: arm.postures.{posture} lacks {', '.join(sorted(missing))}")
    if unknown := set(config.arm.axes) - set(config.arm.joints):
        raise RobotConfigError(f"{path}: arm.axes names what is no joint of the arm: {', '.join(sorted(unknown))}")
    for joint, axis in config.arm.axes.items():
        if not 0.0 < math.hypot(*axis) < math.inf:
            raise RobotConfigError(f"{path}: arm.axes.{joint} is {list(axis)}; expected a direction, as [0, 0, 1]")
    for i, carried in enumerate(config.arm.carry_slim):
        joints, place = set(config.arm.joints), f"{path}: arm.carry_slim.{i}.near"
        if lacking := joints - set(carried.near):
            raise RobotConfigError(f"{place} lacks {', '.join(sorted(lacking))}")
        if unknown := set(carried.near) - joints:
            raise RobotConfigError(f"{place} names what is no joint of the arm: {', '.join(sorted(unknown))}")
    return config


def _values(path: Path, extending: tuple[Path, ...]) -> Mapping[str, Any]:
    """What a file says, on top of what the files say that it extends."""
    path = path.resolve()
    if path in extending:
        chain = " extends ".join(p.name for p in (*extending, path))
        raise RobotConfigError(f"{path}: {chain}, which never ends")
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        wanted = f", which {extending[-1]} extends" if extending else ""
        there = choices(path.stem, (f.stem for f in path.parent.glob("*.yaml")))
        raise RobotConfigError(f"cannot read the robot description {path}{wanted}: {error.strerror}; {there}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise RobotConfigError(f"{path} is not YAML: {error}") from None
    if not isinstance(raw, dict):
        raise RobotConfigError(f"{path}: expected a mapping with name, arm, gripper, ..., found {type(raw).__name__}")
    parent = raw.pop("extends", None)
    if parent is None:
        return raw
    if not isinstance(parent, str):
        raise RobotConfigError(f"{path}: extends: expected the name of a file beside it, found {parent!r}")
    return _overlaid(_values(path.parent / parent, (*extending, path)), raw)


def _overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings are merged, everything else is replaced."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = _overlaid(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result
