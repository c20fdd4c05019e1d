# SPDX-License-Identifier: Apache-2.0
"""Reads the words of one instruction one after the other: where reading stands, how many, and of what quality."""
