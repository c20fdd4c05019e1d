# SPDX-License-Identifier: Apache-2.0
"""Similarity of names by a small sentence encoder (a BERT such as all-MiniLM-L6-v2), in numpy, from a folder.

Source: Devlin et al., BERT, 2019 (the network); Reimers and Gurevych, Sentence-BERT, 2019 (the mean over the words,
of length 1, compared by its cosine).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, Field, ValidationError

from makedo_core.failure import MakedoError
from makedo_core.ontology.encoder.tensor_file import FloatArray, TensorFileError, read_tensors

INSTALL = "docs/ontology.md says what to install"
_CONFIG, _TOKENIZER, _WEIGHTS = "config.json", "tokenizer.json", "model.safetensors"
_PREFIXES = ("", "bert.")
_CACHED = 10_000  # names; 1.5 kB each
_LONGEST = 64  # word pieces of a name


class EmbeddingsError(MakedoError):
    """Embeddings that cannot be used; the message says what is missing or wrong, where, and what would be right."""


class _Config(BaseModel):
    """What is taken from config.json; other settings are of training."""

    model_type: Literal["bert"]
    hidden_act: Literal["gelu"]
    position_embedding_type: Literal["absolute"] = "absolute"
    hidden_size: int = Field(ge=1)
    intermediate_size: int = Field(ge=1)
    num_attention_heads: int = Field(ge=1)
    num_hidden_layers: int = Field(ge=1, le=100)
    max_position_embeddings: int = Field(ge=_LONGEST)
    vocab_size: int = Field(ge=1)
    layer_norm_eps: float = Field(gt=0.0, lt=1.0)

    def shapes(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Name and shape of every tensor that is needed, but for the token types, of which one is."""
        d, wide = self.hidden_size, self.intermediate_size
        yield "embeddings.word_embeddings.weight", (self.vocab_size, d)
        yield "embeddings.position_embeddings.weight", (self.max_position_embeddings, d)
        norms = ["embeddings.LayerNorm"]
        for n in range(self.num_hidden_layers):
            layer = f"encoder.layer.{n}"
            norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
            parts = ("self.query", "self.key", "self.value", "output.dense")
            sizes = {f"attention.{part}": (d, d) for part in parts}
            for part, size in {**sizes, "intermediate.dense": (wide, d), "output.dense": (d, wide)}.items():
                yield f"{layer}.{part}.weight", size
                yield f"{layer}.{part}.bias", size[:1]
        for norm in norms:
            yield f"{norm}.weight", (d,)
            yield f"{norm}.bias", (d,)


class SentenceEncoder:
    """A sentence encoder; implements `Similarity`. Remembers the vectors of names; safe for threads."""

    def __init__(self, folder: Path) -> None:
        """Read and check a model's folder.

        Args:
            folder: holds config.json, tokenizer.json and model.safetensors.

        Raises:
            EmbeddingsError: if something is missing, damaged, or another kind of model.
        """
        for name in (_CONFIG, _TOKENIZER, _WEIGHTS):
            if not (folder / name).is_file():
                raise EmbeddingsError(f"embeddings: no file {folder / name}; name a model's folder ({INSTALL})")
        self._config = _read_config(folder / _CONFIG)
        self._tokenizer = _read_tokenizer(folder / _TOKENIZER, self._config.vocab_size)
        self._weights = _read_weights(folder / _WEIGHTS, self._config)
        self.vector = lru_cache(maxsize=_CACHED)(self._vector)

    def similarity(self, first: str, second: str) -> float:
        """Cosine of two names' vectors, -1 to 1; underscores are spaces."""
        return float(np.dot(self.vector(first.replace("_", " ")), self.vector(second.replace("_", " "))))

    def _vector(self, text: str) -> FloatArray:
        """The vector of a text, of length 1, shape (d,)."""
        ids = self._tokenizer.encode(text).ids
        x = self._weights["embeddings.word_embeddings.weight"][ids]
        x = x + self._weights["embeddings.position_embeddings.weight"][: len(ids)]
        x = x + self._weights["embeddings.token_type_embeddings.weight"][0]
        x = self._normalised(x, "embeddings.LayerNorm")  # (n, d)
        for n in range(self._config.num_hidden_layers):
            layer = f"encoder.layer.{n}"
            mixed = self._dense(self._attention(x, layer), f"{layer}.attention.output.dense")
            x = self._normalised(x + mixed, f"{layer}.attention.output.LayerNorm")
            wide = _gelu(self._dense(x, f"{layer}.intermediate.dense"))
            x = self._normalised(x + self._dense(wide, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
        mean = x.mean(axis=0)
        vector: FloatArray = mean / np.linalg.norm(mean)
        vector.flags.writeable = False
        return vector

    def _attention(self, x: FloatArray, layer: str) -> FloatArray:
        """What each of n words takes over from all of them, shape (n, d)."""
        n, d = x.shape
        heads = self._config.num_attention_heads
        query, key, value = (
            self._dense(x, f"{layer}.attention.self.{part}").reshape(n, heads, d // heads).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )  # (heads, n, d / heads)
        scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(d // heads))
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        mixed: FloatArray = (weights @ value).transpose(1, 0, 2).reshape(n, d)
        return mixed

    def _dense(self, x: FloatArray, name: str) -> FloatArray:
        result: FloatArray = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result

    def _normalised(self, x: FloatArray, name: str) -> FloatArray:
        centred = x - x.mean(axis=-1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(self._config.layer_norm_eps))
        result: FloatArray = centred / deviation * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return result


def _gelu(x: FloatArray) -> FloatArray:
    """Each number times the normal distribution's cumulative function of it.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: an error function right to 1.5e-7.
    """
    z = np.abs(x) * np.float32(np.sqrt(0.5))
    t = 1 / (1 + 0.3275911 * z)
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    erf = np.sign(x) * (1 - tail * np.exp(-z * z))
    result: FloatArray = np.float32(0.5) * x * (1 + erf)
    return result


def _read_config(path: Path) -> _Config:
    try:
        config = _Config.model_validate_json(path.read_bytes())
    except OSError as error:
        raise EmbeddingsError(f"embeddings: {path}: cannot be read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"])) or "top level"
        raise EmbeddingsError(f"embeddings: {path}: {key}: {first['msg']}; only BERT models can be used") from None
    if config.hidden_size % config.num_attention_heads:
        heads = f"{config.num_attention_heads} heads"
        raise EmbeddingsError(f"embeddings: {path}: hidden_size {config.hidden_size} cannot be shared by {heads}")
    return config


def _read_tokenizer(path: Path, vocabulary: int) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise EmbeddingsError(f"embeddings need the Python package tokenizers; {INSTALL}") from None
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # noqa: BLE001 - the library raises nothing more special
        raise EmbeddingsError(f"embeddings: {path}: not a tokenizer: {error}") from None
    if tokenizer.get_vocab_size() > vocabulary:
        known = f"{tokenizer.get_vocab_size()} word pieces, the model {vocabulary}"
        raise EmbeddingsError(f"embeddings: {path}: knows {known}; both must be of one model")
    tokenizer.no_padding()
    tokenizer.enable_truncation(_LONGEST)
    return tokenizer


def _read_weights(path: Path, config: _Config) -> Mapping[str, FloatArray]:
    try:
        tensors = read_tensors(path)
    except TensorFileError as error:
        raise EmbeddingsError(f"embeddings: {error}") from None
    prefix = next((p for p in _PREFIXES if f"{p}embeddings.word_embeddings.weight" in tensors), "")
    types = "embeddings.token_type_embeddings.weight"
    kinds = tensors[f"{prefix}{types}"].shape[:1] if f"{prefix}{types}" in tensors else (1,)
    result: dict[str, FloatArray] = {}
    for name, shape in (*config.shapes(), (types, (*kinds, config.hidden_size))):
        tensor = tensors.get(f"{prefix}{name}")
        if tensor is None or tensor.shape != shape or not tensor.size:
            found = "is missing" if tensor is None else f"has shape {tensor.shape}"
            raise EmbeddingsError(f"embeddings: {path}: tensor {name!r} {found}; by {_CONFIG} its shape is {shape}")
        if not np.isfinite(tensor).all():
            raise EmbeddingsError(f"embeddings: {path}: tensor {name!r} holds what is no number; the file is damaged")
        result[name] = tensor
    return result
