# SPDX-License-Identifier: Apache-2.0
"""Planners that are programs of their own: started, given PDDL files, bounded, and killed."""
