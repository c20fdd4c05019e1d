# SPDX-License-Identifier: Apache-2.0
"""TidyBot's scenarios: where a person's examples say that things go, and where others go by them."""
