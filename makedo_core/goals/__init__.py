# SPDX-License-Identifier: Apache-2.0
"""Goals: formulas over the facts of a state, when they hold, and which of two is weaker."""
