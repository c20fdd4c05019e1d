# SPDX-License-Identifier: Apache-2.0
"""Language models as advisers: asked within a budget, checked against a schema, and never needed."""
