# SPDX-License-Identifier: Apache-2.0
"""Language and vision models as advisers: asked within a budget, checked against a schema, and never needed."""
