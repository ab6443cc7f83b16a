"""CSV files, as learning management systems and spreadsheets write them."""

import csv
import io

import pytest

from autograder.base.csv_file import CsvFile, read_csv


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "heading",
    ["plain", '"two\nlines"', '"with "";"";"";"" marks"', 'height 5"', '"a;b,c;d,e;f,g\t\t\t"'],
)
def test_the_separator_is_the_one_between_headings(heading, separator):
    text = f"{heading}{separator}b{separator}c\r\n1{separator}2{separator}3\r\n"
    file = read_csv(text.encode())
    assert file.separator == separator
    assert file.rows[0][1:] == ["b", "c"] and file.rows[1] == ["1", "2", "3"]
    assert file.text() == text or heading == 'height 5"'  # which is written in quotes


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_line_break_in_a_cell_begins_no_row(newline):
    rows = [["id", "name"], ["eve", "Eve\rada"], ["ann", "Ann\nada"]]
    text = CsvFile(rows, newline=newline).text()
    assert [*csv.reader(io.StringIO(text, newline=""))] == rows
    assert text.startswith(f"id,name{newline}")


def test_a_separator_may_be_named_in_a_line_of_its_own():
    assert read_csv(b"sep=|\r\na;b|c\r\n").rows == [["a;b", "c"]]


def test_a_byte_order_mark_and_empty_lines_are_no_part_of_the_headings():
    file = read_csv("\ufeff\r\n\r\na,b\r\n1,2\r\n".encode())
    assert file.bom and file.rows == [["a", "b"], ["1", "2"]] and file.lines == [3, 4]


def test_a_lonely_quotation_mark_is_an_error_where_its_row_begins():
    with pytest.raises(csv.Error, match="from line 2"):
        read_csv(b'a,b\n"1,2\n3,4\n')
