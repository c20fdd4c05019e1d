# SPDX-License-Identifier: Apache-2.0
"""The process that keeps the triples. A query that takes too much ends it, and nothing else with it.

Started by `rdf.process` as `python -m scene_graph_node.knowledge.rdf.worker FILE_DESCRIPTOR`.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import ClassVar

from makedo_core.failure import Outcome
from makedo_core.record.answer import QueryAnswer
from scene_graph_node.knowledge.answer import too_much
from scene_graph_node.knowledge.rdf.check import QueryError
from scene_graph_node.knowledge.rdf.requests import Ask, Done, Failed, Follow, Open, Record, StoreRequest
from scene_graph_node.knowledge.rdf.store import TripleStore

_SET_PARENT_DEATH_SIGNAL = 1  # prctl(2)
_PAGE = resource.getpagesize()
_MEGABYTE = 1_000_000
_LEAVING_S = 1.0  # a process that was killed holds its files a moment longer


class _Heap(ctypes.Structure):
    """What mallinfo2(3) reports of the heap [bytes]."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


_LIBC = ctypes.CDLL(None)
_LIBC.mallinfo2.restype = _Heap


def main(descriptor: int) -> int:
    """Answer one request after the other, until the other side is gone or a write fails."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # are for the node, which ends this one
        signal.signal(stop, signal.SIG_IGN)
    _LIBC.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    connection = Connection(descriptor)
    store: TripleStore | None = None
    try:
        while True:
            request: StoreRequest = connection.recv()
            try:
                if isinstance(request, Open):
                    store = _opened(request)
                    connection.send(Done())
                elif store is not None:
                    connection.send(_carried_out(store, request))
            except (OSError, RuntimeError) as error:  # Oxigraph's: what it makes of its files now nobody knows
                text = str(error)
                connection.send(Failed(text, corrupt=text.startswith("Corruption"), locked=_is_locked(error)))
                return 1
    except (EOFError, ConnectionError):
        return 0


def _is_locked(error: Exception) -> bool:
    """Whether another process has the files open."""
    return "lock" in str(error) and "LOCK:" in str(error)


def _opened(request: Open) -> TripleStore:
    until = time.monotonic() + _LEAVING_S
    while True:
        try:
            store = TripleStore(request.folder)
            break
        except OSError as error:
            if not _is_locked(error) or time.monotonic() > until:
                raise
            time.sleep(0.1)
    store.check()
    store.read_ontology(request.ontology)
    return store


def _carried_out(store: TripleStore, request: Follow | Record | Ask) -> Done | QueryAnswer:
    match request:
        case Follow():
            store.follow(request.added, request.removed, request.revision, request.whole)
        case Record():
            store.record(request.facts)
        case Ask():
            return _answer(store, request)
    return Done()


def _answer(store: TripleStore, request: Ask) -> QueryAnswer:
    try:
        with _bounded(request.memory_mb * _MEGABYTE):
            return store.answer(request.query, request.max_rows)
    except QueryError as error:
        return QueryAnswer(Outcome(error.cause, str(error)))
    except MemoryError:
        return too_much(request.memory_mb)


@contextmanager
def _bounded(size: int) -> Iterator[None]:
    """Within it this process cannot grow by more bytes than this: Python raises MemoryError, Oxigraph aborts."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    unused = _LIBC.mallinfo2().fordblks  # left by queries before: it counts towards what this one may take
    resource.setrlimit(resource.RLIMIT_AS, (pages * _PAGE - unused + size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        _LIBC.malloc_trim(0)  # back to the machine


if __name__ == "__main__":
    code = main(int(sys.argv[1]))
    sys.stdout.flush()
    os._exit(code)  # the store's own threads need not be waited for: all is on disk
