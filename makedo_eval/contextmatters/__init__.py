# SPDX-License-Identifier: Apache-2.0
"""The ContextMatters tasks: what was asked, and judging what came of it without the planner's own code."""
