"""Totals from a table: points without hands, brought forward, shown apart and taken back."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games.jobs.working import work
from games.league.brought_forward import carried_lines
from games.models import BroughtForward, Hand, Job, Tally
from games.people.merging import merge_players
from tests.cast import Cast
from tests.transfer.results_page import address, bring, fields_of, look
from tests.transfer.tables import lines


@pytest.mark.both_databases
def test_totals_without_hands_are_brought_forward_shown_apart_and_taken_back(
    client: Client, cast: Cast
) -> None:
    rounds = lines(
        "Grand Prix 2018;;;;;;;",
        "Rang;N°;Nom;Prénom;Manche 1;Manche 2;Manche 3;Total",
        "1;4;Alpha;Jean;1010;480;500;1990",
        "2;9;Bêta;Marie-Ève;-204;326;970;1092",
        "3;1;Anna;;100;-200;50,5;-49,5",
        "Total;;;;906;606;1520,5;3032,5",
    )
    page = look(client, cast, rounds)
    assert page.context["plan"].questions == [] and page.context["verdict"]
    assert page.context["new"] == ["Jean Alpha", "Marie-Ève Bêta"]
    game = page.context["plan"].game[0].key
    for status in (302, 422):  # sent twice
        assert client.post(address(cast), {**fields_of(page), "do": "bring"}).status_code == status
    rows = BroughtForward.objects.order_by("-halves")
    assert [(row.player.name, row.halves) for row in rows] == [
        ("Jean Alpha", 3980),
        ("Marie-Ève Bêta", 2184),
        ("Anna", -99),
    ]
    assert {(str(row.first_day), str(row.last_day)) for row in rows} == {
        ("2018-01-01", "2018-12-31")
    }
    assert not Hand.objects.exists() and not Tally.objects.exists()
    league = reverse("league", args=[cast.club.slug])
    shown = client.get(league, {"variant": game, "period": "2018"}).content.decode()
    assert shown.index("Jean Alpha") < shown.index("Marie-Ève Bêta") < shown.index("−49½")
    assert (
        "Jean Alpha"
        not in client.get(league, {"period": "2018-01-01..2018-06-30"}).content.decode()
    )
    answer = client.get(f"/api/v1/clubs/{cast.club.public_id}/league", {"period": "2018"}).json()
    assert [(one["player"], one["points"]) for one in answer["brought_forward"]] == [
        ("Jean Alpha", 1990),
        ("Marie-Ève Bêta", 1092),
        ("Anna", -49.5),
    ]
    own = reverse("player", args=[cast.club.slug, cast.players[0].public_id])
    assert "Grand Prix 2018" in client.get(own).content.decode()
    merge_players(user=cast.admin, kept=cast.players[0], gone=rows[0].player)
    (line, _other) = carried_lines(cast.club, game, "", {})
    assert (line.name, line.halves) == ("Anna", 3881)
    (batch,) = client.get(address(cast)).context["batches"]
    for key in ("²", "x", str(10**30), batch["key"]):
        assert BroughtForward.objects.exists()
        assert client.post(address(cast), {"take-back": key}).status_code == 302
    assert not BroughtForward.objects.exists()
    client.force_login(cast.scorer)
    assert client.post(address(cast), {"take-back": batch["key"]}).status_code == 403


def test_hands_that_cannot_be_judged_can_come_in_as_totals_of_their_days(
    client: Client, cast: Cast
) -> None:
    """Nobody wrote the bouts down: what each won is known, and nothing is invented."""
    head = "Date;Preneur;Contrat;Ecart;Anna;Boris;Chloé;Dario"
    rows = "12/01/2024;Anna;G;+4;174;-58;-58;-58", "19/01/2024;Boris;P;-3;28;-84;28;28"
    page = look(client, cast, lines(head, *rows))
    assert "It says by how much, not with how many bouts" in page.content.decode()
    assert client.post(address(cast), {**fields_of(page), "do": "bring"}).status_code == 422
    client.post(address(cast), {**fields_of(page), "only_totals": "on", "do": "bring"})
    rows_now = BroughtForward.objects.values_list("player__name", "halves", "first_day", "last_day")
    days = date(2024, 1, 12), date(2024, 1, 19)
    assert ("Anna", 404, *days) in rows_now and ("Boris", -284, *days) in rows_now


def test_rows_without_bouts_come_in_as_totals_next_to_the_hands(client: Client, cast: Cast) -> None:
    """Both by one import: it is brought in once, and taken back as a whole."""
    head = "Date;Preneur;Contrat;Ecart;Bouts;Anna;Boris;Chloé;Dario"
    rows = "12/01/2024;Anna;G;+4;2;174;-58;-58;-58", "19/01/2024;Boris;P;-3;;28;-84;28;28"
    page = look(client, cast, lines(head, *rows), only_totals="on")
    assert page.context["plan"].questions == []
    ended = bring(client, cast, page)
    (job,) = Job.objects.all()
    assert job.report["totals"]["new"] == 1 and "Totals brought forward" in ended.content.decode()
    carried = BroughtForward.objects.values_list("player__name", "halves", "first_day")
    assert set(carried) == {
        (name, halves, date(2024, 1, 19))
        for name, halves in (("Anna", 56), ("Boris", -168), ("Chloé", 56), ("Dario", 56))
    }
    assert Hand.objects.count() == 1
    bring(client, cast, page)
    assert (BroughtForward.objects.count(), Hand.objects.count()) == (4, 1)
    client.post(reverse("job-take-back", args=[cast.club.slug, job.public_id]))
    work()
    assert not BroughtForward.objects.exists()


def test_a_total_is_kept_as_it_stands_or_asked_about(client: Client, cast: Cast) -> None:
    for total in ("9" * 30, "12,30 €", "1e3", "abs", "10½"):
        page = look(client, cast, lines("Totaux 2018", "Nom;Total", f"Anna;{total}", "Boris;-10"))
        asked = page.context["plan"].questions
        client.post(address(cast), {**fields_of(page), "do": "bring"})
        kept = list(BroughtForward.objects.values_list("halves", flat=True))
        assert (len(asked), kept) == ((0, [21, -20]) if total == "10½" else (1, [])), total
        assert asked == [] or "Anna" in asked[0]
