# SPDX-License-Identifier: Apache-2.0
"""Reads numbers out of a file in the safetensors format without loading it: the arrays are views of the mapped file.

Source: the format's description in the README of the safetensors project: 8 bytes with the length of a JSON header,
the header, then the tensors' bytes, little-endian and in C order, at the offsets that the header gives.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from makedo_core.failure import MakedoError

FloatArray = NDArray[np.float32]
_LENGTH_BYTES = 8
_LONGEST_HEADER = 10_000_000  # [bytes]; BERT's has about 10,000
_METADATA = "__metadata__"


class TensorFileError(MakedoError):
    """A file of tensors that cannot be read; the message names the file, what is wrong and what would be right."""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    dtype: str
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]


_ENTRIES = TypeAdapter(dict[str, _Entry])


def read_tensors(path: Path) -> Mapping[str, FloatArray]:
    """Every tensor of 32-bit floats in a file, read-only, by name; tensors of other types are passed over.

    Raises:
        TensorFileError: if there is no such file, or it is not in the format.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
            if not 0 < length <= min(_LONGEST_HEADER, size - _LENGTH_BYTES):
                raise TensorFileError(f"{path}: not a safetensors file, or cut off: its first 8 bytes are no length")
            header = file.read(length)
    except OSError as error:
        raise TensorFileError(f"{path}: cannot be read: {error.strerror}") from None
    start = _LENGTH_BYTES + length
    content = np.memmap(path, dtype=np.uint8, mode="r", offset=start) if size > start else np.zeros(0, np.uint8)
    entries = _entries(header, path)
    return {name: _view(content, name, entry, path) for name, entry in entries.items() if entry.dtype == "F32"}


def _entries(header: bytes, path: Path) -> dict[str, _Entry]:
    try:
        raw = json.loads(header)
        if isinstance(raw, dict):
            raw.pop(_METADATA, None)
        return _ENTRIES.validate_python(raw)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise TensorFileError(f"{path}: not a safetensors file: its header is not JSON") from None
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"])) or "top level"
        raise TensorFileError(f"{path}: not a safetensors file: {key} of its header: {first['msg']}") from None


def _view(content: NDArray[np.uint8], name: str, entry: _Entry, path: Path) -> FloatArray:
    """The numbers of one tensor, shape as in the header."""
    begin, end = entry.data_offsets
    count = int(np.prod(entry.shape, dtype=np.int64))
    if min(entry.shape, default=0) < 0 or not 0 <= begin <= end or end - begin != 4 * count:
        told = f"shape {entry.shape} and bytes {begin} to {end} do not fit together"
        raise TensorFileError(f"{path}: tensor {name!r}: {told}")
    if end > len(content):
        raise TensorFileError(f"{path}: cut off: tensor {name!r} ends at byte {end} of {len(content)}")
    return np.asarray(content[begin:end]).view("<f4").reshape(entry.shape)
