# SPDX-License-Identifier: Apache-2.0
"""From an error of a provider's library to a typed fault with a short message that holds no secret."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.retry import retry_after_s

_LONGEST_MESSAGE = 300


def headers_of(error: Exception) -> Mapping[str, str]:
    """Headers of the response that made an error, names in lower case; empty: there was no response."""
    headers = getattr(error, "litellm_response_headers", None)
    return {} if headers is None else {str(k).lower(): str(v) for k, v in headers.items()}


def model_error(error: Exception, name: str, secrets: Collection[str]) -> ModelError:
    """The typed form of an error by its HTTP status; without one, no connection was made."""
    status = getattr(error, "status_code", None)
    message = f"{name}: {scrubbed(str(error), secrets)}"
    wait = retry_after_s(headers_of(error), time.time())
    if status == 429:
        return ModelError(ModelFault.RATE_LIMITED, message, retry_after_s=wait)
    if status in (401, 402, 403):
        return ModelError(ModelFault.UNAUTHORISED, f"{message} (check api_key_env and the account)")
    if status == 404:
        return ModelError(ModelFault.BAD_REQUEST, f"{message} (check the model's name and api_base)")
    if isinstance(status, int) and 400 <= status < 500 and status != 408:
        return ModelError(ModelFault.BAD_REQUEST, message)
    return ModelError(ModelFault.UNAVAILABLE, message, retry_after_s=wait)


def scrubbed(text: str, secrets: Collection[str]) -> str:
    """A text on one line, short, without the secrets and without a library's traceback."""
    for secret in secrets:
        text = text.replace(secret, "***")
    text = " ".join(text.partition("Traceback (most recent call last)")[0].split())
    return text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 1] + "…"
