# SPDX-License-Identifier: Apache-2.0
"""Fills in prompts, and fences off text that is data and never an instruction."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def render(file: Path, **values: str) -> str:
    """A prompt with its placeholders ($word) filled in; what is filled in is not looked at again.

    Raises:
        KeyError: if a placeholder gets no value.
    """
    return _template(file).substitute(values)


def fixed_text(file: Path) -> tuple[str, ...]:
    """The parts of a prompt that are the same whatever is filled in, in their order."""
    template = _template(file)
    parts = template.pattern.sub(lambda found: "$" if found["escaped"] is not None else "\0", template.template)
    return tuple(part for part in (p.strip() for p in parts.split("\0")) if part)


@cache
def _template(file: Path) -> Template:
    """A file without the comment lines at its head, which are for people."""
    lines = file.read_text(encoding="utf-8").splitlines()
    while lines and (lines[0].startswith("#") or not lines[0]):
        lines.pop(0)
    return Template("\n".join(lines))


def fenced(name: str, text: str) -> str:
    """Data between tags that it cannot close: markup is escaped, control and invisible characters are dropped."""
    safe = _CONTROL.sub("", text.replace("\r\n", "\n")).translate(_ESCAPES)
    return f"<{name}>\n{safe}\n</{name}>"


def one_line(text: str, longest: int = 60) -> str:
    """A name for a line of data: no line breaks, and not longer than a name is."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
