# SPDX-License-Identifier: Apache-2.0
"""Ways of the base around furniture, and driving along them."""
