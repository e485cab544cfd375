"""What stands in tables of clubs in another way than elsewhere: each kind by one small table."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import pytest
import xlsxwriter

from games.rules import find_variant
from games.transfer.results.cells import TableRow, read_table
from games.transfer.results.days import Days
from games.transfer.results.hands import Unclear
from games.transfer.results.plan import TablePlan
from games.transfer.results.row_reader import RowReader
from games.transfer.results.values import side_of
from tests.cast import Cast
from tests.transfer.tables import lines

FACTS = "Date;Preneur;Contrat;Bouts;Points"
FOUR, FIVE = "Anna;Boris;Chloé;Dario", "Anna;Boris;Chloé;Dario;Emma"
HEAD = f"{FACTS};{FOUR}"
WON, LOST = "174;-58;-58;-58", "27;-81;27;27"
ANNA, BORIS = f"12/01/2024;Anna;G;2;45;{WON}", f"12/01/2024;Boris;P;1;49;{LOST}"
A, B = "2024-01-12 Anna guard 2 45", "2024-01-12 Boris small 1 49"
UPRIGHT = """Date;12/01/2024;12/01/2024 Preneur;Anna;Boris Contrat;G;P Bouts;2;1 Points;45;49
Anna;174;27 Boris;-58;-81 Chloé;-58;27 Dario;-58;27""".split()


def days(*written: str) -> tuple[str, ...]:
    return (HEAD, *[f"{day};Anna;G;2;45;{WON}" for day in written])


def in_contract(*cells: str) -> tuple[str, ...]:
    return (HEAD, *[ANNA.replace(";G;", f";{one};") for one in cells])


def in_points(*cells: str, head: str = "Points", names: str = FOUR) -> tuple[str, ...]:
    heads = f"{FACTS.replace('Points', head)};{names}"
    return (heads, *[f"12/01/2024;Anna;G;2;{one}" for one in cells])


# What a kind is, its table, and day, taker, contract, bouts and points of its hands.
KINDS: tuple[tuple[str, tuple[str, ...], list[str]], ...] = (
    ("its headings in the first column", (*UPRIGHT,), [A, B]),
    ("so, below a title", ("Tournoi;;", *UPRIGHT), [A, B]),
    ("two side by side", (f"{HEAD};;{HEAD[5:]}",
     f"{ANNA};;Boris;P;1;49;{LOST}"), [A, B]),
    ("somebody who came first after forty hands", (f"{HEAD};Emma", *[ANNA] * 40,
     "12/01/2024;Emma;P;1;49;;27;27;27;-81"), [A] * 40 + ["2024-01-12 Emma small 1 49"]),
    ("the card points of the others", in_points(f"46;{WON}", head="Pts déf."), [A]),
    ("so, without scores", in_points(f"46;{FOUR}", head="Augen Gegenpartei",
     names="N;E;S;O"), [A]),
    ("so, in one word", in_points(f"45;46;{WON}", head="Attaque;Défense"), [A]),
    ("those of both sides", in_points(f"45/46;{WON}"), [A]),
    ("over and short apart", in_points(f"4;;{WON}", ";4;-174;58;58;58", head="Fait de;Chute de"),
     [A, "2024-01-12 Anna guard 2 37"]),
    ("so, as signs", in_points(f"4;;{WON}", head="+;-"), [A]),
    ("in words that it was just made", in_points("juste faite;150;-50;-50;-50", head="Résultat"),
     ["2024-01-12 Anna guard 2 41"]),
    ("the difference at five", in_points("4;116;58;-58;-58;-58", head="Écart", names=FIVE), [A]),
    ("no card points, but scores", in_points(f"174;{WON}", head="Score"), [A]),
    ("so, that of the taker alone", in_points("174;Anna;Boris;Chloé;Dario", head="Score preneur",
     names="N;E;S;O"), [A]),
    ("accountants' minus", (HEAD, "12/01/2024;Anna;G;2;45;174;(58);(58);58-"), [A]),
    ("units", (HEAD, "12/01/2024;Anna;G;2;45 pts;174 pts;-58 pts;-58 pts;-58 pts"), [A]),
    ("contracts in long forms", in_contract("Garde (x2)", "garde avec le chien", "Gde"), [A] * 3),
    ("so, of other bids", (HEAD, *[f"12/01/2024;Anna;{one};2;45;348;-116;-116;-116"
     for one in ("Garde s/ chien", "G. sans", "GARDE-SANS")]), [A.replace("rd", "rd-without")] * 3),
    ("contracts as numbers in their order", (HEAD, BORIS.replace(";P;", ";1;"),
     ANNA.replace(";G;", ";2;"), "12/01/2024;Anna;3;2;45;348;-116;-116;-116"),
     [B, A, "2024-01-12 Anna guard-without 2 45"]),
    ("bouts and difference next to it", ("Date;Preneur;Annonce;" + FOUR,
     f"12/01/2024;Anna;Garde 2 bouts +4;{WON}"), [A]),
    ("bouts by their names", (HEAD, *[ANNA.replace(";2;", f";{one};")
     for one in ("21 + Ex", "deux", "Mond, Sküs", "P+E")]), [A] * 4),
    ("nobody took", (HEAD, "12/01/2024;;Passe générale;;;0;0;0;0", ANNA,
     "12/01/2024;personne;-;;;0;0;0;0"), [A]),
    ("running on from evening to evening", (HEAD, ANNA, "19/01/2024;Boris;P;1;49;201;-139;-31;-31"),
     [A, B.replace("12", "19")]),
    ("0 for who sits out", (f"{FACTS};{FIVE}", "12/01/2024;Anna;G;2;45;174;-58;-58;0;-58"), [A]),
    ("minutes next to the scores", (f"{HEAD};Durée", f"{ANNA};12", f"{BORIS};9"), [A, B]),
    ("people named like headings", (f"{FACTS};Marc Petit;Roi;Nord;Sud", ANNA.replace("Anna", "Roi")
     .replace(WON, "-58;174;-58;-58")), [A.replace("Anna", "Roi")]),
    ("people with titles", (f"{FACTS};Mme Anna;M. Boris;Mlle Chloé;Dario",
     ANNA.replace("Anna", "Mme Anna")), [A.replace("Anna", "Mme Anna")]),
    ("a column of players for the taker", ("Datum;Spieler;Kontrakt;Trull;Augen;Ost;Süd;West;Nord",
     f"12.1.2024;Anna;G;2;45;{FOUR}"),
     [A]),
    ("a king and who had it", (f"{FACTS};Appelé;{FIVE}",
     "12/01/2024;Anna;G;2;45;R♥ Boris;116;58;-58;-58;-58"), [A]),
    ("ranks below the sums", (HEAD, ANNA, BORIS, ";;;;Total;201;-139;-31;-31", ";;;;Rang;1;4;2;2",
     ";;;;% réussite;100;0;0;0"), [A, B]),
    ("what is brought forward", (HEAD, "Report;;;;;100;-50;-25;-25", ANNA.replace(WON,
     "274;-108;-83;-83"), "12/01/2024;Boris;P;1;49;301;-189;-56;-56"), [A, B]),
    ("two columns of each player", (f"{FACTS};Anna round;Anna total;Boris round;Boris total;"
     "Chloé round;Chloé total;Dario round;Dario total",
     "12/01/2024;Anna;G;2;45;174;174;-58;-58;-58;-58;-58;-58"), [A]),
    ("points and player in one heading, a sum without a name", (f"{FACTS};Points Anna;Cumul Anna;"
     "Points Boris;Cumul Boris;Points Chloé;Cumul Chloé;Points Dario;Cumul Dario;",
     "12/01/2024;Anna;G;2;45;174;174;-58;-58;-58;-58;-58;-58;0",
     "12/01/2024;Boris;P;1;49;27;201;-81;-139;27;-31;27;-31;0"), [A, B]),
    ("the others in columns", ("Date;Preneur;Appelé;Défenseur 1;Défenseur 2;Défenseur 3;Contrat;"
     "Bouts;Points;Score", "12/01/2024;Anna;Boris;Chloé;Dario;Emma;G;2;45;116"), [A]),
    ("sums between evenings, bids by marks", (f"Date;Petite;Garde;Bouts;Points;{FOUR}",
     f"12/01/2024;;x;2;45;{WON}", f"Total;;;;;{WON}", f"12/01/2024;x;;1;49;{LOST}"), [A, B]),
    ("sums above", (HEAD, ";;;;;201;-139;-31;-31", ANNA, BORIS), [A, B]),
    ("days as a spreadsheet counts them", days("45303"), [A]),
    ("days without a year, in a season", ("Saison 2023-2024", *days("15 décembre", "ven. 12/01")),
     [A.replace("2024-01-12", "2023-12-15"), A]),
    ("the month first", days("01/05/2024", "01/12/2024", "02/02/2024"),
     [A.replace("01-12", one) for one in ("01-05", "01-12", "02-02")]),
    ("years of two digits", days("12/01/24", "19/01/98"),
     [A, A.replace("2024-01-12", "1998-01-19")]),
    ("those before month and day", days("24-01-12", "24-01-19"), [A, A.replace("12", "19", 1)]),
)  # fmt: skip


def plan_of(cast: Cast, data: bytes) -> TablePlan:
    return TablePlan(cast.club, read_table(data), {})


def told(plan: TablePlan) -> list[str]:
    """Day, taker, contract, bouts and points of each hand."""
    hands = []
    for hand in plan.judged.hands:
        facts = hand.record["actions"][0]["facts"]
        taker, rest = hand.names[facts["taker"]], ("contract", "bouts", "points")
        hands.append(" ".join([f"{hand.day}", taker, *[f"{facts[one]}" for one in rest]]))
    return hands


def test_each_kind_of_table_is_understood(cast: Cast) -> None:
    wrong = {}
    for kind, table, hands in KINDS:
        plan = plan_of(cast, lines(*table))
        if told(plan) != hands or plan.judged.differing or plan.judged.faults:
            wrong[kind] = told(plan), plan.judged.faults, plan.judged.differing
    assert wrong == {}


def test_what_was_not_announced_or_not_shown_is_not_read_as_if_it_had_been(cast: Cast) -> None:
    def facts(head: str, cell: str, points: str) -> tuple[object, ...]:
        seats = f"{FACTS};{head};Nord;Est;Sud;Ouest"
        plan = plan_of(cast, lines(seats, f"12/01/2024;Anna;G;{points};{cell};{FOUR}"))
        if plan.judged.faults:
            return tuple(fault.why for fault in plan.judged.faults)
        stated = plan.judged.hands[0].record["actions"][0]["facts"]
        return tuple(stated.get(key) for key in ("slam", "slam_called", "handfuls", "petit"))

    for cell in ("non annoncé", "réussi sans annonce", "nicht angesagt", "oui", "unannounced"):
        assert facts("Chelem", cell, "3;91") == ("declarers", None, None, None), cell
    for cell in ("annoncé et réussi", "angesagt"):
        assert facts("Chelem", cell, "3;91") == ("declarers", True, None, None), cell
    for cell in ("perdu", "annoncé, chuté"):
        assert facts("Chelem", cell, "2;81") == (None, True, None, None), cell
    for cell in ("Pas de chelem", "kein Schlemm", "no slam", "/", "non annoncé, non réussi"):
        assert facts("Chelem", cell, "2;45") == (None,) * 4, cell
    for cell in ("Pas de poignée", "Keine Handvoll", "aucune poignée"):
        assert facts("Poignée", cell, "2;45") == (None, None, [], None), cell
    for cell in ("perdu", "Défense", "D"):
        assert facts("Petit au bout", cell, "2;45") == (None, None, None, "defenders"), cell
    for head, cell in (("Petit au bout", "???"), ("Poignée", "???"), ("Poignée", "D")):
        (why,) = facts(head, cell, "2;45")  # D: double, or Dario's
        assert ("two things" if cell == "D" else "not understood") in str(why)
    with pytest.raises(Unclear, match="can mean two things here"):
        side_of("D", ("Dario", "Anna"), (0,))  # the defenders, or Dario


def test_a_day_is_read_where_it_leaves_no_doubt_and_shown_in_full(cast: Cast) -> None:
    plan = plan_of(cast, lines(*days("12/01/22", "26/01/22")))
    assert plan.played == "Played from 12 January 2022 to 26 January 2022."
    (fault,) = plan_of(cast, lines(*days("22-03-12"))).judged.faults
    assert "“22-03-12” is not a day" in fault.why
    (fault,) = plan_of(cast, lines(*days("12/01/2204"))).judged.faults
    assert fault.why == "12 January 2204 is in the future."
    for text in ("31/02/2024", "13/13/14", "3 atouts", "12", "19999"):
        assert Days([text], ["2024"]).of(text) is None, text


def test_rows_of_two_tables_side_by_side_are_told_apart(cast: Cast) -> None:
    """A hand on the left has the number of a row on the right that cannot be read."""
    right = f"{LOST};;Boris;Gxyz;1;49;{LOST}"
    plan = plan_of(cast, lines(f"{HEAD};;{HEAD[5:]}", ANNA.replace(WON, right)))
    (hand,), (fault,) = plan.judged.hands, plan.judged.faults
    assert hand.row.number == fault.row.number == 2
    assert hand.row.key != fault.row.key
    points = TablePlan(cast.club, plan.read, {"only_totals": "on"}).totals
    assert points == {"Anna": 27, "Boris": -81, "Chloé": 27, "Dario": 27}


def test_a_long_table_costs_no_more_a_row_than_a_short_one(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = lines(*["Preneur;Anna", "Contrat;Garde", "Anna;45", "Minutes;12"] * 20)
    assert len(plan_of(cast, long).columns.headings) == 2
    read, known = Counter[str](), RowReader._known

    def counted(self: RowReader, row: TableRow) -> dict[str, float]:
        read[row.key] += 1
        return known(self, row)

    monkeypatch.setattr(RowReader, "_known", counted)
    assert plan_of(cast, lines(FOUR, *["0;0;0;0"] * 60)).judged.hands == ()
    assert 0 < max(read.values()) < 60


def test_a_hidden_sheet_is_not_taken_for_the_table(cast: Cast) -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out) as book:
        hidden, shown = book.add_worksheet("Listes"), book.add_worksheet("Saison")
        hidden.hide()
        shown.activate()
        for sheet, rows in ((hidden, ("Contrat;Preneur;Bouts", "G;x;2")), (shown, (HEAD, ANNA))):
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row.split(";"))
    plan = plan_of(cast, out.getvalue())
    assert (plan.read.sheet, told(plan)) == ("Saison", [A])


def test_the_game_is_the_one_that_most_rows_are_of(cast: Cast) -> None:
    """Each hand has a slip in its scores, and is one of Droggn for all that."""
    head = "Datum;Alleinspieler;Ansage;Augen;Anna;Boris;Chloé"
    plan = plan_of(cast, lines(head, "2.3.2018;Anna;Ansager;45;58;-29;-29"))
    assert (plan.game[0], len(plan.judged.differing)) == (find_variant("droggn"), 1)
