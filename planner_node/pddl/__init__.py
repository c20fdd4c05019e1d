# SPDX-License-Identifier: Apache-2.0
"""PDDL: domains and problems as values, read from text, written to text."""
