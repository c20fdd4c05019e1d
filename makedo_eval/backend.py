# SPDX-License-Identifier: Apache-2.0
"""Where the workers of an evaluation run: joblib's backends by name, from this machine to a cluster.

The only module that imports joblib; nothing imports this one unless several workers are asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from joblib import Parallel, delayed, parallel_config
from joblib.parallel import get_active_backend

from makedo_core.failure import MakedoError

_CHUNK = 4  # tasks for each worker at a time, where a backend gives results back all at once
_T = TypeVar("_T")
_R = TypeVar("_R")


class BackendError(MakedoError):
    """A backend that does not exist or cannot be reached, or a worker that died."""


def in_parallel(
    work: Callable[[_T], _R], items: Sequence[_T], workers: int, backend: str = ""
) -> Generator[_R, None, None]:
    """Do some work for each item, and yield what comes of it as it comes, in any order.

    Where the iteration is left early, by an exception or Ctrl-C, the workers end.

    Args:
        work: a function that can be pickled.
        items: that can be pickled.
        workers: how many at the same time.
        backend: "name" or "name:option=value,option=value" of joblib; "": what is active, "loky" by default.

    Raises:
        BackendError: if there is no such backend, it cannot be reached, or a worker died.
    """
    with _active(backend):
        try:
            if get_active_backend()[0].supports_return_generator:
                yield from _begun(_parallel(workers, return_as="generator_unordered"), work, items, backend)
                return
            for start in range(0, len(items), _CHUNK * workers):
                chunk = items[start : start + _CHUNK * workers]
                yield from _begun(_parallel(workers), work, chunk, backend)
        except BrokenProcessPool as error:
            raise BackendError(
                "a worker of the evaluation was killed, perhaps for want of memory; what is done is kept, and the same "
                "command goes on with the rest"
            ) from error


def _begun(
    parallel: Parallel, work: Callable[[_T], _R], items: Sequence[_T], backend: str
) -> Generator[_R, None, None]:
    """The results of the work, which has begun.

    Raises:
        BackendError: if nobody is there who works.
    """
    try:
        results: Generator[_R, None, None] = parallel(delayed(work)(item) for item in items)
    except TimeoutError as error:  # a cluster waits some seconds for its first worker
        why = str(error).partition(". ")[0]
        raise BackendError(f"the backend {backend!r} of joblib has no workers: {why}") from error
    return results


def _parallel(workers: int, **more: Any) -> Parallel:
    return Parallel(n_jobs=workers, batch_size=1, **more)


def _active(backend: str) -> AbstractContextManager[Any]:
    """The context in which a backend is joblib's."""
    if not backend:
        return nullcontext()
    name, _, options = backend.partition(":")
    given = dict(_option(option, backend) for option in options.split(",") if option)
    try:
        if name == "ray":  # not known to joblib before
            importlib.import_module("ray.util.joblib").register_ray()
        active: AbstractContextManager[Any] = parallel_config(backend=name, **given)
        return active
    except (ImportError, ValueError, TypeError, OSError) as error:
        raise BackendError(f"the backend {backend!r} of joblib cannot be used: {error}") from error


def _option(text: str, backend: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BackendError(f"the backend {backend!r} has the option {text!r}; expected name:option=value")
    return name, value
