# SPDX-License-Identifier: Apache-2.0
"""Sentences that say what to do in each of several cases."""
