# SPDX-License-Identifier: Apache-2.0
"""A keystore of SROS2 with Makedo's enclaves, in the layout that `ros2 security` makes and rcl reads.

What is there stays: a key is never made anew, and what an enclave may do only where that is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_ros.security import documents, openssl
from makedo_ros.security.policy import Enclave

AUTHORITY = "sros2CA"  # as `ros2 security create_keystore` calls it
OPEN, CLOSED = 0o755, 0o700  # modes of the folders


class KeystoreError(MakedoError):
    """A folder that cannot become a keystore, or is a broken one."""


@dataclass(frozen=True, slots=True)
class KeystoreChanges:
    """What making a keystore came to.

    Attributes:
        made: paths of files that are new or renewed, relative to the keystore.
        different: enclaves (or "governance") that say something else than was asked for, and were left so.
    """

    made: tuple[str, ...]
    different: tuple[str, ...]


def make_keystore(keystore: Path, enclaves: Iterable[Enclave], domain: int, *, renew: bool = False) -> KeystoreChanges:
    """Make a keystore, or what an existing one lacks.

    Args:
        keystore: folder; new, empty, or a keystore.
        enclaves: that it shall hold.
        domain: ROS_DOMAIN_ID that all is permitted on.
        renew: write anew what enclaves may do where it differs; keys stay.

    Raises:
        KeystoreError: if the folder holds something else, or parts that do not belong together.
        OpensslError: if openssl is missing or refuses.
        OSError: if it cannot be written.
    """
    return _Maker(keystore, renew=renew).make(tuple(enclaves), domain)


class _Maker:
    def __init__(self, keystore: Path, *, renew: bool) -> None:
        self._store, self._renew = keystore, renew
        self._public, self._private, self._enclaves = (keystore / n for n in ("public", "private", "enclaves"))
        self._made: list[str] = []
        self._different: list[str] = []

    def make(self, enclaves: tuple[Enclave, ...], domain: int) -> KeystoreChanges:
        self._look()
        for folder, mode in (
            (self._store, OPEN),
            (self._public, OPEN),
            (self._private, CLOSED),
            (self._enclaves, OPEN),
        ):
            _folder(folder, mode)
        for role in ("identity_ca", "permissions_ca"):
            self._authority(role)
        self._governance(domain)
        for enclave in enclaves:
            self._enclave(enclave, domain)
        return KeystoreChanges(tuple(self._made), tuple(self._different))

    def _look(self) -> None:
        """Refuse what is no keystore before anything is written."""
        if self._store.exists() and not self._store.is_dir():
            raise KeystoreError(f"{self._store} is a file; name a folder")
        if not self._store.is_dir() or not any(self._store.iterdir()):
            return
        if not all(folder.is_dir() for folder in (self._public, self._private, self._enclaves)):
            raise KeystoreError(f"{self._store} is neither empty nor a keystore (public/, private/, enclaves/); "
                                "name a new folder")  # fmt: skip
        has_key, has_certificate = (
            any(path.exists() for path in (folder / f"ca.{kind}.pem", folder / f"identity_ca.{kind}.pem"))
            for folder, kind in ((self._private, "key"), (self._public, "cert"))
        )
        if has_certificate and not has_key:
            raise KeystoreError(f"{self._store} is without the authority's private key: what was copied to a machine "
                                "cannot be added to; run this where the keystore was made")  # fmt: skip

    def _authority(self, role: str) -> None:
        """A certificate and key of a role; `ros2 security` has one authority for both, by links."""
        certificate, key = self._public / f"{role}.cert.pem", self._private / f"{role}.key.pem"
        if not key.exists():
            self._key(self._private / "ca.key.pem")
            self._link(key, "ca.key.pem")
        if not certificate.exists():
            own = self._public / "ca.cert.pem"
            if not own.exists():
                openssl.certify(AUTHORITY, self._private / "ca.key.pem", own)
                self._note(own)
            self._link(certificate, "ca.cert.pem")
        if not openssl.belong_together(key, certificate):
            raise KeystoreError(f"{key} is not the key of {certificate}: they are of two keystores; "
                                "restore the keystore, or name a new folder")  # fmt: skip

    def _governance(self, domain: int) -> None:
        self._signed("governance", self._enclaves / "governance.xml", documents.governance(domain))

    def _enclave(self, enclave: Enclave, domain: int) -> None:
        folder = self._enclaves / enclave.path.strip("/")
        for above in reversed([folder, *(p for p in folder.parents if self._enclaves in p.parents)]):
            _folder(above, OPEN)
        key, certificate = folder / "key.pem", folder / "cert.pem"
        self._key(key)
        identity = self._public / "identity_ca.cert.pem"
        if not certificate.exists():
            openssl.certify(enclave.path, key, certificate, (identity, self._private / "identity_ca.key.pem"))
            self._note(certificate)
        if not openssl.vouches(identity, certificate):
            raise KeystoreError(f"the authority of {self._store} does not vouch for {certificate}: it is another's, or "
                                "its time is over; remove it and run this again")  # fmt: skip
        if not openssl.belong_together(key, certificate):
            raise KeystoreError(f"{key} is not the key of {certificate}; remove the certificate and run this again")
        up = Path(os.path.relpath(self._store, folder))
        for name in ("identity_ca.cert.pem", "permissions_ca.cert.pem"):
            self._link(folder / name, str(up / "public" / name))
        self._link(folder / "governance.p7s", os.path.relpath(self._enclaves / "governance.p7s", folder))
        wanted = documents.permissions(enclave, domain, *openssl.validity(certificate))
        self._signed(enclave.path, folder / "permissions.xml", wanted)

    def _signed(self, what: str, document: Path, wanted: str) -> None:
        """A document and its signature; another one stays unless it is to be renewed."""
        signed = document.with_suffix(".p7s")
        authority = self._public / "permissions_ca.cert.pem"
        if signed.exists():
            holds = openssl.signed_content(signed, authority) == wanted and document.is_file()
            if holds and document.read_text(encoding="utf-8") == wanted:
                return
            if not self._renew:
                self._different.append(what)
                return
        new = document.with_suffix(".new")
        new.write_text(wanted, encoding="utf-8")
        new.chmod(openssl.PUBLIC)
        new.replace(document)
        openssl.sign(document, signed, (authority, self._private / "permissions_ca.key.pem"))
        self._note(document)
        self._note(signed)

    def _key(self, key: Path) -> None:
        if not key.exists():
            openssl.make_key(key)
            self._note(key)
        with suppress(PermissionError):  # another's file: its owner answers for it
            key.chmod(openssl.PRIVATE)

    def _link(self, link: Path, target: str) -> None:
        """A relative link, so that the keystore may be moved; a file in its place, as copies have, stays."""
        if not link.exists():
            link.unlink(missing_ok=True)  # it leads nowhere
            link.symlink_to(target)
            self._note(link)

    def _note(self, path: Path) -> None:
        self._made.append(str(path.relative_to(self._store)))


def _folder(folder: Path, mode: int) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(mode)
