"""Damaged submissions are repaired with a note or refused with a sentence; good ones stay."""

import random
import textwrap
from contextlib import suppress
from copy import deepcopy
from itertools import permutations

import nbformat
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.preprocessors import CheckCellMetadata, DeduplicateIds

from autograder.base.failure import Failure
from autograder.base.paths import homeworks, released_path
from autograder.collect.attempt_notebook import Inspection
from autograder.notebook.cells import is_judged, is_solution, nbgrader_metadata, nbgrader_of
from autograder.notebook.check_cells import SUMMARY
from autograder.repairing.compared_text import are_alike
from autograder.repairing.earlier_releases import cell_hashes, earlier_release_of
from autograder.repairing.repair import answers_in, repair, repair_for
from autograder.repairing.repair_state import Release
from autograder.submissions.reading import read_notebook
from autograder.submissions.student_folder import find_submission
from autograder.submissions.unreadable import Unreadable
from tests.helpers.clock import takes_less_than
from tests.helpers.damaged import (
    HELPER,
    HOMEWORK,
    KINDS,
    as_bytes,
    at,
    blank,
    cell,
    copy,
    good,
    merged,
    own,
    partly_wrong,
    sources,
    split,
    turned,
)
from tests.helpers.damaged import lose_metadata as lose_all_metadata
from tests.helpers.submissions import submissions

RELEASED = {name: nbformat.read(released_path(name), as_version=4) for name in homeworks()}
PLACES = {each.id for each in RELEASED[HOMEWORK].cells}
each_submission = pytest.mark.parametrize(
    "submission", submissions(), ids=lambda each: f"{each.homework}-{each.student}"
)


def others(homework):
    return {name: released_path(name) for name in RELEASED if name != homework}


def repair_one(notebook, homework=HOMEWORK):
    repaired = repair(notebook, Release(RELEASED[homework]), others(homework))
    assert not repaired.earlier
    return repaired.notebook, repaired.mended


def brought_up_to_date(notebook, earlier):
    """The repaired notebook, whether it was made with an earlier release, and the other repairs."""
    repaired = repair(notebook, Release(RELEASED[HOMEWORK]), others(HOMEWORK), earlier)
    return repaired.notebook, repaired.earlier, repaired.mended


@pytest.mark.parametrize("fences", ["```python \n{}\n``` ", "~~~\n{}\n~~~", "~~~~ py\n{}\n~~~~"])
@pytest.mark.parametrize("has_id", [True, False])
def test_an_answer_turned_into_text_is_put_back_without_any_kind_of_fences(fences, has_id):
    notebook = good()
    text = turned(cell(notebook, "mul"), "markdown")
    text.source = fences.format(text.source)
    if not has_id:
        text.metadata, text.id = {}, "mine"
    notebook.cells[at(notebook, "mul")] = text
    repaired, _ = repair_one(notebook)
    assert cell(repaired, "mul").source == cell(good(), "mul").source


def test_a_homework_that_is_not_released_is_refused_with_the_command_that_releases_it(tmp_path):
    with pytest.raises(Failure, match=f"autograder release {HOMEWORK}"):
        repair_for(HOMEWORK, good(), release_folder=tmp_path)


def repair_file(folder):
    notebook, notes = read_notebook(find_submission(folder, HOMEWORK).read_bytes())
    repaired, more = repair_one(notebook)
    return repaired, [note.text for note in notes] + more


def in_places(notebook):
    return {each.id: each.source for each in notebook.cells if each.id in PLACES}


def demand_whole(notebook, homework=HOMEWORK):
    """Every released cell is there once, in order, as released, but for the solutions' sources."""
    nbformat.validate(notebook)
    release = RELEASED[homework]
    ids = {each.id for each in release.cells}
    cells = [each for each in notebook.cells if each.id in ids]
    assert [each.id for each in cells] == [each.id for each in release.cells]
    for repaired, original in zip(cells, release.cells, strict=True):
        assert (repaired.metadata, repaired.cell_type) == (original.metadata, original.cell_type)
        if not is_solution(original):
            assert repaired.source == original.source
    assert not any(each.id not in ids and each.metadata for each in notebook.cells)
    assert not any(each.get("outputs") for each in notebook.cells)


@pytest.mark.parametrize("homework", homeworks())
def test_nbgrader_accepts_the_metadata_of_released_cells(homework):
    release = deepcopy(RELEASED[homework])
    CheckCellMetadata().preprocess(release, {})
    assert DeduplicateIds().preprocess(release, {})[0] == RELEASED[homework]


@pytest.mark.by_day(70)
@pytest.mark.parametrize("base", [good, partly_wrong])
@pytest.mark.parametrize("name", KINDS)
def test_damage_is_repaired_or_refused_with_a_sentence(name, base, tmp_path):
    kind = KINDS[name]
    kind.put(tmp_path, kind.damage(base()))
    if kind.expect == "row":
        with pytest.raises(Unreadable) as refused:
            repair_file(tmp_path)
        assert kind.says in str(refused.value)
        return
    repaired, notes = repair_file(tmp_path)
    demand_whole(repaired)
    assert kind.says in " ".join(notes)
    assert kind.says or not notes
    wanted = in_places(base())
    differing = {place for place, source in in_places(repaired).items() if source != wanted[place]}
    assert differing <= {check.removesuffix("-check") for check in kind.loses}
    assert all(in_places(repaired)[place] == blank(place) for place in differing)
    again, notes = repair_one(repaired)
    assert sources(again) == sources(repaired)
    assert not notes


@pytest.mark.parametrize("homework", homeworks())
def test_the_blank_notebook_is_not_touched(homework):
    repaired, notes = repair_one(RELEASED[homework], homework)
    assert repaired == RELEASED[homework]
    assert not notes


@each_submission
def test_the_sample_class_is_not_touched(submission):
    notebook = submission.notebook()
    read, read_notes = read_notebook(nbformat.writes(notebook).encode())
    repaired, notes = repair_one(read, submission.homework)
    assert sources(repaired) == sources(notebook)
    assert not notes + read_notes


@each_submission
def test_the_sample_class_survives_the_loss_of_all_ids(submission):
    notebook = submission.notebook()
    before = sources(notebook)
    lose_all_metadata(notebook, ids=True)
    repaired, notes = repair_one(notebook, submission.homework)
    assert sources(repaired) == before
    assert notes


@pytest.mark.parametrize("homework", homeworks())
@pytest.mark.parametrize("handed_in", homeworks())
def test_another_homework_is_named(homework, handed_in):
    if homework != handed_in:
        with pytest.raises(Unreadable, match=f"seems to be {handed_in}"):
            repair_one(RELEASED[handed_in], homework)


def own_cells(notebook):
    """The student's own cells, each with the released cells around it."""
    cells = [None, *notebook.cells, None]
    found = [i for i in range(1, len(cells) - 1) if cells[i].id not in PLACES]
    return [(cells[i].source, *(cells[j] and cells[j].id for j in (i - 1, i + 1))) for i in found]


def test_students_own_cells_stay_between_their_neighbours():
    notebook = good()
    notebook.cells.insert(at(notebook, "mul"), own(HELPER))
    notebook.cells.append(new_markdown_cell("Done."))
    repaired, _ = repair_one(notebook)
    assert own_cells(repaired) == [(HELPER, "add-check", "mul"), ("Done.", "summary", None)]


def test_a_release_that_came_back_is_not_an_earlier_one():
    today = good()
    other = deepcopy(today)
    other.cells[0].source += "\nOnce."
    hashes = cell_hashes(today), cell_hashes(other)
    assert earlier_release_of(today, hashes[0], hashes) is None
    assert earlier_release_of(other, hashes[0], hashes) == hashes[1]


def test_checks_of_an_earlier_release_are_replaced_and_leave_no_imports_behind():
    notebook = good()
    for each in notebook.cells:
        if "title" in each.metadata:  # a check used to stand without the line above it
            title = each.metadata.pop("title")
            each.source = textwrap.dedent(each.source.partition("\n")[2]) + f"\nprint({title!r})"
    repaired, notes = repair_one(notebook)
    assert sources(repaired) == sources(good())
    assert "restored: the check of 1 Engine" in " ".join(notes)


def as_released_before(notebook):
    """The notebook as another release gave it out: another text, set-up, badge and check, a cell
    that is gone now, and one that was not there."""
    cells = notebook.cells
    check = cells[at(notebook, "mul-check")]
    check.source = check.source.replace("points=", "points=1")
    check.metadata["nbgrader"]["points"] += 10
    next(c for c in cells if c.cell_type == "markdown").source = "# An older title"
    cells.insert(0, new_markdown_cell("A badge", id="open-in-colab"))
    cells[at(notebook, "setup")].source = 'from_elsewhere = "an older address"'
    cells.insert(5, own("1 + 1  # a demonstration"))
    del cells[at(notebook, "add-check")]
    return notebook


def test_cells_changed_by_the_author_since_are_not_reported_as_damaged():
    earlier = [cell_hashes(as_released_before(deepcopy(RELEASED[HOMEWORK])))]
    notebook = as_released_before(good())
    repaired, *about = brought_up_to_date(notebook, earlier)
    assert sources(repaired) == sources(good())
    assert [*map(nbgrader_of, repaired.cells)] == [*map(nbgrader_of, RELEASED[HOMEWORK].cells)]
    assert about == [True, []]
    notebook = as_released_before(good())
    del notebook.cells[at(notebook, "mul-check")]  # by the student
    _, *about = brought_up_to_date(notebook, earlier)
    assert about == [True, ["Cells that had been deleted were put back: the check of 2b Mul."]]
    assert brought_up_to_date(good(), earlier)[1:] == (False, [])


def test_a_cell_added_by_the_author_since_is_not_reported_as_deleted():
    before = deepcopy(RELEASED[HOMEWORK])
    del before.cells[at(before, "add-check")]
    notebook = good()
    del notebook.cells[at(notebook, "add-check")]
    repaired, *about = brought_up_to_date(notebook, [cell_hashes(before)])
    assert (sources(repaired), about) == (sources(good()), [True, []])


def test_publishing_with_another_repository_changes_no_submission():
    def linked(notebook):
        notebook.cells.insert(0, new_markdown_cell("A badge", id="open-in-colab"))
        notebook.cells[at(notebook, "setup")].source = 'from_elsewhere = "an older address"'
        return notebook

    earlier = [cell_hashes(linked(deepcopy(RELEASED[HOMEWORK])))]
    repaired, *about = brought_up_to_date(linked(good()), earlier)
    assert (sources(repaired), about) == (sources(good()), [False, []])


def test_answers_are_counted_even_in_a_damaged_notebook():
    everything = sum(map(is_solution, RELEASED[HOMEWORK].cells))
    assert answers_in(good(), HOMEWORK) == everything
    assert answers_in(deepcopy(RELEASED[HOMEWORK]), HOMEWORK) == 0
    inspection = Inspection(HOMEWORK)
    assert inspection.count_answers(as_bytes(good())[:-100]) == everything
    assert inspection.count_answers(b"%PDF") is None


@pytest.mark.parametrize(
    ("ours", "theirs", "kept"), [("x = 1", "x = 2", "x = 1"), ("x = (", "x = 2", "x = 2")]
)
def test_one_side_of_a_merged_answer_is_kept_and_reported(ours, theirs, kept):
    notebook = good()
    notebook.cells[at(notebook, "mul")].source = merged(ours, theirs, "a = 1\n{}\nb = 2")
    read, notes = read_notebook(as_bytes(notebook))
    assert read.cells[at(read, "mul")].source == f"a = 1\n{kept}\nb = 2"
    assert notes[0].is_flag
    assert repair_one(read)[1] == []
    repaired = repair(read, Release(RELEASED[HOMEWORK]), notes=notes)
    assert repaired.flags == repaired.mended == [notes[0].text]


def test_a_helper_moves_up_with_the_answer_that_needs_it():
    notebook = good()
    place = at(notebook, "mul-check") + 1
    notebook.cells[place:place] = [own(HELPER), copy(notebook, "mul")]
    cell(notebook, "mul").source = blank("mul")
    repaired, _ = repair_one(notebook)
    assert own_cells(repaired) == [(HELPER, "add-check", "mul")]
    assert in_places(repaired) == in_places(good())


def test_a_helper_stays_after_a_restored_set_up_and_before_a_restored_check():
    notebook = good()
    notebook.cells = [c for c in notebook.cells if c.id not in ("text-00", "setup", "mul-check")]
    notebook.cells.insert(0, own(HELPER))
    notebook.cells.insert(at(notebook, "mul") + 1, own(HELPER + "\n"))
    repaired, _ = repair_one(notebook)
    assert own_cells(repaired)[0] == (HELPER, "setup", "text-02")
    assert own_cells(repaired)[1] == (HELPER + "\n", "mul", "mul-check")


def test_lines_that_a_student_added_to_a_given_cell_are_kept():
    notebook = good()
    cell(notebook, "setup").source += "\nimport itertools"
    repaired, _ = repair_one(notebook)
    assert own_cells(repaired) == [("import itertools", "setup", "text-02")]


def test_a_second_answer_after_the_check_stays_there():
    notebook = good()
    second = copy(notebook, "mul")
    second.source += "\n# tried again"
    second.source = second.source.replace("input(1)", "input(0)")
    notebook.cells.insert(at(notebook, "mul-check") + 1, second)
    repaired, notes = repair_one(notebook)
    assert in_places(repaired) == in_places(good())
    assert own_cells(repaired) == [(second.source, "mul-check", "text-14")]
    assert "before the check counts: 2b Mul" in " ".join(notes)


def test_a_second_answer_with_a_second_check_counts():
    notebook = good()
    place = at(notebook, "mul-check") + 1
    notebook.cells[place:place] = [copy(notebook, "mul"), copy(notebook, "mul-check")]
    wrong = cell(notebook, "mul").source.replace("input(1)", "input(0)")
    cell(notebook, "mul").source = wrong
    repaired, _ = repair_one(notebook)
    assert in_places(repaired) == in_places(good())
    assert [source for source, *_ in own_cells(repaired)] == [wrong]


def test_an_answer_with_a_syntax_error_is_not_joined_with_its_corrected_copy():
    notebook = good()
    notebook.cells.insert(at(notebook, "mul"), copy(notebook, "mul"))
    notebook.cells[at(notebook, "mul") - 1].source = "class Mul(:\n    pass"
    repaired, _ = repair_one(notebook)
    assert in_places(repaired) == in_places(good())


def test_an_answer_used_early_stays_and_is_copied_to_its_own_cell():
    notebook = good()
    both = cell(notebook, "engine").source + "\n\n\n" + cell(notebook, "mul").source
    cell(notebook, "engine").source = both
    mul = cell(notebook, "mul").source
    cell(notebook, "mul").source = blank("mul")
    repaired, _ = repair_one(notebook)
    assert (in_places(repaired)["engine"], in_places(repaired)["mul"]) == (both, mul)


def test_a_syntax_error_in_merged_answers_hurts_only_its_own_part():
    notebook = good()
    cell(notebook, "add").source += "\n    return )\n\n\n" + cell(notebook, "mul").source
    del notebook.cells[at(notebook, "mul")]
    repaired, _ = repair_one(notebook)
    assert in_places(repaired)["mul"] == in_places(good())["mul"]


def test_a_students_indented_cell_is_not_taken_for_half_a_class():
    notebook = good()
    notebook.cells.insert(at(notebook, "mul") + 1, own("    print(undefined)"))
    repaired, notes = repair_one(notebook)
    assert in_places(repaired) == in_places(good())
    assert not notes


def test_magics_do_not_hide_what_a_cell_defines():
    notebook = good()
    for each in notebook.cells:
        each.metadata, each.id = {}, "no"
    place = next(i for i, c in enumerate(notebook.cells) if c.source.startswith("class Mul"))
    notebook.cells[place].source = "%%time\n!pip list\n" + notebook.cells[place].source
    repaired, _ = repair_one(notebook)
    assert in_places(repaired)["mul"].startswith("%%time")


def essay():
    """A small release with an answer in words, and a task."""
    flags = {"checksum": "0" * 32}
    cells = [
        new_markdown_cell("Why does the order matter?", id="text-00"),
        new_markdown_cell("YOUR ANSWER HERE", id="why"),
        new_markdown_cell("Draw a graph in cells of your own.", id="draw"),
        new_code_cell("print('the end')", id="end"),
    ]
    task = {"grade": False, "locked": False, "task": True}
    cells[1].metadata["nbgrader"] = nbgrader_metadata("why", 3, solution=True) | flags
    cells[2].metadata["nbgrader"] = nbgrader_metadata("draw", 2) | task | flags
    cells[3].metadata["nbgrader"] = nbgrader_metadata("end") | flags
    return new_notebook(cells=cells, nbformat_minor=5)


def answered():
    notebook = essay()
    notebook.cells[1].source = "Because gradients add up."
    return notebook


DAMAGE = {
    "nothing": lambda notebook: None,
    "ids lost": lambda notebook: lose_all_metadata(notebook, ids=True),
    "a blank copy": lambda notebook: notebook.cells.insert(2, essay().cells[1]),
    "code": lambda notebook: notebook.cells.insert(1, turned(notebook.cells.pop(1), "code")),
    "no task": lambda notebook: notebook.cells.pop(2),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_an_answer_in_words_is_kept(name):
    notebook = answered()
    DAMAGE[name](notebook)
    done = repair(notebook, Release(essay()))
    repaired = done.notebook
    assert sources(repaired) == sources(answered())
    assert [c.metadata for c in repaired.cells] == [c.metadata for c in essay().cells]
    assert bool(done.mended) == (name != "nothing")
    CheckCellMetadata().preprocess(repaired, {})


def test_no_cell_of_a_students_is_taken_for_the_summary_whatever_its_id():
    """Pages show all that the summary displays, since the judge runs it. Not all notebooks have
    one."""
    notebook = answered()
    notebook.cells.insert(3, new_code_cell("x = 1", id=SUMMARY))
    repaired = repair(notebook, Release(essay())).notebook
    assert "x = 1" in [each.source for each in repaired.cells]
    assert not any(map(is_judged, repaired.cells))


def test_text_written_into_a_task_is_kept_below_it():
    notebook = answered()
    notebook.cells[2].source += "\n\nHere it is."
    repaired = repair(notebook, Release(essay())).notebook
    assert [c.source for c in repaired.cells][2:4] == [essay().cells[2].source, "Here it is."]


def test_untouched_is_what_adds_nothing_to_the_release_that_it_was_repaired_with():
    """Which need not be the one that students have now: it may just be tried."""
    release = deepcopy(RELEASED[HOMEWORK])
    cell(release, "mul").source += "\nx = 1"
    repaired = repair(deepcopy(release), Release(release))
    assert repaired.is_untouched and not repaired.answered
    repaired = repair(good(), Release(release))
    assert not repaired.is_untouched and repaired.answered


def test_a_notebook_is_repaired_with_notes_beside_it():
    notebook = good()
    del notebook.cells[at(notebook, "mul-check")]
    repaired = repair_for(HOMEWORK, notebook)
    assert in_places(repaired.notebook) == in_places(good())
    assert repaired.mended == ["Cells that had been deleted were put back: the check of 2b Mul."]


BURDENS = {
    "nested expressions": lambda: [own("x = " + "-" * 20_000 + "1")],
    "long lines": lambda: [own("a" * 900_000)],
    "many similar cells": lambda: [
        own(blank("add").replace("Add", f"Add{i}")) for i in range(1900)
    ],
    "many copies": lambda: [own("def forward_algorithm(:\n")] * 1900,
    "a line of links": lambda: [new_markdown_cell("href=" * 190_000)],
    "empty lines": lambda: [own("\n" * 29_000 + "x ="), own("\n" * 900_000 + "x =")],
    "beginnings": lambda: [own('with check_exercise("2b Mul", points=4):\n' * 35_000)],
    "the same again": lambda: [copy(good(), "prediction-check")] * 1900,
    "deep blocks": lambda: [own("\n".join(" " * i + "if x:" for i in range(5000)))],
}


def test_comparing_shuffled_copies_of_a_cell_takes_no_longer_than_reading_them():
    words = ["(", ")", ",", "self", ".", "x", "="] * 200
    with takes_less_than(1):
        for seed in range(60):
            shuffled = random.Random(seed).sample(words, len(words))
            are_alike(" ".join(shuffled), " ".join(words), 0.5)


def test_cells_of_very_different_lengths_are_not_compared_character_by_character():
    symbols = [chr(0x2190 + i) for i in range(3990)]
    given = [f"The {i}th cell of the release says something short." for i in range(60)]
    with takes_less_than(2):
        for seed in range(100):
            long = "".join(random.Random(seed).sample(symbols, len(symbols)))
            assert not any(are_alike(long, each, 0.5) for each in given)


@pytest.mark.parametrize("burden", BURDENS)
def test_a_burdensome_notebook_is_repaired_or_refused_quickly(burden):
    notebook = good()
    notebook.cells += BURDENS[burden]()
    with takes_less_than(10), suppress(Unreadable):
        repaired, _ = repair_one(read_notebook(as_bytes(notebook))[0])
        demand_whole(repaired)


def delete(notebook, one, two):
    del notebook.cells[one]


def duplicate(notebook, one, two):
    made = nbformat.from_dict(notebook.cells[one])
    notebook.cells.insert(two, made)


def swap(notebook, one, two):
    cells = notebook.cells
    cells[one], cells[two] = cells[two], cells[one]


def lose_metadata(notebook, one, two):
    notebook.cells[one].metadata = {}


def lose_id(notebook, one, two):
    notebook.cells[one].id = f"x{random.Random(one * 99 + two).random()}"[:20].replace(".", "")


def exchange_metadata(notebook, one, two):
    a, b = notebook.cells[one], notebook.cells[two]
    a.metadata, b.metadata = b.metadata, a.metadata


def empty(notebook, one, two):
    notebook.cells[one].source = ""


def cut_in_two(notebook, one, two):
    first = notebook.cells[one]
    lines = first.source.split("\n")
    second = nbformat.from_dict(first)
    first.source, second.source = "\n".join(lines[: two % 9]), "\n".join(lines[two % 9 :])
    notebook.cells.insert(one + 1, second)


def merge_with_next(notebook, one, two):
    if one + 1 < len(notebook.cells):
        notebook.cells[one].source += "\n" + notebook.cells.pop(one + 1).source


LOSE_NOTHING = [duplicate, swap, lose_metadata, lose_id]
MAY_LOSE = [*LOSE_NOTHING, delete, exchange_metadata, empty, cut_in_two, merge_with_next]


def steps(kinds):
    number = st.integers(0, 200)
    return st.lists(st.tuples(st.sampled_from(kinds), number, number), max_size=12)


def damaged(chosen):
    notebook = good()
    for step, one, two in chosen:
        if notebook.cells:
            step(notebook, one % len(notebook.cells), two % len(notebook.cells))
    return notebook


@settings(max_examples=60)
@given(steps([*LOSE_NOTHING, delete]))
def test_answers_that_are_still_there_are_not_lost(chosen):
    notebook = damaged(chosen)
    there = {each.source for each in notebook.cells}
    try:
        repaired, _ = repair_one(notebook)
    except Unreadable:
        pytest.fail("refused")
    demand_whole(repaired)
    for each in good().cells:
        if each.source in there:
            assert in_places(repaired)[each.id] == each.source


@settings(max_examples=60)
@given(st.lists(st.integers(0, 200), max_size=6), steps([*LOSE_NOTHING, cut_in_two]))
def test_no_line_of_a_students_is_lost(places, chosen):
    """Neither one in an answer nor one in a cell of their own."""
    notebook = good()
    written = [each for each in notebook.cells if is_solution(each) and each.cell_type == "code"]
    for number, place in enumerate(places):
        written[place % len(written)].source += f"\nline_{number} = {number}"
        mine = new_code_cell(f"print({number})  # mine {number}")
        notebook.cells.insert(place % len(notebook.cells), mine)
    for step, one, two in chosen:
        step(notebook, one % len(notebook.cells), two % len(notebook.cells))
    repaired, _ = repair_one(notebook)
    demand_whole(repaired)
    lines = {line.strip() for each in repaired.cells for line in each.source.split("\n")}
    for number in range(len(places)):
        assert {f"line_{number} = {number}", f"print({number})  # mine {number}"} <= lines


# The check of all together, in two parts, with the marks of an answer.
EXCHANGED_AND_CUT = [
    *((duplicate, 0, 46), (merge_with_next, 0, 0)),
    *((exchange_metadata, 44, 120), (cut_in_two, 148, 1)),
]


@settings(max_examples=60)
@given(steps(MAY_LOSE), st.binary(max_size=3), st.integers(0, 60_000))
@example([(duplicate, 0, 45), (merge_with_next, 127, 0)], b"", 0)
@example(EXCHANGED_AND_CUT, b"", 0)
def test_only_unreadable_is_raised(chosen, junk, place):
    data = as_bytes(damaged(chosen))
    try:
        repaired, _ = repair_one(read_notebook(data[:place] + junk + data[place + 1 :])[0])
    except Unreadable:
        return
    demand_whole(repaired)
    again, _ = repair_one(repaired)
    assert sources(again) == sources(repaired)


def turn(notebook, place, cut):
    notebook.cells[place] = turned(notebook.cells[place], "code")


def clear(notebook, place, cut):
    notebook.cells[place].source = ""


WORDS = [
    (homework, place)
    for homework in ("hw5-mlp", "hw8-transformer")
    for place, each in enumerate(RELEASED[homework].cells)
    if is_solution(each) and each.cell_type == "markdown"
]


@pytest.mark.parametrize("answer", ["Because", "Because\nof\nthat", "def f(x):\n    return x", ""])
@pytest.mark.parametrize("changes", list(permutations([turn, clear, cut_in_two], 2)))
def test_an_answer_in_words_may_change_its_type_and_be_split_or_cleared(answer, changes):
    for homework, place in WORDS:
        notebook = deepcopy(RELEASED[homework])
        notebook.cells[place].source = answer
        for change in changes:
            change(notebook, place, 1)
        repaired, _ = repair_one(notebook, homework)
        demand_whole(repaired, homework)


FIELDS = ("cells", "cell_type", "source", "metadata", "nbgrader", "id", "input", "grade_id")
FIELDS += ("worksheets", "outputs", "attachments", "level")


@settings(max_examples=100)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.integers(),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(FIELDS),
                inner | st.sampled_from(["code", "markdown", "heading", "mul"]),
                max_size=5,
            )
        ),
        max_leaves=30,
    )
)
def test_any_json_is_read_or_refused(value):
    with suppress(Unreadable):
        repair_one(read_notebook(as_bytes({"cells": [value], "x": value}))[0])


def test_a_complete_copy_replaces_a_split_answer():
    notebook = good()
    whole = copy(notebook, "mul")
    whole.id = "whole"
    split(notebook, "mul", "\n\n    def backward")
    notebook.cells.insert(at(notebook, "copy-of-mul") + 1, whole)
    repaired, _ = repair_one(notebook)
    assert in_places(repaired) == in_places(good())
