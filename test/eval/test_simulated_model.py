# SPDX-License-Identifier: Apache-2.0
"""What the simulated model knows, how it goes wrong, and that a strategy cannot distinguish it from another server."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Holds, InOrder, Not
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal, SkillCall
from makedo_eval.simulated_model.corruption import REFUSAL, Corruption, corrupted, corrupted_text
from makedo_eval.simulated_model.model import SimulatedModel, UnansweredError
from makedo_eval.simulated_model.problem_text import problem_text
from makedo_eval.simulated_model.question import read_question
from makedo_eval.simulated_model.server import SimulatedServer
from makedo_eval.simulated_model.truth import chosen
from makedo_eval.variants import EVERY
from makedo_llm.chat import Message, Prompt, Role
from makedo_llm.client import LiteLlm
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits
from makedo_llm.templates import fenced, fixed_text
from planner_node.llm.templates import FOLDER, render
from planner_node.pddl.reading.reader import read_domain
from planner_node.strategies.parts import Parts
from planner_node.strategies.reality import CatalogueReality
from planner_node.strategies.registry import make_strategy
from planner_node.strategies.statement import read_statement
from planner_node.task import PlanningTask
from support.words import Words

APPLES = "Bring two apples to table_2"
_ON = Literal("on", ("apple_1", "table_2"))


def question(kind: str, **blocks: str) -> Prompt:
    rules = render("context_matters_rules", blocks=", ".join(blocks))
    data = "\n\n".join(fenced(name, text) for name, text in blocks.items())
    values = {"stage": "stay"} if kind in ("problem", "rewrite") else {}
    system = render(f"context_matters_{kind}_system", rules=rules, **values)
    return Prompt(system, render(f"context_matters_{kind}_user", data=data))


@pytest.mark.parametrize("kind", ["problem", "analysis", "rewrite", "shift", "relax", "domain"])
def test_a_prompt_is_recognised_by_its_own_words_and_its_data_is_read(kind):
    found = read_question(question(kind, goal="a < b & <c>", scene="x\ny").messages)
    assert found.kind == f"context_matters_{kind}"
    assert found.blocks == {"goal": "a < b & <c>", "scene": "x\ny"}


def test_later_turns_are_about_the_same_question():
    first = question("problem", goal="one").messages
    later = (*first, Message(Role.ASSISTANT, "nonsense"), Message(Role.USER, "that was no PDDL"))
    assert read_question(later).kind == "context_matters_problem"
    assert read_question(later).blocks == {"goal": "one"}


def test_other_prompts_are_not_recognised():
    assert read_question(Prompt("You are a helpful assistant.", "Hello").messages) is None


def test_every_system_prompt_has_words_of_its_own():
    fixed = {path.name: fixed_text(path) for path in FOLDER.glob("*_system.txt")}
    assert all(fixed.values())
    assert len(set(fixed.values())) == len(fixed)


def test_fixed_text_leaves_out_what_is_filled_in(tmp_path):
    (tmp_path / "prompt.txt").write_text("# for people\n$rules\n\nPay ${sum} or $$5.\n$more")
    assert fixed_text(tmp_path / "prompt.txt") == ("Pay", "or $5.")


def test_the_truth_is_the_goal_and_a_plan_for_it(truth):
    known = truth(APPLES)
    assert known.asked == known.wanted == (_ON, Literal("on", ("apple_2", "table_2")))
    assert known.calls[:2] == (SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("apple_1", "table_1")))
    assert truth("Bring the unicorn to table_2") is None


def test_the_truth_tells_what_was_asked_from_what_can_be_had(truth):
    known = truth("Bring 3 apples to table_2")
    assert known.relaxations[0].kind is RelaxationKind.LOWER_COUNT
    assert len(known.wanted) == 2


def test_a_goal_with_choices_becomes_facts_that_hold_first():
    there = Literal("on", ("b", "t"))
    either = AnyOf((Holds(_ON), Holds(there)))
    some_of = AtLeast(2, ("a", "b", "c"), Literal("on", ("?object", "t")))
    assert chosen(either, {there}) == (there,)
    assert chosen(either, ()) == (_ON,)
    assert chosen(some_of, {there})[0] == there and len(chosen(some_of, ())) == 2
    assert chosen(Not(Holds(_ON)), ()) == (~_ON,)
    assert chosen(InOrder((Holds(there), AllOf((Holds(_ON), Not(Not(Holds(_ON))))))), ()) == (_ON,)
    assert chosen(Not(AtLeast(1, ("a",), _ON)), ()) == ()


@pytest.mark.parametrize("corruption", list(Corruption))
@given(seed=some.integers(0, 30))
def test_every_corruption_makes_something_wrong(truth, corruption, seed):
    known, text = truth(APPLES), "(define (problem p))"
    wrong = corrupted(known, corruption, Random(seed))
    assert wrong != known or corrupted_text(text, corruption, Random(seed)) != text


def test_a_missing_thing_is_in_neither_goal_nor_plan(truth):
    wrong = corrupted(truth(APPLES), Corruption.MISSING_OBJECT, Random(0))
    (left,) = wrong.wanted
    assert {c.arguments[0] for c in wrong.calls if c.skill == "pick_up"} == {left.terms[0]}


def test_a_hallucinated_thing_is_not_in_the_scene(truth, home):
    wrong = corrupted(truth(APPLES), Corruption.HALLUCINATED_OBJECT, Random(0))
    named = {t for x in wrong.wanted for t in x.terms} | {a for c in wrong.calls for a in c.arguments}
    (made_up,) = (n for n in named if n not in home)
    assert made_up.startswith("apple_")


def test_a_wrong_predicate_is_wrong_in_the_goal_and_in_the_steps(truth):
    wrong = corrupted(truth(APPLES), Corruption.WRONG_PREDICATE, Random(0))
    assert sorted(x.predicate for x in wrong.wanted) == ["inside", "on"]
    assert sum(c.skill == "put_inside" for c in wrong.calls) == 1
    opened = truth("open the fridge")
    assert corrupted(opened, Corruption.WRONG_PREDICATE, Random(0)) is opened


def test_a_wrong_order_has_the_same_steps(truth):
    known = truth(APPLES)
    wrong = corrupted(known, Corruption.WRONG_ORDER, Random(0))
    assert wrong.calls != known.calls and sorted(map(str, wrong.calls)) == sorted(map(str, known.calls))
    alone = replace(known, calls=known.calls[:1])
    assert corrupted(alone, Corruption.WRONG_ORDER, Random(0)) is alone


def test_a_stale_memory_has_a_thing_where_it_is_not(truth, home):
    known = truth(APPLES)
    wrong = corrupted(known, Corruption.STALE_MEMORY, Random(0))
    moved = [i for i in ("apple_1", "apple_2") if wrong.graph.support(i) != home.support(i)]
    assert len(moved) == 1
    assert wrong.calls != known.calls and wrong.wanted == known.wanted
    opened = truth("open the fridge")
    assert corrupted(opened, Corruption.STALE_MEMORY, Random(0)) is opened


def test_a_problem_can_be_read_and_begins_as_the_scene_is(truth, home):
    known = truth(APPLES)
    reality = CatalogueReality(home)
    statement = read_statement(problem_text(known, known.wanted), reality.domain, reality.predicates)
    assert statement.wanted == known.wanted
    assert statement.facts <= reality.facts(statement)
    stale = corrupted(known, Corruption.STALE_MEMORY, Random(0))
    wrong = read_statement(problem_text(stale, stale.wanted), reality.domain, reality.predicates)
    assert not wrong.facts <= reality.facts(wrong)


def test_the_same_seed_and_task_give_the_same_answers_whatever_came_before(truth):
    one, other = SimulatedModel(0.5, 3), SimulatedModel(0.5, 3)
    messages = question("problem", goal="apples").messages
    one.begin("another task", truth("open the fridge"))
    one.answer(messages)
    answers = []
    for model in (one, other):
        model.begin("apples", truth(APPLES))
        answers.append([model.answer(messages) for _ in range(20)])
    assert answers[0] == answers[1]
    assert len(set(answers[0])) > 1
    assert {s.corruption for s in other.said} > {None}


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_the_rate_is_the_share_of_wrong_answers(truth, rate):
    model = SimulatedModel(rate)
    model.begin("apples", truth(APPLES))
    for _ in range(20):
        model.answer(question("problem", goal="apples").messages)
    assert sum(s.corruption is not None for s in model.said) == 20 * rate


def test_only_the_chosen_corruptions_occur(truth):
    model = SimulatedModel(1.0, corruptions=(Corruption.REFUSAL,))
    model.begin("apples", truth(APPLES))
    assert model.answer(question("problem", goal="apples").messages) == REFUSAL


def test_a_question_that_leaves_no_room_for_a_mistake_is_answered_rightly(truth):
    model = SimulatedModel(1.0, corruptions=(Corruption.WRONG_ORDER,))
    model.begin("fridge", truth("open the fridge"))
    model.answer(question("problem", goal="fridge").messages)
    assert [s.corruption for s in model.said] == [None]


def test_what_cannot_be_solved_is_refused():
    model = SimulatedModel()
    model.begin("unicorn", None)
    assert model.answer(question("problem", goal="unicorn").messages) == REFUSAL


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_is_a_share(rate, words: Words):
    with pytest.raises(UnansweredError) as raised:
        SimulatedModel(rate)
    words(str(raised.value))


def test_unknown_questions_are_no_silent_guess(words: Words):
    model = SimulatedModel(answerers={})
    with pytest.raises(UnansweredError) as raised:
        model.answer(Prompt("Hello", "there").messages)
    words(str(raised.value))
    with pytest.raises(UnansweredError) as raised:
        model.answer(question("shift").messages)
    words(str(raised.value))


@pytest.mark.parametrize("instruction", [APPLES, "Bring 3 apples to table_2", "Put cup_1 inside fridge_1"])
def test_a_strategy_plans_with_right_answers_over_http(litellm, engine, home, truth, instruction):
    with SimulatedServer(SimulatedModel()) as server:
        ladder = Ladder((server.spec,), LiteLlm({}, Random(0)), Limits(), 1)
        server.model.begin(instruction, truth(instruction))
        result = make_strategy("relaxation:proposer=llm", Parts(engine, ladder)).plan(PlanningTask(instruction, home))
        kinds = [s.kind for s in server.model.said]
    assert result.outcome.ok, result.outcome
    assert "language model wrote" in result.explanation or "language model proposed" in result.explanation, kinds


@pytest.mark.parametrize("name", ["llm_as_planner", "llm_p"])
def test_a_baseline_plans_with_right_answers_and_not_with_wrong_ones(litellm, engine, home, truth, name):
    outcomes = []
    for model in (SimulatedModel(), SimulatedModel(1.0, corruptions=(Corruption.HALLUCINATED_OBJECT,))):
        with SimulatedServer(model) as server:
            model.begin("apples", truth(APPLES))
            ladder = Ladder((server.spec,), LiteLlm({}, Random(0)), Limits(), 1)
            strategy = make_strategy(name, Parts(engine, ladder), EVERY)
            outcomes.append(strategy.plan(PlanningTask(APPLES, home)).outcome.ok)
    assert outcomes == [True, False]


def test_a_generated_domain_is_the_robots_own(truth):
    model = SimulatedModel()
    model.begin("apples", truth(APPLES))
    actions = "(define (domain robot) (:predicates (p)))"
    assert read_domain(model.answer(question("domain", actions=actions).messages)).value.name == "robot"


def test_what_is_no_conversation_is_answered_with_an_error(litellm):
    with SimulatedServer(SimulatedModel()) as server:
        base = server.spec.api_base
        for path, body, status, words in (
            ("/chat/completions", b"{", 400, "not a conversation"),
            ("/chat/completions", b'{"messages": [{"role": "king", "content": ""}]}', 400, "not a conversation"),
            ("/chat/completions", json.dumps({"messages": []}).encode(), 400, "of an unknown kind"),
            ("/models", b"{}", 404, "POST conversations to /chat/completions"),
        ):
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(f"{base}{path}", body, timeout=10)
            assert caught.value.code == status
            assert words in json.load(caught.value)["error"]["message"]


def test_content_in_parts_is_read_as_one_text(truth):
    server = SimulatedServer(SimulatedModel())
    server.model.begin("apples", truth(APPLES))
    prompt = question("problem", goal="apples")
    parts = [{"type": "text", "text": prompt.user[:5]}, {"type": "text", "text": prompt.user[5:]}]
    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": parts}]
    answer = server.completion(json.dumps({"messages": messages}).encode())
    assert answer["choices"][0]["message"]["content"].startswith("(define (problem")
    assert answer["usage"]["total_tokens"] > 100
    server._server.server_close()


def test_the_robot_is_nothing_that_a_problem_declares(truth):
    known = truth(APPLES)
    assert f"{AGENT_ID} -" not in problem_text(known, known.wanted)
