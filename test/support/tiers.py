# SPDX-License-Identifier: Apache-2.0
"""What `make test` leaves to `make test-all`: it tries one case of what takes long, and not all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow(*cases: Any) -> list[Any]:
    """Cases of a parametrized test that are slow; one with several arguments is a tuple."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in cases]


def all_but(cases: Iterable[Any], *late: Any) -> list[Any]:
    """All cases; those that are named are slow."""
    return [*(case for case in cases if case not in late), *slow(*late)]
