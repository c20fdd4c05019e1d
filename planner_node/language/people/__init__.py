# SPDX-License-Identifier: Apache-2.0
"""People as noun phrases: by name, by how they look, by what they do."""
