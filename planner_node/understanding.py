# SPDX-License-Identifier: Apache-2.0
"""From a task to what it demands of its scene: by the grammar, a goal that is given, or another reader."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from makedo_core.conversation.question import QuestionKind, question_about, question_whether
from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Goal, Holds, InOrder, conjuncts, literals
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import Memberships, Ontology
from makedo_core.ontology.similarity import Similarity
from makedo_core.ontology.wordnet import suggest
from makedo_core.skills import Predicate
from makedo_llm.ladder import NoModel
from planner_node.answering.asker import asked
from planner_node.answering.people import without_skill
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.claims.asking import doubt
from planner_node.claims.groups import Groups
from planner_node.claims.leaving_out import proposed_without, which_is_meant
from planner_node.claims.proposing import proposed, with_an_example
from planner_node.claims.taking import taken_as_meant
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.ruled_out import ruled_out
from planner_node.contract.choosing import with_choices
from planner_node.grounding.demand import Demand
from planner_node.grounding.formula.given_goal import demands_of
from planner_node.grounding.ground import ground
from planner_node.grounding.meaning.resolving import resolved
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import (
    KnownPieces,
    ShortenedOrders,
    check_text,
    gist_known,
    interpret,
    pieces_known,
    with_known_verbs,
    with_looks_for_verbs,
    without_some_words,
)
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.questions.unknowable import not_answered, only_asks, unknowable
from planner_node.language.reading.cursor import words_of
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Request
from planner_node.llm.said_back.second_reading import second_reading
from planner_node.relaxation.explored import asked_goal
from planner_node.relaxation.stated import stated
from planner_node.task import PlanningTask, Stage, model_time_s, report

Interpreter = Callable[[str, SceneGraph, Callable[[], bool], float], "str | NoModel | None"]
"""Says an instruction again in plain orders for a scene, unless it is cancelled, in so much time [s]."""
_NOT_TO_BE_DONE = frozenset({FailureCause.NOT_CAPABLE, FailureCause.OBJECT_NOT_FOUND})
"""Refusals behind which there may be another reading, that nothing is wrong with."""
_NOT_UNDERSTOOD = frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})


@dataclass(frozen=True, slots=True)
class Understanding:
    """Reads tasks.

    Attributes:
        ontology: classes of things.
        memberships: which labels belong to which of them.
        asks: whether there is somebody to ask, unless a task says so itself.
        interpreter: asked where the grammar does not understand; None as its answer: it does not know either.
        similarity: for the scene, which hands it to what chooses between equals.
        book: words and what they stand for; None: ours alone.
    """

    ontology: Ontology
    memberships: Memberships
    asks: bool = True
    interpreter: Interpreter | None = None
    similarity: Similarity | None = None
    book: Phrasebook | None = None

    def demands(self, task: PlanningTask, pursued: Goal | None) -> tuple[Scene, tuple[Demand, ...]] | Refusal:
        """What is asked: by the instruction; by the goal where that only names it, or leaves something open."""
        already = {t for literal in literals(pursued) for t in literal.terms} if pursued else set()
        in_the_end = pursued.parts[-1] if isinstance(pursued, InOrder) and pursued.parts else pursued
        to_close = frozenset(
            part.literal.terms[0]
            for part in (conjuncts(in_the_end) if in_the_end else ())
            if isinstance(part, Holds) and part.literal.predicate is Predicate.CLOSED and not part.literal.negated
        )
        backend = None if task.domain is None else DomainBackend(task.domain, task.graph, self.ontology)
        asks = self.asks if task.asks is None else task.asks
        report(task, Stage.INTERPRETING)
        if not pursued and not task.graph.of_kind(NodeKind.ASSET):
            wrong = check_text(task.instruction)
            return wrong or Refusal(
                FailureCause.INVALID_GRAPH, "The scene graph has no furniture; nothing can be done."
            )
        scene = Scene(
            task.graph,
            self.ontology,
            task.known_failures,
            already,
            to_close,
            backend,
            asks,
            self.similarity,
            book=self.book,
            habits=task.habits,
        )
        found = self._demands(task, pursued, scene, asks)
        if not isinstance(found, Refusal) or not asks or pursued is not None:
            return found
        found = self._or_looks(found, task, scene)
        plainly = found.gap is None and found.cause in _NOT_TO_BE_DONE | {FailureCause.UNKNOWN_PLACE}
        if plainly or self._leads_nowhere(found, task):
            found = self._by_its_gist(found, task, scene, is_plain=True)
        if found.gap is None and found.cause in _NOT_TO_BE_DONE and self.interpreter is not None:
            found = self._or_by_model(found, self.interpreter, task, scene)
        found = self._if_answers_are_read(found, task)
        unread = found.gap is None and found.cause is FailureCause.NOT_UNDERSTOOD
        if unread and only_asks(words_of(task.instruction), self.book or load_phrasebook()):
            found = replace(found, message=not_answered(task.instruction))
        return found

    def _demands(
        self, task: PlanningTask, pursued: Goal | None, scene: Scene, asks: bool
    ) -> tuple[Scene, tuple[Demand, ...]] | Refusal:
        """What is asked in a scene, with or without somebody to ask."""
        request = self._understood(task, scene, pursued is not None)
        if isinstance(request, Request) and pursued is None:
            request = stated(request, scene, self.book, asked)
        decided = pursued is not None and isinstance(request, Request) and request.is_open
        scene = scene if isinstance(request, Refusal) else scene.about(request)
        if isinstance(request, Request) and not decided:  # what was decided once is not decided again half-way
            report(task, Stage.GROUNDING)
            if (unskilled := without_skill(request)) is not None:
                return unskilled
            request = resolved(request, scene)
            if isinstance(request, Refusal):
                return self._of_the_goal(request, task, pursued, scene)
            scene = scene.about(request)
            if (barred := ruled_out(request, scene)) is not None:
                return barred
            demands = ground(request, scene, self.book, asked)
            if asks and pursued is None and not isinstance(demands, Refusal):
                groups = Groups(scene, self.memberships, word_lists())
                demands = doubt(request, groups) or demands
            if not isinstance(demands, Refusal):
                demands = with_choices(demands, task.choices, scene)
            impossible = isinstance(demands, Refusal) and demands.cause is FailureCause.INVALID_CHOICE
            if pursued is None or not impossible:  # half-way the goal has the choice in it, and less of it is done
                if isinstance(demands, Refusal):
                    return self._of_the_goal(demands, task, pursued, scene)
                return scene, demands
        if pursued is None:
            assert isinstance(request, Refusal)
            return request
        from_goal = demands_of(pursued, task.graph, self.ontology, scene.backend.excludes)
        return from_goal if isinstance(from_goal, Refusal) else (scene, from_goal)

    def _of_the_goal(
        self, refusal: Refusal, task: PlanningTask, pursued: Goal | None, scene: Scene
    ) -> tuple[Scene, tuple[Demand, ...]] | Refusal:
        """What a goal demands that was given with words that leave something open or seem impossible; else why not."""
        if pursued is None or refusal.cause not in (FailureCause.NOT_CAPABLE, FailureCause.AMBIGUOUS):
            return refusal
        found = demands_of(pursued, task.graph, self.ontology, scene.backend.excludes)
        return refusal if isinstance(found, Refusal) else (scene, found)

    def _or_looks(self, refusal: Refusal, task: PlanningTask, scene: Scene) -> Refusal:
        """The refusal, with the question whether a verb says how things look: "clean plates on table 2"."""
        if refusal.gap is not None or refusal.cause not in _NOT_TO_BE_DONE:
            return refusal
        book = self.book or load_phrasebook()
        orders = with_looks_for_verbs(task.instruction, self.ontology, task.graph, book, task.habits)
        meant = self._meaning(self._orders(orders, task, book), scene) if orders else None
        if meant is None or isinstance(meant, Refusal):
            return refusal
        message = f"{refusal.message} Do you mean: '{orders}'?"
        return replace(refusal, message=message, gap=Gap(QuestionKind.WHETHER, task.instruction.strip(), orders))

    def _leads_nowhere(self, refusal: Refusal, task: PlanningTask) -> bool:
        """Whether it is asked which of several things is meant, and the grammar could read none of the answers."""
        gap = refusal.gap
        if refusal.cause is not FailureCause.AMBIGUOUS or gap is None or gap.tells:
            return False
        if gap.kind is not QuestionKind.WHICH:
            return False
        question = question_about(gap.kind, "", task.instruction, gap.about, refusal.candidates)
        options = question.options if question is not None else ()
        book = self.book or load_phrasebook()
        read = (self._orders(option.instruction, task, book) for option in options)
        return all(isinstance(request, Refusal) and request.cause in _NOT_UNDERSTOOD for request in read)

    def _if_answers_are_read(self, refusal: Refusal, task: PlanningTask) -> Refusal:
        """The refusal without the question whether something is meant, where the grammar could not read the answer."""
        gap, book = refusal.gap, self.book or load_phrasebook()
        if gap is None or gap.kind is not QuestionKind.WHETHER or task.goal:
            return refusal
        question = question_whether(refusal.message, task.instruction, gap.about, gap.yes, gap.no)
        read = [self._orders(o.instruction, task, book) for o in question.options] if question is not None else []
        if not any(isinstance(request, Refusal) and request.cause in _NOT_UNDERSTOOD for request in read):
            return refusal
        told, stop, _ = refusal.message.rpartition(". ")
        return replace(refusal, message=f"{told}." if stop else refusal.message, gap=None)

    def _understood(self, task: PlanningTask, scene: Scene, is_pursued: bool) -> Request | Refusal:
        """What the grammar makes of an instruction; where it understands pieces only, they; else what a model reads.

        What is pursued already was read before, so nobody is asked again.
        """
        request = interpret(task.instruction, self.ontology, task.graph, self.book, task.habits)
        if isinstance(request, Refusal):
            request = self._likened(request, task.graph)
        if not isinstance(request, Refusal) or request.cause not in _NOT_UNDERSTOOD:
            return request
        if request.gap is not None:
            return request
        book, said = self.book or load_phrasebook(), words_of(task.instruction)
        if (untold := unknowable(said, book)) is not None:
            return untold
        request = self._in_pieces(request, task, scene)
        if isinstance(request, Refusal) and request.gap is None and not is_pursued and self.interpreter is not None:
            read = self._by_model(request, self.interpreter, task, scene)
            if read is not None:
                return read
        if isinstance(request, Request) or is_pursued or not scene.asks:
            return request
        if request.gap is None and self.interpreter is not None:
            request = self._guessed(request, task, scene)
        return self._without_some_words(request, task, scene)

    def _by_model(self, refusal: Refusal, interpreter: Interpreter, task: PlanningTask, scene: Scene) -> Refusal | None:
        """The question whether what a model makes of it is meant, or why not; None: it does not know either."""
        most_s = model_time_s(task.time_limit_s) if task.time_limit_s else math.inf
        orders = interpreter(task.instruction, task.graph, task.cancelled, most_s)
        if orders is None:
            return None
        book = self.book or load_phrasebook()
        groups = Groups(scene, self.memberships, word_lists())
        read = partial(interpret, ontology=self.ontology, graph=task.graph, book=book, habits=task.habits)
        meaning = partial(self._meaning, scene=scene)
        return second_reading(refusal, task.instruction, orders, groups, book, read, meaning)

    def _or_by_model(self, refusal: Refusal, interpreter: Interpreter, task: PlanningTask, scene: Scene) -> Refusal:
        """The refusal of what was understood, with the question whether a model's orders are meant that can be done."""
        read = interpret(task.instruction, self.ontology, task.graph, self.book, task.habits)
        if isinstance(read, Refusal) and read.cause in _NOT_UNDERSTOOD:
            return refusal  # a model was asked before
        other = self._by_model(refusal, interpreter, task, scene)
        if other is None or other.gap is None:
            return refusal
        if isinstance(self._demands(replace(task, instruction=other.gap.yes), None, scene, scene.asks), Refusal):
            return refusal
        _, _, asked_of = other.message.partition(". ")
        return replace(refusal, message=f"{refusal.message} {asked_of}", gap=other.gap)

    def _in_pieces(self, refusal: Refusal, task: PlanningTask, scene: Scene) -> Request | Refusal:
        """What its pieces come to, or the question whether they or its gist are meant; else how it could be said."""
        book = self.book or load_phrasebook()
        pieces = pieces_known(task.instruction, self.ontology, task.graph, book, task.habits)
        read = self._orders(pieces.orders, task, book) if pieces.orders else None
        meant = self._meaning(read, scene) if isinstance(read, Request) else None
        if isinstance(meant, Refusal) and scene.asks and _is_asked_of(meant, task.instruction):
            return meant  # with the answer in its place the pieces are asked about
        is_read = isinstance(read, Request) and meant is not None and not isinstance(meant, Refusal)
        groups = Groups(scene, self.memberships, word_lists())
        if isinstance(read, Request) and is_read:
            read = replace(read, instruction=task.instruction)
            taken = taken_as_meant(read, pieces, groups, book)
            others = (self._meaning(self._orders(other, task, book), scene) for other in pieces.rivals)
            if taken is not None and all(o is None or isinstance(o, Refusal) or o == meant for o in others):
                return taken
        if scene.asks and self.interpreter is None:
            refusal = self._guessed(refusal, task, scene)
        if isinstance(read, Request) and is_read and scene.asks and refusal.gap is None:
            refusal = proposed(refusal, pieces, read, groups, book)
        if refusal.gap is None and scene.asks and pieces.example:
            refusal = self._example_meant(refusal, pieces, task, scene)
        return refusal if refusal.gap is not None else with_an_example(refusal, pieces)

    def _example_meant(self, refusal: Refusal, pieces: KnownPieces, task: PlanningTask, scene: Scene) -> Refusal:
        """The refusal, with the question whether the example is meant, where that leaves out nothing that is known."""
        book = self.book or load_phrasebook()
        read = self._orders(pieces.example, task, book)
        if not isinstance(read, Request) or isinstance(self._meaning(read, scene), Refusal | None):
            return refusal
        groups = Groups(scene, self.memberships, word_lists())
        meant = KnownPieces(pieces.example, task.instruction)
        return proposed(refusal, meant, replace(read, instruction=task.instruction), groups, book)

    def _guessed(self, refusal: Refusal, task: PlanningTask, scene: Scene) -> Refusal:
        """The refusal, with the question whether it is meant in other words."""
        guessed = self._by_known_verbs(refusal, task, scene)
        return guessed if guessed.gap is not None else self._by_its_gist(refusal, task, scene)

    def _by_known_verbs(self, refusal: Refusal, task: PlanningTask, scene: Scene) -> Refusal:
        """The refusal, with the question whether it is meant with other verbs in the place of those nobody knows."""
        book = self.book or load_phrasebook()
        others = with_known_verbs(task.instruction, self.ontology, task.graph, book, task.habits)
        for orders, unknown, may_be_open in others:
            read = self._orders(orders, task, book)
            is_read = isinstance(read, Request)
            meant = self._demands(replace(task, instruction=orders), None, scene, scene.asks) if is_read else read
            if isinstance(meant, Refusal) and not _asks_which(meant, or_where=may_be_open):
                continue
            mark = "" if orders.endswith("?") else "?"
            message = f"I do not know the verb '{unknown}'. Do you mean: '{orders}'{mark}"
            gap = Gap(QuestionKind.WHETHER, task.instruction.strip(), orders)
            return replace(refusal, cause=FailureCause.NOT_UNDERSTOOD, message=message, gap=gap)
        return refusal

    def _by_its_gist(self, refusal: Refusal, task: PlanningTask, scene: Scene, is_plain: bool = False) -> Refusal:
        """The refusal, with the question whether its gist is meant, where that leaves out nothing that is known.

        It can be demanded that nothing of the gist has to be asked about, either.
        """
        book = self.book or load_phrasebook()
        orders, left_out = gist_known(task.instruction, self.ontology, task.graph, book, task.habits)
        read = self._orders(orders, task, book) if orders else None
        if not isinstance(read, Request) or isinstance(self._meaning(read, scene), Refusal):
            return refusal
        if is_plain and isinstance(self._demands(replace(task, instruction=orders), None, scene, scene.asks), Refusal):
            return refusal
        instead = {FailureCause.NOT_UNDERSTOOD: "I do not understand all of that. ", FailureCause.AMBIGUOUS: ""}
        why = instead.get(refusal.cause, f"{refusal.message} ")
        named = enumerate_words(f"'{words}'" for words in left_out)
        without = f" I leave out {named}." if left_out else ""
        message = f"{why}Do you mean: '{orders}'{'' if orders.endswith('?') else '?'}{without}"
        gap = Gap(QuestionKind.WHETHER, task.instruction.strip(), orders)
        return replace(refusal, message=message, gap=gap)

    def _without_some_words(self, refusal: Refusal, task: PlanningTask, scene: Scene) -> Refusal:
        """The refusal, with what is asked where the instruction is understood without some of its words."""
        book = self.book or load_phrasebook()
        shorter = self._shortened(task, book)
        for short, read in shorter:
            if (which := which_is_meant(short, read, scene)) is not None:
                return which
        if refusal.gap is not None:
            return refusal
        groups = Groups(scene, self.memberships, word_lists())
        for short, read in shorter:
            if isinstance(self._meaning(read, scene), Refusal | None):
                continue
            proposal = proposed_without(refusal, short, read, groups, book)
            if proposal.gap is not None:
                return proposal
        return refusal

    def _shortened(self, task: PlanningTask, book: Phrasebook) -> tuple[tuple[ShortenedOrders, Request], ...]:
        """What is understood of an instruction without some of its words, those first that are the least loss."""
        ways = without_some_words(task.instruction, self.ontology, task.graph, book, task.habits)
        read = ((short, self._orders(short.orders, task, book)) for short in ways)
        return tuple((s, replace(r, instruction=task.instruction)) for s, r in read if isinstance(r, Request))

    def _orders(self, orders: str, task: PlanningTask, book: Phrasebook) -> Request | Refusal:
        """What the grammar makes of orders in the place of an instruction."""
        return interpret(orders, self.ontology, task.graph, book, task.habits)

    def _meaning(self, request: Request | Refusal, scene: Scene) -> Goal | Refusal | None:
        """The goal of a request, or why the scene refuses it; None where there is nothing to do."""
        if isinstance(request, Request):
            request = stated(request, scene, self.book, asked)
        if isinstance(request, Request):
            request = without_skill(request) or resolved(request, scene)
        if isinstance(request, Refusal):
            return request
        demands = ground(request, scene.about(request), self.book, asked)
        if isinstance(demands, Refusal):
            return demands
        return asked_goal(demands) if demands else None

    def _likened(self, refusal: Refusal, graph: SceneGraph) -> Refusal:
        """With what at hand is like a word that nobody knows, as a question."""
        base = self.memberships.base
        if base is None or not refusal.unknown:
            return refusal
        here = {node.label for node in graph.of_kind(NodeKind.OBJECT)}
        alike = tuple(s.concept for s in suggest(refusal.unknown, here, base))
        if not alike:
            return refusal
        question = f" Is it like {enumerate_words(map(self.ontology.phrase, alike), 'or')}?"
        candidates = tuple(dict.fromkeys((*alike, *refusal.candidates)))
        return replace(refusal, message=refusal.message + question, candidates=candidates)


def _asks_which(refusal: Refusal, *, or_where: bool) -> bool:
    """Whether all that is missing is which thing is meant, or, if that will do, where things go."""
    kinds = {QuestionKind.WHICH, QuestionKind.WHEREABOUTS} | ({QuestionKind.WHERE} if or_where else set())
    return refusal.gap is not None and refusal.gap.kind in kinds


def _is_asked_of(refusal: Refusal, instruction: str) -> bool:
    """Whether it is asked which of several things words of an instruction mean."""
    gap = refusal.gap
    about = gap.about.lower() if gap is not None and gap.kind is QuestionKind.WHICH else ""
    return bool(about) and refusal.cause is FailureCause.AMBIGUOUS and about in instruction.lower()
