# SPDX-License-Identifier: Apache-2.0
"""Puts the libraries of the operator's page into the cache, out of packages of the npm registry.

Product: <cache>/page/three and <cache>/page/urdf-loader: modules as a browser reads them, with the names of other
modules made into addresses of the page. Also <cache>/axe-core, with which a test judges the page. Nothing of it is run
here, and no node is needed. Run by `make setup`; by hand: `python3 tools/fetch_page.py`. Standard library only, and npm
where it is.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from layout import cache_directory, digest
from progress import StepFailedError, run_logged, say

REGISTRY = "https://registry.npmjs.org"
TIMEOUT_S = 60.0
_IMPORTED = re.compile(r"""(\bfrom\s*)(['"])three(/[\w./-]+)?\2""")


@dataclass(frozen=True)
class Package:
    """A package and what is taken of it.

    Attributes:
        name: in the registry.
        version: exact.
        sha256: of its archive.
        files: patterns of paths in the package.
        place: folder in the cache.
    """

    name: str
    version: str
    sha256: str
    files: tuple[str, ...]
    place: str

    @property
    def archive(self) -> str:
        """The name of its archive."""
        return f"{self.name}-{self.version}.tgz"


PACKAGES = (
    Package(
        "three",
        "0.187.0",
        "ff540832ded0cfe919764d24a3d88f3e2a05f23303f876423e4f893841e90728",
        ("LICENSE", "build/three.core.js", "build/three.module.js", "examples/jsm/controls/OrbitControls.js",
         "examples/jsm/loaders/*.js", "examples/jsm/loaders/collada/*.js", "examples/jsm/renderers/CSS2DRenderer.js",
         "examples/jsm/utils/*.js"),
        "page/three",
    ),
    Package(
        "urdf-loader",
        "0.13.0",
        "4fdf842fcb812c744cf4fc7790c1b0f35e5cfdaa76c57d0512e0e650c6eecec0",
        ("package.json", "src/URDFClasses.js", "src/URDFLoader.js"),
        "page/urdf-loader",
    ),
    Package(
        "axe-core",
        "4.14.1",
        "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745",
        ("LICENSE", "axe.min.js"),
        "axe-core",
    ),
)  # fmt: skip


def page_key() -> str:
    """Return the key of the product: which packages, and what is taken of them."""
    return digest(*(f"{p.archive} {p.sha256} {p.files}" for p in PACKAGES))


def was_tried() -> bool:
    """Return whether the libraries are there, or could not be had: set-up tries once."""
    try:
        return (cache_directory() / "page" / ".key").read_text() == page_key()
    except OSError:
        return False


def fetch() -> None:
    """Fill the cache; without the libraries the page draws the home in two dimensions, and set-up says so."""
    if was_tried():
        say("from the cache")
        return
    base = cache_directory()
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=base) as scratch:
        try:
            for package in PACKAGES:
                _place(package, _archive(package, Path(scratch)), base / package.place)
        except (OSError, urllib.error.URLError, StepFailedError, tarfile.TarError) as failure:
            say(f"no libraries for the page, whose home is flat without them: {failure}")
    (base / "page").mkdir(exist_ok=True)
    (base / "page" / ".key").write_text(page_key())


def _archive(package: Package, scratch: Path) -> Path:
    """Return the checked archive of a package.

    Raises:
        StepFailedError: it is not what is wanted, or cannot be fetched.
        URLError: it cannot be fetched.
    """
    path = scratch / package.archive
    if shutil.which("npm") is not None:
        what = f"{package.name}@{package.version}"
        run_logged(["npm", "pack", "--silent", "--pack-destination", str(scratch), what], "page")
    else:
        registry = os.environ.get("NPM_CONFIG_REGISTRY", REGISTRY).rstrip("/")
        url = f"{registry}/{package.name}/-/{package.archive}"
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            path.write_bytes(answer.read())
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != package.sha256:
        raise StepFailedError(f"{package.archive} has the SHA-256 {found}, expected {package.sha256}")
    return path


def _place(package: Package, archive: Path, place: Path) -> None:
    """Put what is wanted of an archive into its place."""
    files = extracted(archive, package.files)
    fresh = archive.parent / f"{package.name}-files"
    for name, content in files.items():
        target = fresh / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(for_the_page(content) if name.endswith(".js") else content)
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh.rename(place)
    say(f"{package.name} {package.version}: {len(files)} files in {place}")


def extracted(archive: Path, patterns: Sequence[str]) -> dict[str, bytes]:
    """Return the files of an npm archive that match, by their path in the package.

    Raises:
        StepFailedError: a pattern matches nothing.
    """
    found: dict[str, bytes] = {}
    with tarfile.open(archive) as opened:
        for member in opened:
            path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            wanted = any(path.match(pattern) and len(path.parts) == pattern.count("/") + 1 for pattern in patterns)
            file = opened.extractfile(member) if member.isfile() and wanted and ".." not in path.parts else None
            if file is not None:
                found[str(path)] = file.read()
    for pattern in patterns:
        if not any(PurePosixPath(name).match(pattern) for name in found):
            raise StepFailedError(f"{archive.name} holds no {pattern}")
    return found


def for_the_page(content: bytes) -> bytes:
    """Return a module with `from 'three'` as an address of the page; an import map would need an inline script."""

    def address(found: re.Match[str]) -> str:
        path = found[3] or "/build/three.module.js"
        return f"{found[1]}{found[2]}/vendor/three{path}{found[2]}"

    return _IMPORTED.sub(address, content.decode()).encode()


def main(_arguments: Sequence[str]) -> int:
    """Fill the cache and return the exit code."""
    fetch()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
