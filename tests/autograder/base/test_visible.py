"""Text by others is made visible, and what letters need stays in it."""

import json

import pytest

from autograder.base.visible import json_text, visible

UNPRINTABLE = "".join(sign for sign in map(chr, range(0x3000)) if not sign.isprintable())


@pytest.mark.parametrize("signs", [UNPRINTABLE, 'M\u00fcller \U0001f600 \n \u2028 "'])
def test_json_for_scripts_is_equal_and_printable(signs):
    text = json_text({"a": [signs]})
    assert json.loads(text) == {"a": [signs]}
    assert text.replace("\n", "").isprintable()
    assert "\u00fc" in json_text("\u00fc")


def test_line_breaks_and_what_letters_need_stay_in_visible_text():
    assert visible("a\nb\x1b") == "a\nb\N{REPLACEMENT CHARACTER}"
    assert visible("Anne\xa0Lee \u0645\u06cc\u200c\u0631\u200d") == (
        "Anne\xa0Lee \u0645\u06cc\u200c\u0631\u200d"
    )
