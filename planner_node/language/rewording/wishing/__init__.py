# SPDX-License-Identifier: Apache-2.0
"""Wishes, and what is said around them: how they are to be granted, and that they are to be."""
