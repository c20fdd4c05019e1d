# SPDX-License-Identifier: Apache-2.0
"""What people say around the clauses: fillers, wishes, needs, conditions, limits. Each becomes orders, or a value."""
