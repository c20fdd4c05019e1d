# SPDX-License-Identifier: Apache-2.0
"""What an instruction says that nobody here knows: verbs, and numbers that no furniture has."""
