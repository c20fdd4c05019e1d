# SPDX-License-Identifier: Apache-2.0
"""What is spoken of again in the same instruction: the very same things, some of them, or others."""
