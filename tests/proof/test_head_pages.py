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


def publish(cast: Cast) -> list[PublishedHead]:
    """Run the command that does it each night; all that is published by then."""
    call_command("publish_heads", stdout=StringIO())
    return list(PublishedHead.objects.filter(club=cast.club).order_by("pk"))


def get(client: Client, cast: Cast, name: str) -> Any:
    return client.get(reverse(name, args=[cast.club.slug]))


@pytest.mark.both_databases
def test_a_head_is_published_once_and_never_changed_and_contradicts_a_rebuilt_chain(
    cast: Cast,
) -> None:
    set_up(user=cast.admin, club=cast.club, shows_heads=True)
    assert publish(cast) == []  # nothing is sealed yet
    cast.sealed_hand()
    (first,) = publish(cast)
    assert publish(cast) == [first]
    cast.sealed_hand()
    assert [one.seals for one in publish(cast)] == [1, 2]
    with pytest.raises(IntegrityError), transaction.atomic():
        PublishedHead.objects.filter(pk=first.pk).update(head="0" * 64)
    with pytest.raises(IntegrityError), transaction.atomic():
        first.delete()
    assert list(check_published(cast.club)) == []
    with lifted(connection):
        Seal.objects.filter(club=cast.club, number=2).update(link="f" * 64)
        Club.objects.filter(pk=cast.club.pk).update(head="f" * 64)
    (finding,) = check_published(cast.club)
    assert "is no link" in str(finding)


def test_a_club_shows_its_heads_to_everybody_or_publishes_none(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    assert publish(cast) == []
    assert get(client, cast, PAGE).status_code == 302
    client.force_login(cast.member)
    assert "None has been published yet." in get(client, cast, PAGE).content.decode()
    client.logout()
    set_up(user=cast.admin, club=cast.club, shows_heads=True, public_sees="results")
    publish(cast)
    cast.sealed_hand()
    first, second = publish(cast)
    text = get(client, cast, PAGE).content.decode()
    assert first.head in text and second.head in text
    assert reverse(PAGE, args=[cast.club.slug]) in get(client, cast, "club").content.decode()


def test_heads_are_read_from_the_list_or_from_an_answer_to_an_old_mail(
    client: Client, cast: Cast, tmp_path: Path
) -> None:
    set_up(user=cast.admin, club=cast.club, shows_heads=True)
    cast.sealed_hand()
    (head,) = publish(cast)
    path = tmp_path / "list"
    path.write_bytes(get(client, cast, FILE).content)
    assert read_heads(path) == [ChainHead.of(head)]
    quoted = str(ChainHead.of(head)).replace(', "', ',\n"').replace("\n", "\n> ")
    path.write_text(f"Thank you!\n> {quoted}")
    assert read_heads(path) == [ChainHead.of(head)]
    path.write_text('Keep this:\n{"club": "abc", "seals": 5')
    with pytest.raises(ValueError, match="line 2: "):
        read_heads(path)
