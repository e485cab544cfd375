"""A person is erased from a club: nothing names them any more, and every seal still checks."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction

from games import people
from games.models import Club, Erasure, Hand, Player, Remark
from games.proof import check_chain, check_erased, check_hands, erased_in
from tests.cast import Cast
from tests.forgotten import Forgotten, database, traces
from tests.ground import undone
from tests.transfer.archives import bring_all, empty, export

pytestmark = pytest.mark.both_databases


def erase(cast: Cast, her: Forgotten) -> Erasure:
    """Erase her, as an administrator does who has looked at everything."""
    person = people.person_of(her.player)
    plan = people.plan_erasure(user=cast.admin, person=person)
    assert plan.why_not == ()
    return people.erase_person(user=cast.admin, person=person, seen=plan)


def findings(cast: Cast) -> list[str]:
    club = Club.objects.get(pk=cast.club.pk)
    found = [str(one) for some in check_chain(club) for one in some]
    return found + [str(one) for one in [*check_hands(club), *check_erased(club)]]


def test_nothing_in_the_database_or_an_older_archive_names_somebody_who_was_erased(
    both: tuple[Cast, Forgotten], tmp_path: Path
) -> None:
    cast, her = both
    assert findings(cast) == []
    assert len(traces(database())) > 50
    archive = export(cast.club, tmp_path / "before")
    made = erase(cast, her)
    assert traces(database()) == []
    assert findings(cast) == []
    erased = erased_in(Club.objects.get(pk=cast.club.pk))
    assert erased.texts > made.names > 0 < erased.entries
    said = StringIO()
    call_command("verify_archive", stdout=said, stderr=StringIO())
    assert f"{erased.texts} sealed texts erased, and texts in {erased.entries}" in said.getvalue()
    report = bring_all(cast.admin, cast.club, archive)
    assert (report.hands.new, report.players.new, report.remarks.new) == (0, 0, 0)
    assert traces(database()) == []
    assert findings(cast) == []


def test_hands_go_into_archives_and_come_back_without_the_name(
    both: tuple[Cast, Forgotten], tmp_path: Path
) -> None:
    """An archive from afterwards can be taken in elsewhere. One from before does not say whose an
    account was; where the club has lost its hands they come back from it."""
    cast, her = both
    Remark.objects.filter(author=her.account).delete()  # only members bring theirs
    before = export(cast.club, tmp_path / "before")
    erase(cast, her)
    with undone():
        Remark.objects.all().delete()
        after = export(cast.club, tmp_path / "after")
        assert traces(path.read_text("utf-8") for path in after.iterdir()) == []
        report = bring_all(cast.other_scorer, cast.other_club, after)
        assert report.hands.new > 0
        assert Player.every.filter(club=cast.other_club).exclude(erased_at=None).count() == 1
    empty(cast.club)  # but for the player who is in no list
    bring_all(cast.admin, cast.club, before)
    assert Hand.objects.filter(club=cast.club).exists()
    assert [left for left in traces(database()) if "zqlana" not in left] == []
    assert findings(cast) == []


def test_a_backup_that_is_put_back_is_erased_again_by_the_list_of_ids(
    both: tuple[Cast, Forgotten], tmp_path: Path
) -> None:
    cast, her = both
    person = people.person_of(her.player)
    kept = "Zwetlana’s son"
    backup = transaction.savepoint()
    plan = people.plan_erasure(user=cast.admin, person=person)
    spared = [one.key for one in plan.texts() if one.text == kept]
    people.erase_person(user=cast.admin, person=person, seen=plan, spared=spared)
    assert traces(database()) == [f"games_invitation.name: {kept}"]
    said = StringIO()
    call_command("erasures", stdout=said)
    transaction.savepoint_rollback(backup)
    assert traces([said.getvalue()]) == []
    assert len(traces(database())) > 50
    Player.every.filter(pk=her.player.pk).update(nickname="")  # the backup was older
    path = tmp_path / "erasures.ndjson"
    path.write_text(said.getvalue())
    call_command("erasures", "--apply", str(path), stdout=StringIO())
    assert traces(database()) == [f"games_invitation.name: {kept}"]
    assert findings(cast) == []
    again = StringIO()
    call_command("erasures", "--apply", str(path), stdout=again)
    assert again.getvalue() == "Line 1: nothing was left to erase\n"
    line = json.loads(said.getvalue()) | {"club": "unknown-club"}
    path.write_text(json.dumps(line))  # of a club that the backup does not know yet
    call_command("erasures", "--apply", str(path), stdout=StringIO())
