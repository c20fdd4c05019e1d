# SPDX-License-Identifier: Apache-2.0
"""Builds ROS interface packages into the virtual environment, each once per content of its definitions.

A built package is kept as an installed tree in the cache, keyed by its definitions, those of the packages
that it uses, the locked generators and the Python version; installing it is then a copy.
Standard library only.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from layout import (
    BUILD,
    LOCK_FILE,
    OVERLAY,
    ROOT,
    VENV,
    VENV_PYTHON,
    WHEEL_CMAKE,
    build_pins,
    cache_directory,
    digest,
)
from progress import run_logged, say

KINDS = ("msg", "srv", "action")


@dataclass(frozen=True)
class InterfacePackage:
    """An interface package that is built from source.

    Attributes:
        name: the ROS package's name.
        folder: where its CMakeLists.txt is.
        uses: names of the overlay packages whose messages it uses.
        cmake_options: further definitions for CMake.
    """

    name: str
    folder: Path
    uses: tuple[str, ...] = ()
    cmake_options: tuple[str, ...] = ()

    def definitions(self) -> list[Path]:
        """Return its .msg, .srv and .action files, in a stable order."""
        return [file for kind in KINDS for file in sorted((self.folder / kind).glob(f"*.{kind}"))]


def overlay_packages() -> dict[str, InterfacePackage]:
    """Return the overlay's packages by name, each after the packages that it uses."""
    folders = {
        folder.name: folder for folder in sorted(OVERLAY.iterdir()) if (folder / "package.xml").exists()
    }
    uses = {
        name: tuple(
            other
            for other in re.findall(r"<depend>(\w+)</depend>", (folder / "package.xml").read_text())
            if other in folders
        )
        for name, folder in folders.items()
    }
    ordered: dict[str, InterfacePackage] = {}

    def add(name: str) -> None:
        for other in uses[name]:
            add(other)
        ordered.setdefault(name, InterfacePackage(name, folders[name], uses[name]))

    for name in folders:
        add(name)
    return ordered


def own_package() -> InterfacePackage:
    """Return Makedo's own interfaces, without the Python packages and programs beside them."""
    return InterfacePackage("makedo", ROOT, cmake_options=("-DMAKEDO_INTERFACES_ONLY=ON",))


def package_key(
    package: InterfacePackage, others: Mapping[str, InterfacePackage], python_version: str
) -> str:
    """Return the key of a built package: equal keys mean equal trees."""
    sources = [package.folder / "CMakeLists.txt", package.folder / "package.xml", *package.definitions()]
    used = [package_key(others[name], others, python_version) for name in package.uses]
    return digest(
        package.name, *sources, *used, WHEEL_CMAKE, build_pins(), python_version, *package.cmake_options
    )


def venv_python_version() -> str:
    """Return the version of the venv's Python as its site-packages folder shows it, e.g. ``python3.11``."""
    return next((VENV / "lib").glob("python3.*")).name


def build(
    package: InterfacePackage,
    tree: Path,
    prefixes: Sequence[Path] = (VENV,),
    python: Path = VENV_PYTHON,
) -> None:
    """Build one package and leave its installed tree in ``tree``.

    Args:
        package: what to build.
        tree: the installed tree; an earlier one is replaced.
        prefixes: install prefixes that hold the generators and the packages that this one uses.
        python: the interpreter to build for.
    """
    work = BUILD / "cmake" / package.name
    shutil.rmtree(work, ignore_errors=True)
    tree.parent.mkdir(parents=True, exist_ok=True)
    prefix_path = os.pathsep.join(map(str, prefixes))
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([*(str(prefix / "bin") for prefix in prefixes), os.environ["PATH"]]),
        "AMENT_PREFIX_PATH": prefix_path,
        "CMAKE_PREFIX_PATH": prefix_path,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with tempfile.TemporaryDirectory(dir=tree.parent) as stage:
        options = [
            "-GNinja",
            "-DBUILD_TESTING=OFF",
            f"-DCMAKE_INSTALL_PREFIX={Path(stage) / 'tree'}",
            f"-DPython3_EXECUTABLE={python}",
            f"-DCMAKE_PROJECT_INCLUDE={WHEEL_CMAKE}",
            *package.cmake_options,
        ]
        log = f"interfaces-{package.name}"
        run_logged(["cmake", "-S", package.folder, "-B", work, *options], log, environment=environment)
        run_logged(["cmake", "--build", work, "--target", "install"], log, environment=environment)
        shutil.rmtree(tree, ignore_errors=True)
        (Path(stage) / "tree").rename(tree)
    shutil.rmtree(work, ignore_errors=True)


def built(
    package: InterfacePackage,
    others: Mapping[str, InterfacePackage],
    version: str,
    prefixes: Sequence[Path] = (VENV,),
    python: Path = VENV_PYTHON,
) -> Path:
    """Return the installed tree of one package in the cache, built first where it is not there yet.

    Args:
        package: what to build.
        others: the packages that it may use, by name.
        version: Python's, e.g. ``python3.11``.
        prefixes: see `build`.
        python: see `build`.
    """
    key = package_key(package, others, version)
    tree = cache_directory() / "interfaces" / f"{package.name}-{version}-{key}"
    count = f"{package.name} ({len(package.definitions())} definitions)"
    if tree.is_dir():
        say(f"{count}: from the cache")
    else:
        say(f"{count}: building")
        build(package, tree, prefixes, python)
    return tree


def install(package: InterfacePackage, others: Mapping[str, InterfacePackage]) -> None:
    """Put one package into the venv, from the cache where it is there already."""
    tree = built(package, others, venv_python_version())
    remove(package.name)
    shutil.copytree(tree, VENV, dirs_exist_ok=True, symlinks=True)


def remove(name: str) -> None:
    """Take an earlier build of a package out of the venv, so that no dropped definition lingers."""
    site = VENV / "lib" / venv_python_version() / "site-packages"
    for folder in (site / name, VENV / "include" / name):
        shutil.rmtree(folder, ignore_errors=True)
    for kind in KINDS:
        shutil.rmtree(VENV / "share" / name / kind, ignore_errors=True)
    (VENV / "share" / name / "package.xml").unlink(missing_ok=True)
    for library in (VENV / "lib").glob(f"lib{name}__*.so"):
        library.unlink()


def is_installed(package: InterfacePackage) -> bool:
    """Return whether the venv holds the package at all (the step's key identifies its content)."""
    return (VENV / "share" / "ament_index" / "resource_index" / "packages" / package.name).exists()


def install_overlay() -> None:
    """Put every overlay package into the venv."""
    packages = overlay_packages()
    for package in packages.values():
        install(package, packages)


def install_own() -> None:
    """Put Makedo's own interfaces into the venv."""
    install(own_package(), {})


def overlay_key() -> str:
    """Return the key of all overlay packages together."""
    return digest(OVERLAY, WHEEL_CMAKE, LOCK_FILE)


def own_key() -> str:
    """Return the key of Makedo's own interfaces."""
    return package_key(own_package(), {}, "venv")
