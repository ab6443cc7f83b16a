"""What a failed check looks up."""

from course.check.base.failures import wrong_answer
from course.messages.misconceptions import lookups


def test_a_check_looks_up_what_it_saw_only_once():
    with lookups.hearing((looked_up := []).append):
        failed = wrong_answer("no", ("case", 1.0), "Try 2.", find_out=lambda: "")
    assert looked_up == [(("case", 1.0),)]
    assert failed.diagnosis.next_step.endswith("Try 2.")
    with lookups.hearing((looked_up := []).append):
        assert (
            wrong_answer("no", None, "Try 2.", find_out=lambda: "A reason.").diagnosis.why
            == "A reason."
        )
    assert not looked_up
