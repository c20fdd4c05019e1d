# SPDX-License-Identifier: Apache-2.0
"""Of which of several things a condition, an exception or a detail that is said last speaks."""
