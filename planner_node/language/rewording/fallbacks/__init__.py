# SPDX-License-Identifier: Apache-2.0
"""What is wanted where the best cannot be had: before the order, behind it, in the next sentence, set off in commas."""
