# SPDX-License-Identifier: Apache-2.0
"""The prompts of makedo_eval/baselines/prompts by their names."""

from __future__ import annotations

from pathlib import Path

from makedo_llm import templates

FOLDER = Path(__file__).resolve().parent / "prompts"


def render(name: str, **values: str) -> str:
    """A prompt with its placeholders filled in.

    Raises:
        KeyError: if a placeholder gets no value.
    """
    return templates.render(FOLDER / f"{name}.txt", **values)
