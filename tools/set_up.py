# SPDX-License-Identifier: Apache-2.0
"""Brings a machine from nothing to a running Makedo: packages, a private venv, interfaces, the robot's files.

Every step is keyed by a hash of what it depends on and skipped while the key still holds, so a second run
ends in a fraction of a second. Progress goes to standard output, the details of a step to
build/setup/<step>.log.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence

import setup_steps
from layout import BUILD, VENV
from progress import StepFailedError
from setup_steps import Step

STAMPS = VENV / ".makedo-setup.json"


def load_stamps() -> dict[str, str]:
    """Return the keys under which steps were last finished in this venv."""
    try:
        return dict(json.loads(STAMPS.read_text()))
    except (OSError, ValueError):
        return {}


def save_stamps(finished: Mapping[str, str]) -> None:
    """Remember finished steps with their keys; a venv that does not exist yet remembers nothing."""
    if VENV.is_dir():
        STAMPS.write_text(json.dumps({**load_stamps(), **finished}, indent=1) + "\n")


def pending(steps: Sequence[Step]) -> list[Step]:
    """Return the steps whose key changed or whose product is gone, and those that need to follow them."""
    stamps = load_stamps()
    todo: list[Step] = []
    for step in steps:
        stale = stamps.get(step.name) != step.key() or not step.is_present()
        if stale or any(earlier.name in step.after for earlier in todo):
            todo.append(step)
    return todo


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Let one set-up at a time work on this checkout; a second one waits and then finds everything done."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is at work on this checkout; waiting for it ...", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: Sequence[str]) -> int:
    """Run what is left to do and return the exit code."""
    start = time.monotonic()
    steps = setup_steps.all_steps()
    if arguments:
        names = {step.name for step in steps}
        unknown = set(arguments) - names
        if unknown:
            print(f"No such step: {sorted(unknown)}; there are {sorted(names)}.", file=sys.stderr)
            return 2
        steps = [step for step in steps if step.name in arguments]
    if not pending(steps):
        print(f"Set-up is complete, nothing to do ({time.monotonic() - start:.1f} s).")
        return 0
    with only_one():
        todo = {step.name for step in pending(steps)}
        # Written again after every step: making the venv loses what was finished before.
        finished = {name: key for name, key in load_stamps().items() if name not in todo}
        for number, step in enumerate(steps, 1):
            label = f"[{number}/{len(steps)}] {step.title}"
            if step.name not in todo:
                print(f"{label}: up to date", flush=True)
                continue
            print(f"{label} ...", flush=True)
            began = time.monotonic()
            key = step.key()  # of what the step finds: sources that change meanwhile are taken the next time
            try:
                step.run()
            except StepFailedError as failure:
                print(f"{label}: FAILED after {time.monotonic() - began:.0f} s\n{failure}", file=sys.stderr)
                return 1
            finished[step.name] = key
            save_stamps(finished)
            print(f"{label}: done in {time.monotonic() - began:.1f} s", flush=True)
    print(f"Set-up finished in {time.monotonic() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
