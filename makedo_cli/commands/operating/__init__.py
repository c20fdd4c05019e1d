# SPDX-License-Identifier: Apache-2.0
"""What an operator says to the running robot and asks of it, and where the page is on which it can be said."""
