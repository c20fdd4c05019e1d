# SPDX-License-Identifier: Apache-2.0
"""From an instruction to a validated plan, making do where the world does not offer what was asked."""
