# SPDX-License-Identifier: Apache-2.0
"""What was done: traces, outcomes of skills, lessons, the tree at a moment, and answers about them."""
