# SPDX-License-Identifier: Apache-2.0
"""Clauses about what things, furniture or floors are to become, a set table included."""
