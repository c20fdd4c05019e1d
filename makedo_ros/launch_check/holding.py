# SPDX-License-Identifier: Apache-2.0
"""A program: holds names (listening sockets) until a process has ended, and says to whoever asks for whom.

It is started by claims.py as holding.py PROCESS WORDS SOCKET...: the process, what is said of it, and numbers of open
sockets. It needs nothing but Python, so that it is small.
"""

import os
import selectors
import socket
import sys


def hold(process: int, words: str, sockets: "list[socket.socket]") -> None:
    """Return when the process has ended."""
    try:
        alive = os.pidfd_open(process)
    except ProcessLookupError:
        return
    with selectors.DefaultSelector() as selector:
        selector.register(alive, selectors.EVENT_READ)
        for held in sockets:
            held.setblocking(False)
            selector.register(held, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fd == alive:
                    return
                if isinstance(key.fileobj, socket.socket):
                    _answer(key.fileobj, f"{process} {words}")


def _answer(held: socket.socket, text: str) -> None:
    try:
        asking, _ = held.accept()
        with asking:
            asking.send(text.encode(), socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
    except OSError:  # it has gone already
        return


if __name__ == "__main__":
    hold(int(sys.argv[1]), sys.argv[2], [socket.socket(fileno=int(number)) for number in sys.argv[3:]])
