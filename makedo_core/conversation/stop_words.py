# SPDX-License-Identifier: Apache-2.0
"""What is said to a robot so that it stops: "Stop!", "freeze", "no, hold it". Its words are read from no file."""

from __future__ import annotations

import re

_STOPS = frozenset(
    " ".join(phrase.split())
    for phrase in """
    stop; stop it; stop that; stop this; stop moving; stop everything; stop all; stop all of it; stop there; stop here;
    stop what you are doing; stop what you're doing; stop doing that; stop the robot; stop the arm; stop driving;
    halt; freeze; abort; abort it; abort that; abort everything; abort the task; abort the instruction; abort mission;
    cancel; cancel it; cancel that; cancel everything; cancel the task; cancel the instruction; quit; quit it;
    stand still; keep still; stay still; hold still; hold it; hold on; hang on; wait; wait a moment; wait a second;
    don't move; do not move; dont move; don't; don't do that; do not do that; emergency stop; e-stop; estop;
    emergency; whoa; enough; not so fast; danger; look out; watch out; careful; be careful
    """.split(";")
)
_LONGEST = max(len(phrase.split()) for phrase in _STOPS)
_MOST = 200  # longer texts [characters] say more than that
_AROUND = (
    r"please|robot|tiago|makedo|now|right now|immediately|at once|instantly|right away|this instant|hey|oh|no|ok|okay|"
    r"you|just|and|i said|i say|for god's sake|quick|quickly"
)
_BEFORE = re.compile(rf"^(?:{_AROUND})\s+(?=\S)")
_BEHIND = re.compile(rf"(?<=\S)\s+(?:{_AROUND})$")


def means_stop(said: str) -> bool:
    """Whether what is said asks for nothing but to stop at once, whatever is being done."""
    if len(said) > _MOST:
        return False
    parts = re.split(r"[.,;:!?\n-]+\s+|[.,;:!?\n]+|\s+-+\s+", said.lower().replace("\u2019", "'"))
    told = [_bare(part) for part in parts]
    told = [part for part in told if part]
    return bool(told) and all(_is_stop(part) for part in told)


def said_to_stop(said: str) -> str:
    """Why the robot was stopped, when somebody said so."""
    return f"somebody said {' '.join(said.split())!r}"


def _bare(part: str) -> str:
    """Without the words around it that call the robot or hurry it; empty: there was nothing else."""
    words, before = " ".join(part.split()), ""
    while words != before:
        before = words
        words = _BEHIND.sub("", _BEFORE.sub("", words))
    return "" if re.fullmatch(_AROUND, words) else words


def _is_stop(said: str) -> bool:
    """Whether words are such phrases, one behind the other."""
    words = said.split()
    reached = {0}
    for end in range(1, len(words) + 1):
        begins = reached.intersection(range(end - _LONGEST, end))
        if any(" ".join(words[begin:end]) in _STOPS for begin in begins):
            reached.add(end)
    return len(words) in reached
