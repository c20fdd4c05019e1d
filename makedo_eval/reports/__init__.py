# SPDX-License-Identifier: Apache-2.0
"""Reports of an evaluation: lists of what is measured, tables, pictures and a document."""
