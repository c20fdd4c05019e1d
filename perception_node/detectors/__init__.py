# SPDX-License-Identifier: Apache-2.0
"""Detector backends: each turns an image set into detections."""
