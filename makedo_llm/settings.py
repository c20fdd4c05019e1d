# SPDX-License-Identifier: Apache-2.0
"""What an operator sets about language models (config/llm.yaml); errors name the field and what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import yaml
from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from makedo_core.failure import MakedoError

_STRICT = ConfigDict(extra="forbid")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class LlmSettingsError(MakedoError):
    """Settings that cannot be used."""


def _checked_address(value: str) -> str:
    parts = urlsplit(value)
    if value and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise ValueError(f"{value!r} is no address; an example is http://localhost:11434")
    if parts.username or parts.password or parts.query:
        raise ValueError("an address must not hold a password or key; name the key's variable in api_key_env")
    return value


def _checked_variable(value: str) -> str:
    if value and not _VARIABLE.fullmatch(value):
        # The value may be a key that was pasted here, so it is not repeated.
        raise ValueError("expected the name of an environment variable, such as OPENAI_API_KEY, never the key itself")
    return value


@dataclass(frozen=True, slots=True)
class Limits:
    """What asking may cost at most.

    Attributes:
        max_calls: conversations' turns.
        max_tokens: of prompts and answers together.
        max_wall_s: spent waiting for models [s].
    """

    __pydantic_config__ = _STRICT

    max_calls: Annotated[int, Field(ge=1)] = 40
    max_tokens: Annotated[int, Field(ge=1)] = 200_000
    max_wall_s: Annotated[float, Field(gt=0, le=3600)] = 300.0


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model and how to reach it.

    Attributes:
        model: its name with the provider's prefix, as litellm wants it, e.g. "ollama_chat/qwen2.5:7b".
        api_base: address of the server; empty: the provider's own.
        api_key_env: environment variable that holds the key; empty: none is needed (or the provider's usual one,
            where there is no api_base).
        timeout_s: longest time for one call, its retries included [s, wall].
        temperature: randomness; None: the provider's own (some models take no other).
        max_tokens: longest answer.
        retries: how often a call is repeated after a lost connection, a full server or a server error.
        structured_output: whether the server can keep answers to a JSON Schema.
        budget: limits of this model alone, for one instruction; None: only those of all together.
    """

    __pydantic_config__ = _STRICT

    model: Annotated[str, Field(min_length=1)]
    api_base: Annotated[str, AfterValidator(_checked_address)] = ""
    api_key_env: Annotated[str, AfterValidator(_checked_variable)] = ""
    timeout_s: Annotated[float, Field(gt=0, le=600)] = 30.0
    temperature: Annotated[float, Field(ge=0, le=2)] | None = 0.0
    max_tokens: Annotated[int, Field(ge=1, le=100_000)] = 1024
    retries: Annotated[int, Field(ge=0, le=10)] = 2
    structured_output: bool = False
    budget: Limits | None = None


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """Everything about language models.

    Attributes:
        models: best first; each is asked where the ones before it failed. Empty: no model is ever asked.
        budget: limits of one instruction, over all models.
        reasks: how often a model may mend an answer that does not fit.
        record: file that every exchange is appended to; empty: none.
        replay: file that answers instead of the models; empty: none.
    """

    __pydantic_config__ = _STRICT

    models: tuple[ModelSpec, ...] = ()
    budget: Limits = field(default_factory=Limits)
    reasks: Annotated[int, Field(ge=0, le=5)] = 2
    record: str = ""
    replay: str = ""


_ADAPTER = TypeAdapter(LlmSettings)


def llm_settings(raw: object, where: str = "language models") -> LlmSettings:
    """Settings from what a YAML file or a program gives; None: the defaults, without a model.

    Raises:
        LlmSettingsError: naming the field and what was expected.
    """
    try:
        settings = _ADAPTER.validate_python({} if raw is None else raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        raise LlmSettingsError(f"{where}: {place}: {first['msg']}") from None
    if settings.record and settings.replay:
        raise LlmSettingsError(f"{where}: record, replay: give one of them; a replay has nothing new to record")
    return settings


def llm_settings_from_yaml(path: Path) -> LlmSettings:
    """Read a settings file; paths in it are relative to the working directory.

    Raises:
        LlmSettingsError: if the file is missing or wrong; the message names the place.
    """
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LlmSettingsError(f"cannot read the language-model settings {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise LlmSettingsError(f"{path} is not UTF-8 text: byte {error.start}") from None
    except yaml.YAMLError as error:
        raise LlmSettingsError(f"{path} is not YAML: {error}") from None
    return llm_settings(raw, str(path))
