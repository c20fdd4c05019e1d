# SPDX-License-Identifier: Apache-2.0
"""What an operator agrees to: the terms of a plan, what can be chosen instead, and why each step is there."""
