# SPDX-License-Identifier: Apache-2.0
"""Ways to plan for an instruction, each a module behind one protocol; `registry` finds them by name."""
