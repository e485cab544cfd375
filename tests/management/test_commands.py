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


def test_each_record_is_judged_in_its_order_and_one_that_is_wrong_makes_the_status_1(
    tmp_path: Path,
) -> None:
    """Blank lines are skipped but counted; nothing to judge is no fault."""
    assert verify_records(given=b"") == (0, [], "")
    status, answers, said = verify_records(given=b"\n  \t\r\n" + GOOD + b"\r\n\n" + GOOD)
    assert (status, said) == (0, "")
    assert [(answer["line"], answer["ok"]) for answer in answers] == [(3, True), (5, True)]
    assert (answers[0]["phase"], answers[0]["turn"]) == ("auction", 0)
    file = tmp_path / "evening.ndjson"
    file.write_bytes(b"\n".join([GOOD, WRONG_SEAT, GOOD]))
    status, answers, said = started(file)
    assert (status, said) == (1, "")
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[1]["error"]["code"] == "not-your-turn"
    assert verify_records(given=file.read_bytes()) == (status, answers, said)


def test_of_several_files_each_answer_names_its_own_and_a_missing_one_is_named(
    tmp_path: Path,
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"\n" + GOOD)
    second.write_bytes(WRONG_SEAT)
    status, answers, _ = verify_records(first, second, "-", given=GOOD)
    assert status == 1
    assert [(answer["file"], answer["line"]) for answer in answers] == [
        (str(first), 2),
        (str(second), 1),
        ("-", 1),
    ]
    status, answers, said = verify_records("nowhere.ndjson", second, tmp_path)
    assert status == 2
    assert [answer["ok"] for answer in answers] == [False]
    assert said.splitlines() == [
        "nowhere.ndjson: No such file or directory",
        f"{tmp_path}: Is a directory",
    ]


def test_hands_as_text_are_answered_like_their_records(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_bytes(b"# Friday\n" + TEXT + b"\n" + TEXT + b"C: call pass\n" + TEXT)
    status, answers, said = verify_records("--text", file)
    assert (status, said) == (1, "")
    judged = [(answer["line"], answer["ok"]) for answer in answers]
    assert judged == [(2, True), (11, False), (20, True)]
    assert (answers[0]["phase"], answers[0]["turn"]) == ("auction", 1)
    fault = answers[1]["error"]
    assert (fault["code"], fault["action"], fault["line"]) == ("not-your-turn", 1, 19)
    assert verify_records("--text", given=file.read_bytes()) == (status, answers, said)


NO_RECORDS = {
    "a byte order mark": b"\xef\xbb\xbf" + GOOD,
    "UTF-16": GOOD.decode().encode("utf-16"),
    "Latin-1": GOOD.replace(b"A", b"\xe9"),
    "nested brackets": b"[" * 100_000,
    "NUL": b"\x00",
    "too long": GOOD + b" " * LONGEST,
}


def test_a_line_that_is_no_record_is_malformed_and_the_next_is_judged() -> None:
    for what, line in NO_RECORDS.items():
        status, answers, said = verify_records(given=line.replace(b"\n", b"") + b"\n" + GOOD)
        assert (status, said) == (1, ""), what
        assert answers[0]["error"]["code"] == "malformed", what
        assert answers[0]["error"]["action"] is None
        assert (answers[-1]["line"], answers[-1]["ok"]) == (2, True), what


def test_a_reader_who_has_seen_enough_may_close_the_pipe() -> None:
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


def test_neither_a_line_break_nor_blanks_count_for_the_length_of_a_record() -> None:
    longest = GOOD + b" " * (LONGEST - len(GOOD))
    for end in (b"", b"\n", b"\r\n"):
        assert list(lines(io.BytesIO(longest + end))) == [(1, longest)]
        ((_, line),) = lines(io.BytesIO(longest + b" " + end))
        assert len(line) == LONGEST + 1
    assert list(lines(io.BytesIO(b" " * (2 * LONGEST) + b"\n" + GOOD))) == [(2, GOOD)]


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_to_a_person_who_sees_no_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_records_command, "SECONDS_BETWEEN_REPORTS", 0)
    file = tmp_path / "evening.ndjson"
    file.write_bytes(GOOD)
    for out, err, shown in (
        (io.StringIO, Terminal, True),  # the answers go to a file
        (io.StringIO, io.StringIO, False),  # nobody looks
        (Terminal, Terminal, False),  # the answers themselves are seen
    ):
        answers, said = out(), err()
        call_command("verify_records", file, stdout=answers, stderr=said)
        assert json.loads(answers.getvalue())["ok"]
        assert ("1 records judged" in said.getvalue()) is shown
