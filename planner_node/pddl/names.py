# SPDX-License-Identifier: Apache-2.0
"""Names that PDDL can say for ids that it cannot, and back.

PDDL names begin with a letter, consist of letters, digits, - and _, and ignore the case of letters.
"""

from __future__ import annotations

import re

_PLAIN = re.compile(r"[a-z][a-z0-9_-]*")
_MARK = "id--"
_KEPT = re.compile(r"[^a-z0-9_]")
_ESCAPED = re.compile(r"-([0-9a-f]+)-")


def pddl_name(node_id: str) -> str:
    """An id as a PDDL name: itself if it is one, else marked, with each other character as -<hex code>-.

    Different ids have different names, whatever their case: "7up_1" -> "id--7up_1", "Mug_1" -> "id---4d-ug_1".
    """
    if _PLAIN.fullmatch(node_id) and not node_id.startswith(_MARK):
        return node_id
    return _MARK + _KEPT.sub(lambda match: f"-{ord(match[0]):x}-", node_id)


def node_id(name: str) -> str:
    """The id that a PDDL name stands for; planners may have changed the name's case."""
    name = name.lower()
    if not name.startswith(_MARK):
        return name
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), name.removeprefix(_MARK))
