# SPDX-License-Identifier: Apache-2.0
"""How things are shared out among places and people, and what is left over."""
