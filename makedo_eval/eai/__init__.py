# SPDX-License-Identifier: Apache-2.0
"""The Embodied Agent Interface: its tasks by Makedo's own search, judged by its own scorer."""
