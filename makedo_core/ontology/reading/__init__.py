# SPDX-License-Identifier: Apache-2.0
"""From the text of a Turtle file to the statements in it: plain files are read here, all others by rdflib."""
