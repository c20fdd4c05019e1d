# SPDX-License-Identifier: Apache-2.0
"""Orders in which a word tells how something is to be, though nothing is so yet."""
