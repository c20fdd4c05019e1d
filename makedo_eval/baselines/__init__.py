# SPDX-License-Identifier: Apache-2.0
"""What the papers compare their methods with, as strategies that are handed to the planner."""
