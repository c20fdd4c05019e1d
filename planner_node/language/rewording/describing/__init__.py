# SPDX-License-Identifier: Apache-2.0
"""What tells things and places from others, said where the grammar reads it."""
