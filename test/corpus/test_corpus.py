# SPDX-License-Identifier: Apache-2.0
"""The corpus of sentences: it can be read, its judge tells right from wrong, and the planner holds a floor on it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from makedo_core.account import Account, ClaimKind, PlanClaim
from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Holds, all_of
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.skills import Literal, Predicate, SkillCall
from makedo_eval.case import DatasetError
from makedo_eval.datasets.registry import load_dataset
from makedo_eval.sentences.__main__ import main, run, table
from makedo_eval.sentences.corpus import Half, RewordingSet, SentenceCase, corpus, rewordings, scene
from makedo_eval.sentences.expectation import check
from makedo_eval.sentences.judge import BAD, GOOD, Mark, Marking, judged, offer, taken_up
from planner_node.assembly import Choices, assemble
from planner_node.language.kinds import Asking
from planner_node.language.questions.answer import SceneAnswer, Sighting
from planner_node.language.request import SceneQuestion
from planner_node.task import PlanningTask, Result

FLOOR = yaml.safe_load((Path(__file__).parent / "floor.yaml").read_text())
EXACT = Account()


@pytest.mark.slow
def test_planner_holds_the_floor_on_the_develop_half() -> None:
    cases = [case for case in corpus() if case.half is Half.DEVELOP]
    results = list(run(cases, assemble(Choices(), environ={}).plan))
    bad = {case.id for case, _, judgement in results if judgement.verdict in BAD}
    good = sum(judgement.verdict in GOOD for _, _, judgement in results) / len(results)
    assert bad <= set(FLOOR["known_bad"])
    assert good >= FLOOR["good"], table(results)


def test_every_case_names_what_its_scene_has() -> None:
    for case in corpus():
        graph = scene(case.scene)
        for line in (line for ends in case.ends for line in ends):
            check(line, graph)
        assert {*case.may, *(case.asks or ())} <= set(graph.nodes), case.id


def test_ids_differ_and_both_halves_have_each_mechanism() -> None:
    cases = corpus()
    assert len({case.id for case in cases}) == len(cases)
    assert len({(case.scene, case.said) for case in cases}) == len(cases)
    mechanisms = {half: {case.mechanism for case in cases if case.half is half} for half in Half}
    assert mechanisms[Half.DEVELOP] == mechanisms[Half.HELD]


def test_rewordings_are_other_words_for_what_is_right_of_a_sentence() -> None:
    others, known = rewordings(), {case.id: case for case in corpus()}
    assert len({case.id for case in others}) == len(others) >= 900
    for other in others:
        said = known[other.id.partition("/")[0]]
        assert said.half is Half.DEVELOP  # of the held half nobody has seen more than counts
        assert (other.ends, other.scene, other.answers) == (said.ends, said.scene, said.answers)
        assert other.said != said.said
    parts = {half: {case.id.partition("/")[0] for case in others if case.half is half} for half in Half}
    assert all(parts.values())
    assert not parts[Half.DEVELOP] & parts[Half.HELD]


@pytest.mark.parametrize(("of", "number"), [(RewordingSet.HARDER, 300), (RewordingSet.PLAINER, 260)])
def test_later_rewordings_have_halves_of_their_own(of: RewordingSet, number: int) -> None:
    others, known = rewordings(of), {case.id: case for case in corpus()}
    assert len({case.id for case in others}) == len(others) == number
    assert all(known[other.id.partition("/")[0]].half is Half.DEVELOP for other in others)
    parts = {half: sum(case.half is half for case in others) for half in Half}
    assert min(parts.values()) > number * 2 // 5
    assert not {case.id for case in others} & {case.id for case in rewordings()}


def test_a_line_that_says_nothing_is_refused() -> None:
    with pytest.raises(DatasetError):
        check("upon apple_1 table_3", scene("dining"))
    with pytest.raises(DatasetError):
        check("on unicorn_1 table_3", scene("dining"))


APPLE_ON_TABLE = (
    SkillCall("go_to", ("counter_1",)),
    SkillCall("pick_up", ("apple_1", "counter_1")),
    SkillCall("go_to", ("table_3",)),
    SkillCall("put_on", ("apple_1", "table_3")),
)


DOUBT = Account((PlanClaim(ClaimKind.UNUSED, "quickly"),))


def planned(*calls: SkillCall, account: Account = EXACT, changes: tuple[Relaxation, ...] = ()) -> Result:
    goal = all_of((Holds(Literal(Predicate.ON, ("apple_1", "table_3"))),))
    return Result(Outcome(), Plan("", goal, calls, 0, changes), account=account)


def asked(*ends: str, **more: object) -> SentenceCase:
    return SentenceCase("own_01", "own", "dining", "...", ends=(ends,) if ends else (), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ends",
    [
        "on apple_1 table_3",
        "at apple_1 table_3",
        "in apple_1 fridge_1 or on apple_1 table_3",
        "1 of apple at table_3",
        "1+ of apple|pear on table_3",
        "2- of apple_1|apple_2 at table_3",
        "room apple_1 dining_room",
    ],
)
def test_an_end_that_is_as_it_should_be_is_right(ends: str) -> None:
    assert judged(asked(ends), planned(*APPLE_ON_TABLE)).verdict is Mark.RIGHT


def test_what_was_so_on_the_way_is_told_from_the_end() -> None:
    case = asked(
        "was holding apple_1", "not holding apple_1", "robot dining_room", "near table_3", "on apple_1 table_3"
    )
    assert judged(case, planned(*APPLE_ON_TABLE)).verdict is Mark.RIGHT


def test_a_wrong_end_that_is_called_exact_is_a_false_claim() -> None:
    assert judged(asked("on apple_2 table_3"), planned(*APPLE_ON_TABLE)).verdict is Mark.FALSE_EXACT


def test_a_wrong_end_without_a_claim_is_a_wrong_plan() -> None:
    result = planned(*APPLE_ON_TABLE, account=DOUBT)
    assert judged(asked("on apple_2 table_3"), result).verdict is Mark.WRONG


def test_what_nobody_spoke_of_must_stay() -> None:
    more = (SkillCall("go_to", ("fridge_1",)), SkillCall("open", ("fridge_1",)))
    judgement = judged(asked("on apple_1 table_3"), planned(*APPLE_ON_TABLE, *more, account=DOUBT))
    assert judgement.verdict is Mark.WRONG
    assert "fridge_1" in judgement.note
    may = asked("on apple_1 table_3", may=frozenset({"fridge_1"}))
    assert judged(may, planned(*APPLE_ON_TABLE, *more)).verdict is Mark.RIGHT


def test_a_right_end_that_must_not_be_called_exact() -> None:
    case = asked("on apple_1 table_3", never_exact=True)
    assert judged(case, planned(*APPLE_ON_TABLE)).verdict is Mark.FALSE_EXACT
    assert judged(case, planned(*APPLE_ON_TABLE, account=DOUBT)).verdict is Mark.RIGHT


def test_doing_openly_less_is_partial() -> None:
    change = Relaxation(RelaxationKind.DROP, "the pear", "", ("there is none",), 1.0)
    result = planned(*APPLE_ON_TABLE, account=DOUBT, changes=(change,))
    assert judged(asked("on apple_1+pear_1 table_3"), result).verdict is Mark.PARTIAL


def test_leaving_out_what_is_openly_in_doubt_is_partial_but_not_putting_things_elsewhere() -> None:
    result = planned(*APPLE_ON_TABLE, account=DOUBT)
    assert judged(asked("on apple_1+pear_1 table_3"), result).verdict is Mark.PARTIAL
    assert judged(asked("on apple_1+pear_1 table_2"), result).verdict is Mark.WRONG


def test_a_step_that_cannot_be_made_is_wrong() -> None:
    assert judged(asked("on apple_1 table_3"), planned(*APPLE_ON_TABLE[1:], account=DOUBT)).verdict is Mark.WRONG


def refusal(cause: FailureCause, *candidates: str) -> Result:
    return Result(Outcome(cause, "no"), candidates=candidates)


def test_a_question_must_offer_what_was_meant() -> None:
    case = asked(asks=frozenset({"table_2", "table_3"}))
    offered = refusal(FailureCause.AMBIGUOUS, "table_1", "table 2", "table_3")
    assert judged(case, offered).verdict is Mark.QUESTION
    assert judged(case, refusal(FailureCause.AMBIGUOUS, "table_1")).verdict is Mark.REFUSED
    assert judged(asked("on apple_1 table_3"), offered).verdict is Mark.REFUSED


def test_a_refusal_is_right_by_its_cause() -> None:
    case = asked(refuses=frozenset({FailureCause.NOT_CAPABLE}))
    assert judged(case, refusal(FailureCause.NOT_CAPABLE)).verdict is Mark.RIGHT
    assert judged(case, refusal(FailureCause.NOT_UNDERSTOOD)).verdict is Mark.REFUSED
    assert judged(case, planned(*APPLE_ON_TABLE, account=DOUBT)).verdict is Mark.WRONG


def sighted(*sightings: Sighting, asking: Asking = Asking.WHAT) -> Result:
    found = SceneAnswer(SceneQuestion(asking, "?"), sightings)
    return Result(Outcome(), Plan("", all_of(()), (), 0), answers=(found,))


APPLES = (Sighting("apple_1", "counter_1", "kitchen"), Sighting("apple_2", "counter_1", "kitchen"))


@pytest.mark.parametrize(
    ("expected", "verdict"),
    [
        (("apple_1", "apple_2"), Mark.RIGHT),
        (("apple_1", "?apple_2"), Mark.RIGHT),
        (("apple_1|pear_1", "apple_2"), Mark.RIGHT),
        (("counter_1",), Mark.RIGHT),
        (("kitchen|dining_room",), Mark.RIGHT),
        (("2",), Mark.RIGHT),
        (("apple_1",), Mark.WRONG),
        (("apple_1", "apple_2", "pear_1"), Mark.WRONG),
        (("3",), Mark.WRONG),
        (("table_3",), Mark.WRONG),
    ],
)
def test_an_answer_tells_all_that_is_expected_and_of_nothing_else(expected: tuple[str, ...], verdict: Mark) -> None:
    assert judged(asked(answers=expected), sighted(*APPLES)).verdict is verdict


def test_of_an_answer_to_which_is_the_most_the_first_counts() -> None:
    result = sighted(*APPLES, asking=Asking.MOST)
    assert judged(asked(answers=("apple_1",)), result).verdict is Mark.RIGHT
    assert judged(asked(answers=("apple_2",)), result).verdict is Mark.WRONG


def test_the_held_half_is_shown_as_counts_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--half", "held", "--mechanism", "swap", "--failures"]) == 0
    shown = capsys.readouterr().out
    assert len(shown.splitlines()) == 4
    assert "swap" not in shown


def test_it_is_a_data_set_of_the_evaluation() -> None:
    names = {case.id for case in load_dataset("sentences", None, None).cases}  # type: ignore[arg-type]
    assert names == {case.id for case in corpus() if case.half is Half.DEVELOP}


def test_orders_that_are_offered_count_by_what_comes_of_a_yes() -> None:
    (case,) = (c for c in corpus() if c.id == "each_03")
    plan = assemble(Choices(), environ={}).plan
    refused = plan(PlanningTask("zorb", scene(case.scene)))
    assert offer(refused) == ""
    unread = Marking(Mark.REFUSED)
    meant = plan(PlanningTask("bring a spoon to every table", scene(case.scene)))
    other = plan(PlanningTask("bring a spoon to table 1", scene(case.scene)))
    assert (taken_up(case, meant, unread).verdict, taken_up(case, meant, unread).offers) == (Mark.QUESTION, True)
    assert taken_up(case, other, unread).verdict is Mark.REFUSED
