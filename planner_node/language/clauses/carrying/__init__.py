# SPDX-License-Identifier: Apache-2.0
"""Clauses about things that go from one place to another, or into the hand."""
