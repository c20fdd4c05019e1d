# SPDX-License-Identifier: Apache-2.0
"""What can be made of the pieces of an instruction that the grammar does not understand as a whole."""
