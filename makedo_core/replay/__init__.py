# SPDX-License-Identifier: Apache-2.0
"""Run folders: written without waiting for the disk, read back as a time line, compared, bounded, packed."""
