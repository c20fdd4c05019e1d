# SPDX-License-Identifier: Apache-2.0
"""Clauses about people, and what is said to them: questions, greetings, following, guiding."""
