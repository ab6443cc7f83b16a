"""The lines of code, by the numbers that Python gives them."""

from course.running.cell_lines import lines_of


def test_a_form_feed_begins_no_line_of_a_file(tmp_path):
    file = tmp_path / "engine.py"
    file.write_text("first = 1  #\fstill the first\nsecond = 2\n")
    assert lines_of(str(file))[:2] == ["first = 1  # still the first", "second = 2"]
    assert lines_of("nowhere.py") == []
