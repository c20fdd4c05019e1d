# SPDX-License-Identifier: Apache-2.0
"""What sentences mean: a table of instructions with their clauses, each in a line of its own."""

from __future__ import annotations

import pytest

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.language.interpret import interpret
from support.public_data import PUBLIC_DATA, cases_of
from support.request_lines import written

TASKS = PUBLIC_DATA / "contextmatters" / "tasks"


@pytest.fixture(scope="module")
def home(world) -> SceneGraph:
    """The small world with two more rooms and some more furniture."""
    extra = [
        Node("dining_room", "dining_room", NodeKind.ROOM),
        Node("bathroom", "bathroom", NodeKind.ROOM),
        Node("sink_1", "sink", NodeKind.ASSET),
        Node("cupboard_1", "cupboard", NodeKind.ASSET),
    ]
    graph = world("apple_1 on table_1", "plate_1 on table_1", "milk_1 inside fridge_1", extra=extra)
    relations = graph.relations | {Relation(n, RelationType.IN, "kitchen") for n in ("sink_1", "cupboard_1")}
    return SceneGraph(graph.nodes, relations, revision=graph.revision, scene=graph.scene)


@pytest.fixture(scope="module")
def read(home):
    ontology = load_ontology()
    return lambda text: interpret(text, ontology, home)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        # bring, put and their like
        ("fetch the apple to table_2", ["put 1 apple -> at 1 table_2"]),
        ("serve three glasses on table_2", ["put 3 glass -> on 1 table_2"]),
        ("arrange the books on the shelf", ["put all book -> on 1 shelf"]),
        ("tidy the toys into the drawer", ["put all toy -> inside 1 drawer"]),
        ("leave the pens on the counter", ["put all pen -> on 1 counter"]),
        ("put the apple on table_1 and the book on the shelf", [
            "put 1 apple -> on 1 table_1",
            "put 1 book -> on 1 shelf",
        ]),
        ("put on the shelf a book", ["put 1 book -> on 1 shelf"]),
        ("take the apple back to table_2", ["put 1 apple -> at 1 table_2"]),
        ("load the dishwasher with the plates", ["put all plate -> inside 1 dishwasher"]),
        ("load the plates into the dishwasher", ["put all plate -> inside 1 dishwasher"]),
        ("throw the blanket on the sofa", ["put 1 blanket -> on 1 sofa"]),
        ("throw the banana peel away", ["put 1 banana_peel -> inside 1 bin"]),
        ("throw away the rubbish", ["put all waste -> inside 1 bin"]),
        ("throw away the trash", ["put all waste -> inside 1 bin"]),
        ("recycle two empty cans", ["put 2 empty_can -> inside 1 recycling_bin"]),
        ("discard the waste but properly recycle it", ["put all waste -> inside 1 recycling_bin"]),
        ("clear table_1 onto the counter", ["put all anything (from at 1 table_1) -> on 1 counter"]),
        ("empty the drawer onto the counter", ["put all anything (from at 1 drawer) -> on 1 counter"]),
        ("open the drawer, put the fork in it and close it", ["put 1 fork -> inside 1 drawer", "closed 1 drawer"]),
        ("put the soap in the washing machine, add detergent", [
            "put 1 soap -> inside 1 washing_machine",
            "put 1 detergent -> inside 1 washing_machine",
        ]),
        # quantities
        ("bring half a dozen apples to table_2", ["put 6 apple -> at 1 table_2"]),
        ("bring twenty-one apples to table_2", ["put 21 apple -> at 1 table_2"]),
        ("bring two dozen apples to table_2", ["put 24 apple -> at 1 table_2"]),
        ("bring another apple to table_2", ["put 1 apple -> at 1 table_2"]),
        ("bring the remaining apples to table_2", ["put all apple -> at 1 table_2"]),
        ("bring every single apple to table_2", ["put all apple -> at 1 table_2"]),
        ("bring each of the apples to table_2", ["put all apple -> at 1 table_2"]),
        ("bring at most 3 apples to table_2", ["put 3- apple -> at 1 table_2"]),
        ("bring more than 2 apples to table_2", ["put 3 apple -> at 1 table_2"]),
        ("bring fewer than 4 apples to table_2", ["put 3- apple -> at 1 table_2"]),
        ("bring exactly 2 apples to table_2", ["put 2 apple -> at 1 table_2"]),
        ("bring as many apples as possible to table_2", ["put all- apple -> at 1 table_2"]),
        ("bring one of the two apples to table_2", ["put 1 apple -> at 1 table_2"]),
        ("bring the other two apples to table_2", ["put 2 apple -> at 1 table_2"]),
        ("bring a pair of scissors to table_2", ["put 1 scissors -> at 1 table_2"]),
        ("bring all cups and glasses to table_2", ["put all cup; all glass -> at 1 table_2"]),
        ("find some toys and put two of them on table_2", ["put 2 toy -> on 1 table_2"]),
        # what things are
        ("bring the big, red ball to table_2", ["put 1 ball [big, red] -> at 1 table_2"]),
        ("bring the mugs that are dirty to the sink", ["put all mug [dirty] -> at 1 sink"]),
        ("bring all used towels to table_2", ["put all towel [used] -> at 1 table_2"]),
        ("bring a snack for the kids to table_2", ["put 1 snack [kid_safe] -> at 1 table_2"]),
        ("bring everything but the knife to table_2", ["put all anything (not 1 knife) -> at 1 table_2"]),
        ("bring all drinks but not the wine to table_2", ["put all drink (not 1 wine) -> at 1 table_2"]),
        # where they are from and where they go
        ("bring all shoes from every room to table_2", ["put all shoe -> at 1 table_2"]),
        ("collect the toys all over the house and put them on the shelf", ["put all toy -> on 1 shelf"]),
        ("bring the towels from the bathroom to table_2", ["put all towel (from at 1 bathroom) -> at 1 table_2"]),
        ("bring all books from the kitchen and the bathroom to table_2", [
            "put all book (from at 1 kitchen); all book (from at 1 bathroom) -> at 1 table_2",
        ]),
        ("bring the apple from table_1 and the pear from table_3 to table_2", [
            "put 1 apple (from at 1 table_1); 1 pear (from at 1 table_3) -> at 1 table_2",
        ]),
        ("put the vase on the table in the living room", ["put 1 vase -> on 1 table (from inside 1 living_room)"]),
        ("put the vase on the living room table", ["put 1 vase -> on 1 table (from inside 1 living_room)"]),
        ("put the vase on the kitchen table", ["put 1 vase -> on 1 table (from inside 1 kitchen)"]),
        ("put the vase on the coffee table", ["put 1 vase -> on 1 coffee_table"]),
        ("bring the cups to the kitchen sink", ["put all cup -> at 1 sink (from inside 1 kitchen)"]),
        ("put the book from the shelf in the kitchen", ["put 1 book (from at 1 shelf) -> inside 1 kitchen"]),
        ("go to the kitchen and put the milk there", ["go 1 kitchen", "then put 1 milk -> inside 1 kitchen"]),
        ("put the contents of the drawer on table_2", ["put all anything (from at 1 drawer) -> on 1 table_2"]),
        # states
        ("start the dishwasher", ["on 1 dishwasher"]),
        ("turn on lights", ["on all lamp"]),
        ("open the fridge door", ["open 1 fridge"]),
        ("open the door of the fridge", ["open 1 fridge"]),
        ("go to the living room and switch on the lamp", [
            "go 1 living_room",
            "then on 1 lamp (from inside 1 living_room)",
        ]),
        # changes
        ("wash the dirty dishes in the dishwasher", ["clean all crockery [dirty] using 1 dishwasher"]),
        ("wipe the table with a sponge", ["clean 1 table using 1 sponge"]),
        ("wash a plate in the kitchen", ["clean 1 plate (from inside 1 kitchen)"]),
        ("clean the kitchen floor", ["clean 1 kitchen"]),
        ("sweep the floor in the kitchen and the bathroom", ["clean 1 kitchen; 1 bathroom using 1 broom?"]),
        ("vacuum the living room", ["clean 1 living_room using 1 vacuum_cleaner?"]),
        ("empty the drawer and the cupboard", ["empty 1 drawer; 1 cupboard"]),
        ("fill the vase with water", ["full 1 vase using 1 water"]),
        ("make the bed", ["made 1 bed"]),
        ("heat up the milk", ["hot 1 milk"]),
        # what comes after what
        ("open the fridge, then close it", ["open 1 fridge", "then closed 1 fridge"]),
        ("first open the fridge. After that, close it.", ["open 1 fridge", "then closed 1 fridge"]),
        ("after opening the fridge, put the milk in it", ["open 1 fridge", "then put 1 milk -> inside 1 fridge"]),
        ("before closing the fridge, put the milk in it", ["put 1 milk -> inside 1 fridge", "then closed 1 fridge"]),
        ("open the fridge before putting the milk in it", ["open 1 fridge", "then put 1 milk -> inside 1 fridge"]),
        ("put the desk in the kitchen after emptying it", ["empty 1 desk", "then put 1 desk -> inside 1 kitchen"]),
        ("mop the kitchen and the bathroom and rinse the mop after mopping each room", [
            "clean 1 kitchen using 1 mop?",
            "then clean 1 mop",
            "then then clean 1 bathroom using 1 mop?",
            "then then then clean 1 mop",
        ]),
        ("throw the rubbish away, then recycle the empty cans", [
            "put all waste -> inside 1 bin",
            "then put all empty_can -> inside 1 recycling_bin",
        ]),
        # what was before
        ("return the book", ["put back 1 book of () -> where they were"]),
        ("put the mug back where it was", ["put back 1 mug of () -> where they were"]),
        ("empty the cupboard, then put the things back in the container they were in", [
            "empty 1 cupboard",
            "then put back all of (1 cupboard) -> where they were",
        ]),
        ("empty the cupboard and the drawer, then put all the previous contents of the drawer on the shelf", [
            "empty 1 cupboard; 1 drawer",
            "then put back all of (1 drawer) -> on 1 shelf",
        ]),
        ("put the books that were on the shelf on table_2", ["put back all book of (1 shelf) -> on 1 table_2"]),
        # what is said of it later
        ("find the apple, pick it up and bring it to table_2", ["put 1 apple -> at 1 table_2"]),
        ("gather the books, then carry the books to the shelf", ["put all book -> at 1 shelf"]),
        ("collect 5 glasses and put the glasses on table_2", ["put 5 glass -> on 1 table_2"]),
        ("bring an apple to table_2 and bring an apple to table_3", [
            "put 1 apple -> at 1 table_2",
            "put 1 apple -> at 1 table_3",
        ]),
        # occasions and purposes
        ("set the vase on table_2", ["put 1 vase -> on 1 table_2"]),
        ("set table_2 for two people", [
            "put 2 plate; 2 fork; 2 knife; 2 glass; 2 spoon?; 2 napkin? -> on 1 table_2",
        ]),
        ("lay the table in the living room for breakfast", [
            "put 2 plate?; 2 knife?; 2 cup?; 2 spoon?; 2 glass?; 2 napkin? -> on 1 table (from inside 1 living_room)",
        ]),
        ("set the table with two forks", ["put 2 fork -> on 1 table"]),
        ("set the table for four people with forks and knives", ["put 4 fork; 4 knife -> on 1 table"]),
        ("set the table for 3 guests, there will be soup", [
            "put 3 bowl; 3 spoon; 3 glass; 3 plate?; 3 fork?; 3 knife?; 3 napkin? -> on 1 table",
        ]),
        ("set the table for a romantic dinner", [
            "put 2 plate?; 2 fork?; 2 knife?; 2 glass?; 2 spoon?; 2 napkin?; 1 candle?; 1 flower? -> on 1 table",
        ]),
        ("bring the ingredients for a cheese sandwich to table_2", [
            "put 1 bread; 1 cheese; 1 butter? -> at 1 table_2",
        ]),
        ("I want to make a cheese sandwich. Put all the ingredients on table_2.", [
            "put 1 bread; 1 cheese; 1 butter? -> on 1 table_2",
        ]),
        ("bring at least 3 parts needed to build a computer to the dining room", [
            "put 3 pc_part -> at 1 dining_room",
        ]),
    ],
)  # fmt: skip
def test_a_sentence_means_these_clauses(read, text, clauses):
    assert written(read(text)) == clauses


COVER_2 = "2 plate; 2 fork; 2 knife; 2 glass; 2 spoon?; 2 napkin?"
MOPPED = [
    "then clean 1 kitchen using 1 mop?",
    "then then clean 1 mop",
    "then then then clean 1 living_room using 1 mop?",
    "then then then then clean 1 mop",
]
MOVED = "put 1 desk; 1 lamp; 1 shelf; 1 locker -> inside 1 living_room"
PARTS = "1 motherboard; 1 cpu; 1 ram; 1 gpu; 1 psu; 1 pc_case"

EVALUATED = {
    "dining_setup/problem_1": [f"put {COVER_2} -> on 1 table"],
    "dining_setup/problem_2": [f"put {COVER_2.replace('2', '3')} -> on 1 table"],
    "dining_setup/problem_3": [f"put {COVER_2.replace('2', '4')} -> on 1 table"],
    "dining_setup/problem_4": ["put 2 bowl; 2 spoon; 2 glass; 2 plate?; 2 fork?; 2 knife?; 2 napkin? -> on 1 table"],
    "dining_setup/problem_5": [
        "put 2 plate?; 2 fork?; 2 glass?; 2 knife?; 2 spoon?; 2 napkin?; 1 balloon?; 1 snack?; 1 decoration -> "
        "on 1 table"
    ],
    "dining_setup/problem_6": ["put 2 plate?; 2 fork?; 2 glass?; 2 napkin?; 2 knife?; 2 spoon? -> on 1 table"],
    "general/problem_1": ["put all apple -> inside 1 fridge"],
    "general/problem_2": ["put all book -> on 1 shelf (from inside 1 living_room)"],
    "general/problem_3": ["put all glass; all cup -> at 1 sink (from inside 1 kitchen)"],
    "general/problem_4": ["put all shoe -> inside 1 bathroom"],
    "general/problem_5": ["put all newspaper; all magazine -> inside 1 magazine_rack (from inside 1 living_room)"],
    "general/problem_6": ["put all toy -> inside 1 toy_box"],
    "general/problem_7": ["put all towel [used] (from at all bathroom) -> at 1 laundry_basket"],
    "general/problem_8": ["put all apple -> at 1 fruit_bowl (from inside 1 dining_room)"],
    "general/problem_9": ["put all magazine -> inside 1 magazine_rack (from inside 1 living_room)"],
    "general/problem_10": ["put 5 glass -> inside 1 cupboard (from inside 1 kitchen)"],
    "general/problem_11": ["put all remote -> at 1 coffee_table (from inside 1 living_room)"],
    "house_cleaning/problem_1": ["put 1 cola_can; 1 banana_peel; 1 rotten_apple -> inside 1 bin", *MOPPED],
    "house_cleaning/problem_4": ["put all waste -> inside 1 recycling_bin", *MOPPED],
    "laundry/problem_2": ["clean all clothing [dirty] using 1 washing_machine"],
    "office_setup/problem_1": ["empty 1 shelf; 1 locker", f"then {MOVED}"],
    "office_setup/problem_4": [
        "empty 1 shelf; 1 locker",
        MOVED,
        "then put back all of (1 shelf, 1 locker) -> where they were",
    ],
    "office_setup/problem_5": [
        "empty 1 shelf; 1 locker",
        f"then {MOVED}",
        "then then put back all of (1 locker) -> inside 1 shelf",
    ],
    "office_setup/problem_7": [MOVED, "then put back all of (1 desk, 1 shelf, 1 locker) -> on 1 shelf"],
    "office_setup/problem_8": [
        "put 1 shelf; 1 locker -> inside 1 living_room",
        "then put back all of (1 shelf) -> inside 1 locker",
    ],
    "pc_assembly/problem_1": [f"put {PARTS}; 1 monitor?; 1 keyboard?; 1 mouse? -> inside 1 dining_room"],
    "pc_assembly/problem_2": [f"put {PARTS} -> inside 1 dining_room"],
    "pc_assembly/problem_3": ["put 4 pc_part; 1 pc_accessory -> inside 1 dining_room"],
}
SAME = {
    "house_cleaning/problem_2": "house_cleaning/problem_1",
    "house_cleaning/problem_3": "house_cleaning/problem_1",
    "house_cleaning/problem_5": "house_cleaning/problem_4",
    "house_cleaning/problem_6": "house_cleaning/problem_4",
    "laundry/problem_4": "laundry/problem_2",
    "laundry/problem_5": "laundry/problem_2",
    "laundry/problem_6": "laundry/problem_2",
    "office_setup/problem_2": "office_setup/problem_1",
    "office_setup/problem_3": "office_setup/problem_1",
    "office_setup/problem_6": "office_setup/problem_1",
}


@pytest.mark.parametrize("problem", cases_of(TASKS, [*EVALUATED, *SAME]))
def test_an_instruction_of_the_evaluation_means_what_a_person_would_write_down(read, problem):
    family, name = problem.split("/")
    files = sorted(TASKS.glob(f"{family}/*/{name}/task.txt"))
    assert files, problem
    for file in files:
        assert written(read(file.read_text(encoding="utf-8"))) == EVALUATED[SAME.get(problem, problem)]
