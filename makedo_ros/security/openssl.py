# SPDX-License-Identifier: Apache-2.0
"""Keys, certificates and signatures, by the program openssl. What it makes appears whole or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path

from makedo_core.failure import MakedoError

PRIVATE, PUBLIC = 0o600, 0o644
VALID = timedelta(days=3650)  # as long as the certificates of `ros2 security` are
EARLIER = timedelta(days=1)  # the clock of another machine may be late
_SETTINGS = """\
[ca]
default_ca = one
[one]
database = {folder}/index.txt
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[req]
prompt = no
distinguished_name = name
[name]
CN = {name}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:1
[participant]
basicConstraints = CA:FALSE
"""


class OpensslError(MakedoError):
    """openssl is missing, or refused."""


def make_key(key: Path) -> None:
    """A private key on the curve that DDS Security calls for; one that is there stays.

    Raises:
        OpensslError: see there.
    """
    with _workshop(key.parent) as folder:
        new = folder / "key.pem"
        _run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(new))
        _put(new, key, PRIVATE)


def certify(name: str, key: Path, certificate: Path, authority: tuple[Path, Path] | None = None) -> None:
    """A certificate for a key; one that is there stays.

    Args:
        name: common name.
        key: that is certified.
        certificate: to make.
        authority: certificate and key of who vouches; None: `key` itself, as an authority.

    Raises:
        OpensslError: see there.
    """
    now = datetime.now(timezone.utc)
    with _workshop(certificate.parent) as folder:
        settings, request, new = folder / "settings", folder / "request.pem", folder / "certificate.pem"
        settings.write_text(_SETTINGS.format(folder=folder, name=name), encoding="utf-8")
        (folder / "index.txt").touch()
        _run("req", "-new", "-config", str(settings), "-key", str(key), "-out", str(request))
        by = ["-selfsign", "-keyfile", str(key)]
        if authority is not None:
            by = ["-cert", str(authority[0]), "-keyfile", str(authority[1])]
        _run(
            *("ca", "-batch", "-notext", "-config", str(settings), *by, "-in", str(request), "-out", str(new)),
            *("-extensions", "participant" if authority is not None else "authority"),
            *("-startdate", _stamp(now - EARLIER), "-enddate", _stamp(now + VALID)),
        )
        _put(new, certificate, PUBLIC)


def sign(document: Path, signed: Path, authority: tuple[Path, Path]) -> None:
    """The document with a signature behind it (S/MIME); a file that is there is replaced.

    Raises:
        OpensslError: see there.
    """
    certificate, key = authority
    with _workshop(signed.parent) as folder:
        new = folder / "signed.p7s"
        _run(
            *("smime", "-sign", "-text", "-in", str(document), "-out", str(new)),
            *("-signer", str(certificate), "-inkey", str(key)),
        )
        new.chmod(PUBLIC)
        new.replace(signed)


def signed_content(signed: Path, authority: Path) -> str | None:
    """What a signed file says, with the line ends of a text; None: the authority did not sign it.

    Raises:
        OpensslError: if openssl is missing.
    """
    words = ("smime", "-verify", "-text", "-in", str(signed), "-CAfile", str(authority))
    done = subprocess.run([_program(), *words], capture_output=True, check=False, env=_environment())
    return done.stdout.decode(errors="replace").replace("\r\n", "\n") if done.returncode == 0 else None


def vouches(authority: Path, certificate: Path) -> bool:
    """Whether an authority vouches for a certificate, today.

    Raises:
        OpensslError: if openssl is missing.
    """
    words = ("verify", "-CAfile", str(authority), str(certificate))
    return subprocess.run([_program(), *words], capture_output=True, check=False, env=_environment()).returncode == 0


def validity(certificate: Path) -> tuple[datetime, datetime]:
    """From when to when a certificate holds (UTC).

    Raises:
        OpensslError: if it is none.
    """
    lines = _run("x509", "-noout", "-startdate", "-enddate", "-in", str(certificate)).splitlines()
    start, end = (datetime.strptime(line.partition("=")[2], "%b %d %H:%M:%S %Y %Z") for line in lines)
    return start, end


def belong_together(key: Path, certificate: Path) -> bool:
    """Whether a certificate is that of a key.

    Raises:
        OpensslError: if one of them is none.
    """
    return _run("pkey", "-pubout", "-in", str(key)) == _run("x509", "-pubkey", "-noout", "-in", str(certificate))


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y%m%d%H%M%SZ")


def _put(new: Path, path: Path, mode: int) -> None:
    """Give a file its name, unless there is one of that name."""
    new.chmod(mode)
    try:
        os.link(new, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        with path.open("xb") as file:
            path.chmod(mode)
            file.write(new.read_bytes())


@contextmanager
def _workshop(beside: Path) -> Iterator[Path]:
    """A folder of our own in the same file system, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=".new-", dir=beside) as folder:
        yield Path(folder)


def _run(*words: str) -> str:
    done = subprocess.run([_program(), *words], capture_output=True, text=True, check=False, env=_environment())
    if done.returncode != 0:
        said = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
        raise OpensslError(f"openssl {words[0]} refused: {said[:400]}")
    return done.stdout


def _program() -> str:
    program = shutil.which("openssl")
    if program is None:
        raise OpensslError("the program openssl is missing; install it (Debian, Ubuntu: apt install openssl)")
    return program


def _environment() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
