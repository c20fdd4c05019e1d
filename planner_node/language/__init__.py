# SPDX-License-Identifier: Apache-2.0
"""From the words of an instruction to a request: what is asked for, before it is tied to a scene."""
