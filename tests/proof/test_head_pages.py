"""The heads of a club's chain are told to people outside, where the club wants that."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from games.club.opening_clubs import set_up
from games.models import Club, PublishedHead, Seal
from games.people.erasing.forgotten_accounts import forget_account
from games.proof import ChainHead, check_published, read_heads
from tests.append_only import lifted
from tests.cast import Cast

MONDAY = datetime(2026, 3, 2, 20, tzinfo=UTC)
PAGE, FILE = "club-heads", "club-heads-file"


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    settings.SENDS_EMAIL = True


def wants(cast: Cast, **settings: Any) -> None:
    set_up(user=cast.admin, club=cast.club, **settings)


def publish() -> None:
    call_command("publish_heads", stdout=StringIO())


def get(client: Client, cast: Cast, name: str) -> Any:
    return client.get(reverse(name, args=[cast.club.slug]))


def published(cast: Cast) -> list[PublishedHead]:
    return list(PublishedHead.objects.filter(club=cast.club).order_by("pk"))


@pytest.mark.both_databases
def test_a_head_is_published_once_and_never_changed(cast: Cast) -> None:
    wants(cast, shows_heads=True)
    publish()
    assert published(cast) == []  # nothing is sealed yet
    cast.sealed_hand()
    publish()
    publish()
    (first,) = published(cast)
    cast.sealed_hand()
    publish()
    assert [one.seals for one in published(cast)] == [1, 2]
    with pytest.raises(IntegrityError), transaction.atomic():
        PublishedHead.objects.filter(pk=first.pk).update(head="0" * 64)
    with pytest.raises(IntegrityError), transaction.atomic():
        first.delete()


@pytest.mark.both_databases
def test_a_chain_made_anew_contradicts_what_was_published(cast: Cast) -> None:
    wants(cast, shows_heads=True)
    cast.sealed_hand()
    publish()
    assert list(check_published(cast.club)) == []
    with lifted(connection):
        cast.club.refresh_from_db()
        Seal.objects.filter(club=cast.club).update(link="f" * 64)
        Club.objects.filter(pk=cast.club.pk).update(head="f" * 64)
    (finding,) = check_published(cast.club)
    assert "is no link" in str(finding)


def test_a_club_that_wants_none_of_it_publishes_nothing(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    publish()
    assert published(cast) == [] and mail.outbox == []
    assert get(client, cast, PAGE).status_code == 302
    client.force_login(cast.member)
    assert "None has been published yet." in get(client, cast, PAGE).content.decode()


def test_everybody_reads_the_heads_of_a_club_that_shows_them(client: Client, cast: Cast) -> None:
    wants(cast, shows_heads=True, public_sees="results")
    cast.sealed_hand()
    publish()
    cast.sealed_hand()
    publish()
    text = get(client, cast, PAGE).content.decode()
    assert all(one.head in text for one in published(cast))
    assert reverse(PAGE, args=[cast.club.slug]) in get(client, cast, "club").content.decode()


def test_the_list_that_is_downloaded_is_what_verify_archive_reads(
    client: Client, cast: Cast, tmp_path: Path
) -> None:
    wants(cast, shows_heads=True)
    cast.sealed_hand()
    publish()
    path = tmp_path / "list"
    path.write_bytes(get(client, cast, FILE).content)
    assert read_heads(path) == [ChainHead.of(one) for one in published(cast)]


def test_heads_go_by_mail_to_nobody_who_sees_the_others(cast: Cast, tmp_path: Path) -> None:
    wants(cast, heads_mailed="daily", heads_to="a@example.org b@example.org", language="fr")
    cast.sealed_hand()
    publish()
    (sent,) = mail.outbox
    assert (sent.to, sent.bcc) == ([], ["a@example.org", "b@example.org"])
    path = tmp_path / "mail"
    for saved in (sent.message().as_bytes(), sent.body.encode()):
        path.write_bytes(saved)
        assert read_heads(path) == [ChainHead.of(one) for one in published(cast)]


def test_an_answer_to_the_mail_is_read_as_well(cast: Cast, tmp_path: Path) -> None:
    wants(cast, heads_mailed="daily", heads_to="a@example.org")
    cast.sealed_hand()
    publish()
    quoted = mail.outbox[0].body.replace(', "', ',\n"').replace("\n", "\n> ")
    path = tmp_path / "mail"
    path.write_text(f"Thank you!\n{quoted}")
    assert read_heads(path) == [ChainHead.of(one) for one in published(cast)]


def test_a_head_that_was_torn_off_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mail"
    path.write_text('Keep this:\n{"club": "abc", "seals": 5')
    with pytest.raises(ValueError, match="line 2: "):
        read_heads(path)


@pytest.mark.parametrize(("how_often", "days"), [("daily", 1), ("weekly", 7)])
def test_the_next_mail_waits_for_its_day_and_for_something_sealed(
    cast: Cast, how_often: str, days: int
) -> None:
    wants(cast, heads_mailed=how_often, heads_to="a@example.org")

    def sent_on(day: float, *, seals: bool) -> int:
        with time_machine.travel(MONDAY + timedelta(day), tick=False):
            if seals:
                cast.sealed_hand()
            before = len(mail.outbox)
            publish()
            return len(mail.outbox) - before

    assert sent_on(0, seals=True) == 1
    assert sent_on(days, seals=False) == 0
    assert sent_on(days + 1, seals=True) == 1
    assert sent_on(days + 1.1, seals=True) == 0
    assert sent_on(2 * days + 1, seals=False) == 1  # of the evening before


def test_a_mail_that_fails_is_told_and_sent_at_the_next_call(
    cast: Cast, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    wants(cast, heads_mailed="daily", heads_to="a@example.org")
    cast.sealed_hand()
    settings.SENDS_EMAIL = False
    with pytest.raises(CommandError):
        publish()
    assert "no mail server is set" in capsys.readouterr().err
    settings.SENDS_EMAIL = True
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with pytest.raises(CommandError):
        publish()
    assert "the e-mail was not sent" in capsys.readouterr().err
    assert len(published(cast)) == 1  # the head itself was published
    settings.EMAIL_BACKEND = working
    publish()
    assert len(mail.outbox) == 1


def test_the_address_of_an_account_that_goes_is_taken_out(cast: Cast) -> None:
    cast.member.email = "Anna@example.org"
    wants(cast, heads_mailed="daily", heads_to="a@example.org, anna@example.org")
    forget_account(cast.member, cast.club, goes=True)
    assert Club.objects.get(pk=cast.club.pk).heads_to == "a@example.org"
