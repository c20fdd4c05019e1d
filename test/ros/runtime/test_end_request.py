# SPDX-License-Identifier: Apache-2.0
"""What ends a process: its threads, and signals that meet any of them."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BEGIN = """
    import os, signal, threading, time
    from makedo_ros.runtime.end_request import EndRequest

    end = EndRequest()
    bystander = threading.Thread(target=threading.Event().wait, daemon=True)
    bystander.start()

    def later(action):
        timer = threading.Timer(0.3, action)
        timer.daemon = True
        timer.start()
"""


def _run(body: str) -> subprocess.CompletedProcess[str]:
    script = textwrap.dedent(BEGIN) + textwrap.dedent(body)
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=200)


@pytest.mark.parametrize(
    "ask",
    [
        "end.set",
        "lambda: os.kill(os.getpid(), signal.SIGINT)",
        "lambda: os.kill(os.getpid(), signal.SIGTERM)",
        "lambda: signal.pthread_kill(bystander.ident, signal.SIGINT)",
        "lambda: signal.pthread_kill(bystander.ident, signal.SIGTERM)",
    ],
)
def test_whoever_asks_wakes_the_main_thread(ask):
    done = _run(f"later({ask}); end.wait(); print(end.is_set())")
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_what_was_asked_before_the_wait_is_not_lost():
    assert _run("os.kill(os.getpid(), signal.SIGTERM); end.wait(); print(end.is_set())").stdout == "True\n"
    assert _run("end.set(); end.wait(); end.wait(); print(end.is_set())").stdout == "True\n"


def test_other_signals_do_not_end_it():
    body = """
        signal.signal(signal.SIGUSR1, lambda *_: print("heard", flush=True))
        later(lambda: os.kill(os.getpid(), signal.SIGUSR1))
        threading.Thread(target=lambda: (time.sleep(1.0), print(end.is_set(), flush=True), end.set())).start()
        end.wait()
    """
    assert _run(body).stdout == "heard\nFalse\n"


def test_asking_again_and_again_never_blocks():
    assert _run("[end.set() for _ in range(100_000)]; end.wait(); print('over')").stdout == "over\n"
