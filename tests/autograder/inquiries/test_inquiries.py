"""Students who think that a mark is wrong: from their feedback page to an answer on it."""

import io
import os
import re
import shlex
from datetime import datetime
from email.message import EmailMessage
from functools import partial
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_output
from rich.console import Console

from autograder.base import child_process
from autograder.grading.grade import grade
from autograder.inquiries import received_inquiries
from autograder.inquiries.inquiry_list import MAX_TEXTS_SHOWN, inquiry_list
from autograder.inquiries.inquiry_text import (
    DISAGREE,
    MAX_REASON,
    MAX_REASON_LINES,
    REASON,
    answer_in,
    cut_short,
    inquiry_text,
    said_by_check,
)
from autograder.inquiries.known_inquiries import KnownInquiry, close_inquiry
from autograder.inquiries.received_inquiries import Inquiry, receive
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from course.sentences.lines import LINE_WIDTH
from tests.autograder.conftest import run as command
from tests.helpers.clock import takes_less_than
from tests.helpers.grading import put_at_the_end, recorded_points, recorded_scores
from tests.helpers.pages import either_dark, html_in, look_at, opened

HOMEWORK = "hw1-cosh"
TEXT = inquiry_text("ada", HOMEWORK, "sinh-check, 2b sinh", "3 of 8", "Not yet: e is not sinh.")
QUOTED = "Hello!\n" + "".join(f"> {x}\n" for x in (TEXT + "Because").split("\n"))
WRAPPED = re.sub("(with a|I|Homework:) ", r"\1\n", TEXT) + "Because"


def sent(folder, name: str, text: str | bytes):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def mail(text: str, encoding: str, kind: str = "plain") -> bytes:
    """A mail as a program saves it."""
    message = EmailMessage()
    message["Subject"] = "Homework"
    message.set_content(text, subtype=kind, cte=encoding)
    return message.as_bytes()


def attached(text: str, **how: str) -> EmailMessage:
    """A mail to which the text is attached as a file."""
    message = EmailMessage()
    message.set_content("Please see the attached file.")
    message.add_attachment(text, filename="inquiry", **how)
    return message


def alternatives(plain: str, page: str) -> bytes:
    """A mail with a plain text and the same in HTML."""
    message = EmailMessage()
    message.set_content(plain)
    message.add_alternative(page, subtype="html")
    return message.as_bytes()


def forwarded(message: EmailMessage) -> bytes:
    """A mail to which another one is attached."""
    outer = EmailMessage()
    outer.set_content("I forward this.")
    outer.add_attachment(message)
    return outer.as_bytes()


def page_of(text: str) -> str:
    """The text as a mail program writes it in HTML."""
    return f"<p>Hello!</p><p>{text}</p>".replace("\n", "<br>\n")


@pytest.mark.parametrize(
    ("name", "carried"),
    [
        ("plain.txt", TEXT + "Because\nit is so."),
        ("windows.txt", ("\ufeff" + TEXT + "Because\nit is so.").replace("\n", "\r\n")),
        ("answer.txt", QUOTED),
        ("notepad.txt", (TEXT + "Because").replace("\n", "\r\n").encode("utf-16")),
        ("ansi.txt", (TEXT + "Because né\n").encode("cp1252")),
        ("typed.html", "<p>" + (TEXT + "Because").replace("\n", "<br />\n") + "</p>"),
        ("quoted.eml", mail(TEXT + "Because né", "quoted-printable")),
        ("coded.eml", mail(TEXT + "Because né", "base64")),
        ("typed.eml", mail(f"<p>{TEXT}Because</p>".replace("\n", "<br>\n"), "base64", "html")),
        ("attached.eml", attached(TEXT + "Because né").as_bytes()),
        ("attached-page.eml", attached(page_of(TEXT + "Because"), subtype="html").as_bytes()),
        ("forwarded.eml", forwarded(attached(TEXT + "Because"))),
        ("page.eml", alternatives("Your mail program shows no HTML.", page_of(TEXT + "Because"))),
        ("wrapped.eml", mail(page_of(WRAPPED), "8bit", "html")),
        ("wrapped.txt", WRAPPED),
        ("kept.html", f"<pre\nclass=plain>{TEXT}Because</pre>"),
        ("joined.html", page_of(TEXT.replace(" ", "&nbsp;") + "Because").replace("\n", "")),
        ("bold.html", page_of(re.sub(r"(?m)^(\w+:)", r"<b>\1</b>", TEXT) + "Because")),
        ("both.eml", alternatives(TEXT + "Because", page_of(TEXT + "<b>Be</b>cause"))),
        ("answer.eml", alternatives(QUOTED, page_of(TEXT + "<b>Be</b>cause"))),
    ],
)
def test_a_text_is_read_from_any_kind_of_file_or_mail(tmp_path, name, carried):
    (found,) = receive(sent(tmp_path, name, carried)).inquiries
    assert found.name == f"ada/{HOMEWORK}/sinh-check"
    assert found.reason.startswith("Because")
    assert "Hello" not in found.reason
    assert "e is not sinh" not in found.reason


def test_an_unreadable_file_is_not_said_to_lack_an_inquiry(tmp_path):
    (told,) = receive(sent(tmp_path, "a.doc", (TEXT + "Because").encode("utf-16-le"))).unreadable
    received = receive(tmp_path)
    assert not received.inquiries and DISAGREE not in received.unreadable[told]


def test_a_part_of_a_mail_that_cannot_be_read_does_not_hide_the_others(tmp_path):
    message = attached(TEXT + "Because")
    message.add_attachment("x", filename="unknown")
    message.get_payload()[-1].set_param("charset", "none-such")
    message.add_attachment(b"\0\1", maintype="text", subtype="plain", filename="picture")
    (found,) = receive(sent(tmp_path, "a.eml", message.as_bytes())).inquiries
    assert found.reason == "Because"


def test_only_the_first_value_of_a_repeated_field_counts(tmp_path):
    twice = TEXT.replace("Mark: 3 of 8", "Student: bob\nMark: 3 of 8\nMark: 8 of 8")
    (found,) = receive(sent(tmp_path, "a.txt", twice)).inquiries
    assert found.student == "ada"


def test_a_text_sent_twice_counts_once_and_two_texts_in_a_file_count_twice(tmp_path):
    other = TEXT.replace("sinh-check, 2b sinh", "more-check, 3 More")
    sent(tmp_path, "a.txt", TEXT + "One.")
    sent(tmp_path, "deep/down/b.txt", TEXT + "One.\n" + other + "Two.")
    found = receive(tmp_path).inquiries
    assert [(each.exercise, each.reason, each.files) for each in found] == [
        ("sinh-check", "One.", ("a.txt", "deep/down/b.txt")),
        ("more-check", "Two.", ("deep/down/b.txt",)),
    ]


def test_a_text_that_is_cut_off_hides_no_other_in_its_file(tmp_path):
    cut_off = TEXT.replace("ada", "bob").partition("Exercise:")[0]
    received = receive(sent(tmp_path, "all.txt", f"{TEXT}Mine.\n{cut_off}\n{TEXT}Mine, too."))
    assert [each.reason for each in received.inquiries] == ["Mine.", "Mine, too."]
    assert "Exercise" in received.unreadable["all.txt"]


def test_hostile_files_are_reported_without_costing_time_or_other_inquiries(tmp_path, monkeypatch):
    monkeypatch.setattr(received_inquiries, "MAX_SENT_FILES", 12)
    sent(tmp_path, "0-good.txt", TEXT + "Mine.")
    sent(tmp_path, "1-large.txt", TEXT + "x" * received_inquiries.MAX_SENT_BYTES)
    sent(tmp_path, "2-many.txt", TEXT * (received_inquiries.MAX_TEXTS_IN_FILE + 1))
    sent(tmp_path, "3-bytes.txt", bytes(range(256)) * 100)
    sent(tmp_path, "4-tags.html", "<" * 199_000)
    sent(tmp_path, "5-fields.txt", f"{DISAGREE}\n" + "Homework: a\n" * 9000 + REASON)
    sent(tmp_path, "6-empty.txt", "")
    (tmp_path / "7-link.txt").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "8-waits.txt")
    (tmp_path / "9-loop").symlink_to(tmp_path)
    deep = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(3000))
    sent(tmp_path, "91-deep.eml", deep)
    sent(tmp_path, "92-code.eml", "Content-Type: text/plain; charset=none-such\n\n" + TEXT)
    sent(tmp_path, "99-long.txt", TEXT.replace("sinh-check", "long-check") + "y" * 50_000)
    sent(tmp_path, "999-too-many.txt", TEXT.replace("ada", "bob"))
    received = receive(tmp_path)
    assert [each.exercise for each in received.inquiries] == ["sinh-check", "long-check"]
    assert len(received.inquiries[1].reason) < MAX_REASON + 20
    assert {name[0] for name in received.unreadable} == {*"123456789"}
    assert any("files" in name for name in received.unreadable)


def test_hidden_files_beside_mails_are_not_mails(tmp_path):
    sent(tmp_path, ".DS_Store", b"\0")
    (tmp_path / "__MACOSX" / ".hidden").mkdir(parents=True)
    sent(tmp_path / "__MACOSX" / ".hidden", "._a.txt", b"\0")
    sent(tmp_path, "a.txt", TEXT)
    received = receive(tmp_path)
    assert len(received.inquiries) == 1
    assert not received.unreadable


@pytest.mark.parametrize("name", ["1-number.html", "1-number.eml"])
def test_an_error_in_reading_one_file_hides_no_other(tmp_path, name):
    head = "Content-Type: text/html\n\n" if name.endswith("eml") else ""
    sent(tmp_path, "0-good.txt", TEXT + "Mine.")
    sent(tmp_path, name, f"{head}{TEXT}&#{'9' * 5000};")  # more digits than Python converts
    sent(tmp_path, "2-good.txt", TEXT + "Also mine.")
    received = receive(tmp_path)
    assert [each.files for each in received.inquiries] == [("0-good.txt",), ("2-good.txt",)]
    assert [*received.unreadable] == [name]


def test_a_text_that_takes_much_memory_is_not_said_to_take_long(tmp_path, monkeypatch):
    def without_memory(file):
        raise MemoryError

    monkeypatch.setattr(received_inquiries, "_inquiries_in", without_memory)
    (why,) = receive(sent(tmp_path, "a.txt", TEXT)).unreadable.values()
    assert "MemoryError" in why and "long" not in why


def test_a_mail_of_very_many_nested_parts_is_refused_at_once(tmp_path):
    deep = "".join(f"Content-Type: Multipart/mixed; boundary={i}\n\n--{i}\n" for i in range(450))
    deep += f"Content-Type: text/plain\n\n{TEXT}Mine."
    mail = sent(tmp_path, "a.eml", deep + "\n" * (received_inquiries.MAX_SENT_BYTES - len(deep)))
    with takes_less_than(0.5):
        texts, why_not = received_inquiries._inquiries_in(str(mail))
    assert not texts and "no text that can be read" in why_not


def test_a_mail_that_takes_long_to_read_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    monkeypatch.setattr(received_inquiries, "MAX_MULTIPARTS", 1000)
    depth = 800
    deep = "".join(f"Content-Type: multipart/mixed; boundary={i}\n\n--{i}\n" for i in range(depth))
    sent(tmp_path, "0-slow.eml", deep + "\n" * (received_inquiries.MAX_SENT_BYTES - len(deep)))
    sent(tmp_path, "1-good.txt", TEXT + "Mine.")
    with takes_less_than(1):  # not in this process
        received = receive(tmp_path)
    assert [each.files for each in received.inquiries] == [("1-good.txt",)]
    assert [*received.unreadable] == ["0-slow.eml"]


def test_files_that_take_too_long_keep_no_other_from_being_read(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    names = [sent(tmp_path, f"{i}-slow.txt", TEXT + "Slow.").name for i in range(3)]
    sent(tmp_path, "9-good.txt", TEXT + "Mine.")
    read = received_inquiries._inquiries_in

    def slow(file):
        while file.endswith("-slow.txt"):
            pass
        return read(file)

    monkeypatch.setattr(received_inquiries, "_inquiries_in", slow)
    received = receive(tmp_path)
    assert [each.files for each in received.inquiries] == [("9-good.txt",)]
    assert [*received.unreadable] == names


@pytest.mark.parametrize("more", [";" * 190_000, "".join(f"a*{i}=b;" for i in range(20_000))])
def test_a_mail_with_an_endless_header_is_read_at_once(tmp_path, more):
    text = f"{TEXT}Mine."
    mail = sent(tmp_path, "a.eml", f'Content-Type: text/plain; a="{more}\n\n{text}')
    with takes_less_than(1):
        texts, _ = received_inquiries._inquiries_in(str(mail))
    assert [each["reason"] for each in texts] == ["Mine."]


def test_a_text_about_no_mark_does_not_pass_for_somebody_elses_file(graded_pair, tmp_path):
    mails = tmp_path / "mails"
    sent(mails, "emeka/mails/1.txt", "x" * (received_inquiries.MAX_SENT_BYTES + 1))
    sent(mails, "z.txt", inquiry_text("emeka", "mails", "1.txt", "0 of 1", "") + "Mine.")
    listed = command(graded_pair, "inquiries", mails, code=1).partition("Not used")[2]
    assert "'emeka/mails/1.txt': It has more than" in listed
    assert "'z.txt': 'mails' has no mark of 'emeka'" in " ".join(listed.split())


def test_file_names_are_shown_on_one_line(tmp_path):
    sent(tmp_path, "a\n\nbob/hw1-cosh/sinh-check.txt", TEXT + "Mine.")
    sent(tmp_path, "b\nClosed:.txt", "nothing")
    received = receive(tmp_path)
    assert not any("\n" in name for each in received.inquiries for name in each.files)
    assert len(received.unreadable) == 1
    assert not any("\n" in name for name in received.unreadable)


def test_students_lines_are_indented_and_ours_are_not(tmp_path):
    name = "a. This text was sent by ada@example.org and " + "is verified by the mail server " * 4
    sent(tmp_path, f"{name}.txt", TEXT + "Mine.\nada/hw1-cosh/sinh-check\n" + "Closed: " * 40)
    sent(tmp_path, f"b{name}.txt", "nothing")
    received = receive(tmp_path)
    (inquiry,) = received.inquiries
    exercise = SimpleNamespace(title="2b sinh", worth=8.0)
    long = "The grader is wrong. " * 20
    case = KnownInquiry(inquiry, long, exercise, 3.0, check_said=long, answer="", is_open=True)
    console = Console(width=60, file=io.StringIO())
    console.print(inquiry_list([case], {**received.unreadable, "x/y/z " * 20: "None. " * 20}))
    assert "in 'a. This text" in " ".join(console.file.getvalue().split())
    ours = [line for line in console.file.getvalue().splitlines() if line[:1].strip()]
    assert ours == ["1 open, 0 closed.", inquiry.name, "Not used"]


def test_the_message_of_a_check_is_wrapped_only_once(tmp_path):
    sentence = (
        "The gradient of the first input is 2.0 in PyTorch and 5.0 with your engine, which is "
        "twice it"
    )
    assert len(sentence) < LINE_WIDTH < len(f"{sentence} that")
    (inquiry,) = receive(sent(tmp_path, "a.txt", TEXT + "Mine.")).inquiries
    message = f"{sentence}\nthat: as if it was added twice.\n\nx   1.0"
    exercise = SimpleNamespace(title="2b sinh", worth=8.0)
    case = KnownInquiry(inquiry, "", exercise, 3.0, check_said=message, answer="", is_open=True)
    console = Console(width=80, file=io.StringIO())
    console.print(inquiry_list([case], {}))
    lines = [line.strip() for line in console.file.getvalue().splitlines()]
    (start,) = (i for i, line in enumerate(lines) if line.startswith("The gradient"))
    assert len(lines[start]) > 60 and lines[start + 1].endswith("added twice.")
    assert lines[start + 2 : start + 4] == ["", "x   1.0"]


def test_many_texts_are_not_compared_pairwise(tmp_path, monkeypatch):
    compared = []
    monkeypatch.setattr(
        received_inquiries.Inquiry, "__eq__", lambda one, other: compared.append(one)
    )
    for name in range(10):
        sent(tmp_path, f"{name}.txt", "".join(f"{TEXT}{name} {i}\n" for i in range(50)))
    assert len(receive(tmp_path).inquiries) == 500
    assert len(compared) < 500


def answer_ada(classroom, sentence, mark=None):
    """Answers an inquiry of Ada's about the check `linear`."""
    inquiry = Inquiry("ada", HOMEWORK, "linear-check", "")
    exercise = SimpleNamespace(title="1")
    text = KnownInquiry(inquiry, "", exercise, 0.0, check_said="", answer="", is_open=True)
    close_inquiry(classroom, [text], sentence, mark)


def test_a_decided_mark_is_the_whole_mark_and_the_last_sentence_replaces_others(graded_pair):
    with open_gradebook(graded_pair) as book:
        book.find_grade("linear-check", HOMEWORK, HOMEWORK, "ada").extra_credit = 1.0
        book.db.commit()
    answer_ada(graded_pair, "First.", mark=2.0)
    answer_ada(graded_pair, "Second.")
    ada = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"]
    assert ada.scores["linear-check"] == 2.0
    assert answer_in(ada.comments, "1") == "Second."
    assert "First." not in "".join(ada.comments.values())


def test_a_decision_stays_with_its_answer_in_whatever_order_the_gradebook_has_the_cells(
    graded_pair,
):
    answer_ada(graded_pair, "First.", mark=2.0)
    put_at_the_end(graded_pair, HOMEWORK, "linear-check")
    answer_ada(graded_pair, "Second.")
    ada = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"]
    assert ada.comments == {"linear": "About 1: Second."}


def texts_in(page) -> dict[str, str]:
    """The texts that a page of feedback offers to send, by exercise."""
    areas = html_in(page)("textarea")
    return {each["id"].removeprefix("why-"): each.text.lstrip() for each in areas}


@pytest.fixture
def asked(graded_pair, tmp_path) -> SimpleNamespace:
    """A class in which emeka asks, by the text from their page, about an exercise that earned
    nothing; and how to close that."""
    run = partial(command, graded_pair, code=0)
    run("feedback", HOMEWORK, "--student", "emeka")
    page, mails = graded_pair.feedback("emeka", HOMEWORK), tmp_path / "mails"
    marks_now = partial(recorded_scores, graded_pair, HOMEWORK, "emeka")
    marks = marks_now()
    exercise, text = next((name, text) for name, text in texts_in(page).items() if marks[name] == 0)
    sent(mails, "emeka.txt", text + "\x1b[2JMy [red]numbers are PyTorch's.")
    name = f"emeka/{HOMEWORK}/{exercise}"
    return SimpleNamespace(
        run=run,
        page=page,
        mails=mails,
        marks=marks,
        exercise=exercise,
        name=name,
        close=partial(run, "inquiries", mails, "--close", name),
        marks_now=marks_now,
    )


def test_a_page_has_a_text_for_each_exercise_that_did_not_earn_all(graded_pair):
    command(graded_pair, "feedback", HOMEWORK, code=0)
    most = recorded_points(graded_pair, HOMEWORK)
    marks = recorded_scores(graded_pair, HOMEWORK, "emeka")
    texts = texts_in(graded_pair.feedback("emeka", HOMEWORK))
    assert set(texts) == {name for name, mark in marks.items() if mark < most[name]}
    assert not texts_in(graded_pair.feedback("ada", HOMEWORK))


def test_an_inquiry_is_listed_as_the_student_wrote_it_and_false_ones_are_not_used(asked):
    false = {"../../ada": asked.exercise, "nobody": asked.exercise, "emeka": "no-such-check"}
    for who, what in false.items():
        evil = inquiry_text(who, HOMEWORK, what, "0 of 1", "")
        sent(asked.mails, f"{what}-{len(who)}.txt", evil)
    listed = asked.run("inquiries", asked.mails, code=1)
    assert listed.startswith("1 open, 0 closed.") and asked.name in listed
    assert "The student, in 'emeka.txt':" in listed
    assert "Not yet:" in listed and "My [red]numbers are PyTorch's." in listed
    assert "\x1b" not in listed
    assert listed.partition("Not used")[2].count(f"'{HOMEWORK}' has no ") == 3


def test_an_inquiry_is_closed_only_by_a_reason_and_a_mark_that_can_be_given(
    asked, graded_pair, tmp_path
):
    most = recorded_points(graded_pair, HOMEWORK)[asked.exercise]
    asked.close("--mark", 1, code=2)  # says nothing to the student
    for no_mark in (most + 1, "a", "-1", "nan", "inf"):
        asked.close("--mark", no_mark, "--because", "No.", code=2)
    assert "Give a reason" in asked.close("--because", " ", code=2)
    asked.run("inquiries", asked.mails, "--close", "ada", "--because", "No.", code=2)
    (tmp_path / "empty").mkdir()
    assert "no file" in asked.run("inquiries", tmp_path / "empty", code=2)
    assert asked.marks_now() == asked.marks
    assert asked.run("inquiries", asked.mails, code=1).startswith("1 open, 0 closed.")


def test_an_inquiry_is_answered_by_a_mark_that_stays_and_a_sentence_on_the_page(asked, graded_pair):
    printed = asked.close("--mark", "1.5", "--because", "You are right about *x*.")
    assert "was 0 and is 1.5 now" in printed
    asked.close("--because", "You are right about both.")
    (graded_pair.folder / "roster.csv").write_text("id,name\nemeka,Emeka Obi\n")
    grade(graded_pair, HOMEWORK, students=["emeka"], force=True, workers=0)
    assert asked.marks_now() == asked.marks | {asked.exercise: 1.5}
    assert "Emeka Obi" in asked.run("inquiries", asked.mails)
    (graded_pair.folder / "roster.csv").unlink()

    assert "Feedback pages whose mark or penalty" in asked.run("report", HOMEWORK)
    asked.run("feedback", HOMEWORK, "--student", "emeka")
    soup = html_in(asked.page)
    (comment,) = soup("aside")
    assert "You are right about both." in comment.text and "right about x" not in comment.text
    assert "1.5 of" in soup.find(id=asked.exercise).h3.text
    listed = asked.run("inquiries", asked.mails)
    assert listed.startswith("0 open, 1 closed.") and "right about both" in listed


def test_the_text_on_a_page_with_an_answer_opens_the_inquiry_again(asked):
    asked.close("--mark", "1.5", "--because", "You are right.")
    asked.run("feedback", HOMEWORK, "--student", "emeka")
    sent(asked.mails, "emeka-again.txt", texts_in(asked.page)[asked.exercise] + "It is 2.")
    listed = asked.run("inquiries", asked.mails, code=1)
    assert listed.startswith("1 open, 1 closed.")
    assert listed.index("You are right.") < listed.index("It is 2.")
    asked.close("--because", "It is 1.5: see the second graph.")
    assert asked.run("inquiries", asked.mails).startswith("0 open, 2 closed.")


def test_a_new_text_is_open_even_if_an_earlier_one_was_closed(graded_pair, tmp_path):
    exercise = min(recorded_points(graded_pair, HOMEWORK))
    text = inquiry_text("ada", HOMEWORK, exercise, "0 of 1", "")
    name, mails = f"ada/{HOMEWORK}/{exercise}", tmp_path / "mails"
    run = partial(command, graded_pair)
    sent(mails, "forged.txt", text + "By somebody else.")
    run("inquiries", mails, "--close", name, "--because", "No.")
    assert run("inquiries", mails).startswith("0 open, 1 closed.")
    sent(mails, "real.txt", text + "My own\nreason.")
    listed = run("inquiries", mails, code=1)
    assert listed.startswith("1 open, 1 closed.")
    assert listed.count("2 texts are on it, in 'real.txt', 'forged.txt'.") == 1
    printed = run("inquiries", mails, "--close", name, "--because", "No.")  # they read none
    assert "forged.txt" in printed and "real.txt" in printed
    sent(mails, "real.txt", text + "My own reason.")  # as another mail program breaks it
    assert run("inquiries", mails).startswith("0 open, 2 closed.")
    run("rename", "ada", "lovelace")
    sent(mails, "real.txt", text.replace("ada", "lovelace") + "My own reason.")
    assert run("inquiries", mails).startswith("0 open, 2 closed.")  # also by the old id


def test_the_exit_code_shows_that_a_file_could_not_be_read(graded_pair, tmp_path):
    sent(tmp_path / "mails", "a.txt", "hello")
    assert "a.txt" in command(graded_pair, "inquiries", tmp_path / "mails", code=1)


def test_a_text_without_a_reason_closes_no_other(graded_pair, tmp_path):
    exercise = min(recorded_points(graded_pair, HOMEWORK))
    text = inquiry_text("ada", HOMEWORK, exercise, "0 of 1", "")
    name, mails = f"ada/{HOMEWORK}/{exercise}", tmp_path / "mails"
    run = partial(command, graded_pair)
    sent(mails, "forged.txt", text)
    run("inquiries", mails, "--close", name, "--because", "No.")
    assert run("inquiries", mails).startswith("0 open, 1 closed.")
    sent(mails, "real.txt", f"My check took a value of x that is not in the homework.\n\n{text}")
    assert run("inquiries", mails, code=1).startswith("1 open, 1 closed.")
    long = "word " * (MAX_REASON // 5)
    sent(mails, "real.txt", text + long)
    run("inquiries", mails, "--close", name, "--because", "Never.")
    sent(mails, "real.txt", f"{text}{long}And the end.")
    assert run("inquiries", mails, code=1).startswith("1 open, 1 closed.")


def test_the_command_for_a_new_page_quotes_an_id_that_a_shell_would_read_otherwise(
    graded_pair, tmp_path
):
    """Only a folder made by hand has such an id."""
    odd, exercise = "ada; echo $(id)", min(recorded_points(graded_pair, HOMEWORK))
    ClassGradebook(graded_pair).rename("ada", odd)
    sent(tmp_path, "a.txt", inquiry_text(odd, HOMEWORK, exercise, "0 of 1", "") + "Mine.")
    close = ["--close", f"{odd}/{HOMEWORK}/{exercise}", "--because", "No."]
    printed = command(graded_pair, "inquiries", tmp_path, *close)
    (again,) = re.findall("To update their page: (.*)", printed)
    assert shlex.split(again)[:5] == ["autograder", "feedback", HOMEWORK, "--student", odd]


def test_the_exit_code_of_closing_shows_that_a_late_penalty_failed(graded_pair, tmp_path):
    exercise = min(recorded_points(graded_pair, HOMEWORK))
    sent(tmp_path, "a.txt", inquiry_text("ada", HOMEWORK, exercise, "0 of 1", "") + "Mine.")
    rules = f'[due]\n{HOMEWORK} = "2026-01-30"\n[late]\nper_day = "10 %"\n'
    (graded_pair.folder / "policy.toml").write_text(rules)
    close = ["inquiries", tmp_path, "--close", f"ada/{HOMEWORK}/{exercise}", "--because"]
    command(graded_pair, *close, "No.", code=0)
    with open_gradebook(graded_pair) as book:
        book.find_submission(HOMEWORK, "emeka").timestamp = datetime(1926, 1, 30)
        book.db.commit()
    printed = command(graded_pair, *close, "No, again.", code=1)
    assert "left as it was" in printed and "is closed" in printed


def test_of_many_texts_on_one_exercise_each_file_is_named_and_its_first_one_shown(
    graded_pair, tmp_path
):
    exercise = min(recorded_points(graded_pair, HOMEWORK))
    text = inquiry_text("ada", HOMEWORK, exercise, "0 of 1", "")
    for i in range(20):
        sent(tmp_path, f"{i}.txt", "".join(f"{text}Reason {i} {j}.\n" for j in range(50)))
    listed = command(graded_pair, "inquiries", tmp_path, code=1)
    assert listed.startswith("1000 open")
    assert "1000 texts are on it" in listed and "980 more texts are not shown" in listed
    assert listed.count("Reason") == 20
    close = ["inquiries", tmp_path, "--close", f"ada/{HOMEWORK}/{exercise}", "--because", "No."]
    printed = command(graded_pair, *close, code=0)
    for i in range(20):
        assert f"Reason {i} 0." in listed and f"'{i}.txt'" in printed


def test_a_text_in_several_files_is_shown_once_and_closed_with_the_names_of_all(
    graded_pair, tmp_path
):
    """Whoever copied it may be somebody else, so neither file stands for the other."""
    exercise = min(recorded_points(graded_pair, HOMEWORK))
    text = inquiry_text("ada", HOMEWORK, exercise, "0 of 1", "") + "Mine."
    for name in ("a-copy.txt", "b-ada.txt"):
        sent(tmp_path, name, text)
    sent(tmp_path, "c-ada.txt", text + " Really.")
    close = ["--close", f"ada/{HOMEWORK}/{exercise}", "--because", "No."]
    listed = command(graded_pair, "inquiries", tmp_path, code=1)
    assert listed.startswith("2 open") and listed.count("Mine.") == 2
    for printed in (listed, command(graded_pair, "inquiries", tmp_path, *close, code=0)):
        assert "'a-copy.txt', 'b-ada.txt', 'c-ada.txt'" in " ".join(printed.split())


def test_many_texts_in_one_file_do_not_hide_anothers(graded_pair, tmp_path):
    exercise = min(recorded_points(graded_pair, HOMEWORK))
    text = inquiry_text("ada", HOMEWORK, exercise, "0 of 1", "")
    forged = [f"{text}Forged {i}.\n" for i in range(MAX_TEXTS_SHOWN + 1)]
    sent(tmp_path, "a-forged.txt", "".join(forged))
    sent(tmp_path, "b-ada.txt", f"{text}My own reason.")
    listed = command(graded_pair, "inquiries", tmp_path, code=1)
    assert "My own reason." in listed and "2 more texts are not shown" in listed
    assert listed.count("Forged") == MAX_TEXTS_SHOWN - 1


@pytest.mark.parametrize(
    "said",
    [
        *(DISAGREE.replace(" ", "\n"), REASON.replace(" ", "\n")),
        *(DISAGREE, f"{DISAGREE}\nHomework: x\nStudent: bob", REASON),
        f"{DISAGREE}.\nStudent: bob\nHomework: x\nExercise: y\n{REASON}:\nNo.",
    ],
)
def test_an_error_that_imitates_the_start_of_a_text_does_not_hide_the_text(tmp_path, said):
    text = inquiry_text("ada", HOMEWORK, "sinh-check", "3 of 8", f"ValueError: {said}\n")
    (found,) = receive(sent(tmp_path, "a.txt", text + "Because.")).inquiries
    assert (found.student, found.reason) == ("ada", "Because.")
    printed = TEXT.replace("Not yet:", DISAGREE) + "Because."  # on a page from before
    (found,) = receive(sent(tmp_path, "b.txt", printed)).inquiries
    assert (found.student, found.reason) == ("ada", "Because.")


@pytest.mark.parametrize("text", ["x" * 99_000, "x\n" * 1500])
def test_a_long_text_is_cut_by_letters_and_by_lines(text):
    short = cut_short(text)
    assert short.endswith("(cut here)")
    assert len(short) < MAX_REASON + 20 and short.count("\n") < MAX_REASON_LINES
    assert cut_short(short[:-11]) == short[:-11]


def test_the_output_of_a_check_that_gives_some_points_is_its_verdict():
    printed = new_output("stream", text="a  right\nb  not yet: you have 3.\n")
    points = new_output("execute_result", data={"text/plain": "1.0"})
    assert (
        said_by_check(new_code_cell(outputs=[printed, points]))
        == "a  right\nb  not yet: you have 3."
    )
    failed = new_output("error", ename="CheckFailed", evalue="", traceback=["Not yet: b is wrong."])
    assert said_by_check(new_code_cell(outputs=[printed, failed])) == "Not yet: b is wrong."


@pytest.mark.by_day(1)
@either_dark
def test_the_text_can_be_written_and_copied_without_a_server(window, graded_pair, schemes):
    command(graded_pair, "feedback", HOMEWORK)
    page = graded_pair.feedback("emeka", HOMEWORK)
    with opened(window, page) as shown:
        shown.locator(".disagree summary").first.click()
        box = shown.get_by_label("Is the mark wrong?").first
        box.press("Control+End")
        box.press_sequentially("I wrote it.")
        assert box.input_value().endswith(f"{REASON}\nI wrote it.")
        assert box.input_value().startswith(DISAGREE)
        assert shown.complaints == []
    opened_page = page.with_name("opened.html")
    text = page.read_text().replace('<details class="disagree">', '<details class="disagree" open>')
    opened_page.write_text(text)
    look_at(window, opened_page, "inquiry", schemes)
