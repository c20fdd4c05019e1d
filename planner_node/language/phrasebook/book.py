# SPDX-License-Identifier: Apache-2.0
"""All words and what they stand for, as the parser looks them up."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from makedo_core.goals.goal_text import enumerate_words
from planner_node.language.phrasebook.household import Kit, NamedSetting, Setting
from planner_node.language.phrasebook.need_words import NeedOf, SaidNeed, needs_by_subject
from planner_node.language.phrasebook.sections import FeelingWords, VerbWords
from planner_node.language.phrasebook.sentence_words import AroundPhrases, all_around
from planner_node.language.phrasebook.turn_words import SpeltTurns, spelt_turns
from planner_node.language.phrasebook.word_file import PhrasebookError, Sections
from planner_node.language.things import Dimension
from planner_node.language.words import lexicon
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Said, Verb, gerund

_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrasebook(Sections):
    """The sections of all files, and what is looked up in them.

    Attributes:
        said_verbs: every verb with its "-ing" form.
        gerunds: verbs by their "-ing" form.
        verb_bases: verbs without their "-ing" forms, to be suggested.
        around: phrases around what is asked for that no clause stands for: "I was wondering whether".
        done_by: what was done or what things became, with the verb that does it: "washed", "clean".
        done_at: classes of furniture for what is done somewhere, the most usual first.
        feelings: what somebody wants who feels so.
        needs_of: what is needed, by what is said of whom.
        usual_setting: what a table is set with where nothing else is said.
        occasions: what a table is set with for an occasion.
        courses: what a table is set with for what is eaten or drunk.
        kit_of: what something is made of.
        recalling: small words on where things were.
        superlatives: measures with whether the most comes first, by words: "biggest".
        comparatives: measures with whether more is meant, by words: "bigger".
        question_starts: words that a question may begin with.
        known_words: every word that is no typing error.
        never_read: words that no typing error is corrected towards.
        spelt_turns: ways to say an order, with the plain ones.
        drives: whether the robot that reads it has a base, and may say that it can drive.
    """

    said_verbs: Phrases[Said]
    gerunds: Phrases[str]
    verb_bases: tuple[str, ...]
    around: AroundPhrases
    done_by: Phrases[str]
    done_at: Phrases[tuple[str, ...]]
    feelings: Phrases[FeelingWords]
    needs_of: Mapping[NeedOf, Phrases[SaidNeed]]
    usual_setting: Setting
    occasions: Phrases[Setting]
    courses: Phrases[Setting]
    kit_of: Phrases[Kit]
    recalling: frozenset[str]
    superlatives: Phrases[tuple[Dimension, bool]]
    comparatives: Phrases[tuple[Dimension, bool]]
    question_starts: frozenset[str]
    known_words: frozenset[str]
    never_read: frozenset[str]
    spelt_turns: SpeltTurns
    drives: bool = True


def phrasebook_of(all_of: Sections) -> Phrasebook:
    """The book of merged sections.

    Raises:
        PhrasebookError: if a verb is said to be a synonym of what is no verb, or a machine does what no verb asks for.
    """
    bases = _bases(all_of.verbs)
    _check_machines(all_of)
    usual = all_of.table_settings.usual
    if usual is None:
        raise PhrasebookError("table_settings.usual is missing; expected what a table is set with")
    doubled = all_of.verbs.doubled
    gerunds = {gerund(verb, doubled): verb for verb in bases}
    doing = {form: replace(bases[verb], like=gerund(bases[verb].like, doubled)) for form, verb in gerunds.items()}
    verbs = Phrases({**doing, **bases})
    done_at = _first_counts((d.doing, d.furniture) for d in all_of.places.done_at)
    kits = _first_counts((k.purposes, k) for k in all_of.kits.made_of)
    occasions, courses = _settings(all_of.table_settings.occasions), _settings(all_of.table_settings.courses)
    measures = all_of.adjectives.measures
    superlatives = _first_counts((w, (m.measure, up)) for m in measures for w, up in ((m.most, True), (m.least, False)))
    comparatives = _first_counts((w, (m.measure, up)) for m in measures for w, up in ((m.more, True), (m.less, False)))
    tables: tuple[Phrases[Any], ...] = (verbs, done_at, kits, occasions, courses, superlatives, comparatives)
    destructive = all_of.verbs.destructive
    return Phrasebook(
        **{f.name: getattr(all_of, f.name) for f in fields(all_of)},
        said_verbs=verbs,
        gerunds=Phrases(gerunds),
        verb_bases=tuple(sorted(bases)),
        around=all_around(all_of.sentences, all_of.verbs.belonging, all_of.needs.known),
        done_by=_participles(bases, all_of.sentences.participles),
        done_at=done_at,
        feelings=_first_counts((f.feeling, f) for f in all_of.remarks.feelings),
        needs_of=needs_by_subject(all_of.needs.known),
        usual_setting=usual,
        occasions=occasions,
        courses=courses,
        kit_of=kits,
        superlatives=superlatives,
        comparatives=comparatives,
        recalling=all_of.originals.originally | all_of.originals.how | all_of.originals.fillers,
        question_starts=_question_starts(all_of),
        known_words=_known_words(all_of).union(*(table.words for table in tables)),
        never_read=destructive.union(
            (gerund(v, doubled) for v in destructive), all_of.clauses.reasons_kept, all_of.nouns.excepted.words
        ),
        spelt_turns=spelt_turns(all_of.turns),
    )


def _bases(verbs: VerbWords) -> Mapping[str, Said]:
    """Every verb without "-ing", with what it makes."""
    found = {phrase: Said(verb, like=phrase) for phrase, verb in verbs.kinds.items()}
    found |= {phrase: Said(Verb.CHANGE, quality, like=phrase) for phrase, quality in verbs.changes.items()}
    found |= {phrase: Said(Verb.FLOOR, "clean", tool, phrase) for phrase, tool in verbs.floors.items()}
    synonyms: dict[str, Said] = {}
    for phrase, known in verbs.synonyms.items():
        if known not in found:
            near = difflib.get_close_matches(known, found, n=3)
            hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
            raise PhrasebookError(f"verbs.synonyms: '{known}' of '{phrase}' is no verb that is known.{hint}")
        synonyms[phrase] = found[known]
    return found | synonyms


def _participles(bases: Mapping[str, Said], irregular: Mapping[str, str]) -> Phrases[str]:
    """What was done by each verb, and what things become by those that change them."""
    found: dict[str, str] = {}
    for phrase, said in bases.items():
        first, space, rest = phrase.partition(" ")
        regular = f"{first}d" if first.endswith("e") else f"{first}ed"
        found.setdefault(f"{irregular.get(first, regular)}{space}{rest}", phrase)
        if said.quality:
            found.setdefault(said.quality, said.quality if said.quality in bases else phrase)
    return Phrases(found)


def _check_machines(all_of: Sections) -> None:
    made = {quality for _, quality in all_of.verbs.changes.items()} | {"filled"}  # a cup, by "make a coffee"
    rules = (("does", all_of.machines.does), ("taken_for_granted", all_of.machines.taken_for_granted))
    for name, entries in rules:
        for entry in entries:
            if entry.makes not in made:
                wrong = f"machines.{name}: makes: '{entry.makes}' is asked for by no verb"
                raise PhrasebookError(f"{wrong}; expected {enumerate_words(sorted(made), 'or')}")


def _settings(entries: Iterable[NamedSetting]) -> Phrases[Setting]:
    return _first_counts((e.purposes, e) for e in entries)


def _first_counts(entries: Iterable[tuple[Iterable[str], _Entry]]) -> Phrases[_Entry]:
    """Phrases with their entry; of several entries of a phrase, the first."""
    found: dict[str, _Entry] = {}
    for phrases, entry in entries:
        for phrase in phrases:
            found.setdefault(phrase, entry)
    return Phrases(found)


def _known_words(all_of: Sections) -> frozenset[str]:
    """The words of lists that an instruction is made of; what is only recognised in remarks may be a typing error."""
    clauses, places, nouns, adjectives = all_of.clauses, all_of.places, all_of.nouns, all_of.adjectives
    quantities, originals, settings, kits = all_of.quantities, all_of.originals, all_of.table_settings, all_of.kits
    tables: tuple[Phrases[Any], ...] = (
        clauses.sayings, clauses.in_need_of,
        clauses.polite, clauses.narrated, clauses.next_stage, clauses.at_last, clauses.after, clauses.before,
        clauses.reasons, clauses.when, places.sides, places.sources, places.being, places.anywhere, places.no_sides,
        places.somewhere, places.can, nouns.excepted, nouns.history, nouns.staying,
        nouns.whatever, nouns.negated, nouns.belonging, originals.was, originals.just_moved,
        quantities.counted, quantities.bounds, quantities.open_ended, quantities.vague, quantities.respectively,
        quantities.apart, quantities.all_of_them, quantities.shares, adjectives.ordinals,
        adjectives.requirements, settings.people, settings.counting, settings.having, settings.decorating,
        settings.manners,
        kits.purpose, kits.making, *(use.doing for use in all_of.uses.known),
    )  # fmt: skip
    return lexicon.WORDS.union(
        *(table.words for table in tables), all_of.verbs.cannot, clauses.afterthoughts, clauses.finished,
        clauses.finishing, nouns.contents, adjectives.attributes, adjectives.spellings, adjectives.plain,
        nouns.rest, nouns.others, originals.originally, originals.original, kits.parts, kits.states, kits.needed,
        nouns.anything, _words_of_questions(all_of),
    )  # fmt: skip


def _words_of_questions(all_of: Sections) -> frozenset[str]:
    """The words that questions are made of, and those for people."""
    questions, people = all_of.questions, all_of.people
    tables: tuple[Phrases[Any], ...] = (
        questions.lead_ins, questions.where, questions.whether, questions.embedded_whether, questions.how_many,
        questions.existing, questions.what, questions.which, questions.who, questions.still, questions.measures,
        questions.aspects, people.kinds, people.somebody, people.everybody, people.poses, people.gestures,
        people.wearing, people.garments,
    )  # fmt: skip
    return questions.whether_so.union(people.pronouns, people.most, *(table.words for table in tables))


def _question_starts(all_of: Sections) -> frozenset[str]:
    """First words of questions, with what may stand before them."""
    questions = all_of.questions
    tables: tuple[Phrases[Any], ...] = (
        questions.lead_ins, questions.where, questions.whether, questions.how_many, questions.what, questions.which,
        questions.who, questions.having, questions.run_out, all_of.clauses.polite,
    )  # fmt: skip
    first = (phrase.split()[0] for table in tables for phrase in table)
    return questions.whether_so.union(first, ("any", "anything", "where", "what", "how", "which", "does", "do"))
