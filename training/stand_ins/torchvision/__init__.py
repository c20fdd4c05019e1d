# SPDX-License-Identifier: Apache-2.0
"""Stands in for torchvision where no build of it for CPUs can be had: the one function that training calls."""

from torchvision import ops

__all__ = ["ops"]
__version__ = "0.28.0"
