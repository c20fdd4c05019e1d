# SPDX-License-Identifier: Apache-2.0
"""What several sentences say together, in the words of one that the readers of sentences know."""
