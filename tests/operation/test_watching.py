"""The operator hears what is wrong: once when it begins, once when it is well again."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.urls import reverse

from games.access import account_pages
from games.management.commands import watch as watch_command
from games.operation import incidents
from games.operation.incidents import HeldEntries, held_of, note, note_request, take_incidents
from games.operation.readiness import Condition
from tests.cast import Cast

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Fake:
    """What a look at the site finds."""

    found = Condition()

    def __init__(self) -> None:
        self.letters: list[str] = []  # from where members' mails were asked to be sent

    def ask(self) -> Condition:
        return self.found


@pytest.fixture(autouse=True)
def site(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    """A site that is well, at noon, and tells by e-mail."""
    settings.WATCH_FOLDER, settings.BACKUP_FOLDER = str(tmp_path / "watch"), ""
    settings.SENDS_EMAIL, settings.ALERT_TO = True, ["anna@example.org"]
    fake = Fake()
    monkeypatch.setattr(watch_command, "readiness", fake)
    monkeypatch.setattr(watch_command, "send_letters", fake.letters.append)
    with time_machine.travel(NOON, tick=False):
        yield fake


def told(after: timedelta = timedelta()) -> list[str]:
    """What the next look tells, line by line."""
    before = len(mail.outbox)
    with time_machine.travel(datetime.now(UTC) + after, tick=False):
        call_command("watch")
    return [
        line
        for sent in mail.outbox[before:]
        for line in sent.body.splitlines()
        if " (" in line  # not the moment
    ]


def test_a_filling_disk_is_reported_once_at_each_step_and_once_when_well(site: Fake) -> None:
    """Each look also sends members the mails that are due."""
    for found, lines in (
        (Condition(), []),
        (
            Condition(warnings={"disk": "Only 180 MB left."}),
            ["disk (warning): Only 180 MB left."],
        ),
        (Condition(warnings={"disk": "Only 170 MB left."}), []),
        (
            Condition(problems={"disk": "Only 40 MB left."}),
            ["disk (problem): Only 40 MB left."],
        ),
        (Condition(), ["disk (well): Well again."]),
        (Condition(), []),
    ):
        site.found = found
        assert told() == lines
    hosts = [letter.partition("://")[2] for letter in site.letters]
    assert hosts == settings.ALLOWED_HOSTS[:1] * 6


def test_an_error_of_the_site_is_reported_by_its_request_and_once_an_hour() -> None:
    note_request("abc123", "hand", 500, None)
    assert told() == [
        "error hand (event): The site has made an error: look for request abc123 in the log."
    ]
    note_request("abc124", "hand", 500, None)
    note_request("abc125", "hand", 500, None)
    note_request("abc126", "league", 500, None)
    assert told(timedelta(minutes=59)) == [
        "error league (event): The site has made an error: look for request abc126 in the log."
    ]
    (line,) = told(timedelta(minutes=61))
    assert line.endswith("request abc125 in the log. 2 times since this was last told.")
    assert told(timedelta(minutes=200)) == []


@pytest.mark.django_db
def test_an_error_is_noted_without_who_asked_or_what(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> None:
        raise ZeroDivisionError("a secret")

    client.force_login(cast.member)
    client.raise_request_exception = False
    monkeypatch.setattr(account_pages, "render", broken)
    answer = client.get(reverse("account") + "?also=secret")
    assert answer.status_code == 500
    (one,) = take_incidents()
    number = answer.headers["X-Request-ID"]
    assert one == {"at": one["at"], "kind": "error", "id": number, "route": "account"}


def test_a_tablet_that_cannot_send_is_reported_until_it_is_silent_or_has_sent() -> None:
    note_request("abc123", "entries", 503, HeldEntries(7, 300))
    (line,) = told()
    assert line.startswith("tablets (problem): A tablet holds 7 entries that it could not send")
    assert told(timedelta(minutes=9)) == []
    assert told(timedelta(minutes=11)) == ["tablets (well): Well again."]
    note_request("abc124", "entries", 200, HeldEntries(7, 840))
    assert told(timedelta(minutes=12)) == [
        "delivered (event): A tablet has sent entries that it had held for 14 minutes."
    ]


@pytest.mark.django_db
def test_an_entry_that_waited_for_a_moment_is_no_news_nor_what_no_tablet_says(
    client: Client,
) -> None:
    note_request("abc123", "entries", 200, HeldEntries(1, 30))
    assert told() == []
    for said in ("", "7", "-1 5", "7 5 3", "seven 5", "9" * 9 + " 1"):
        assert held_of(RequestFactory().post("/", headers={"X-Held": said})) is None, said
    assert held_of(RequestFactory().post("/", headers={"X-Held": "7 300"})) == HeldEntries(7, 300)
    client.get(reverse("sign-in"), headers={"X-Held": "9 9000"})  # a stranger
    assert take_incidents() == []


def test_a_missing_or_failed_backup_and_a_service_that_could_not_begin_are_reported(
    settings: Any, tmp_path: Path
) -> None:
    settings.BACKUP_FOLDER = str(tmp_path)
    note(incidents.BACKUP, text="A backup has failed: no room.")
    assert told() == [
        "backup (problem): There is no finished backup.",
        "backup (event): A backup has failed: no room.",
    ]
    call_command("watch", failed="clubtarot-backup")
    assert told() == [
        "unit clubtarot-backup (event): clubtarot-backup has failed: "
        "`journalctl -u clubtarot-backup` says why."
    ]


def test_a_report_that_could_not_be_sent_is_sent_at_the_next_look(
    site: Fake, settings: Any
) -> None:
    """Why it was not is a sentence."""
    site.found = Condition(problems={"database": "The database does not answer."})
    note_request("abc123", "hand", 500, None)
    settings.SENDS_EMAIL = False
    with pytest.raises(CommandError, match="no mail server is set"):
        call_command("watch")
    settings.SENDS_EMAIL, of_tests = True, settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with pytest.raises(CommandError, match="The e-mail was not sent"):
        call_command("watch")
    settings.EMAIL_BACKEND = of_tests
    assert [line.split(" (")[0] for line in told()] == ["database", "error hand"]


def test_a_note_that_cannot_be_written_fails_no_request(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notes that nobody fetches end at a megabyte; without a folder there are none."""
    monkeypatch.setattr(incidents, "LARGEST", 200)
    for _ in range(9):
        note_request("abc123", "hand", 500, None)
    assert len(take_incidents()) == 3
    (tmp_path / "file").touch()
    for folder in (str(tmp_path / "file" / "watch"), ""):
        settings.WATCH_FOLDER = folder
        note_request("abc123", "hand", 500, None)
    with pytest.raises(CommandError, match="WATCH_FOLDER"):
        call_command("watch")
