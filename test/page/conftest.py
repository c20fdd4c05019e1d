# SPDX-License-Identifier: Apache-2.0
"""Pages that are served."""

from __future__ import annotations

import pytest

from support.page_server import ServedPage


@pytest.fixture
def served(tmp_path):
    """One that is open to everybody on this machine."""
    with ServedPage(tmp_path) as page:
        yield page


@pytest.fixture
def guarded(tmp_path):
    """One that asks for a pass."""
    with ServedPage(tmp_path, always_pass=True) as page:
        yield page
