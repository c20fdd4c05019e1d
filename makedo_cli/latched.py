# SPDX-License-Identifier: Apache-2.0
"""What nodes told last on latched topics, for a subcommand that begins, looks and ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from makedo_cli.elsewhere import stacks
from makedo_ros.runtime.qos import LATCHED

if TYPE_CHECKING:
    from rclpy.node import Node

HEARD_S = 6.0  # so long all is waited for, longer than the health is silent [s, wall]
KNOWN_S = 20.0  # so long the word of one that must be heard is waited for where a stack is known [s, wall]
_POLL_S = 0.02


def last_words(node: Node, kinds: Mapping[str, type], needed: str) -> dict[str, Any]:
    """The newest message of each topic that was heard.

    On a busy machine a stack is known long before its words arrive: while one is known in the namespace of the node,
    and nothing is heard on the topic that is needed, the wait is KNOWN_S.

    Args:
        node: of a session, which spins.
        kinds: the type of each topic.
        needed: the topic that says that the stack is there; each executor tells it once it is up.
    """
    heard: dict[str, Any] = {}
    for topic, kind in kinds.items():
        node.create_subscription(kind, topic, partial(heard.__setitem__, topic), LATCHED)
    await_words(lambda: heard.keys() == kinds.keys(), lambda: needed not in heard and is_there(node, needed))
    return heard


def await_words(all_heard: Callable[[], bool], worth_more: Callable[[], bool]) -> None:
    """Wait until all is heard: for HEARD_S, and while it is worth more for KNOWN_S in all."""
    begun = time.monotonic()
    while not all_heard():
        waited = time.monotonic() - begun
        if waited > KNOWN_S or (waited > HEARD_S and not worth_more()):
            return
        time.sleep(_POLL_S)


def is_there(node: Node, topic: str) -> bool:
    """Whether a stack is known in the namespace of a node, or somebody who tells the topic."""
    return node.get_namespace().rstrip("/") in stacks(node) or bool(node.count_publishers(topic))
