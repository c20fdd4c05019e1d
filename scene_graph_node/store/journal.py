# SPDX-License-Identifier: Apache-2.0
"""Lines that tell whether they are whole: length, checksum, text. What a power cut tears off is noticed."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

_HEAD = re.compile(rb"([0-9a-f]{8}) ([0-9a-f]{8}) ")
_HEAD_LENGTH = 18


@dataclass(frozen=True, slots=True)
class Lines:
    """What a file holds.

    Attributes:
        texts: of all intact lines before the first that is not.
        length: of these lines [bytes].
        problem: what comes after them; empty if nothing does.
    """

    texts: tuple[str, ...]
    length: int
    problem: str = ""


def encoded(text: str) -> bytes:
    """A text without line feeds as a line: length and CRC-32 of its UTF-8, eight hexadecimal digits each, and it."""
    data = text.encode("utf-8")
    return b"%08x %08x %s\n" % (len(data), zlib.crc32(data), data)


def decoded(data: bytes) -> Lines:
    """The intact lines at the beginning of a file.

    A line whose length or checksum is wrong ends them: what follows it cannot be told from what it lost.
    """
    texts: list[str] = []
    at = 0
    while at < len(data):
        head = _HEAD.match(data, at)
        if head is None:
            break
        start, length = at + _HEAD_LENGTH, int(head[1], 16)
        body = data[start : start + length]
        if zlib.crc32(body) != int(head[2], 16) or data[start + length : start + length + 1] != b"\n":
            break
        try:
            texts.append(body.decode("utf-8"))
        except UnicodeDecodeError:
            break
        at = start + length + 1
    problem = f"line {len(texts) + 1} is torn or damaged; {len(data) - at} bytes are lost" if at < len(data) else ""
    return Lines(tuple(texts), at, problem)
