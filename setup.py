# SPDX-License-Identifier: Apache-2.0
"""Installs Makedo with pip into a plain virtual environment, on ROS wheels, interfaces and all.

A ROS workspace never reads this file: colcon builds by package.xml and CMakeLists.txt. Here the same
CMakeLists.txt generates the interfaces, and the overlay stands in for the packages of other projects that no
wheel offers. Built interfaces are kept in the cache that `make setup` uses.

An editable installation (`pip install -e .`) takes the Python packages from the checkout. Interfaces, programs, launch
files, parameters and scenes are copied all the same: a wheel holds no links.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Distribution, find_packages, setup
from setuptools.command.build import build

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))
import interfaces  # noqa: E402
import link_checkout  # noqa: E402

PACKAGE = ElementTree.parse(ROOT / "package.xml").getroot()
# Made anew where the wheel is installed, and what would say a second time that there is a distribution.
LEFT_OUT = re.compile(r"/__pycache__/|\.egg-info/")
SITE_PACKAGES = re.compile(r"^lib/python[\d.]+/site-packages/")


def text_of(tag: str) -> str:
    """Return the text of one element of package.xml, on one line."""
    return " ".join((PACKAGE.findtext(tag) or "").split())


def generators_prefix() -> Path:
    """Return the prefix that holds the interface generators: with build isolation not that of Python."""
    found = importlib.util.find_spec("rosidl_adapter")
    if found is None or found.origin is None:
        raise SystemExit("The interface generators are missing: see tools/requirements/build.txt")
    return Path(found.origin).parents[4]  # <prefix>/lib/python3.x/site-packages/rosidl_adapter/__init__.py


class BuildInterfaces(Command):
    """Generates and compiles the interfaces, then puts them where the wheel is collected."""

    user_options: ClassVar = [("build-lib=", None, "where modules are collected")]
    build_lib: str | None
    editable_mode: bool  # set by setuptools

    def initialize_options(self) -> None:
        """Set no option."""
        self.build_lib = None
        self.editable_mode = False

    def finalize_options(self) -> None:
        """Take over what the build as a whole uses."""
        self.set_undefined_options("build", ("build_platlib", "build_lib"))

    def run(self) -> None:
        """Build every package, each against the ones before it."""
        overlay = interfaces.overlay_packages()
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        prefixes = [generators_prefix()]
        for package in [*overlay.values(), interfaces.own_package()]:
            prefixes.append(interfaces.built(package, overlay, version, prefixes, Path(sys.executable)))
        self.distribution.data_files = self._collect(prefixes[1:])

    def _collect(self, trees: list[Path]) -> list[tuple[str, list[str]]]:
        """Copy modules to the build folder and return all other files by their folder below the prefix."""
        others: dict[str, list[str]] = {}
        programs = [(f"lib/makedo/{path.name}", path) for path in link_checkout.programs()]
        shared = [
            (f"share/makedo/{path.relative_to(ROOT)}", path)
            for folder in link_checkout.SHARE_FOLDERS
            for path in (ROOT / folder).rglob("*")
            if path.is_file()
        ]
        built = [
            (str(path.relative_to(tree)), path)
            for tree in trees
            for path in tree.rglob("*")
            if path.is_file() and not LEFT_OUT.search(str(path))
        ]
        modules = self._modules()
        for name, path in [*programs, *shared, *built]:
            if SITE_PACKAGES.match(name):
                target = modules / SITE_PACKAGES.sub("", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)
            else:
                others.setdefault(str(Path(name).parent), []).append(str(path))
        return list(others.items())

    def _modules(self) -> Path:
        """Return where generated modules go: beside ours, or, when ours stay in the checkout, into the wheel itself."""
        if self.editable_mode:
            return Path(str(self.distribution.get_command_obj("install").install_lib))
        return Path(str(self.build_lib))

    def get_source_files(self) -> list[str]:
        """Return nothing: a wheel is built from a checkout."""
        return []

    def get_outputs(self) -> list[str]:
        """Return nothing: the install commands list the files."""
        return []

    def get_output_mapping(self) -> dict[str, str]:
        """Return nothing: no generated file has one of the checkout behind it."""
        return {}


class Build(build):
    """The usual build with the interfaces as one more part."""

    sub_commands: ClassVar = [*build.sub_commands, ("build_interfaces", None)]


class BinaryDistribution(Distribution):
    """Holds compiled type support although setuptools compiles nothing."""

    def has_ext_modules(self) -> bool:
        """Return True: the wheel is for one Python and one platform."""
        return True

    def has_data_files(self) -> bool:
        """Return True: they are known only once the interfaces are built."""
        return True

    def has_data(self) -> bool:
        """Return True: an editable installation asks under this name whether to install them."""
        return True


def requirements() -> list[str]:
    """Return the pins of what Makedo imports when it runs."""
    lines = (ROOT / "tools" / "requirements" / "run.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


PACKAGES = link_checkout.python_packages()

setup(
    name=text_of("name"),
    version=text_of("version"),
    description=text_of("description"),
    license=text_of("license"),
    python_requires=">=3.10,<3.13",
    packages=find_packages(include=[pattern for name in PACKAGES for pattern in (name, f"{name}.*")]),
    package_data={"": ["**/*"]},
    exclude_package_data={"": ["**/__pycache__/*", "**/*.pyc"]},
    install_requires=requirements(),
    entry_points={"console_scripts": ["makedo = makedo_cli.main:main"]},
    cmdclass={"build": Build, "build_interfaces": BuildInterfaces},
    distclass=BinaryDistribution,
)
