# SPDX-License-Identifier: Apache-2.0
"""What may be done of each demand: the variants that it comes down to, substitutes and other places where needed."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.grounding.demand import Demand, manner_of
from planner_node.grounding.scene import Scene
from planner_node.relaxation.combine import at_one_place
from planner_node.relaxation.options import Reachability, lacks_stand_ins, make_options, needs_other_places
from planner_node.relaxation.relax import Variant, variants, weights


def choices_of(demands: Sequence[Demand], scene: Scene) -> list[tuple[Variant, ...]]:
    """Variants of every demand.

    Substitutes and other places are only thought of where what was asked for cannot be had, and there.
    """
    weight, manner = weights(demands), manner_of(demands)
    options = [make_options(d, scene, other_places=False, stand_ins=False) for d in demands]
    reach = Reachability(scene.backend, (x for o in options for x in o.literals()), manner)
    lacking = [lacks_stand_ins(o, reach) for o in options]
    if any(lacking):
        options = [
            make_options(d, scene, other_places=False) if lacks else o
            for d, o, lacks in zip(demands, options, lacking, strict=True)
        ]
        reach = Reachability(scene.backend, (x for o in options for x in o.literals()), manner)
    choices = [variants(o, scene, reach, w, demands) for o, w in zip(options, weight, strict=True)]
    short = [needs_other_places(o, reach) for o in options]
    if any(short):
        options = [
            make_options(d, scene, other_places=True) if needed else o
            for d, o, needed in zip(demands, options, short, strict=True)
        ]
        reach = Reachability(scene.backend, (x for o in options for x in o.literals()), manner)
        choices = [variants(o, scene, reach, w, demands) for o, w in zip(options, weight, strict=True)]
    return at_one_place(demands, choices)
