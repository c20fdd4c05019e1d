# SPDX-License-Identifier: Apache-2.0
"""Each key of package.xml was looked up in the public rosdistro, for Ubuntu 22.04 and 24.04, before it was used.

The list holds what was found then; a new key has to be looked up, and added with what rosdep makes of it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEYS = json.loads((Path(__file__).parent / "rosdep_keys.json").read_text())["keys"]
PACKAGE = (ROOT / "package.xml").read_text()
INSTALLING = (ROOT / "docs" / "installing.md").read_text()


def test_every_key_was_looked_up_for_both_and_none_that_is_gone_stays():
    assert set(re.findall(r"<(?:\w+_)?depend>([\w-]+)<", PACKAGE)) == set(KEYS)
    assert {frozenset(found) for found in KEYS.values()} == {frozenset({"jammy", "noble"})}
    assert {how for found in KEYS.values() for how in found.values()} == {"ros", "apt", "pip"}


def test_what_comes_from_pip_says_so_by_its_name_and_is_named_where_people_install():
    from_pip = {key for key, found in KEYS.items() if "pip" in found.values()}
    assert from_pip == {key for key in KEYS if key.endswith("-pip")}
    for key in from_pip:
        assert f"`{key.removeprefix('python3-').removesuffix('-pip')}`" in INSTALLING
