# SPDX-License-Identifier: Apache-2.0
"""What an interface has in the ROS distribution that runs: fields were added to some between Humble and Jazzy."""

from __future__ import annotations


def has_field(kind: type, name: str) -> bool:
    """Whether messages of a type (also a request, a result, a goal) have a field of this name."""
    return name in kind.get_fields_and_field_types()  # type: ignore[attr-defined]
