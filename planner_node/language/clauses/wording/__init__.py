# SPDX-License-Identifier: Apache-2.0
"""Other ways to say an order, turned into plain ones before they are read: their words are put into another order."""
