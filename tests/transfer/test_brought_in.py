"""What an import brings in another member's name is shown as brought in, wherever it is shown."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.models import Hand, Remark
from games.replay import remarking
from tests.cast import Cast
from tests.factories import THROWN_IN, act, new_key
from tests.transfer.archives import bring_all, empty, export, objects, read, write_lines

pytestmark = pytest.mark.django_db
TAG = "brought in by admin on"
FORGED = "I never said so."


@pytest.fixture
def forged(cast: Cast, tmp_path: Path) -> Hand:
    """An administrator brings in a hand with a comment and an amendment in the scorer's name."""
    hand = cast.sealed_hand(THROWN_IN)
    remarking.add_remark(user=cast.scorer, hand=hand, place="auction", text="Well.")
    wanted = book.Wanted(changes=[act("note", text="Quiet.")])
    facts: dict[str, Any] = {"hand": hand, "version": hand.version, "wanted": wanted}
    book.amend(user=cast.scorer, key=new_key(), because="Left out.", **facts)
    folder = export(cast.club, tmp_path / "archive")
    (folder / "manifest.json").unlink()
    (remark,) = objects(folder / "remarks.ndjson")
    write_lines(
        folder / "remarks.ndjson", [{**remark, "text": FORGED, "at": "2020-01-01T00:00:00Z"}]
    )
    (line,) = objects(folder / "records.ndjson")
    line["_clubtarot"]["amendments"][0] |= {"because": "Forged.", "at": "2020-01-03T00:00:00Z"}
    write_lines(folder / "records.ndjson", [line])
    empty(cast.club)
    bring_all(cast.admin, cast.club, folder)
    return Hand.objects.get(club=cast.club)


def page(client: Client, cast: Cast, name: str, *arguments: Any) -> str:
    client.force_login(cast.member)
    return client.get(reverse(name, args=[cast.club.slug, *arguments])).content.decode()


def test_a_reader_learns_who_brought_in_what_another_is_said_to_have_written(
    client: Client, cast: Cast, forged: Hand
) -> None:
    shown = page(client, cast, "hand", forged.public_id)
    said = shown[shown.index('<li class="said"') : shown.index(FORGED)]
    assert "<b>scorer</b>" in said and TAG in said
    replaced = page(client, cast, "hand-revision", forged.public_id, 1)
    for part in (shown.partition('id="_amended"')[2], replaced.partition('id="_replaced"')[2]):
        assert part.index("Forged.") < part.index(TAG) < part.index("</p>", part.index(TAG))


def test_programs_learn_who_brought_it_in_and_an_archive_does_not(
    client: Client, cast: Cast, forged: Hand, tmp_path: Path
) -> None:
    """It is known where it was brought in, and travels no further."""
    client.force_login(cast.member)
    address = f"/api/v1/hands/{forged.public_id}"
    (comment,) = client.get(f"{address}/comments").json()["comments"]
    assert (comment["author"], comment["brought_by"]) == ("scorer", "admin")
    assert comment["at"].startswith("2020-01-01") and comment["brought_at"] > "2026"
    first, second = client.get(f"{address}/revisions").json()["revisions"]
    assert first["amended"] is None
    amended = second["amended"]
    assert (amended["by"], amended["brought_by"]) == ("scorer", "admin")
    assert amended["brought_at"] > "2026"
    before = read(export(cast.club, tmp_path / "before"))
    assert "brought" not in json.dumps(objects(tmp_path / "before" / "remarks.ndjson"))
    empty(cast.club)
    bring_all(cast.admin, cast.club, tmp_path / "before")
    assert read(export(cast.club, tmp_path / "after")) == before
    assert Remark.objects.get(club=cast.club).brought_by == cast.admin


def test_what_was_said_and_amended_here_is_shown_as_ever(client: Client, cast: Cast) -> None:
    """Also where the account has another name since, and the key for programs is called so."""
    hand = cast.sealed_hand(THROWN_IN)
    remarking.add_remark(user=cast.scorer, hand=hand, place="auction", text="Well.")
    wanted = book.Wanted(changes=[act("note", text="Quiet.")])
    facts: dict[str, Any] = {"hand": hand, "version": hand.version, "wanted": wanted}
    made = book.amend(
        user=cast.scorer, key=new_key(), because="Left out.", device="import", **facts
    )
    assert "brought in by" not in page(client, cast, "hand", hand.public_id)
    hand.refresh_from_db()  # the clock may go on to the next second while it is written
    assert {entry.at for entry in hand.entries.filter(seq__gt=facts["version"])} == {
        hand.changed_at
    }
    wanted = book.Wanted(changes=[act("note", text="Very quiet.")])
    facts |= {"version": made.version, "wanted": wanted}
    book.amend(user=cast.scorer, key=new_key(), because="And that.", **facts)
    cast.scorer.username = "erased"
    cast.scorer.save()
    assert "brought in by" not in page(client, cast, "hand", hand.public_id)
    client.force_login(cast.member)
    (comment,) = client.get(f"/api/v1/hands/{hand.public_id}/comments").json()["comments"]
    assert (comment["brought_by"], comment["brought_at"]) == (None, None)
