"""The answers of the bank and of people who had not read it, and the engines among them."""

from autograder.authoring.bank_texts import BankAnswer, bank_answers
from autograder.base.paths import ROOT

ENGINES = {"backward-algorithm", "forward-algorithm", "engine"}
_TEXT = (ROOT / "tests" / "data" / "unseen_answers.txt").read_text(encoding="utf-8")
# Answers of people who had not read the bank: the parts of the heading, and the code.
ANSWERS = [
    (*(part.strip() for part in head.split("|")), code)
    for head, _, code in (each.partition("\n") for each in _TEXT.split("\n# %% ")[1:])
]


def read_mistakes() -> list[BankAnswer]:
    """The wrong answers, by id."""
    return [answer for answer in bank_answers() if not answer.is_right]


def read_right_answers() -> list[BankAnswer]:
    """The right answers, by id."""
    return [answer for answer in bank_answers() if answer.is_right]


def engines_among(answers):
    return [a for a in answers if ENGINES & {cell for _, cell in a.exercises}]
