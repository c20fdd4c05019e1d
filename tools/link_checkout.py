# SPDX-License-Identifier: Apache-2.0
"""Makes the checkout usable from the venv as if it were installed, without copying what is being edited.

Python packages, launch files, parameters and scenes are links into the checkout; programs are copies with the
venv's interpreter in their first line, so that they start without activating anything. Standard library only.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

from interfaces import venv_python_version
from layout import ROOT, VENV, VENV_PYTHON, digest

SHARE_FOLDERS = ("launch", "config", "scenes")


def python_packages() -> list[str]:
    """Return the names of the Python packages, read from CMakeLists.txt, which is where they are listed."""
    text = (ROOT / "CMakeLists.txt").read_text()
    found = re.search(r"foreach\(_package\s+([\w\s]+?)\)", text)
    if found is None:
        raise ValueError("CMakeLists.txt has no foreach(_package ...) with the Python packages")
    return found.group(1).split()


def programs() -> list[Path]:
    """Return the programs of bin/."""
    return sorted(path for path in (ROOT / "bin").iterdir() if path.is_file())


def link_key() -> str:
    """Return the key of the links: which packages and programs there are, and where the venv is."""
    return digest(*python_packages(), *SHARE_FOLDERS, ROOT / "bin", str(ROOT))


def _link(target: Path, link: Path) -> None:
    if link.is_symlink() or link.is_file():
        link.unlink()
    elif link.is_dir():
        shutil.rmtree(link)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)


def _copy_program(source: Path, target: Path) -> None:
    lines = source.read_text().splitlines(keepends=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    target.write_text("".join([f"#!{VENV_PYTHON}\n", *lines[1:]]))
    target.chmod(0o755)


def link_all() -> None:
    """Lay the links and the programs."""
    site = VENV / "lib" / venv_python_version() / "site-packages"
    for name in python_packages():
        _link(ROOT / name, site / name)
    for folder in SHARE_FOLDERS:
        _link(ROOT / folder, VENV / "share" / "makedo" / folder)
    shutil.rmtree(VENV / "lib" / "makedo", ignore_errors=True)
    for program in programs():
        _copy_program(program, VENV / "lib" / "makedo" / program.name)
    _copy_program(ROOT / "bin" / "makedo", VENV / "bin" / "makedo")


def is_linked() -> bool:
    """Return whether the command is there."""
    return (VENV / "bin" / "makedo").exists()


def modules_key() -> str:
    """Return the key of the compiled modules: where they are; whether they are new, each of them tells."""
    return digest(*python_packages(), str(ROOT))


def uncompiled(packages: Iterable[Path], tag: str) -> list[Path]:
    """Return the modules below some folders that Python would compile when it imports them: new or edited ones.

    Args:
        packages: the folders.
        tag: of the Python that imports them, as it is in the names of compiled modules, e.g. cpython-310.
    """
    modules = (path for folder in packages for path in folder.rglob("*.py"))
    return [path for path in modules if not _is_compiled(path, path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc")]


def _is_compiled(module: Path, compiled: Path) -> bool:
    try:
        with compiled.open("rb") as file:
            header = file.read(16)
    except OSError:
        return False
    source = module.stat()
    expected = (0, int(source.st_mtime) & 0xFFFFFFFF, source.st_size & 0xFFFFFFFF)
    return len(header) == 16 and struct.unpack("<4xIII", header) == expected


def compile_modules() -> None:
    """Compile what is new or was edited.

    Else all nodes of the first start compile the same modules at the same time, each for itself; and every start does
    so where PYTHONDONTWRITEBYTECODE is set. A module that cannot be compiled is no business of set-up.
    """
    compile_these(_uncompiled_here(), VENV_PYTHON)


def compile_these(modules: Iterable[Path], python: Path | str) -> None:
    """Compile modules, whatever there is of them: compileall by itself passes over an edit within the same second."""
    listed = "\n".join(map(str, modules))
    command = [str(python), "-m", "compileall", "-q", "-f", "-i", "-"]
    if listed:  # else it would compile whatever Python finds anywhere
        subprocess.run(command, input=listed, text=True, stdout=subprocess.DEVNULL, check=False)


def _uncompiled_here() -> list[Path]:
    tag = venv_python_version().replace("python", "cpython-").replace(".", "")
    return uncompiled((ROOT / name for name in python_packages()), tag)


def is_compiled() -> bool:
    """Return whether all modules are compiled as they are now."""
    return not _uncompiled_here()
