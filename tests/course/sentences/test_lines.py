"""Sentences in lines."""

from course.sentences.lines import LINE_WIDTH, ToldAlone, in_lines


def test_lines_are_broken_between_words_so_that_all_fit():
    lines = in_lines("word " * 60).splitlines()
    assert max(map(len, lines)) <= LINE_WIDTH
    assert " ".join(lines).split() == ["word"] * 60


def test_an_error_that_is_told_alone_is_a_sentence_which_is_not_broken_at_a_minus():
    shown = ToldAlone("word " * 16 + "`a-b-c-d-e-f`")._render_traceback_()
    assert shown[0].startswith("Not yet: word") and shown[-1] == "`a-b-c-d-e-f`"
