# SPDX-License-Identifier: Apache-2.0
"""An instruction in plainer words, before it is taken apart into sentences."""

from __future__ import annotations

from planner_node.language.rewording.amounts.as_many import as_many
from planner_node.language.rewording.amounts.compared_counts import compared_counts
from planner_node.language.rewording.amounts.covers import covers
from planner_node.language.rewording.amounts.for_each import for_each
from planner_node.language.rewording.amounts.from_each import from_each
from planner_node.language.rewording.amounts.meant_for import meant_for
from planner_node.language.rewording.amounts.no_more import no_more
from planner_node.language.rewording.amounts.number_ranges import number_ranges
from planner_node.language.rewording.amounts.of_each_kind import of_each_kind
from planner_node.language.rewording.amounts.own_share import own_share
from planner_node.language.rewording.amounts.to_each import to_each
from planner_node.language.rewording.asking.asked_of_place import asked_of_place
from planner_node.language.rewording.asking.asked_otherwise import asked_otherwise
from planner_node.language.rewording.asking.only_supposed import only_supposed
from planner_node.language.rewording.asking.plainly_asked import plainly_asked
from planner_node.language.rewording.asking.several_asked import several_asked
from planner_node.language.rewording.becoming.by_light import by_light
from planner_node.language.rewording.becoming.cut_up import cut_up
from planner_node.language.rewording.becoming.light_from import light_from
from planner_node.language.rewording.becoming.made_so import made_so
from planner_node.language.rewording.becoming.used_to import used_to
from planner_node.language.rewording.becoming.while_doing import while_doing
from planner_node.language.rewording.becoming.whole_of import whole_of
from planner_node.language.rewording.bounding.as_long_as import as_long_as
from planner_node.language.rewording.bounding.emptied_but import emptied_but
from planner_node.language.rewording.bounding.excepted_so import but_only, excepted_apart, excepted_so
from planner_node.language.rewording.bounding.in_any_case import in_any_case
from planner_node.language.rewording.bounding.last_alone import last_alone
from planner_node.language.rewording.bounding.not_all import not_all
from planner_node.language.rewording.bounding.noted_first import noted_first
from planner_node.language.rewording.bounding.one_in_each import one_in_each
from planner_node.language.rewording.bounding.those_so import those_so
from planner_node.language.rewording.calling.apposed_ones import apposed_ones
from planner_node.language.rewording.calling.bare_numbers import bare_numbers
from planner_node.language.rewording.calling.both_looks import both_looks
from planner_node.language.rewording.calling.contents_of import contents_of
from planner_node.language.rewording.calling.its_kinds import its_kinds
from planner_node.language.rewording.calling.looks_in_labels import looks_in_labels
from planner_node.language.rewording.calling.music import music
from planner_node.language.rewording.calling.no_matter import no_matter
from planner_node.language.rewording.calling.noun_ones import noun_ones
from planner_node.language.rewording.calling.pack_behind import pack_behind
from planner_node.language.rewording.calling.that_furniture import that_furniture
from planner_node.language.rewording.cases.any_of_listed import any_of_listed
from planner_node.language.rewording.cases.before_the_place import before_the_place
from planner_node.language.rewording.cases.done_already import done_already
from planner_node.language.rewording.cases.if_it_fits import if_it_fits
from planner_node.language.rewording.cases.in_passing import in_passing
from planner_node.language.rewording.cases.in_turn import in_turn
from planner_node.language.rewording.cases.not_that import denied_first
from planner_node.language.rewording.cases.not_those import not_those
from planner_node.language.rewording.cases.of_what import of_what
from planner_node.language.rewording.cases.only_if import only_if
from planner_node.language.rewording.cases.said_of_it import said_of_it
from planner_node.language.rewording.cases.so_many_each import so_many_each
from planner_node.language.rewording.conditions.asked_first import (
    another_condition,
    asked_first,
    looked_first,
    supposed_first,
)
from planner_node.language.rewording.conditions.at_most import at_most
from planner_node.language.rewording.conditions.checked_for import checked_for
from planner_node.language.rewording.conditions.denied import denied
from planner_node.language.rewording.conditions.if_any import if_any
from planner_node.language.rewording.conditions.if_between import if_between
from planner_node.language.rewording.conditions.if_not_there import if_not_there
from planner_node.language.rewording.conditions.if_you_see import if_you_see
from planner_node.language.rewording.conditions.not_so import not_so
from planner_node.language.rewording.conditions.not_there import not_there
from planner_node.language.rewording.conditions.of_those_named import of_those_named
from planner_node.language.rewording.conditions.there_already import there_already
from planner_node.language.rewording.describing.contracted import contracted
from planner_node.language.rewording.describing.contrasted import contrasted
from planner_node.language.rewording.describing.excepted_go import excepted_go
from planner_node.language.rewording.describing.extraposed import extraposed
from planner_node.language.rewording.describing.in_commas import in_commas
from planner_node.language.rewording.describing.one_another import one_another
from planner_node.language.rewording.describing.out_of_sight import out_of_sight
from planner_node.language.rewording.describing.those_there import those_there
from planner_node.language.rewording.describing.unseen import unseen
from planner_node.language.rewording.describing.wherever import wherever
from planner_node.language.rewording.describing.whichever import whichever
from planner_node.language.rewording.describing.whichever_of import whichever_of
from planner_node.language.rewording.doing.accompanied import accompanied
from planner_node.language.rewording.doing.again_said import again_said
from planner_node.language.rewording.doing.by_doing import by_doing
from planner_node.language.rewording.doing.elaborated import elaborated
from planner_node.language.rewording.doing.emptied import emptied
from planner_node.language.rewording.doing.hung_up import hung_up
from planner_node.language.rewording.doing.in_its_place import in_its_place
from planner_node.language.rewording.doing.in_place_of import in_place_of
from planner_node.language.rewording.doing.once_so import once_so
from planner_node.language.rewording.doing.split_verbs import split_verbs
from planner_node.language.rewording.drawn_together import drawn_together
from planner_node.language.rewording.exchanging import exchanging
from planner_node.language.rewording.fallbacks.but_no import but_no
from planner_node.language.rewording.fallbacks.failing import failing
from planner_node.language.rewording.fallbacks.ideally import ideally
from planner_node.language.rewording.fallbacks.in_which_case import in_which_case
from planner_node.language.rewording.fallbacks.instead_last import instead_last
from planner_node.language.rewording.fallbacks.next_best import next_best
from planner_node.language.rewording.fallbacks.not_wanted import not_wanted
from planner_node.language.rewording.fallbacks.poured import poured
from planner_node.language.rewording.fallbacks.rather_than import rather_than
from planner_node.language.rewording.fallbacks.second_best import second_best
from planner_node.language.rewording.fallbacks.served_in import served_in
from planner_node.language.rewording.fallbacks.that_instead import none_here, that_instead
from planner_node.language.rewording.furniture.both_cleared import both_cleared
from planner_node.language.rewording.furniture.both_states import both_states
from planner_node.language.rewording.furniture.brought_there import brought_there
from planner_node.language.rewording.furniture.each_cleared import each_cleared
from planner_node.language.rewording.furniture.its_door import its_door
from planner_node.language.rewording.furniture.its_own_state import its_own_state
from planner_node.language.rewording.furniture.its_state import its_state
from planner_node.language.rewording.furniture.left_so import left_so
from planner_node.language.rewording.furniture.of_furniture import of_furniture, part_of_furniture
from planner_node.language.rewording.furniture.there_is_one import there_is_one
from planner_node.language.rewording.furniture.told_there import told_there
from planner_node.language.rewording.going.believed_there import believed_there
from planner_node.language.rewording.going.beside_it import beside_it
from planner_node.language.rewording.going.found_anywhere import found_anywhere
from planner_node.language.rewording.going.gone_for import gone_for
from planner_node.language.rewording.going.in_that_room import in_that_room
from planner_node.language.rewording.going.not_there_yet import not_there_yet
from planner_node.language.rewording.going.on_one_side import on_one_side
from planner_node.language.rewording.going.out_of_it import out_of_it
from planner_node.language.rewording.going.purpose_there import purpose_there
from planner_node.language.rewording.going.rounds import without_rounds
from planner_node.language.rewording.going.searched import searched
from planner_node.language.rewording.going.where_it_should_be import where_it_should_be
from planner_node.language.rewording.how_placed import how_placed
from planner_node.language.rewording.listing.apposed import apposed
from planner_node.language.rewording.listing.below import listed_below
from planner_node.language.rewording.listing.counting import counted
from planner_node.language.rewording.listing.fitting import fitting
from planner_node.language.rewording.listing.fronted import fronted
from planner_node.language.rewording.listing.joining import joining
from planner_node.language.rewording.listing.likewise import likewise
from planner_node.language.rewording.listing.one_and_other import one_and_other
from planner_node.language.rewording.listing.one_at_a_time import one_at_a_time
from planner_node.language.rewording.listing.own_verb import own_verb
from planner_node.language.rewording.listing.shared_heads import shared_heads
from planner_node.language.rewording.naming.adjectival import adjectival
from planner_node.language.rewording.naming.by_looks import by_looks, looks_alone
from planner_node.language.rewording.naming.by_material import by_material
from planner_node.language.rewording.naming.by_place import by_place
from planner_node.language.rewording.naming.named_for import named_for
from planner_node.language.rewording.naming.needed_for import needed_for
from planner_node.language.rewording.naming.ones_of_both import ones_of_both
from planner_node.language.rewording.naming.people_there import people_there
from planner_node.language.rewording.naming.those_that_are import those_that_are
from planner_node.language.rewording.naming.those_too import those_too
from planner_node.language.rewording.naming.verbs_as_things import verbs_as_things
from planner_node.language.rewording.naming.who_is import who_is
from planner_node.language.rewording.needed import applied, with_needed
from planner_node.language.rewording.numbered import numbered
from planner_node.language.rewording.one_place import one_place
from planner_node.language.rewording.outdoors import outdoors
from planner_node.language.rewording.picking.all_but import all_but, any_but
from planner_node.language.rewording.picking.but_some_go import but_some_go
from planner_node.language.rewording.picking.cleft import cleft
from planner_node.language.rewording.picking.each_elsewhere import each_elsewhere
from planner_node.language.rewording.picking.either_behind import either_behind
from planner_node.language.rewording.picking.in_its_spot import in_its_spot
from planner_node.language.rewording.picking.not_the_other import not_the_other
from planner_node.language.rewording.picking.singly_so import singly_so
from planner_node.language.rewording.picking.so_of_each_kind import so_of_each_kind
from planner_node.language.rewording.picking.told_behind import told_behind
from planner_node.language.rewording.picking.told_superlative import told_superlative
from planner_node.language.rewording.picking.what_is_in_it import what_is_in_it
from planner_node.language.rewording.placed_inside import placed_inside
from planner_node.language.rewording.placing.and_somebody import and_somebody
from planner_node.language.rewording.placing.at_one_end import at_one_end
from planner_node.language.rewording.placing.it_left_out import it_left_out
from planner_node.language.rewording.placing.listed_with_it import listed_with_it
from planner_node.language.rewording.placing.named_again import named_again
from planner_node.language.rewording.placing.one_of_two import one_of_two
from planner_node.language.rewording.placing.room_first import room_first
from planner_node.language.rewording.placing.taken_and_done import taken_and_done
from planner_node.language.rewording.placing.that_is_there import that_is_there
from planner_node.language.rewording.placing.unknown_spots import unknown_spots
from planner_node.language.rewording.placing.where_listed import where_listed
from planner_node.language.rewording.placing.with_it_there import with_it_there
from planner_node.language.rewording.sharing.any_that_is import any_that_is
from planner_node.language.rewording.sharing.counted_on import counted_on
from planner_node.language.rewording.sharing.for_people import for_people
from planner_node.language.rewording.sharing.from_every import from_every
from planner_node.language.rewording.sharing.given_numbers import given_numbers
from planner_node.language.rewording.sharing.how_many_of_them import how_many_of_them
from planner_node.language.rewording.sharing.last_left import last_left
from planner_node.language.rewording.sharing.looks_only import looks_only
from planner_node.language.rewording.sharing.placed_for import placed_for
from planner_node.language.rewording.sharing.to_its_owner import to_its_owner
from planner_node.language.rewording.sharing.whose_it_is import whose_it_is
from planner_node.language.rewording.sharing.with_the_others import with_the_others
from planner_node.language.rewording.shortened.has_in_it import has_in_it
from planner_node.language.rewording.shortened.instead_first import instead_first
from planner_node.language.rewording.shortened.neither_nor import neither_nor
from planner_node.language.rewording.shortened.none_listed import none_listed
from planner_node.language.rewording.shortened.of_neither_kind import of_neither_kind
from planner_node.language.rewording.shortened.of_places import of_places
from planner_node.language.rewording.shortened.only_those import only_those
from planner_node.language.rewording.shortened.same_there import same_there
from planner_node.language.rewording.shortened.so_or_not import so_or_not
from planner_node.language.rewording.shortened.those_excepted import those_excepted
from planner_node.language.rewording.shortened.told_twice import told_twice
from planner_node.language.rewording.shortened.without_one import without_one
from planner_node.language.rewording.staying.forborne import forborne
from planner_node.language.rewording.staying.kept import kept
from planner_node.language.rewording.staying.kept_there import kept_there
from planner_node.language.rewording.staying.left_over import left_over
from planner_node.language.rewording.staying.only_left import only_left
from planner_node.language.rewording.staying.only_needed import only_needed
from planner_node.language.rewording.staying.remaining import remaining
from planner_node.language.rewording.staying.rest_of_taken import rest_of_taken
from planner_node.language.rewording.staying.said_to_stay import excepted_stay, rest_again
from planner_node.language.rewording.staying.so_many_stay import so_many_stay
from planner_node.language.rewording.staying.told_by_looks import told_by_looks
from planner_node.language.rewording.timing.after_each import after_each
from planner_node.language.rewording.timing.after_that import after_that
from planner_node.language.rewording.timing.back_again import back_again
from planner_node.language.rewording.timing.before_all import before_all
from planner_node.language.rewording.timing.before_moving import before_moving
from planner_node.language.rewording.timing.do_the_same import do_the_same
from planner_node.language.rewording.timing.first_of_all import first_of_all
from planner_node.language.rewording.timing.having_done import having_done
from planner_node.language.rewording.timing.in_order import in_order
from planner_node.language.rewording.timing.left_alone import left_alone
from planner_node.language.rewording.timing.not_yet import not_yet, to_that_place
from planner_node.language.rewording.timing.to_be_done import to_be_done
from planner_node.language.rewording.told.both_of_them import both_of_them
from planner_node.language.rewording.told.by_measure import by_kind, by_measure
from planner_node.language.rewording.told.each_guest import each_guest
from planner_node.language.rewording.told.either_place import either_place
from planner_node.language.rewording.told.from_both_places import from_both_places
from planner_node.language.rewording.told.of_both_kinds import all_that_is_found, of_both_kinds
from planner_node.language.rewording.told.of_both_looks import of_both_looks
from planner_node.language.rewording.told.once_there import once_there
from planner_node.language.rewording.told.table_told import table_told
from planner_node.language.rewording.told.where_things_go import where_things_go
from planner_node.language.rewording.told.wished_elsewhere import wished_elsewhere
from planner_node.language.rewording.topics.and_wants import and_wants
from planner_node.language.rewording.topics.asked_later import asked_later
from planner_node.language.rewording.topics.asked_so import asked_so
from planner_node.language.rewording.topics.chosen_among import chosen_among
from planner_node.language.rewording.topics.headed import headed
from planner_node.language.rewording.topics.holding_some import holding_some
from planner_node.language.rewording.topics.lacking_there import lacking_there
from planner_node.language.rewording.topics.mentioned import mentioned
from planner_node.language.rewording.topics.named_first import named_first
from planner_node.language.rewording.topics.of_several import of_several
from planner_node.language.rewording.topics.shared_article import shared_article
from planner_node.language.rewording.topics.spoken_of import spoken_of
from planner_node.language.rewording.turned import turned
from planner_node.language.rewording.unsaid.compared_before import compared_before
from planner_node.language.rewording.unsaid.denied_opening import denied_opening
from planner_node.language.rewording.unsaid.excepted_behind import excepted_behind, places_not_meant
from planner_node.language.rewording.unsaid.for_somebody import for_somebody
from planner_node.language.rewording.unsaid.left_there import left_there
from planner_node.language.rewording.unsaid.lights_on import lights_on
from planner_node.language.rewording.unsaid.may_be_there import may_be_there
from planner_node.language.rewording.unsaid.must_go import must_go
from planner_node.language.rewording.unsaid.ones_alone import ones_alone
from planner_node.language.rewording.unsaid.own_stand import own_stand
from planner_node.language.rewording.unsaid.taken_first import taken_first
from planner_node.language.rewording.unsaid.until_so_many import until_so_many
from planner_node.language.rewording.using.all_for import all_for
from planner_node.language.rewording.using.used_for import used_for
from planner_node.language.rewording.using.what_for import what_for
from planner_node.language.rewording.wishing.asked_for import asked_for
from planner_node.language.rewording.wishing.away import away
from planner_node.language.rewording.wishing.each_ensured import each_ensured
from planner_node.language.rewording.wishing.for_everybody import for_everybody
from planner_node.language.rewording.wishing.needed_so import needed_so
from planner_node.language.rewording.wishing.outlined import outlined
from planner_node.language.rewording.wishing.own_clauses import own_clauses
from planner_node.language.rewording.wishing.reasons import reasons
from planner_node.language.rewording.wishing.seen_to import seen_to
from planner_node.language.rewording.wishing.where_i_am import where_i_am
from planner_node.language.rewording.wishing.widely_listed import widely_listed
from planner_node.language.rewording.wishing.wished_there import wished_there
from planner_node.language.sentence.sentence import SentenceReader, Words

_REWORDINGS = with_needed(
    none_here,
    before_all,
    in_any_case,
    in_which_case,
    as_long_as,
    for_everybody,
    excepted_apart,
    but_only,
    noted_first,
    each_ensured,
    left_alone,
    cleft,
    there_is_one,
    that_is_there,
    named_again,
    one_of_two,
    told_there,
    only_supposed,
    several_asked,
    asked_otherwise,
    asked_of_place,
    plainly_asked,
    forborne,
    drawn_together,
    either_behind,
    its_kinds,
    not_all,
    emptied_but,
    light_from,
    asked_for,
    needed_so,
    one_in_each,
    told_behind,
    last_alone,
    those_so,
    excepted_so,
    seen_to,
    in_its_spot,
    told_superlative,
    where_i_am,
    reasons,
    wished_there,
    own_clauses,
    widely_listed,
    outlined,
    both_looks,
    pack_behind,
    what_is_in_it,
    at_one_end,
    unknown_spots,
    part_of_furniture,
    of_furniture,
    by_light,
    while_doing,
    used_to,
    with_it_there,
    it_left_out,
    cut_up,
    whole_of,
    made_so,
    given_numbers,
    not_the_other,
    where_listed,
    any_but,
    all_but,
    each_elsewhere,
    singly_so,
    so_of_each_kind,
    contents_of,
    its_door,
    its_own_state,
    do_the_same,
    if_you_see,
    bare_numbers,
    no_matter,
    any_that_is,
    if_any,
    apposed_ones,
    that_furniture,
    noun_ones,
    all_for,
    what_for,
    split_verbs,
    believed_there,
    its_state,
    left_so,
    brought_there,
    both_states,
    both_cleared,
    each_cleared,
    denied_opening,
    lights_on,
    away,
    for_people,
    how_many_of_them,
    music,
    with_the_others,
    counted_on,
    last_left,
    from_every,
    room_first,
    placed_for,
    looks_only,
    looks_in_labels,
    whose_it_is,
    to_its_owner,
    for_somebody,
    taken_first,
    left_there,
    may_be_there,
    must_go,
    ones_alone,
    own_stand,
    until_so_many,
    excepted_behind,
    places_not_meant,
    compared_before,
    not_yet,
    to_that_place,
    not_there_yet,
    beside_it,
    on_one_side,
    out_of_it,
    served_in,
    poured,
    but_no,
    if_not_there,
    told_by_looks,
    where_it_should_be,
    to_be_done,
    ideally,
    by_material,
    back_again,
    checked_for,
    said_of_it,
    not_wanted,
    rather_than,
    verbs_as_things,
    used_for,
    by_doing,
    in_its_place,
    emptied,
    before_moving,
    in_order,
    listed_with_it,
    accompanied,
    named_for,
    in_that_room,
    denied_first,
    done_already,
    only_if,
    after_that,
    any_of_listed,
    those_too,
    those_that_are,
    people_there,
    by_place,
    so_many_each,
    shared_article,
    needed_for,
    who_is,
    if_it_fits,
    of_what,
    in_passing,
    in_turn,
    before_the_place,
    not_those,
    of_several,
    contrasted,
    looks_alone,
    again_said,
    once_so,
    rest_of_taken,
    but_some_go,
    and_somebody,
    elaborated,
    that_instead,
    next_best,
    failing,
    in_place_of,
    chosen_among,
    and_wants,
    asked_so,
    asked_later,
    headed,
    holding_some,
    lacking_there,
    named_first,
    spoken_of,
    second_best,
    supposed_first,
    no_more,
    only_needed,
    excepted_stay,
    rest_again,
    so_many_stay,
    only_left,
    covers,
    each_guest,
    how_placed,
    unseen,
    outdoors,
    found_anywhere,
    purpose_there,
    without_rounds,
    gone_for,
    searched,
    where_things_go,
    wished_elsewhere,
    by_measure,
    by_kind,
    either_place,
    both_of_them,
    instead_first,
    only_those,
    number_ranges,
    of_places,
    neither_nor,
    of_neither_kind,
    has_in_it,
    without_one,
    same_there,
    none_listed,
    so_or_not,
    those_excepted,
    one_at_a_time,
    after_each,
    contracted,
    by_looks,
    from_each,
    left_over,
    excepted_go,
    those_there,
    in_commas,
    told_twice,
    kept_there,
    out_of_sight,
    of_those_named,
    if_between,
    numbered,
    listed_below,
    apposed,
    shared_heads,
    adjectival,
    whichever_of,
    whichever,
    once_there,
    ones_of_both,
    of_both_looks,
    of_both_kinds,
    from_both_places,
    all_that_is_found,
    extraposed,
    one_another,
    compared_counts,
    as_many,
    own_share,
    for_each,
    wherever,
    of_each_kind,
    one_and_other,
    likewise,
    meant_for,
    to_each,
    not_there,
    instead_last,
    mentioned,
    at_most,  # before turns of "don't leave any cup there", which would take "more than one cup" for cups
    not_so,
    exchanging,
    turned,
    taken_and_done,
    hung_up,
    joining,
    fronted,
    counted,
    there_already,
    fitting,
    looked_first,
    asked_first,
    another_condition,
    having_done,
    own_verb,
    first_of_all,
    one_place,
    placed_inside,
    denied,
    kept,
    remaining,
    table_told,
)


def reworded(words: Words, reader: SentenceReader) -> Words:
    """The words, with what some of them mean together said as one order, condition or order in time."""
    return applied(_REWORDINGS, words, reader)
