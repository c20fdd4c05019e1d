# SPDX-License-Identifier: Apache-2.0
"""Questions that an instruction raises, and what is answered to them."""
