# SPDX-License-Identifier: Apache-2.0
"""StrEnum on every supported Python: the standard library has one from 3.11 on."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 11):
    from enum import StrEnum
else:
    from enum import Enum

    class StrEnum(str, Enum):
        """Members are strings: str(member) is its value, and auto() is the name in lower case."""

        def __new__(cls, value: str) -> StrEnum:
            """Refuse what is no string, as the standard library does."""
            if not isinstance(value, str):
                raise TypeError(f"{value!r} is not a string")
            member = str.__new__(cls, value)
            member._value_ = value
            return member

        def __str__(self) -> str:
            return str.__str__(self)

        def __format__(self, spec: str) -> str:
            return str.__format__(self, spec)

        @staticmethod
        def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
            return name.lower()


__all__ = ["StrEnum"]
