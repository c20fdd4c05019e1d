# SPDX-License-Identifier: Apache-2.0
"""The zone of the times: the operator's, the machine's, or UTC where the machine has none."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest

from executor_node.queue.zone import zone_of
from makedo_core.failure import MakedoError

NONE = Path("/nowhere/localtime")


def test_the_operator_s_zone_comes_first_and_the_variable_next():
    assert zone_of("Europe/Berlin", {"TZ": "Asia/Tokyo"}, NONE)[1] == "Europe/Berlin"
    assert zone_of("", {"TZ": "Asia/Tokyo"}, NONE)[1] == "Asia/Tokyo"
    assert zone_of("", {}, NONE) == (timezone.utc, "UTC") == zone_of("UTC", {}, NONE)


def test_the_machine_s_zone_is_read_from_its_file(tmp_path):
    file = tmp_path / "localtime"
    file.symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    zone, name = zone_of("", {}, file)
    assert name == "Europe/Berlin"
    assert datetime(2026, 7, 1, tzinfo=zone).utcoffset().total_seconds() == 7200.0


@pytest.mark.parametrize("name", ["Mars/Base", "../../etc/passwd", "Europe"])
def test_an_unknown_zone_is_refused(name):
    with pytest.raises(MakedoError, match="Europe/Berlin"):
        zone_of(name, {}, NONE)
