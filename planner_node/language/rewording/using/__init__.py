# SPDX-License-Identifier: Apache-2.0
"""Things by what people do with them."""
