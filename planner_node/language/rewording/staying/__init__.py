# SPDX-License-Identifier: Apache-2.0
"""What stays where it is, and what becomes of the rest."""
