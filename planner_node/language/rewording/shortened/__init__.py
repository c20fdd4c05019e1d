# SPDX-License-Identifier: Apache-2.0
"""What people shorten because the rest of it has just been said, in full words."""
