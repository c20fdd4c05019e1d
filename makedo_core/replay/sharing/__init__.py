# SPDX-License-Identifier: Apache-2.0
"""A run as one file: an archive that comes back as a run, and MCAP for Foxglove and Lichtblick."""
