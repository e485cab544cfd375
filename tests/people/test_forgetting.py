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


def test_nothing_in_the_whole_database_names_somebody_who_was_erased(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    assert findings(cast) == []
    assert len(traces(database())) > 50
    made = erase(cast, her)
    assert traces(database()) == []
    assert findings(cast) == []
    erased = erased_in(Club.objects.get(pk=cast.club.pk))
    assert erased.texts > made.names > 0 < erased.entries
    said = StringIO()
    call_command("verify_archive", stdout=said, stderr=StringIO())
    assert f"{erased.texts} sealed texts erased, and texts in {erased.entries}" in said.getvalue()


def test_what_is_about_somebody_else_stays_where_an_administrator_says_so(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    person = people.person_of(her.player)
    plan = people.plan_erasure(user=cast.admin, person=person)
    (son,) = [one for one in plan.texts() if one.text == "Zwetlana’s son"]
    people.erase_person(user=cast.admin, person=person, seen=plan, spared=[son.key])
    assert traces(database()) == ["games_invitation.name: Zwetlana’s son"]


def test_an_import_of_an_older_archive_does_not_bring_a_name_back(
    both: tuple[Cast, Forgotten], tmp_path: Path
) -> None:
    cast, her = both
    archive = export(cast.club, tmp_path / "before")
    erase(cast, her)
    report = bring_all(cast.admin, cast.club, archive)
    assert (report.hands.new, report.players.new, report.remarks.new) == (0, 0, 0)
    assert traces(database()) == []
    assert findings(cast) == []


def test_hands_that_only_an_older_archive_has_come_back_without_the_name(
    both: tuple[Cast, Forgotten], tmp_path: Path
) -> None:
    cast, her = both
    Remark.objects.filter(author=her.account).delete()  # only members bring theirs
    archive = export(cast.club, tmp_path / "before")
    erase(cast, her)
    empty(cast.club)  # but for the player who is in no list
    bring_all(cast.admin, cast.club, archive)
    assert Hand.objects.filter(club=cast.club).exists()
    # An archive does not say whose an account was.
    assert [left for left in traces(database()) if "zqlana" not in left] == []
    assert findings(cast) == []


def test_an_archive_from_afterwards_carries_no_name_and_can_be_taken_in_elsewhere(
    both: tuple[Cast, Forgotten], tmp_path: Path
) -> None:
    cast, her = both
    Remark.objects.all().delete()  # only members bring theirs
    erase(cast, her)
    archive = export(cast.club, tmp_path / "after")
    assert traces(path.read_text("utf-8") for path in archive.iterdir()) == []
    report = bring_all(cast.other_scorer, cast.other_club, archive)
    assert report.hands.new > 0
    assert Player.every.filter(club=cast.other_club).exclude(erased_at=None).count() == 1


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
