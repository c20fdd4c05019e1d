# SPDX-License-Identifier: Apache-2.0
"""What is told of an evaluation: lists of what is measured, tables, pictures and a document."""
