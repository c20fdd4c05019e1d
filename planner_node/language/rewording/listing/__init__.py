# SPDX-License-Identifier: Apache-2.0
"""Lists, amounts and what joins them, in the words and the order that the readers of orders know."""
