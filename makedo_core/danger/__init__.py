# SPDX-License-Identifier: Apache-2.0
"""What is dangerous to do with what, as data, and who judges by it: an instruction's words, and a plan's calls."""
