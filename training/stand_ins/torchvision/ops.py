# SPDX-License-Identifier: Apache-2.0
"""Non-maximum suppression with the contract of torchvision's."""

import torch


def nms(boxes: torch.Tensor, scores: torch.Tensor, iou_threshold: float) -> torch.Tensor:
    """Indices of the boxes that are kept, best first.

    Args:
        boxes: left, top, right, bottom; shape (n, 4).
        scores: shape (n,).
        iou_threshold: a box that overlaps a better one by more is dropped.
    """
    order = scores.argsort(descending=True)
    boxes = boxes[order]
    areas = (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(dim=1)
    alive = torch.ones(len(order), dtype=torch.bool)
    for i in range(len(order)):
        if not alive[i] or i + 1 == len(order):
            continue
        corner = torch.minimum(boxes[i, 2:], boxes[i + 1 :, 2:]) - torch.maximum(boxes[i, :2], boxes[i + 1 :, :2])
        shared = corner.clamp(min=0).prod(dim=1)
        alive[i + 1 :] &= shared <= iou_threshold * (areas[i] + areas[i + 1 :] - shared)
    return order[alive]
