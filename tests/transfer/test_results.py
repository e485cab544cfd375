"""Past results from a table: read, judged, compared, decided, and brought in as sealed hands."""

from __future__ import annotations

import subprocess
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import proof as verifying
from games.jobs.working import work
from games.models import Club, Hand, HandSeat, Job, Match, Player, Remark, Tally
from games.people.merging import merge_players
from games.transfer.results import workbook as reading
from games.transfer.results.cells import as_text, read_table
from games.transfer.results.plan import TablePlan
from games.transfer.results.table_lines import TableLines
from tests.cast import Cast
from tests.ground import undone
from tests.thorough import amount
from tests.transfer.archives import bring_all
from tests.transfer.results_page import HEAD, address, bring, fields_of, file_of, look
from tests.transfer.tables import (
    TABLES,
    ClubTable,
    lines,
    open_document,
    workbook,
    workbook_with_cell,
)


def decided(plan: TablePlan, table: ClubTable) -> dict[str, str]:
    """What a person chooses, by the fields of the form."""
    sent = {}
    for label, answer in table.decisions:
        if label == "Day":
            sent["day"] = answer
        elif label.startswith("Leave"):
            sent["skip"] = "on"
        else:
            sent |= {f"kind-{hand.kind}": "table" for hand in plan.judged.differing}
    return sent


def test_every_table_as_a_club_keeps_it_comes_in(cast: Cast, tmp_path: Path) -> None:
    """`tests/browser/test_results_in.py` sends them through the page."""
    for table in TABLES[:: amount(2, thorough=1)]:
        read = read_table(table.data)
        assert read_table(as_text(read.rows).encode()).rows == read.rows  # as the form sends them
        plan = TablePlan(cast.club, read, {})
        plan = TablePlan(cast.club, read, decided(plan, table))
        assert plan.questions == [], (table.name, plan.judged.faults, plan.judged.differing)
        assert len(plan.taken) == table.hands, table.name
        (tmp_path / "lines").write_bytes(b"".join(TableLines(plan)))
        with undone():
            report = bring_all(cast.admin, cast.club, tmp_path / "lines", ids_kept=False)
            assert report.hands.new == table.hands, table.name
            assert verifying.findings_of(Club.objects.get(pk=cast.club.pk)) == [], table.name


def test_a_table_comes_in_once_and_what_it_does_not_say_stays_unknown(
    client: Client, cast: Cast
) -> None:
    """A dealer who sits out is known by that."""
    for _again in range(2):
        done = bring(client, cast, look(client, cast, TABLES[0].data))
    assert "Everything is here already" in done.content.decode()
    assert (Hand.objects.count(), Match.objects.count()) == (3, 2)
    columns = Hand.objects.values_list("dealer", "writes", "level")
    assert set(columns) == {(None, "result-only", "result")}
    bring(client, cast, look(client, cast, TABLES[4].data))
    assert list(Hand.objects.order_by("pk").values_list("dealer", flat=True))[3:] == [3, 0]
    bring(client, cast, look(client, cast, TABLES[5].data))
    match = Match.objects.latest("pk")
    assert match.dealer_sits_out
    assert list(match.hands.values_list("sits_out", flat=True)) == [0, 1, 2]
    assert None not in match.hands.values_list("dealer", flat=True)


def test_a_reading_of_scores_that_is_not_the_usual_one_is_shown(client: Client, cast: Cast) -> None:
    rows = "8,70 €;€ -2,90;-€ 2,90;-2,90", "17,40;-5,80;-5,80;-5,80"
    money = lines(HEAD, *[f"12/01/2024;Anna;G;2;45;{row}" for row in rows])
    said = " ".join(look(client, cast, money).content.decode().split())
    assert "The scores are running totals" in said and "A point is worth 0.05 in this table" in said
    assert "running totals" not in look(client, cast, TABLES[0].data).content.decode()


def test_a_difference_waits_for_a_decision_for_all_of_its_kind_or_for_a_line(
    client: Client, cast: Cast
) -> None:
    rows = [f"1{day}/01/2024;Anna;G;2;45;171;-57;-57;-57" for day in range(3)]
    page = look(client, cast, lines(HEAD, *rows))
    said = " ".join(page.content.decode().split())
    assert "0 of 3 hands agree with their scores." in said
    assert "Anna: +171 in the table, +174 by the rules" in said
    assert 'select name="line-3"' in said
    assert bring(client, cast, page).status_code == 422
    assert not Hand.objects.exists()
    for way, scores in (("ours", 174), ("table", 171)):
        with undone(client):
            bring(client, cast, page, **{"kind-other": way})
            hands = Hand.objects.prefetch_related("seats")
            assert [one.seats.get(seat=0).score_halves for one in hands] == [2 * scores] * 3
            place = reverse("hand", args=[cast.club.slug, hands[0].public_id])
            shown = client.get(place, follow=True).content.decode()
            assert ("As in the club’s own table." in shown) is (way == "table")
    page = look(client, cast, lines(HEAD, *rows), **{"kind-other": "ours", "line-3": "out"})
    bring(client, cast, page)
    assert Hand.objects.count() == 2


def test_scores_that_do_not_add_up_cannot_be_kept(client: Client, cast: Cast) -> None:
    page = look(client, cast, lines(HEAD, "12/01/2024;Anna;G;2;45;174;-58;-58;-50"))
    (difference,) = page.context["differences"]
    assert difference.kind == "sum"
    assert "table" not in dict(difference.choices)
    assert bring(client, cast, page, **{"kind-sum": "table"}).status_code == 422


def test_another_way_of_counting_is_recognised_and_counts_for_the_table(
    client: Client, cast: Cast
) -> None:
    """200 for a slam of the defence, which the quick guide does not pay."""
    row = "12/01/2024;Anna;GC;0;0;-2058;686;686;686;défense"
    page = look(client, cast, lines(HEAD + ";Chelem", row), game="french/quick-guide")
    (difference,) = page.context["differences"]
    assert difference.kind == "option:defence_slam=200"
    sent = fields_of(page) | {f"kind-{difference.kind}": "rules"}
    page = client.post(address(cast), {**sent, "do": "look"})
    assert page.context["plan"].judged.differing == []
    bring(client, cast, page)
    assert Match.objects.get().options["defence_slam"] == 200


def test_older_ways_of_counting_show_in_the_cells_or_in_the_scores(
    client: Client, cast: Cast
) -> None:
    """60 for a handful and a column of misères show by themselves, an unpaid petit by its score."""
    rows = [
        "12/01/2024;Anna;G;2;45;354;-118;-118;-118;60;;",  # 58 + 60
        "12/01/2024;Boris;G;2;45;-98;294;-98;-98;40;;",  # 58 + 40: double, not triple
        "12/01/2024;Anna;G;2;45;204;-68;-68;-68;;misère d’atout Anna;",
        "12/01/2024;Anna;G;2;45;164;-68;-68;-28;;Dario;x",  # neither is paid for the petit
    ]
    head = HEAD + ";Poignée;Misère;Petit"
    page = look(client, cast, lines(head, *rows))
    plan = page.context["plan"]
    assert page.context["shown"] == [
        "As it is with “Points for a handful”: 20, 40 or 60",
        "As it is with “Misère”: 10 points",
    ]
    assert (plan.judged.faults, [hand.agrees for hand in plan.judged.hands][:3]) == ((), [True] * 3)
    assert [hand.kind for hand in plan.judged.differing] == ["option:petit=nobody"]
    bring(client, cast, page, **{"kind-option:petit=nobody": "rules"})
    match = Match.objects.get()
    assert (match.preset, match.options["handful_pays"]) == ("", "20-40-60")
    assert (match.options["misere"], match.options["petit"]) == (10, "nobody")
    found = [
        [hand["number"] for hand in client.get(f"/api/v1/hands?{asked}").json()["results"]]
        for asked in ("misere=declared", "last_trick=won", "shown=13")
    ]
    assert found == [[4, 3], [], [2, 1]]
    feats = HandSeat.objects.filter(feats__gt=0).values_list("hand__number", "player__name")
    assert sorted(feats) == [(3, "Anna"), (4, "Dario")]


def test_people_are_matched_by_the_rule_of_the_club_and_asked_for_where_unsure(
    client: Client, cast: Cast
) -> None:
    head = HEAD.replace("Anna", "Anne").replace("Chloé", "CHLOÉ").replace("Dario", "Farid")
    page = look(client, cast, lines(head, "12/01/2024;Anne;G;2;45;174;-58;-58;-58"))
    assert page.context["new"] == ["Farid"]
    (anne,) = page.context["unsure"]
    assert [player.name for player in anne.near] == ["Anna"]
    assert anne.means == ""
    assert bring(client, cast, page).status_code == 422
    anna = cast.players[0]
    bring(client, cast, page, **{"who-Anne": anna.public_id})
    seats = Match.objects.get().seats.order_by("seat")
    assert [row.player.name for row in seats] == ["Anna", "Boris", "Chloé", "Farid"]
    assert Player.objects.filter(club=cast.club).count() == 6
    merge_players(user=cast.admin, kept=cast.players[3], gone=cast.players[4])
    page = look(client, cast, lines("Totaux 2018", "Nom;Total", "emma;10", "Boris;-10"))
    (emma,) = page.context["unsure"]
    assert ([player.name for player in emma.near], emma.means) == (["Dario"], "")
    assert page.context["new"] == []


def test_what_a_column_holds_is_remembered_for_the_club(client: Client, cast: Cast) -> None:
    head = HEAD.replace("Bouts", "Os").replace("Points", "Atout")
    data = lines(head, "12/01/2024;Anna;G;2;45;174;-58;-58;-58")
    page = look(client, cast, data)
    assert page.context["plan"].questions
    bring(client, cast, look(client, cast, data, **{"column-3": "bouts", "column-4": "points"}))
    page = look(client, cast, data)
    assert page.context["plan"].questions == []


def test_a_workbook_asks_which_sheet_and_begins_with_the_first_table(
    client: Client, cast: Cast
) -> None:
    head: list[object] = list(HEAD.split(";"))
    rows = [head, [date(2024, 1, 12), "Anna", "G", 2, 45.0, 174, -58, -58, -58]]
    plan = look(client, cast, workbook(Saison=rows)).context["plan"]
    assert (plan.questions, plan.taken[0].day) == ([], date(2024, 1, 12))
    one = [head, ["12/01/2024", "Anna", "G", 2, 45, 174, -58, -58, -58]]
    two = [head]
    two += [[f"1{day}/02/2024", "Boris", "G", 2, 45, -58, 174, -58, -58] for day in range(2)]
    sheets: dict[str, list[list[object]]]
    sheets = {"Titre": [["Les Atouts"]], "Vide": [], "Janvier": one, "Février": two}
    for make in (workbook, open_document):
        data = make(**sheets)
        page = look(client, cast, data)
        assert [*page.context["sheets"]] == [("Titre", 1), ("Janvier", 2), ("Février", 3)]
        plan = page.context["plan"]
        assert (plan.read.sheet, len(plan.taken)) == ("Janvier", 1)
        page = look(client, cast, data, sheet="Février")
        assert len(page.context["plan"].taken) == 2
    bring(client, cast, page)
    assert Hand.objects.count() == 2
    assert client.post(address(cast), {"book": "no"}).status_code == 422


def test_what_is_no_table_is_refused_and_none_fills_the_memory(client: Client, cast: Cast) -> None:
    """A cell far away, one that no library expects, numbers that are none, a line without end."""
    far: list[list[object]] = [["a"], *[[]] * 9_998, [*[""] * 59, "b"]]
    client.force_login(cast.admin)
    for data in (
        *(b"", b"PK\x03\x04nothing", b"\n\n", b"a;b\n" * 7_000),
        *map(workbook_with_cell, ("XFD1048576", "A99999999999")),
        workbook(A=far, B=far),  # a few thousand bytes
    ):
        answer: Any = client.post(address(cast), {"file": file_of(data)})
        assert (answer.status_code, bool(answer.context["refused"])) == (422, True), data[:9]
    endless: Any = client.post(address(cast), {"table": "a" * 200_000})
    assert (endless.status_code, bool(endless.context["refused"])) == (422, True)
    table = {"table": "Nom;Total\nAnna;1\n𐩀;2"}
    assert client.post(address(cast), table | {"column-²": "name"}).status_code == 200
    assert client.post(address(cast), {"take-back": "9" * 5_000}).status_code == 302


def test_a_workbook_is_read_without_the_secrets_of_the_site_and_keeps_nobody_waiting(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "WAIT", 0)
    told: list[Any] = []
    run = subprocess.run

    def noted(*args: Any, **facts: Any) -> Any:
        told.append(list(facts["env"]))
        return run(*args, **facts)

    monkeypatch.setattr(subprocess, "run", noted)
    client.force_login(cast.admin)
    data = workbook(A=[["a", "b", "c"]])

    def sent() -> Any:
        return client.post(address(cast), {"file": file_of(data)})

    assert sent().status_code == 200
    with reading._one_at_a_time:
        assert "is being read right now" in sent().context["refused"]
    assert sent().status_code == 200
    assert told == [["RUST_BACKTRACE"]] * 2


@pytest.mark.both_databases
def test_an_import_is_taken_back_as_a_whole_and_comes_in_again_the_same(
    client: Client, cast: Cast
) -> None:
    def standing() -> list[Any]:
        sums = Tally.objects.filter(club=cast.club, kind="whole").order_by("period", "score_halves")
        return list(sums.values_list("period", "player__name", "hands", "score_halves"))

    players = set(Player.every.values_list("pk", flat=True))
    stood = []
    for _again in range(2):
        bring(client, cast, look(client, cast, TABLES[0].data))
        stood.append(standing())
        job = Job.objects.filter(kind="import").latest("pk")
        way = reverse("job-take-back", args=[cast.club.slug, job.public_id])
        assert way in client.get(address(cast)).content.decode()
        assert "Hands: 3." in client.get(way).content.decode()
        asked = client.post(way)
        work()
        assert "3 hands were taken back." in client.get(asked.headers["Location"]).content.decode()
        assert client.get(way).status_code == 404
        assert way not in client.get(address(cast)).content.decode()
        assert not Hand.objects.sealed().exists()
        assert (Match.objects.count(), Match.every.exists(), Tally.objects.count()) == (0, True, 0)
        answer = client.get("/api/v1/hands", {"updated_since": "2020-01-01T00:00:00Z"})
        assert answer.status_code == 200 and len(answer.json()["results"]) == 3 * len(stood)
        assert set(Player.every.values_list("pk", flat=True)) == players
        assert verifying.findings_of(Club.objects.get(pk=cast.club.pk)) == []
    assert stood[0] == stood[1] != []


def test_an_import_on_which_something_rests_is_not_taken_back(client: Client, cast: Cast) -> None:
    bring(client, cast, look(client, cast, TABLES[0].data))
    hand = Hand.objects.earliest("pk")
    Remark.objects.create(club=cast.club, hand=hand, place="end", text="Oh", author=cast.admin)
    way = reverse("job-take-back", args=[cast.club.slug, Job.objects.get().public_id])
    answer = client.post(way)
    assert answer.status_code == 409
    assert f"hand {hand.number}: commented on since." in answer.content.decode()
    Job.objects.update(ended_at=timezone.now() - timedelta(days=2))
    assert client.post(way).status_code == 404
    assert Hand.objects.sealed().count() == 3
