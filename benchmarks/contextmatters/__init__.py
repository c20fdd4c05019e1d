# SPDX-License-Identifier: Apache-2.0
"""Evaluation on the ContextMatters tasks: what was asked, what came of it, and whether it was reported honestly."""
