# SPDX-License-Identifier: Apache-2.0
"""How many generated cases the long tests of laws try: two thousand, or as many as MAKEDO_MANY says."""

from __future__ import annotations

import os

MANY = int(os.environ.get("MAKEDO_MANY", "2000"))
