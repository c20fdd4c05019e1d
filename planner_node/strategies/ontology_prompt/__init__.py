# SPDX-License-Identifier: Apache-2.0
"""What an ontology knows about the order of handling things: proven in plans, and told to a model in its prompt."""
