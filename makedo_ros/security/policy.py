# SPDX-License-Identifier: Apache-2.0
"""What each enclave may do: config/security/policy.yaml, with the names of a robot and of a namespace filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from makedo_core.doctor.needs import Needs, TopicDirection
from makedo_core.failure import MakedoError
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.needs import complete, namespace_of, needs_of
from makedo_ros.security.layout import ENCLAVES

TYPE_SERVICE = "get_type_description"  # of every node, from Jazzy on
PARAMETER_SERVICES = (
    "describe_parameters",
    "get_parameter_types",
    "get_parameters",
    TYPE_SERVICE,
    "list_parameters",
    "set_parameters",
    "set_parameters_atomically",
)
LIFECYCLE_SERVICES = (
    "change_state",
    "get_available_states",
    "get_available_transitions",
    "get_state",
    "get_transition_graph",
)
_TRANSITION = "transition_event"
_KEYS = frozenset({"says", "programs", "beside", "lifecycle", "robot", "forbidden"})


class PolicyError(MakedoError):
    """A policy file that cannot be meant."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Complete names, sorted; "*" in one stands for anything.

    Attributes:
        publish: topics.
        subscribe: topics.
        serve: services that are offered.
        request: services that are called.
        execute: ROS actions that are offered.
        call: ROS actions that are called.
    """

    publish: tuple[str, ...] = ()
    subscribe: tuple[str, ...] = ()
    serve: tuple[str, ...] = ()
    request: tuple[str, ...] = ()
    execute: tuple[str, ...] = ()
    call: tuple[str, ...] = ()

    def covers(self, what: str, name: str) -> bool:
        """Whether a complete name is among them; `what`: one of the attributes."""
        return any(fnmatchcase(name, pattern) for pattern in getattr(self, what))


@dataclass(frozen=True, slots=True)
class Enclave:
    """What the nodes that present one certificate may do.

    Attributes:
        path: of the enclave, e.g. "/makedo/page".
        says: what it is, for people.
        allowed: what is granted; nothing else is.
        forbidden: what is denied although it is granted.
    """

    path: str
    says: str
    allowed: Rights
    forbidden: Rights = field(default_factory=Rights)

    def may(self, what: str, name: str) -> bool:
        """Whether its nodes may do something with a complete name; `what`: an attribute of `Rights`."""
        return self.allowed.covers(what, name) and not self.forbidden.covers(what, name)


KINDS = tuple(f.name for f in fields(Rights))


def read_enclaves(file: Path, robot: RobotConfig, namespace: str = "") -> tuple[Enclave, ...]:
    """The enclaves of a policy file.

    Args:
        file: of the policy.
        robot: whose names are granted to the stack, and to who looks.
        namespace: of the stack, e.g. "left" or "/left"; empty: none.

    Raises:
        PolicyError: if the file cannot be read or says something else.
    """
    try:
        policy = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise PolicyError(f"the policy {file} cannot be read: {error}") from error
    if not isinstance(policy, dict) or set(policy) != {"everyone", "enclaves"} or not policy["enclaves"]:
        raise PolicyError(f"the policy {file} needs the keys everyone and enclaves, and no others")
    above, needs = namespace_of(namespace), needs_of(robot, namespace)
    everyone = _names(policy["everyone"], f"everyone of {file}", frozenset())
    return tuple(
        _enclave(name, values, everyone, f"enclave {name!r} of {file}", needs, robot, above)
        for name, values in policy["enclaves"].items()
    )


def _enclave(
    name: str,
    values: Any,
    everyone: Mapping[str, tuple[str, ...]],
    where: str,
    needs: Needs,
    robot: RobotConfig,
    above: str,
) -> Enclave:
    own = _names(values, where, _KEYS)
    forbidden = _names(values.get("forbidden", {}), f"forbidden in {where}", frozenset())
    programs, lifecycle = values.get("programs", ()), values.get("lifecycle", ())
    if not set(lifecycle) <= set(programs):
        raise PolicyError(f"lifecycle in {where} names what is not among its programs")
    beside = [*(f"_{p}_streams" for p in programs), *values.get("beside", ())]
    serve = [f"{p}/{s}" for p in programs for s in PARAMETER_SERVICES]
    serve += [f"{p}/{TYPE_SERVICE}" for p in beside]
    serve += [f"{p}/{s}" for p in lifecycle for s in LIFECYCLE_SERVICES]
    added = (everyone, {"serve": serve, "publish": [f"{p}/{_TRANSITION}" for p in lifecycle]})
    of_robot = _of_robot(values.get("robot", ""), where, needs, robot, above)
    return Enclave(
        f"{ENCLAVES}/{name}",
        str(values.get("says", "")),
        _rights(above, own, *added, of_robot),
        _rights(above, forbidden),
    )


def _rights(above: str, *sources: Mapping[str, Iterable[str]]) -> Rights:
    return Rights(
        **{kind: tuple(sorted({complete(n, above) for s in sources for n in s.get(kind, ())})) for kind in KINDS}
    )


def _names(values: Any, where: str, others: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(values, dict):
        raise PolicyError(f"{where} holds no keys")
    unknown = set(values) - set(KINDS) - others
    if unknown:
        raise PolicyError(f"{where} has an unknown key {sorted(map(str, unknown))[0]!r}")
    for key, names in values.items():
        is_list = key not in ("says", "robot", "forbidden")
        if is_list and not (isinstance(names, list) and all(isinstance(name, str) and name for name in names)):
            raise PolicyError(f"{key} in {where} is no list of names")
    return {kind: tuple(values.get(kind, ())) for kind in KINDS}


def _of_robot(how: str, where: str, needs: Needs, robot: RobotConfig, above: str) -> Mapping[str, Iterable[str]]:
    """What a robot's description names: all of it, what is listened to, or that and what halts it."""
    told = [t.name for t in needs.topics if t.way is TopicDirection.TOLD]
    halting = [t.name for t in needs.topics if t.way is TopicDirection.TOLD and t.essential]
    actions = [*(a.name for a in needs.actions), complete(robot.move_action, above)]
    motions = robot.stored_motions.server
    granted: dict[str, dict[str, list[str]]] = {
        "": {},
        "seen": {},
        "halt": {"publish": halting, "request": [f"{a}/_action/cancel_goal" for a in actions]},
        "all": {
            "publish": told,
            "call": actions,
            "request": [*(s.name for s in needs.services), *([f"{motions}/is_motion_ready"] if motions else [])],
        },
    }
    watched = [complete(robot.safety.person, above)] if robot.safety.camera and robot.safety.person else []
    granted["all"]["publish"] = [*told, *watched]
    if how not in granted:
        raise PolicyError(f"robot in {where} is {how!r}, expected seen, halt or all")
    heard = [*watched, *(t.name for t in needs.topics if t.way is TopicDirection.HEARD)]
    if how == "all" and robot.camera.labels:
        heard += [complete(f"{robot.camera.labels}/{topic}", above) for topic in ("image_raw", "labels")]
    return {"subscribe": heard, **granted[how]} if how else {}
