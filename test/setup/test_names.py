# SPDX-License-Identifier: Apache-2.0
"""One name, one thing: a public class has a name that no other class of the program has."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = sorted(p.parent for p in ROOT.glob("*/__init__.py") if p.parent.name not in ("test", "training"))
IN_SCHEMAS = frozenset({"Step"})
"""Names in JSON schemas that models are sent: another name would be another question, which no recording answers."""


def classes(sources: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Where each public class is defined, of modules with their text."""
    found: dict[str, list[str]] = defaultdict(list)
    for place, text in sources:
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(place)
    return found


def test_no_two_classes_share_a_name():
    modules = [p for package in PACKAGES for p in sorted(package.rglob("*.py"))]
    found = classes((str(p.relative_to(ROOT)), p.read_text()) for p in modules)
    assert len(found) > 500
    shared = {name: places for name, places in found.items() if len(places) > 1 and name not in IN_SCHEMAS}
    assert not shared


def test_a_name_that_is_shared_would_be_noticed():
    sources = [("a.py", "class Plan: ...\nclass _Plan: ..."), ("b.py", "class Plan: ...\nclass _Plan: ...")]
    assert classes(sources) == {"Plan": ["a.py", "b.py"]}
