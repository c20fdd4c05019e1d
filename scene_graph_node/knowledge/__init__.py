# SPDX-License-Identifier: Apache-2.0
"""What the robot knows as RDF, kept by a process of its own and asked in SPARQL."""
