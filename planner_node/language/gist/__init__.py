# SPDX-License-Identifier: Apache-2.0
"""The gist of an instruction that is not understood as a whole, as plain orders to be asked about."""
