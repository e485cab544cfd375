"""Past results from a table: read, judged, compared, decided, and brought in as sealed hands."""

from __future__ import annotations

import re
import subprocess
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import proof as verifying
from games.jobs.working import work
from games.league.brought_forward import carried_lines
from games.models import BroughtForward, Club, Hand, HandSeat, Job, Match, Player, Remark, Tally
from games.people.merging import merge_players
from games.transfer.results import workbook as reading
from games.transfer.results.cells import as_text, read_table
from tests.cast import Cast
from tests.transfer.tables import (
    TABLES,
    ClubTable,
    lines,
    open_document,
    workbook,
    workbook_with_cell,
)

HEAD = "Date;Preneur;Contrat;Bouts;Points;Anna;Boris;Chloé;Dario"


def address(cast: Cast) -> str:
    return reverse("bring-results", args=[cast.club.slug])


def fields_of(page: Any) -> dict[str, str]:
    """What the form would send again, as a browser reads it."""
    html = page.content.decode()
    fields = {}
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', html, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    for name, value in re.findall(
        r'name="(day|event|first_day|last_day)"[^>]*value="([^"]*)"', html
    ):
        fields[name] = value
    for tag in re.findall(r'<input type="(?:radio|checkbox)"[^>]*checked>', html):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="(\w+)"', tag)
        fields[name[1]] = value[1]  # type: ignore[index]
    for name, value in re.findall(r'<input type="hidden" name="(sheet-\w+)" value="([^"]*)"', html):
        fields[name] = value
    return fields | {"table": page.context["text"], "book": page.context["plan"].read.book}


def look(client: Client, cast: Cast, data: bytes, **sent: str) -> Any:
    client.force_login(cast.admin)
    page = client.post(address(cast), {"file": SimpleUploadedFile("t.csv", data), "do": "look"})
    if sent:
        page = client.post(address(cast), {**fields_of(page), **sent, "do": "look"})
    return page


def bring(client: Client, cast: Cast, page: Any, **sent: str) -> Any:
    answer: Any = client.post(address(cast), {**fields_of(page), **sent, "do": "bring"})
    if answer.status_code != 302:
        return answer
    work()
    return client.get(answer.headers["Location"])


def decisions_of(page: Any, table: ClubTable) -> dict[str, str]:
    """What a person chooses, by the fields of the form."""
    sent = {}
    for label, answer in table.decisions:
        if label == "Day":
            sent["day"] = answer
        elif label == "Game":
            sent["game"] = f"{answer}/" + answer
        elif label.startswith("Leave"):
            sent["skip"] = "on"
        elif label.startswith("Those of the table"):
            sent |= {f"kind-{one.kind}": "table" for one in page.context["differences"]}
        else:
            titles = [one.title for one in page.context["plan"].columns.headings]
            sent[f"column-{titles.index(label)}"] = answer
    return sent


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_table_as_a_club_keeps_it_comes_in(client: Client, cast: Cast, table: ClubTable) -> None:
    page = look(client, cast, table.data)
    assert page.status_code == 200
    page = look(client, cast, table.data, **decisions_of(page, table))
    plan = page.context["plan"]
    assert plan.questions == [], (plan.judged.faults, plan.judged.differing, plan.columns.headings)
    assert len(plan.taken) == table.hands
    done = bring(client, cast, page)
    assert "Everything was imported." in done.content.decode()
    assert Hand.objects.filter(club=cast.club).count() == table.hands
    assert verifying.findings_of(Club.objects.get(pk=cast.club.pk)) == []


def test_a_reading_of_scores_that_is_not_the_usual_one_is_shown(client: Client, cast: Cast) -> None:
    rows = "8,70;-2,90;-2,90;-2,90", "17,40;-5,80;-5,80;-5,80"
    money = lines(HEAD, *[f"12/01/2024;Anna;G;2;45;{row}" for row in rows])
    said = " ".join(look(client, cast, money).content.decode().split())
    assert "The scores are running totals" in said and "A point is worth 0.05 in this table" in said
    assert "running totals" not in look(client, cast, TABLES[0].data).content.decode()


def test_the_same_table_again_changes_nothing(client: Client, cast: Cast) -> None:
    for table in TABLES[:1] * 2:
        done = bring(client, cast, look(client, cast, table.data))
    assert "Everything is here already" in done.content.decode()
    assert (Hand.objects.count(), Match.objects.count()) == (3, 2)


def test_what_the_table_does_not_say_is_kept_as_unknown(client: Client, cast: Cast) -> None:
    bring(client, cast, look(client, cast, TABLES[0].data))
    assert set(Hand.objects.values_list("dealer", "writes", "level")) == {
        (None, "result-only", "result")
    }
    bring(client, cast, look(client, cast, TABLES[4].data))
    assert list(Hand.objects.order_by("pk").values_list("dealer", flat=True))[3:] == [3, 0]


def test_a_dealer_who_sits_out_is_known_by_that(client: Client, cast: Cast) -> None:
    bring(client, cast, look(client, cast, TABLES[5].data))
    match = Match.objects.get()
    assert match.dealer_sits_out
    assert list(match.hands.values_list("sits_out", flat=True)) == [0, 1, 2]


def test_a_difference_is_shown_and_waits_for_a_decision(client: Client, cast: Cast) -> None:
    wrong = lines(HEAD, "12/01/2024;Anna;G;2;45;171;-57;-57;-57")
    page = look(client, cast, wrong)
    assert "0 of 1 hand agrees with its scores." in page.content.decode()
    assert "Anna: +171 in the table, +174 by the rules" in " ".join(page.content.decode().split())
    assert bring(client, cast, page).status_code == 422
    assert not Hand.objects.exists()


@pytest.mark.parametrize(("decided", "scores"), [("ours", 174), ("table", 171)])
def test_a_difference_is_decided_for_all_of_its_kind(
    client: Client, cast: Cast, decided: str, scores: int
) -> None:
    rows = [f"1{day}/01/2024;Anna;G;2;45;171;-57;-57;-57" for day in range(3)]
    page = look(client, cast, lines(HEAD, *rows))
    bring(client, cast, page, **{"kind-other": decided})
    hands = Hand.objects.prefetch_related("seats")
    assert [hand.seats.get(seat=0).score_halves for hand in hands] == [2 * scores] * 3
    page = client.get(reverse("hand", args=[cast.club.slug, hands[0].public_id]), follow=True)
    assert ("As in the club’s own table." in page.content.decode()) is (decided == "table")


def test_one_line_may_be_decided_otherwise(client: Client, cast: Cast) -> None:
    rows = [f"1{day}/01/2024;Anna;G;2;45;171;-57;-57;-57" for day in range(2)]
    page = look(client, cast, lines(HEAD, *rows))
    assert 'select name="line-3"' in page.content.decode()
    page = look(client, cast, lines(HEAD, *rows), **{"kind-other": "ours", "line-3": "out"})
    bring(client, cast, page)
    assert Hand.objects.count() == 1


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


def test_scores_that_do_not_add_up_cannot_be_kept(client: Client, cast: Cast) -> None:
    page = look(client, cast, lines(HEAD, "12/01/2024;Anna;G;2;45;174;-58;-58;-50"))
    (difference,) = page.context["differences"]
    assert difference.kind == "sum"
    assert "table" not in dict(difference.choices)
    assert bring(client, cast, page, **{"kind-sum": "table"}).status_code == 422


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


def test_a_name_that_was_merged_away_is_asked_about(client: Client, cast: Cast) -> None:
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


def test_a_workbook_comes_in_with_its_days_as_days(client: Client, cast: Cast) -> None:
    head: list[object] = list(HEAD.split(";"))
    rows = [head, [date(2024, 1, 12), "Anna", "G", 2, 45.0, 174, -58, -58, -58]]
    page = look(client, cast, workbook(Saison=rows))
    assert page.context["plan"].questions == []
    assert page.context["plan"].taken[0].day == date(2024, 1, 12)


@pytest.mark.parametrize("make", [workbook, open_document])
def test_a_workbook_of_several_sheets_asks_which_and_begins_with_the_first_table(
    client: Client, cast: Cast, make: Any
) -> None:
    head = HEAD.split(";")
    one: list[Any] = [head, ["12/01/2024", "Anna", "G", 2, 45, 174, -58, -58, -58]]
    two: list[Any] = [head]
    two += [[f"1{day}/02/2024", "Boris", "G", 2, 45, -58, 174, -58, -58] for day in range(2)]
    data = make(**{"Titre": [["Les Atouts"]], "Vide": [], "Janvier": one, "Février": two})
    page = look(client, cast, data)
    assert [*page.context["sheets"]] == [("Titre", 1), ("Janvier", 2), ("Février", 3)]
    assert (page.context["plan"].read.sheet, len(page.context["plan"].taken)) == ("Janvier", 1)
    page = look(client, cast, data, sheet="Février")
    assert len(page.context["plan"].taken) == 2
    bring(client, cast, page)
    assert Hand.objects.count() == 2
    assert client.post(address(cast), {"book": "no"}).status_code == 422


def test_the_rows_of_a_table_are_the_same_when_the_form_sends_them_again() -> None:
    for table in TABLES:
        read = read_table(table.data)
        assert read_table(as_text(read.rows).encode()).rows == read.rows


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04nothing", b"\n\n", b"a;b\n" * 7_000])
def test_what_is_no_table_is_refused(client: Client, cast: Cast, data: bytes) -> None:
    client.force_login(cast.admin)
    answer: Any = client.post(address(cast), {"file": SimpleUploadedFile("t.csv", data)})
    assert answer.status_code == 422
    assert answer.context["refused"]


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


def test_no_table_fills_the_memory_or_stops_the_site(client: Client, cast: Cast) -> None:
    """A cell far away, one that no library expects, numbers that are none, a line without end."""
    client.force_login(cast.admin)
    for cell in ("XFD1048576", "A99999999999"):
        file = SimpleUploadedFile("t.xlsx", workbook_with_cell(cell))
        assert client.post(address(cast), {"file": file}).status_code == 422
    far: list[list[object]] = [["a"], *[[]] * 9_998, [*[""] * 59, "b"]]
    file = SimpleUploadedFile("t.xlsx", workbook(A=far, B=far))  # a few thousand bytes
    assert client.post(address(cast), {"file": file}).status_code == 422
    endless = client.post(address(cast), {"table": "a" * 200_000})
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
        return client.post(address(cast), {"file": SimpleUploadedFile("t.xlsx", data)})

    assert sent().status_code == 200
    with reading._one_at_a_time:
        assert "is being read right now" in sent().context["refused"]
    assert sent().status_code == 200
    assert told == [["RUST_BACKTRACE"]] * 2


@pytest.mark.parametrize("total", ["9" * 30, "12,30 €", "1e3", "10½", "abs"])
def test_a_total_is_kept_as_it_stands_or_asked_about(
    client: Client, cast: Cast, total: str
) -> None:
    page = look(client, cast, lines("Totaux 2018", "Nom;Total", f"Anna;{total}", "Boris;-10"))
    asked = page.context["plan"].questions
    client.post(address(cast), {**fields_of(page), "do": "bring"})
    kept = list(BroughtForward.objects.values_list("halves", flat=True))
    assert (len(asked), kept) == ((0, [21, -20]) if total == "10½" else (1, []))
    assert asked == [] or "Anna" in asked[0]
