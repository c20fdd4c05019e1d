# SPDX-License-Identifier: Apache-2.0
"""What a model read, held against what the grammar reads, and said back in orders before it is done."""
