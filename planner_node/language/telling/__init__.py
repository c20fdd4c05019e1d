# SPDX-License-Identifier: Apache-2.0
"""Sentences that tell what holds from now on, take it back, or ask what was told."""
