# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as files: our JSON, and the formats of other programs."""
