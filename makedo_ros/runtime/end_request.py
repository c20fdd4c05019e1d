# SPDX-License-Identifier: Apache-2.0
"""What a process waits for until it is to end: Ctrl-C, SIGTERM, or one of its own threads."""

from __future__ import annotations

import signal
import socket

SIGNALS = (signal.SIGINT, signal.SIGTERM)
TELL = signal.SIGUSR1  # has a process write what each of its threads is at, for whoever wonders why it does not end
_ASKED = b"\0"  # no signal has this number


class EndRequest:
    """Set by SIGINT, by SIGTERM or by any thread; the main thread makes it, and waits for it.

    Python hears a signal in the main thread only, when that thread runs next. The kernel, though, may interrupt any
    thread, and does so now and then on a busy machine: a main thread that waits for a lock sleeps on, and Ctrl-C is
    lost. So it waits for the byte that Python's C handler writes, whichever thread the signal meets.
    """

    def __init__(self) -> None:
        self._set = False
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        for number in SIGNALS:
            signal.signal(number, lambda *_: self.set())

    def set(self) -> None:
        """Ask for the end; from any thread, and again and again if it must be."""
        self._set = True
        try:
            self._theirs.send(_ASKED)
        except BlockingIOError:
            return  # full of requests that nobody has read yet

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return self._set

    def wait(self) -> None:
        """Wait in the main thread until the end is asked for."""
        while not self._set:
            if any(number in (*_ASKED, *SIGNALS) for number in self._ours.recv(4096)):
                self._set = True
