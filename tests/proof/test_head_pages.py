"""The heads of a club's chain are told to people outside, where the club wants that."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from games.club.opening_clubs import set_up
from games.models import Club, PublishedHead, Seal
from games.proof import ChainHead, check_published, read_heads
from tests.append_only import lifted
from tests.cast import Cast

PAGE, FILE = "club-heads", "club-heads-file"


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
def test_a_rebuilt_chain_contradicts_what_was_published(cast: Cast) -> None:
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
    assert published(cast) == []
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


def test_heads_are_read_from_an_answer_to_an_old_mail_as_well(cast: Cast, tmp_path: Path) -> None:
    wants(cast, shows_heads=True)
    cast.sealed_hand()
    publish()
    (head,) = published(cast)
    quoted = str(ChainHead.of(head)).replace(', "', ',\n"').replace("\n", "\n> ")
    path = tmp_path / "mail"
    path.write_text(f"Thank you!\n> {quoted}")
    assert read_heads(path) == [ChainHead.of(head)]


def test_a_head_that_was_torn_off_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mail"
    path.write_text('Keep this:\n{"club": "abc", "seals": 5')
    with pytest.raises(ValueError, match="line 2: "):
        read_heads(path)
