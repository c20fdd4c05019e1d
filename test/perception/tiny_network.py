# SPDX-License-Identifier: Apache-2.0
"""Writes tiny ONNX files byte by byte, so that tests need no package that exports networks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

FLOAT = 1
VARINT, BYTES = 0, 2


def _varint(value: int) -> bytes:
    out = bytearray()
    while True:
        out.append(value & 0x7F | (0x80 if value > 0x7F else 0))
        value >>= 7
        if not value:
            return bytes(out)


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3 | VARINT) + _varint(value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | BYTES) + _varint(len(data)) + data


def _value_info(name: str, shape: tuple[int | str, ...]) -> bytes:
    dims = b"".join(_field(1, _field(1, d) if isinstance(d, int) else _field(2, d)) for d in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, FLOAT) + _field(2, dims)))


def _constant(name: str, value: np.ndarray) -> bytes:
    tensor = b"".join(_field(1, n) for n in value.shape) + _field(2, FLOAT) + _field(9, value.astype("<f4").tobytes())
    attribute = _field(1, "value") + _field(5, tensor) + _field(20, 4)
    return _field(2, name) + _field(3, f"make_{name}") + _field(4, "Constant") + _field(5, attribute)


def _brightest(name: str) -> bytes:
    """The largest value of the image, shape (1,)."""
    over = _field(1, "axes") + b"".join(_field(8, axis) for axis in (1, 2, 3)) + _field(20, 7)
    kept = _field(1, "keepdims") + _field(3, 0) + _field(20, 2)
    named = _field(1, "images") + _field(2, name) + _field(3, f"make_{name}") + _field(4, "ReduceMax")
    return named + _field(5, over) + _field(5, kept)


def write_network(
    path: Path,
    outputs: Mapping[str, np.ndarray],
    metadata: Mapping[str, str],
    shape: tuple[int | str, ...] = (1, 3, 480, 640),
    brightest: str = "",
) -> Path:
    """Write a network that always says the same, but for the brightness.

    Args:
        path: of the file.
        outputs: name -> what it says.
        metadata: key -> value, as Ultralytics writes them.
        shape: of the input; a name instead of a number is an axis of any length.
        brightest: name of a further output, the largest value of the input, shape (1,); empty: none.
    """
    graph = b"".join(_field(1, _constant(name, value)) for name, value in outputs.items())
    graph += _field(1, _brightest(brightest)) if brightest else b""
    graph += _field(2, "tiny") + _field(11, _value_info("images", shape))
    graph += b"".join(_field(12, _value_info(name, value.shape)) for name, value in outputs.items())
    graph += _field(12, _value_info(brightest, (1,))) if brightest else b""
    properties = b"".join(_field(14, _field(1, key) + _field(2, value)) for key, value in metadata.items())
    path.write_bytes(_field(1, 8) + _field(7, graph) + _field(8, _field(2, 17)) + properties)
    return path
