# SPDX-License-Identifier: Apache-2.0
"""What an interface has in the ROS distribution that runs: fields were added to some between Humble and Jazzy."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def has_field(kind: type, name: str) -> bool:
    """Whether messages of a type (also a request, a result, a goal) have a field of this name."""
    return name in kind.get_fields_and_field_types()  # type: ignore[attr-defined]


def with_fields(kind: type[T], **fields: Any) -> T:
    """A message with those of these fields that its type has; the others have no room in this distribution."""
    return kind(**{name: value for name, value in fields.items() if has_field(kind, name)})
