"""What the command line promises: verify_records as specified; what needs no configuration."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command

from games.management.commands import verify_records as verify_records_command
from games.rules.replaying.ndjson import LONGEST, lines

ROOT = Path(__file__).parents[2]
# Nothing is configured, and no database could be reached.
BARE = {
    name: value
    for name, value in os.environ.items()
    if name not in {"SECRET_KEY", "DEBUG", "DJANGO_SETTINGS_MODULE"}
} | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}

GOOD = (
    b'{"format":"tarot-hand/1","variant":"french","players":["A","B","C","D"],'
    b'"dealer":3,"actions":[]}'
)
TEXT = b"""format tarot-hand/1
variant french
player A "Anna"
player B "Boris"
player C "Chloe"
dealer C

A: call guard
"""
WRONG_SEAT = GOOD.replace(b"[]}", b'[{"kind":"call","seat":2,"call":"pass"}]}')
COMMAND = [sys.executable, "manage.py", "verify_records"]


Answered = tuple[int, list[dict[str, Any]], str]


def started(*arguments: str | Path, given: bytes = b"") -> Answered:
    """Start the command as a shell does; its exit status, its answers, what it said on stderr."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], cwd=ROOT, env=BARE, input=given, capture_output=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, answers, done.stderr.decode()


def verify_records(*arguments: str | Path, given: bytes = b"") -> Answered:
    """The same without a process of its own, which takes longer than all that it judges here."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    typed = io.TextIOWrapper(io.BytesIO(given))
    with mock.patch("sys.stdin", typed):
        try:
            call_command("verify_records", *map(str, arguments), stdout=out, stderr=err)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_good_records_are_answered_in_their_order_and_the_status_is_0() -> None:
    status, answers, said = started(given=GOOD + b"\n" + GOOD + b"\n")
    assert (status, said) == (0, "")
    assert [(answer["line"], answer["ok"]) for answer in answers] == [(1, True), (2, True)]
    assert (answers[0]["phase"], answers[0]["turn"]) == ("auction", 0)


def test_one_wrong_record_makes_the_status_1_and_the_others_are_judged_all_the_same() -> None:
    status, answers, said = started(given=b"\n".join([GOOD, WRONG_SEAT, GOOD]))
    assert (status, said) == (1, "")
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[1]["error"]["code"] == "not-your-turn"


def test_nothing_to_judge_is_no_fault() -> None:
    assert verify_records(given=b"") == (0, [], "")


def test_blank_lines_are_skipped_but_counted() -> None:
    _, answers, _ = verify_records(given=b"\n  \t\r\n" + GOOD + b"\r\n\n" + GOOD)
    assert [answer["line"] for answer in answers] == [3, 5]


def test_a_file_is_read_like_the_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "evening.ndjson"
    file.write_bytes(GOOD + b"\n" + WRONG_SEAT + b"\n")
    assert verify_records(file) == verify_records(given=file.read_bytes())


def test_of_several_files_each_answer_names_its_own(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"\n" + GOOD)
    second.write_bytes(GOOD)
    status, answers, _ = verify_records(first, second, "-", given=GOOD)
    assert status == 0
    assert [(answer["file"], answer["line"]) for answer in answers] == [
        (str(first), 2),
        (str(second), 1),
        ("-", 1),
    ]


def test_hands_as_text_are_answered_like_their_records(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_bytes(b"# Friday\n" + TEXT + b"\n" + TEXT + b"C: call pass\n" + TEXT)
    status, answers, said = verify_records("--text", file)
    assert (status, said) == (1, "")
    assert [(answer["line"], answer["ok"]) for answer in answers] == [
        (2, True),
        (11, False),
        (20, True),
    ]
    assert (answers[0]["phase"], answers[0]["turn"]) == ("auction", 1)
    fault = answers[1]["error"]
    assert (fault["code"], fault["action"], fault["line"]) == ("not-your-turn", 1, 19)


def test_text_may_come_from_the_standard_input_as_well() -> None:
    status, answers, _ = verify_records("--text", given=TEXT)
    assert (status, [answer["status"] for answer in answers]) == (0, ["in-progress"])


def test_a_file_that_is_not_there_makes_the_status_2_and_is_named(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_bytes(WRONG_SEAT)
    status, answers, said = started("nowhere.ndjson", there, tmp_path)
    assert status == 2
    assert [answer["ok"] for answer in answers] == [False]
    assert said.splitlines() == [
        "nowhere.ndjson: No such file or directory",
        f"{tmp_path}: Is a directory",
    ]


def test_an_option_that_does_not_exist_makes_the_status_2() -> None:
    status, answers, said = started("--quickly")
    assert (status, answers) == (2, [])
    assert "--quickly" in said


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"\xef\xbb\xbf" + GOOD, id="a byte order mark"),
        pytest.param(GOOD.decode().encode("utf-16"), id="UTF-16"),
        pytest.param(GOOD.replace(b"A", b"\xe9"), id="Latin-1"),
        pytest.param(b"[" * 100_000, id="nested brackets"),
        pytest.param(b"\x00", id="NUL"),
        pytest.param(GOOD + b" " * LONGEST, id="too long"),
    ],
)
def test_a_line_that_is_no_record_is_malformed_and_the_next_is_judged(line: bytes) -> None:
    status, answers, said = verify_records(given=line.replace(b"\n", b"") + b"\n" + GOOD)
    assert (status, said) == (1, "")
    assert answers[0]["error"]["code"] == "malformed"
    assert answers[0]["error"]["action"] is None
    assert (answers[-1]["line"], answers[-1]["ok"]) == (2, True)


def test_whoever_has_seen_enough_may_close_the_pipe() -> None:
    many = GOOD + b"\n"
    with subprocess.Popen(
        COMMAND,
        cwd=ROOT,
        env=BARE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(many)
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["ok"]  # at once, not when all is read
        running.stdout.close()
        _, said = running.communicate(many * 2_000)
    assert said == b""
    assert running.returncode == 1


class Watched(io.BytesIO):
    """A file that remembers how much of it was asked for at once."""

    largest = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size
        self.largest = max(self.largest, size if size > 0 else 10**9)
        return super().readline(size)


def test_of_a_line_that_is_too_long_no_more_is_kept_than_refuses_it() -> None:
    stream = Watched(GOOD + b"x" * (3 * LONGEST) + b"\n" + GOOD + b"\n")
    (one, line), (two, rest) = lines(stream)
    assert (one, len(line)) == (1, LONGEST + 1)
    assert (two, rest) == (2, GOOD)
    assert stream.largest <= LONGEST + 2


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_line_break_does_not_count_for_the_length_of_a_record(end: bytes) -> None:
    longest = GOOD + b" " * (LONGEST - len(GOOD))
    assert list(lines(io.BytesIO(longest + end))) == [(1, longest)]
    ((_, line),) = lines(io.BytesIO(longest + b" " + end))
    assert len(line) == LONGEST + 1


def test_a_line_of_blanks_is_skipped_however_long_it_is() -> None:
    assert list(lines(io.BytesIO(b" " * (2 * LONGEST) + b"\n" + GOOD))) == [(2, GOOD)]


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "err", "shown"),
    [
        pytest.param(io.StringIO, Terminal, True, id="answers go to a file"),
        pytest.param(io.StringIO, io.StringIO, False, id="nobody looks"),
        pytest.param(Terminal, Terminal, False, id="the answers themselves are seen"),
    ],
)
def test_progress_is_shown_to_a_person_who_sees_no_answers(
    out: type[io.StringIO], err: type[io.StringIO], shown: bool, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(verify_records_command, "SECONDS_BETWEEN_REPORTS", 0)
    file = tmp_path / "evening.ndjson"
    file.write_bytes(GOOD)
    answers, said = out(), err()
    call_command("verify_records", file, stdout=answers, stderr=said)
    assert json.loads(answers.getvalue())["ok"]
    assert ("1 records judged" in said.getvalue()) is shown
