# SPDX-License-Identifier: Apache-2.0
"""Where rcl looks for what in a keystore."""

from __future__ import annotations

import os
from pathlib import Path

ENCLAVES = "/makedo"  # above all enclaves of the policy
_OF_ENCLAVE = (
    "cert.pem",
    "key.pem",
    "permissions.p7s",
    "identity_ca.cert.pem",
    "permissions_ca.cert.pem",
    "governance.p7s",
)


def missing_files(keystore: Path, enclave: str) -> tuple[str, ...]:
    """The files that rcl looks for in an enclave and that cannot be read there."""
    folder = keystore / "enclaves" / enclave.strip("/")
    return tuple(name for name in _OF_ENCLAVE if not os.access(folder / name, os.R_OK))
