# SPDX-License-Identifier: Apache-2.0
"""What people leave out, as everybody knows it: a noun, a relative pronoun, what to do with what "must go"."""
