# SPDX-License-Identifier: Apache-2.0
"""How each skill could be carried out: candidates, best first, tried without moving anything."""
