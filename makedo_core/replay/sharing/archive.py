# SPDX-License-Identifier: Apache-2.0
"""One run as one file to share: a zip file of its plain files, with a manifest of their sizes and SHA-256 sums."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from makedo_core.replay.folder import PINNED, TRACE, in_progress, is_file_name, is_run_name, run_files
from makedo_core.replay.reading import RunError

FORMAT = "makedo/run_archive/1"
MANIFEST = "manifest.json"
MOST_FILES = 10_000
MOST_BYTES = 2 * 2**30
MANIFEST_BYTES = 4 * 2**20
_CHUNK = 2**20


class ArchiveError(RunError):
    """A file that is no archive of a run, or one that is damaged; the message says where."""


class _FileJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    size: Annotated[int, Field(ge=0, le=MOST_BYTES)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _ManifestJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    format: str
    run: str
    files: Annotated[dict[str, _FileJson], Field(max_length=MOST_FILES)]


def export_run(run: Path, target: Path) -> int:
    """Write a run as one file, which takes the place of what `target` held only when it is whole; its size [bytes].

    Raises:
        RunError: if the run is in progress, has no trace, or is larger than an archive may be.
        OSError: if something cannot be read or written.
    """
    if in_progress(run):
        raise RunError(f"{run.name} is in progress; export it when it has ended")
    files = [file for file in run_files(run) if file.name != PINNED]
    if not any(file.name == TRACE for file in files):
        raise RunError(f"{run} has no {TRACE}; expected the folder of a run")
    size = sum(file.stat().st_size for file in files)
    if len(files) > MOST_FILES or size > MOST_BYTES:
        raise RunError(f"{run.name} has {len(files)} files of {size} bytes; at most {MOST_FILES} and {MOST_BYTES} fit")
    part = target.with_name(f".{target.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            listed: dict[str, Mapping[str, object]] = {}
            for file in files:
                content = file.read_bytes()
                listed[file.name] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
                archive.writestr(file.name, content, zipfile.ZIP_STORED if file.suffix in (".png", ".jpg") else None)
            manifest = {"format": FORMAT, "run": _name_of(run), "files": listed}
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1) + "\n")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def import_run(archive: Path, runs_dir: Path) -> Path:
    """Unpack an archive into a folder of runs; every file is checked, and the run is there whole or not at all.

    Raises:
        ArchiveError: if the file is none, or damaged, or larger than a run may be.
        RunError: if such a run is there already.
        OSError: if something cannot be read or written.
    """
    try:
        with zipfile.ZipFile(archive) as packed:
            manifest = _manifest(packed, archive)
            target = runs_dir / manifest.run
            if target.exists():
                raise RunError(f"{target} is there already; move it away, or import into another folder (--runs)")
            runs_dir.mkdir(parents=True, exist_ok=True)
            return _unpacked(packed, manifest, archive, target)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise ArchiveError(f"{archive} is no archive of a run, or damaged: {error}") from None


def _name_of(run: Path) -> str:
    """The run's own name, also where its folder was renamed to something else."""
    name = run.resolve().name
    return name if is_run_name(name) else f"00000000-000000-{''.join(c if c.isalnum() else '-' for c in name)[:60]}"


def _manifest(packed: zipfile.ZipFile, archive: Path) -> _ManifestJson:
    try:
        entry = packed.getinfo(MANIFEST)
    except KeyError:
        raise ArchiveError(f"{archive} has no {MANIFEST}; expected what `makedo runs export` writes") from None
    if entry.file_size > MANIFEST_BYTES:
        raise ArchiveError(f"{archive}: {MANIFEST} has {entry.file_size} bytes; at most {MANIFEST_BYTES} are read")
    try:
        manifest = _ManifestJson.model_validate_json(packed.read(entry))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "top level"
        raise ArchiveError(f"{archive}: {MANIFEST}: {place}: {first['msg']}") from None
    if manifest.format != FORMAT:
        raise ArchiveError(f"{archive}: the format is {manifest.format!r}; expected {FORMAT!r}")
    odd = [name for name in (manifest.run,) if not is_run_name(name)]
    odd += [name for name in manifest.files if not is_file_name(name)]
    if odd:
        raise ArchiveError(f"{archive}: {odd[0][:80]!r} is no name of a run or of its files")
    if TRACE not in manifest.files:
        raise ArchiveError(f"{archive}: {MANIFEST} lists no {TRACE}")
    if sum(file.size for file in manifest.files.values()) > MOST_BYTES:
        raise ArchiveError(f"{archive}: it unpacks to more than {MOST_BYTES} bytes")
    listed = sorted([*manifest.files, MANIFEST])
    if sorted(packed.namelist()) != listed:
        raise ArchiveError(f"{archive}: what it holds is not what {MANIFEST} lists")
    return manifest


def _unpacked(packed: zipfile.ZipFile, manifest: _ManifestJson, archive: Path, target: Path) -> Path:
    part = Path(tempfile.mkdtemp(prefix=".import-", dir=target.parent))
    try:
        for name, expected in manifest.files.items():
            digest, size = hashlib.sha256(), 0
            with packed.open(name) as source, (part / name).open("wb") as file:
                while chunk := source.read(_CHUNK):
                    size += len(chunk)
                    if size > expected.size:
                        break
                    digest.update(chunk)
                    file.write(chunk)
            if size != expected.size or digest.hexdigest() != expected.sha256:
                raise ArchiveError(f"{archive}: {name} is damaged: its size or SHA-256 sum is another than listed")
        part.chmod(0o755)
        part.rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return target
