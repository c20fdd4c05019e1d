# SPDX-License-Identifier: Apache-2.0
"""The time zone in which people read the clock: the operator's, else the machine's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from makedo_core.failure import MakedoError

_LOCAL = Path("/etc/localtime")


def zone_of(name: str, environment: Mapping[str, str] = os.environ, local: Path = _LOCAL) -> tuple[tzinfo, str]:
    """A time zone and its name.

    Args:
        name: of the zone database, e.g. "Europe/Berlin"; empty: the machine's.
        environment: where TZ names the machine's before the file does.
        local: the machine's file of its zone; without one it is UTC.

    Raises:
        MakedoError: if there is no such zone.
    """
    wanted = name or environment.get("TZ", "").lstrip(":")
    if wanted in ("UTC", "Etc/UTC"):
        return timezone.utc, "UTC"
    if wanted:
        try:
            return ZoneInfo(wanted), wanted
        except (ZoneInfoNotFoundError, ValueError, OSError):
            source = "the parameter queue_time_zone" if name else "the variable TZ"
            what = f"{source} names the time zone {wanted!r}, which this machine does not know"
            raise MakedoError(f"{what}; expected one like Europe/Berlin or UTC, with the package tzdata") from None
    try:
        with local.open("rb") as file:
            _, _, named = str(local.resolve()).partition("zoneinfo/")
            return ZoneInfo.from_file(file), named or "local time"
    except (OSError, ValueError):
        return timezone.utc, "UTC"
