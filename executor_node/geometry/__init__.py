# SPDX-License-Identifier: Apache-2.0
"""Shapes and poses: furniture, grasps, free spots, places to stand. Numbers in, numbers out."""
