; SPDX-License-Identifier: Apache-2.0
; The kitchen as every task finds it; the goal of each is in tasks.yaml.
(define (problem morning)
  (:domain kitchen)
  (:objects
    countertop_1 - countertop
    table_1 - table
    fridge_1 - fridge
    burner_1 - burner
    microwave_1 - microwave
    sink_1 - sink
    coffee_machine_1 - coffee_machine
    toaster_1 - toaster
    tomato_1 lettuce_1 potato_1 bread_1 apple_1 - sliceable
    tomato_slice_1 lettuce_slice_1 potato_slice_1 bread_slice_1 apple_slice_1 - slice
    egg_1 - egg
    knife_1 - knife
    plate_1 - plate
    bowl_1 - bowl
    pan_1 - pan
    pot_1 - pot
    cup_1 mug_1 - cup
    wine_glass_1 - glass
    wine_bottle_1 - bottle
    wine - liquid)
  (:init
    (hand_empty)
    (near table_1)
    (present countertop_1) (present table_1) (present fridge_1) (present burner_1) (present microwave_1)
    (present sink_1) (present coffee_machine_1) (present toaster_1)
    (present tomato_1) (present lettuce_1) (present potato_1) (present bread_1) (present apple_1) (present egg_1)
    (present knife_1) (present plate_1) (present bowl_1) (present pan_1) (present pot_1) (present cup_1)
    (present mug_1) (present wine_glass_1) (present wine_bottle_1)
    (supports countertop_1) (supports table_1) (supports burner_1) (supports plate_1)
    (receives fridge_1) (receives microwave_1) (receives sink_1) (receives coffee_machine_1) (receives toaster_1)
    (receives bowl_1) (receives pan_1) (receives pot_1)
    (has_door fridge_1) (has_door microwave_1)
    (open sink_1) (open coffee_machine_1) (open toaster_1) (open bowl_1) (open pan_1) (open pot_1)
    (cutting_place countertop_1)
    (slice_of tomato_slice_1 tomato_1) (slice_of lettuce_slice_1 lettuce_1) (slice_of potato_slice_1 potato_1)
    (slice_of bread_slice_1 bread_1) (slice_of apple_slice_1 apple_1)
    (cookable potato_slice_1) (cookable tomato_slice_1)
    (toastable bread_slice_1)
    (inside tomato_1 fridge_1) (inside lettuce_1 fridge_1)
    (on potato_1 countertop_1) (on bread_1 countertop_1) (on apple_1 countertop_1) (on egg_1 countertop_1)
    (on knife_1 countertop_1) (on plate_1 countertop_1) (on bowl_1 countertop_1) (on pan_1 countertop_1)
    (on pot_1 countertop_1) (on cup_1 countertop_1) (on mug_1 countertop_1) (on wine_glass_1 countertop_1)
    (on wine_bottle_1 countertop_1)
    (sealed wine_bottle_1) (contains wine_bottle_1 wine))
  (:goal (and)))
