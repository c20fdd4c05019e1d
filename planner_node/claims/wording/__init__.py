# SPDX-License-Identifier: Apache-2.0
"""The words of an instruction: which of them are mirrored by what was understood, and which are not."""
