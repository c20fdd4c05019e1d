# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs: the site has the pages of the repository where they are, so that their links need no rewriting.

README.md is the front page. What a page links to and is no page itself (a script, a licence) is copied along.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("*.md", "docs/**/*.md", "examples/*.md", "benchmarks/*.md")
PICTURES = ("docs/images/*",)
_LINK = re.compile(r"\]\(([^)#\s]+)")


def on_config(config: Any) -> Any:
    """Replace patterns in the navigation by the pages that they match, in order of their names."""
    config.nav = [_expanded(entry) for entry in config.nav]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Give MkDocs the repository's pages, and the files that they link to."""
    found = Files([file for file in files if not file.is_documentation_page() and file.src_uri.startswith("assets/")])
    pages = {path for pattern in PAGES for path in ROOT.glob(pattern)}
    others = {path for pattern in PICTURES for path in ROOT.glob(pattern)}
    for page in pages:
        linked = ((page.parent / link).resolve() for link in _LINK.findall(page.read_text(encoding="utf-8")))
        others |= {path for path in linked if path.is_file() and path.is_relative_to(ROOT)}
    for path in sorted(pages | others):
        found.append(File.generated(config, str(path.relative_to(ROOT)), abs_src_path=str(path)))
    return found


def _expanded(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {title: _expanded(value) for title, value in entry.items()}
    if isinstance(entry, list):
        return [page for value in entry for page in _matches(value)]
    return entry


def _matches(value: Any) -> list[Any]:
    if isinstance(value, str) and "*" in value:
        return [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(value))]
    return [_expanded(value)]
