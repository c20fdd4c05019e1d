# SPDX-License-Identifier: Apache-2.0
"""From an error of a provider's library to a typed fault with a short message that holds no secret."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.retry import retry_after_s
from makedo_llm.settings import ModelSpec

_LONGEST_MESSAGE = 300


def headers_of(error: Exception) -> Mapping[str, str]:
    """Headers of the response that made an error, names in lower case; empty: there was no response."""
    headers = getattr(error, "litellm_response_headers", None)
    return {} if headers is None else {str(k).lower(): str(v) for k, v in headers.items()}


def model_error(error: Exception, model: ModelSpec, secrets: Collection[str]) -> ModelError:
    """The typed form of an error: what was wrong, what to do, and what the server said of it."""
    told = _told(error, model)
    detail = _bare(scrubbed(str(error), secrets)) if told.by_server else ""
    wait = retry_after_s(headers_of(error), time.time())
    passing = told.fault in (ModelFault.RATE_LIMITED, ModelFault.UNAVAILABLE)
    message = f"{model.model}: {told.what}; {told.remedy}" + (f": {detail}" if detail else "")
    return ModelError(told.fault, message, retry_after_s=wait if passing else None)


@dataclass(frozen=True, slots=True)
class _Told:
    """What an error means to an operator.

    Attributes:
        by_server: whether its text is a server's word; a library's own says nothing to an operator.
    """

    fault: ModelFault
    what: str
    remedy: str
    by_server: bool = True


def _told(error: Exception, model: ModelSpec) -> _Told:
    """By the HTTP status, and by the kind of error where one status has several; without one, nobody answered."""
    status = getattr(error, "status_code", None)
    text = str(error).lower()
    where = f"at {model.api_base}" if model.api_base else "at the provider's address"
    refused = isinstance(status, int) and 400 <= status < 500
    if refused and any(sign in text for sign in _TOO_LONG):
        longer = "start it with a larger context, or choose a model that has one"
        return _Told(ModelFault.TOO_LONG, "the question is longer than what the server takes in", longer)
    if refused and model.structured_output and any(sign in text for sign in _NO_SCHEMAS):
        what = f"the server takes no JSON schema ({status})"
        return _Told(ModelFault.BAD_REQUEST, what, "set structured_output: false")
    if status == 400 and "llm provider not provided" in text:
        return _Told(ModelFault.BAD_REQUEST, "the name has no prefix of a provider that is known", _NAME, False)
    if any(sign in text for sign in _NO_PROTOCOL):
        what = f"what answers {where} does not speak the protocol of the model's prefix"
        remedy = "correct api_base (many servers want /v1 at its end) or the prefix"
        return _Told(ModelFault.UNAVAILABLE, what, remedy, False)
    if status in _BY_STATUS:
        fault, what, remedy = _BY_STATUS[status]
        return _Told(fault, f"{what} ({status})", remedy.format(where=where))
    if refused and status != 408:
        return _Told(ModelFault.BAD_REQUEST, f"the server refuses the request ({status})", "see what it says")
    if _is_connection(error):
        return _Told(ModelFault.UNAVAILABLE, f"no server answers {where}", "start it, or correct api_base", False)
    return _Told(ModelFault.UNAVAILABLE, f"the server failed ({status or 'no status'})", "see its log")


_TOO_LONG = ("context window", "context length", "context size", "maximum context", "exceed_context")
_NO_SCHEMAS = ("response_format", "json_schema", "json schema", "guided_json", "failed to parse grammar")
_NO_PROTOCOL = ("invalid response", "received response", "expecting value", "expecting property name")
_NAME = "write it as openai/NAME, ollama_chat/NAME, anthropic/NAME, ..."
_KEY = "check api_key_env and the account"
_BY_STATUS: Mapping[object, tuple[ModelFault, str, str]] = {
    401: (ModelFault.UNAUTHORISED, "the server does not take the key", _KEY),
    402: (ModelFault.UNAUTHORISED, "the account is not paid for", _KEY),
    403: (ModelFault.UNAUTHORISED, "the key may not use this model", _KEY),
    404: (
        ModelFault.BAD_REQUEST,
        "there is no such model or address",
        "check the model's name and api_base (asked {where}; many servers want /v1 at its end)",
    ),
    429: (ModelFault.RATE_LIMITED, "the server is asked too often, or the quota is used up", "wait, or ask less"),
    408: (ModelFault.UNAVAILABLE, "the server itself ran out of time", "see its log, or give it more time"),
    504: (ModelFault.UNAVAILABLE, "the server itself ran out of time", "see its log, or give it more time"),
    503: (ModelFault.UNAVAILABLE, "the server is not ready", "wait until it has loaded its model"),
}
_PREFIX = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Exception|Timeout)(?: Error)?(?: -|:)\s*)+")


def _is_connection(error: Exception) -> bool:
    """Whether the connection was refused, lost or never made."""
    chain: BaseException | None = error
    while chain is not None:
        if "Connect" in type(chain).__name__ or isinstance(chain, OSError):
            return True
        chain = chain.__cause__ or chain.__context__
    return "connection error" in str(error).lower()


def _bare(text: str) -> str:
    """What a server said, without the names of a library's classes before it."""
    return _PREFIX.sub("", text).strip()


def scrubbed(text: str, secrets: Collection[str]) -> str:
    """A text on one line, short, without the secrets and without a library's traceback."""
    for secret in secrets:
        text = text.replace(secret, "***")
    text = " ".join(text.partition("Traceback (most recent call last)")[0].split())
    return text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 1] + "…"
