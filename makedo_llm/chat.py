# SPDX-License-Identifier: Apache-2.0
"""What is said to a language model and what comes back, how that fails, and the port that models implement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from makedo_core.cancel import Cancelled
from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_llm.settings import ModelSpec


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that goes with a message.

    Attributes:
        jpeg: the file's content.
        width, height: [px].
    """

    jpeg: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; pictures are for models that see."""

    role: Role
    content: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What opens a conversation.

    Attributes:
        system: standing rules.
        user: the question with its data.
        pictures: what the question is about, for models that see.
    """

    system: str
    user: str
    pictures: tuple[Picture, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """The conversation so far."""
        return (Message(Role.SYSTEM, self.system), Message(Role.USER, self.user, self.pictures))


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One call of a model.

    Attributes:
        model: which, and how to reach it.
        messages: the conversation so far.
        max_tokens: longest answer.
        timeout_s: the call and its retries end within this time [s, wall].
        schema: JSON Schema of the answer for servers that can keep to one; None: any text.
    """

    model: ModelSpec
    messages: tuple[Message, ...]
    max_tokens: int
    timeout_s: float
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; `estimated` where the server did not count them."""

    prompt_tokens: int
    completion_tokens: int
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    Attributes:
        text: the answer; may be empty.
        usage: tokens.
        duration_s: how long it took, retries and pauses included [s, wall].
        attempts: how often the server was asked.
        cut_off: whether the answer ended because it reached max_tokens.
    """

    text: str
    usage: Usage
    duration_s: float
    attempts: int = 1
    cut_off: bool = False


class ModelFault(StrEnum):
    """Why a model gave no usable answer."""

    UNAVAILABLE = "unavailable"  # no connection, or a server error, after all retries
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    UNAUTHORISED = "unauthorised"
    BAD_REQUEST = "bad_request"  # also: no such model
    TOO_LONG = "too_long"  # the question does not fit the model's context
    MALFORMED = "malformed"
    BUDGET = "budget"
    NOT_INSTALLED = "not_installed"
    UNEXPECTED = "unexpected"


class ModelError(MakedoError):
    """A model gave no usable answer.

    Attributes:
        fault: typed reason.
        duration_s: how long that took [s, wall].
        retry_after_s: when the server wants to be asked again [s]; None: it did not say.
    """

    def __init__(
        self, fault: ModelFault, message: str, duration_s: float = 0.0, retry_after_s: float | None = None
    ) -> None:
        super().__init__(message)
        self.fault = fault
        self.duration_s = duration_s
        self.retry_after_s = retry_after_s


class ChatModel(Protocol):
    """Whatever completes conversations: a server, a recording, a test's script."""

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool]) -> Reply:
        """The next turn.

        Raises:
            ModelError: if there is no answer.
            Cancelled: soon after `cancelled` returns True.
        """
        ...


def never() -> bool:
    """Whether a call that nobody cancels is cancelled."""
    return False


def check_cancelled(cancelled: Callable[[], bool]) -> None:
    """Go on, or leave.

    Raises:
        Cancelled: if the end was asked for.
    """
    if cancelled():
        raise Cancelled(Outcome(FailureCause.CANCELED, "Asking the language model was cancelled."))


def estimate_tokens(text: str) -> int:
    """Tokens of a text where nobody counts them: about four bytes each in English, never too few for it."""
    return len(text.encode("utf-8", "replace")) // 4 + 1


def estimate_message_tokens(message: Message) -> int:
    """Tokens of a message. Models count a picture by its area: between 0.0007 and 0.0015 tokens a pixel."""
    return estimate_tokens(message.content) + sum(100 + p.width * p.height // 600 for p in message.pictures)
