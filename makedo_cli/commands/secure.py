# SPDX-License-Identifier: Apache-2.0
"""`makedo secure`: a keystore of SROS2 for the stack, the robot, the page, operators and watchers."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from makedo_cli.exit_code import ExitCode
from makedo_core.files.robot_files import ROBOT, robot_file

if TYPE_CHECKING:
    from makedo_ros.security.keystore import KeystoreChanges
    from makedo_ros.security.policy import Enclave

MOST_DOMAIN = 232  # as many as DDS has ports for
_POLICY = Path("config", "security", "policy.yaml")
_IN_WORDS = {
    "publish": "topics it publishes",
    "subscribe": "topics it listens to",
    "serve": "services it offers",
    "request": "services it calls",
    "execute": "actions it offers",
    "call": "actions it calls",
}


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("secure", help="make a keystore of SROS2, or say what each enclave may do")
    parser.add_argument("keystore", nargs="?", type=Path, metavar="KEYSTORE", help="folder to make, or to complete")
    parser.add_argument("--show", nargs="?", const="", metavar="ENCLAVE", help="say what each enclave, or one, may do")
    parser.add_argument("--policy", action="store_true", help="print the policy in the form that ros2 security reads")
    parser.add_argument("--renew", action="store_true", help="write permissions anew where they differ; keys stay")
    parser.add_argument(
        "--enclave", action="append", default=[], metavar="ENCLAVE", help="this one only (again for more; default: all)"
    )
    parser.add_argument("--robot", default=ROBOT, help=f"a name of config/robots, or a file (default: {ROBOT})")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.add_argument(
        "--domain", default="", help="ROS_DOMAIN_ID that is permitted (default: the environment's, or 0)"
    )
    parser.add_argument("--from", type=Path, dest="file", metavar="FILE", help=f"another policy file than {_POLICY}")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo_core.files.robot_yaml import robot_config_from_yaml
    from makedo_ros.security.documents import sros_policy
    from makedo_ros.security.keystore import make_keystore
    from makedo_ros.security.policy import read_enclaves
    from makedo_ros.without_ros.launcher import PackageShares

    if [args.keystore is not None, args.show is not None, args.policy].count(True) != 1:
        raise ValueError("expected one of KEYSTORE (the folder of a keystore), --show and --policy")
    if args.renew and args.keystore is None:
        raise ValueError("--renew goes with KEYSTORE")
    share = PackageShares(os.environ)["makedo"]
    robot = robot_config_from_yaml(robot_file(args.robot, (share / "config" / "robots",)))
    names = [*args.enclave, *([args.show] if args.show else [])]
    enclaves = chosen(read_enclaves(args.file or share / _POLICY, robot, args.namespace), names)
    if args.show is not None:
        sys.stdout.write("\n".join(shown(enclave) for enclave in enclaves))
        return ExitCode.OK
    if args.policy:
        sys.stdout.write(sros_policy(enclaves))
        return ExitCode.OK
    domain = domain_of(args.domain or os.environ.get("ROS_DOMAIN_ID", "") or "0")
    done = make_keystore(args.keystore.absolute(), enclaves, domain, renew=args.renew)
    sys.stdout.write(advice(args.keystore.absolute(), enclaves, domain, done))
    return ExitCode.OK


def chosen(enclaves: Sequence[Enclave], names: Sequence[str]) -> tuple[Enclave, ...]:
    """Those of a name ("page", "/makedo/page"); all, if none is named.

    Raises:
        ValueError: for a name that none has.
    """
    from makedo_core.conversation.suggestions import choices

    known = {e.path.rpartition("/")[2]: e for e in enclaves}
    short = [n.rpartition("/")[2] for n in names]
    for name in short:
        if name not in known:
            raise ValueError(f"there is no enclave {name!r}; {choices(name, known)}")
    return tuple(known[n] for n in dict.fromkeys(short)) or tuple(enclaves)


def domain_of(word: str) -> int:
    """A domain as it is written.

    Raises:
        ValueError: if it is none.
    """
    if not word.isascii() or not word.isdigit() or int(word) > MOST_DOMAIN:
        raise ValueError(f"the domain is {word!r}, expected a whole number from 0 to {MOST_DOMAIN} (ROS_DOMAIN_ID)")
    return int(word)


def shown(enclave: Enclave) -> str:
    """What an enclave may do, for people, but for the services that every node has for its parameters and states."""
    from makedo_ros.security.policy import LIFECYCLE_SERVICES, PARAMETER_SERVICES

    of_nodes = {*PARAMETER_SERVICES, *LIFECYCLE_SERVICES}
    lines = [f"{enclave.path}: {enclave.says}"]
    for title, rights in (("", enclave.allowed), ("never: ", enclave.forbidden)):
        for kind, words in _IN_WORDS.items():
            names = [n for n in getattr(rights, kind) if kind != "serve" or n.rpartition("/")[2] not in of_nodes]
            if names:
                lines.append(f"  {title}{words}: {' '.join(names)}")
    return "\n".join(lines) + "\n"


def advice(keystore: Path, enclaves: Sequence[Enclave], domain: int, done: KeystoreChanges) -> str:
    """What was made, and what to do with it on which machine."""
    lines = [f"{keystore}: {len(done.made)} files made" if done.made else f"{keystore}: nothing was missing"]
    for what in done.different:
        lines.append(f"  {what} permits something else than this policy, robot, namespace or domain asks for, and was "
                     "left so; --renew writes it anew (the keys stay)")  # fmt: skip
    lines += [
        f"On the robot's machine (domain {domain}), in each terminal before makedo or ros2 launch:",
        f"  export ROS_DOMAIN_ID={domain} ROS_SECURITY_KEYSTORE={keystore}",
        "  export ROS_SECURITY_ENABLE=true ROS_SECURITY_STRATEGY=Enforce",
        "The robot's own programs (drivers, MoveIt, Nav2) also need:",
        "  export ROS_SECURITY_ENCLAVE_OVERRIDE=/makedo/robot      # in their terminals only",
        "Another machine gets its own enclave and nothing else, never private/:",
    ]
    for enclave in enclaves:
        name = enclave.path.rpartition("/")[2]
        if name in ("operator", "watcher"):
            lines.append(f"  tar -C {keystore} -chf {name}.tar enclaves{enclave.path}      # {enclave.says}")
    lines.append("  there: unpack it in a new folder, and export the same with that folder as ROS_SECURITY_KEYSTORE")
    lines.append(
        "Whoever reads private/ can let anybody in: keep a copy apart, and remove it from the robot's machine."
    )
    return "\n".join(lines) + "\n"
