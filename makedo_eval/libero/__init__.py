# SPDX-License-Identifier: Apache-2.0
"""LIBERO's tasks as sentences and goals: which things and places a sentence before a table means."""
