# SPDX-License-Identifier: Apache-2.0
"""Data sets by name (`registry`); the data itself is read where it lies and is no part of the repository."""
