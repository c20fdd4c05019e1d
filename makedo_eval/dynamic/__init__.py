# SPDX-License-Identifier: Apache-2.0
"""Scenes that changed after their graph was made: a hidden true graph, and what perfect eyes learn of it."""
