"""Headings of columns, as systems in several languages write them."""

import pytest

from autograder.people.headings import ABOUT_PERSON, LMS_NUMBER, PERSON, REGISTRAR, plain_heading


@pytest.mark.parametrize(
    ("heading", "plain"),
    [
        ("SIS User ID", "sisuserid"),
        ("E-Mail-Adresse", "emailadresse"),
        ("Vollständiger Name", "vollstandigername"),
        ("Prénom", "prenom"),
        ("hw1-cosh (123456)", "hw1cosh"),  # Canvas
        ("hw1-cosh (draft)", "hw1coshdraft"),
        ("hw1-cosh [Total Pts: 10 Score] |98765", "hw1cosh"),  # Blackboard
        ("hw1-cosh Points Grade <Numeric MaxPoints:10>", "hw1cosh"),  # Brightspace
        ("hw1-cosh Points Grade", "hw1cosh"),
        ("Points Grade of hw1", "pointsgradeofhw1"),
        ("--", ""),
        ("", ""),
    ],
)
def test_a_heading_is_reduced_to_its_letters_without_what_a_system_adds(heading, plain):
    assert plain_heading(heading) == plain


def test_headings_about_people_are_listed_as_they_are_compared():
    assert {heading for heading in ABOUT_PERSON if plain_heading(heading) != heading} == set()
    assert {*PERSON["id"]} >= REGISTRAR | LMS_NUMBER
