# SPDX-License-Identifier: Apache-2.0
"""Sentences for people, kept in golden files: tests assert causes and values, and these files what is said of them.

`test/golden/words/FOLDER/MODULE.yaml` has the sentences of each test in their order. With MAKEDO_WORDS=write the tests
that run write theirs anew; read the difference. Folders of a test are written as TMP, those of the checkout as HERE.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parents[1]
GOLDEN = FOLDER / "golden" / "words"
WRITE = os.environ.get("MAKEDO_WORDS") == "write"


class Words:
    """Collects the sentences of a test, and compares them at its end with those that are kept."""

    def __init__(self, module: Path, test: str, temporary: Path) -> None:
        """Of the test named `test` in the file `module`; the folders of tests are in `temporary`."""
        self._temporary = re.compile(rf"{re.escape(str(temporary))}/[^/\s:'\"]+")
        self._file = (GOLDEN / module.relative_to(FOLDER)).with_suffix(".yaml")
        self._test = test
        self._said: list[str] = []

    def __call__(self, *sentences: str) -> None:
        """Sentences that a test has come across."""
        self._said.extend(map(self._anywhere, sentences))

    def _anywhere(self, sentence: str) -> str:
        """The sentence as it is on every machine."""
        return self._temporary.sub("TMP", sentence).replace(str(FOLDER.parent), "HERE")

    def compare(self) -> None:
        """Fail where something else was said than is kept."""
        if not self._said:
            return
        text = self._file.read_text("utf-8") if self._file.exists() else ""
        kept: dict[str, Any] = yaml.safe_load(text) or {}
        if WRITE:
            kept[self._test] = self._said
            self._file.parent.mkdir(parents=True, exist_ok=True)
            text = yaml.safe_dump(kept, sort_keys=True, allow_unicode=True, width=115)
            self._file.write_text(f"# SPDX-License-Identifier: Apache-2.0\n{text}", encoding="utf-8")
        known = kept.get(self._test, [])
        told = (
            f"the words are not those of {self._file.relative_to(FOLDER.parent)}; if they are meant, MAKEDO_WORDS=write"
            f"\nkept: {known!r}\nsaid: {self._said!r}"
        )
        assert self._said == known, told
