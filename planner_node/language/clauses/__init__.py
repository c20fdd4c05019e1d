# SPDX-License-Identifier: Apache-2.0
"""Clauses: a verb and what it needs, one module a kind of wish."""
