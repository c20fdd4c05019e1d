# SPDX-License-Identifier: Apache-2.0
"""The sentence encoder that measures how alike two words are."""
