# SPDX-License-Identifier: Apache-2.0
"""What is said of furniture before an order that calls it "it"."""
