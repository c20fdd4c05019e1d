# SPDX-License-Identifier: Apache-2.0
"""Macro actions: how plans are cut into them, and the library that keeps them."""
