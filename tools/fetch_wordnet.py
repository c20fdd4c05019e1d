# SPDX-License-Identifier: Apache-2.0
"""Puts the nouns and verbs of WordNet into the cache, out of the Debian package wordnet-base of the configured mirror.

Product: <cache>/wordnet/ with their index and data files and the licence. Nothing is installed and no rights are
needed; where the package is installed, there is nothing to do. Run by `make setup`; by hand:
`python3 tools/fetch_wordnet.py`.
Standard library, apt-get and dpkg-deb only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

from layout import cache_directory, digest
from progress import StepFailedError, run_logged, say

PACKAGE = "wordnet-base"
INSTALLED = Path("/usr/share/wordnet")
FILES = {
    "index.noun": "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04",
    "data.noun": "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2",
    "index.verb": "e2ac24816c3a8289dcb72aaa9cf8db81fdf25ec34d792bfc96ac5b7a20c8b4ae",
    "data.verb": "adcf43e35b581e8036d8b5a52d63d9cd3d3b4870b2720d3c03c799df44777bc2",
}
"""Files with their SHA-256, as in package 1:3.0-37 of Debian 12 (WordNet 3.0)."""


def wordnet_key() -> str:
    """Return the key of the product: which files are wanted."""
    return digest(PACKAGE, *FILES.values())


def folder() -> Path:
    """Return where the files are kept."""
    return cache_directory() / "wordnet"


def is_present() -> bool:
    """Return whether the files are installed or in the cache."""
    return any(all((place / name).is_file() for name in FILES) for place in (INSTALLED, folder()))


def was_tried() -> bool:
    """Return whether the files are there or could not be had: set-up tries once."""
    return folder().is_dir() or is_present()


def fetch() -> None:
    """Fill the cache, unless the files are there; without them Makedo works, knows fewer words and says so."""
    if is_present():
        say("all there")
        return
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        say(f"Not a Debian or Ubuntu machine: without {PACKAGE}, words that no ontology describes stay unknown")
        folder().mkdir(parents=True, exist_ok=True)
        return
    folder().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder().parent) as scratch:
        try:
            unpacked = _unpacked(Path(scratch))
        except StepFailedError as failure:
            say(f"{failure}\nWithout it, words that no ontology describes stay unknown.")
            say(f"Later:  sudo apt-get install {PACKAGE}")
            folder().mkdir(exist_ok=True)
            return
        shutil.rmtree(folder(), ignore_errors=True)
        unpacked.rename(folder())
    say(f"the nouns and verbs of WordNet in {folder()}")


def _unpacked(scratch: Path) -> Path:
    """Return a folder with the checked files.

    Raises:
        StepFailedError: the package cannot be had, or holds other files than were tried.
    """
    download = ["apt-get", "download", PACKAGE]
    try:
        run_logged(download, "wordnet", folder=scratch)
    except StepFailedError:
        if os.geteuid() != 0:
            raise
        run_logged(["apt-get", "update"], "wordnet")  # a fresh machine has no lists of packages
        run_logged(download, "wordnet", folder=scratch)
    package = next(scratch.glob("*.deb"))
    run_logged(["dpkg-deb", "--extract", package, scratch / "all"], "wordnet")
    wanted = scratch / "wordnet"
    wanted.mkdir()
    for name, expected in FILES.items():
        file = scratch / "all" / INSTALLED.relative_to("/") / name
        found = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "none"
        if found != expected:
            raise StepFailedError(f"{package.name} holds another {name}: its SHA-256 is {found}, not {expected}")
        shutil.move(file, wanted / name)
    shutil.move(scratch / "all" / "usr" / "share" / "doc" / PACKAGE / "copyright", wanted / "copyright")
    return wanted


if __name__ == "__main__":
    fetch()
    sys.exit(0 if is_present() else 1)
