# SPDX-License-Identifier: Apache-2.0
"""Carries out plans: a behaviour tree of skills over ports."""
