# SPDX-License-Identifier: Apache-2.0
"""What the environment asks for of SROS2, and whether it can be had. Decides nothing: rcl and DDS do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_ros.security.layout import ENCLAVES, missing_files

ENABLE, STRATEGY, KEYSTORE = "ROS_SECURITY_ENABLE", "ROS_SECURITY_STRATEGY", "ROS_SECURITY_KEYSTORE"
OVERRIDE = "ROS_SECURITY_ENCLAVE_OVERRIDE"
OPERATOR, WATCHER = f"{ENCLAVES}/operator", f"{ENCLAVES}/watcher"
STACK, PAGE, ROBOT = f"{ENCLAVES}/stack", f"{ENCLAVES}/page", f"{ENCLAVES}/robot"
_YES, _ENFORCE = "true", "Enforce"  # as rcl compares them
_DEFAULT_RMW = "rmw_fastrtps_cpp"
_WITHOUT = {
    "rmw_fastrtps_cpp": ("librmw_fastrtps_shared_cpp.so", b"doesn't have the security libraries"),
    "rmw_fastrtps_dynamic_cpp": ("librmw_fastrtps_shared_cpp.so", b"doesn't have the security libraries"),
    "rmw_cyclonedds_cpp": ("librmw_cyclonedds_cpp.so", b"does not have security support enabled"),
}
"""By the implementation: the library that refuses secured nodes, and what it says only where DDS has no security."""


class UnsecuredError(MakedoError):
    """Security is asked for and cannot be had."""


class Protection(Enum):
    """How what is started here is protected."""

    OFF = "off"
    PERMISSIVE = "permissive"
    ENFORCED = "enforced"


@dataclass(frozen=True, slots=True)
class SecurityWanted:
    """What an environment asks for.

    Attributes:
        protection: with PERMISSIVE, a node without a usable enclave runs unprotected.
        keystore: folder; None: not named.
        override: the enclave of every node, whatever its arguments say; empty: each has its own.
    """

    protection: Protection
    keystore: Path | None
    override: str


def asked(environment: Mapping[str, str]) -> SecurityWanted:
    """What an environment asks for, as rcl reads it."""
    protection = Protection.OFF
    if environment.get(ENABLE) == _YES:
        protection = Protection.ENFORCED if environment.get(STRATEGY) == _ENFORCE else Protection.PERMISSIVE
    keystore = environment.get(KEYSTORE, "")
    return SecurityWanted(protection, Path(keystore) if keystore else None, environment.get(OVERRIDE, ""))


def unavailable(environment: Mapping[str, str]) -> str:
    """Why DDS cannot protect anything here, in a sentence; empty: nothing speaks against it."""
    rmw = environment.get("RMW_IMPLEMENTATION") or _DEFAULT_RMW
    library, mark = _WITHOUT.get(rmw, ("", b""))
    for folder in _library_folders(environment) if library else ():
        file = folder / library
        if file.is_file():
            if mark not in file.read_bytes():
                return ""
            return (f"the DDS that is installed here was built without security ({file}; the packages from PyPI are); "
                    "use a ROS 2 installation (Jazzy or Humble from packages.ros.org)")  # fmt: skip
    return ""


def problems(environment: Mapping[str, str], enclaves: Iterable[str]) -> list[str]:
    """Why what is asked for cannot be had, a sentence each; empty: it can, or nothing is asked for.

    Args:
        environment: of what is started.
        enclaves: paths of those that it uses.
    """
    written = environment.get(ENABLE, "")
    if written not in ("", _YES, "false"):
        return [f"{ENABLE} is {written!r}, which ROS takes for no; write {_YES}, or unset it"]
    strategy = environment.get(STRATEGY, "")
    if written == _YES and strategy not in ("", _ENFORCE, "Permissive"):
        return [f"{STRATEGY} is {strategy!r}, which ROS takes for Permissive; write {_ENFORCE}"]
    wanted = asked(environment)
    if wanted.protection is Protection.OFF:
        return []
    lacking = unavailable(environment)
    if lacking:
        return [f"{ENABLE} is {_YES}, but {lacking}; or unset {ENABLE} and keep the network apart (SECURITY.md)"]
    if wanted.protection is Protection.PERMISSIVE:
        return []
    if wanted.keystore is None:
        return [f"{STRATEGY} is {_ENFORCE}, but {KEYSTORE} names no keystore; makedo secure makes one"]
    return list(_incomplete(wanted.keystore, [wanted.override] if wanted.override else list(enclaves)))


def own_enclave(environment: Mapping[str, str]) -> str:
    """The enclave of a command: the operator's, or where only that is there the watcher's."""
    wanted = asked(environment)
    if wanted.override or wanted.keystore is None:
        return wanted.override or OPERATOR
    has = [e for e in (OPERATOR, WATCHER) if not missing_files(wanted.keystore, e)]
    return has[0] if has else OPERATOR


def ros_arguments(environment: Mapping[str, str]) -> list[str] | None:
    """The arguments that put a command into its enclave; None: nothing is asked for.

    Raises:
        UnsecuredError: if it is asked for and cannot be had.
    """
    enclave = own_enclave(environment)
    if found := problems(environment, (enclave,)):
        raise UnsecuredError("; ".join(found))
    return None if asked(environment).protection is Protection.OFF else ["--ros-args", "--enclave", enclave]


def told(environment: Mapping[str, str]) -> str:
    """How what is started here is protected, in a sentence."""
    wanted = asked(environment)
    if wanted.protection is Protection.ENFORCED:
        return f"security is on and enforced, keystore {wanted.keystore}"
    if wanted.protection is Protection.PERMISSIVE:
        return (f"security is permissive: a node without a usable enclave runs unprotected; {STRATEGY}={_ENFORCE} "
                "refuses that")  # fmt: skip
    return f"security is off: whoever reaches ROS here commands the robot; {_reach(environment)}"


def _reach(environment: Mapping[str, str]) -> str:
    reach = environment.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    if reach in ("LOCALHOST", "OFF") or environment.get("ROS_LOCALHOST_ONLY") == "1":
        return "nodes of this machine only are looked for"
    return "nodes of the whole subnet are looked for"


def _incomplete(keystore: Path, enclaves: Sequence[str]) -> Iterable[str]:
    if not (keystore / "enclaves").is_dir():
        yield f"{KEYSTORE} is {keystore}, which is no keystore (it has no enclaves/); makedo secure makes one"
        return
    for enclave in enclaves:
        missing = missing_files(keystore, enclave)
        if missing:
            yield (f"the keystore {keystore} has no usable enclave {enclave} (missing or unreadable: "
                   f"{', '.join(missing)}); makedo secure makes it, and SECURITY.md says what to copy")  # fmt: skip


def _library_folders(environment: Mapping[str, str]) -> list[Path]:
    prefixes = [Path(p) / "lib" for p in environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    return [*(Path(p) for p in environment.get("LD_LIBRARY_PATH", "").split(os.pathsep) if p), *prefixes]
