# SPDX-License-Identifier: Apache-2.0
"""From PDDL text to values, with the place of every mistake."""
