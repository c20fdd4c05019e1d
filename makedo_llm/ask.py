# SPDX-License-Identifier: Apache-2.0
"""Asks one model until its answer fits: a JSON object of a schema, PDDL or words; a bounded number of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from makedo_llm.budget import Budget
from makedo_llm.chat import ChatModel, Message, ModelError, ModelFault, Prompt, Role
from makedo_llm.extract import AnswerError, json_in, pddl_in, text_in
from makedo_llm.settings import ModelSpec
from makedo_llm.templates import render

_REASK = Path(__file__).with_name("prompts") / "reask.txt"
_MOST_ERRORS = 5
_LONGEST_ECHO = 4000
Schema = TypeVar("Schema", bound=BaseModel)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Line:
    """A model with all that bounds talking to it.

    Attributes:
        chat: what completes conversations.
        model: which model is to do it.
        budget: counts what is spent.
        cancelled: asked often; True ends the call.
        reasks: how often an answer may be mended.
    """

    chat: ChatModel
    model: ModelSpec
    budget: Budget
    cancelled: Callable[[], bool]
    reasks: int


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with an answer that has the right form.

    Attributes:
        text: told to the model.
        tolerable: whether the answer is handed on all the same when the model does not mend it.
    """

    text: str
    tolerable: bool = False


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A usable answer.

    Attributes:
        value: what was asked for.
        mended: what had to be put right to read it, e.g. "trailing comma".
        exchanges: how many turns it took.
        model: who gave it.
    """

    value: T
    mended: tuple[str, ...]
    exchanges: int
    model: str


Check = Callable[[T], Complaint | None]


def no_complaint(_: object) -> None:
    """Accept every answer of the right form."""


def ask(
    line: Line,
    prompt: Prompt,
    schema: type[Schema],
    check: Check[Schema] = no_complaint,
    form: Mapping[str, Any] | None = None,
) -> Answer[Schema]:
    """An answer that fits a schema.

    Args:
        line: whom to ask.
        prompt: what to ask; it has to describe the schema.
        schema: of the answer.
        check: what the schema cannot express.
        form: a stricter JSON schema for servers that can keep to one; None: that of `schema`.

    Raises:
        ModelError: if the model does not answer, or no answer fits.
        BudgetExceeded: if the budget is spent before.
        Cancelled: if the end was asked for.
    """

    def read(text: str) -> tuple[Schema, tuple[str, ...]]:
        found = json_in(text)
        try:
            return schema.model_validate(found.value), found.mended
        except ValidationError as error:
            raise AnswerError(_told(error)) from None

    return _converse(line, prompt, read, check, schema.model_json_schema() if form is None else form)


def ask_pddl(line: Line, prompt: Prompt, check: Check[str] = no_complaint) -> Answer[str]:
    """An answer in PDDL: balanced, and not parsed any further. Raises as `ask` does."""

    def read(text: str) -> tuple[str, tuple[str, ...]]:
        found = pddl_in(text)
        return found.text, found.mended

    return _converse(line, prompt, read, check, None)


def ask_text(line: Line, prompt: Prompt) -> Answer[str]:
    """An answer in words, without the thoughts of models that think aloud. Raises as `ask` does."""

    def read(text: str) -> tuple[str, tuple[str, ...]]:
        return text_in(text), ()

    return _converse(line, prompt, read, no_complaint, None)


def _converse(
    line: Line,
    prompt: Prompt,
    read: Callable[[str], tuple[T, tuple[str, ...]]],
    check: Check[T],
    schema: Mapping[str, Any] | None,
) -> Answer[T]:
    """Ask, and ask again with what was wrong."""
    messages = prompt.messages
    problem = last = ""
    for turn in range(1, line.reasks + 2):
        request = line.budget.admit(line.model, messages, schema)
        try:
            reply = line.chat.complete(request, line.cancelled)
        except ModelError as error:
            line.budget.charge(request, error)
            raise
        line.budget.charge(request, reply)
        try:
            value, mended = read(reply.text)
        except AnswerError as error:
            problem = f"{error}; it was cut off at {request.max_tokens} tokens" if reply.cut_off else str(error)
        else:
            complaint = check(value)
            repeats = turn > line.reasks or reply.text == last
            if complaint is None or (complaint.tolerable and repeats):
                return Answer(value, mended, turn, line.model.model)
            problem = complaint.text
        if turn > 1 and reply.text == last:
            break  # it would say the same once more
        last = reply.text
        said = Message(Role.ASSISTANT, reply.text[:_LONGEST_ECHO].strip() or "(nothing)")
        messages = (*messages, said, Message(Role.USER, render(_REASK, problem=problem)))
    raise ModelError(ModelFault.MALFORMED, f"{line.model.model} gave no usable answer in {turn} turns: {problem}")


def _told(error: ValidationError) -> str:
    """What does not fit the schema, for the model: the place and what is expected there."""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(str(p) for p in e['loc']) or 'top level'}: {e['msg']}" for e in errors[:_MOST_ERRORS]]
    more = f" and {len(errors) - _MOST_ERRORS} more errors" if len(errors) > _MOST_ERRORS else ""
    return "the JSON does not fit: " + "; ".join(lines) + more
