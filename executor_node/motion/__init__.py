# SPDX-License-Identifier: Apache-2.0
"""Motions that several skills share, where there is room for them, and what is watched meanwhile."""
