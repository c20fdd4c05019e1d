# SPDX-License-Identifier: Apache-2.0
"""RDF and SPARQL: the only part that knows RDFLib and Oxigraph. It works in a process of its own (`worker`)."""
