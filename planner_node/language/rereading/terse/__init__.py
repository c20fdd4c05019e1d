# SPDX-License-Identifier: Apache-2.0
"""Sentences as short as a telegram, in the words of a whole one, where they are not understood as they stand."""
