"""Lines that a notebook's output was broken into, put together again."""

from autograder.notebook.whole_lines import whole_lines
from course.sentences.lines import in_lines

SENTENCE = "The first wrong gradient on the way back is that of Leaf x, " * 3
LONG_ROW = f"T_backward     right. In big-O, m n d^2 is enough. {'4 m n d^2 + ' * 6}m n d"


def test_a_sentence_is_whole_again():
    assert whole_lines(in_lines(SENTENCE).split("\n")) == [SENTENCE.strip()]


def test_a_row_of_a_table_stays_apart_from_the_next_however_long_it_is():
    rows = [LONG_ROW, "T_backward_W1  right", LONG_ROW]
    assert whole_lines(in_lines("\n".join(rows)).split("\n")) == rows
