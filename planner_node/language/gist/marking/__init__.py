# SPDX-License-Identifier: Apache-2.0
"""What each word of a sentence does in it."""
