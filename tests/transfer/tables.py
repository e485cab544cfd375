"""Tables as clubs keep them, each in another shape, with the decisions that a person takes.

Three are in the shapes of real score apps, as their sources write them:

- `shiny`: a dashboard in R that saves with `write.csv`: a column of scores for each player, then
  `Preneur, Contrat, Score, Bouts, Date`, where the score is the taker's card points;
- `running`: another one in R that saves with `write.csv2`: `;`, decimal commas, scores that run on
  from hand to hand, `Annonces` and `Petit` as texts;
- `qt`: one in Python with the columns `preneur, contrat, nb_bout, point, poignee, petit` of its
  database, and the players' scores with them.
"""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple
from zipfile import ZipFile

import xlsxwriter

PEOPLE = ("Anna", "Boris", "Chloé", "Dario")


class ClubTable(NamedTuple):
    """A table, how many hands are in it, and what a person decides: labels of fields, answers."""

    name: str
    data: bytes
    hands: int
    decisions: tuple[tuple[str, str], ...] = ()


def lines(*rows: str) -> bytes:
    return "\n".join(rows).encode()


def workbook(**sheets: list[list[object]]) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out) as book:
        day = book.add_format({"num_format": "dd/mm/yyyy"})
        for title, rows in sheets.items():
            sheet = book.add_worksheet(title)
            for at, row in enumerate(rows):
                for column, cell in enumerate(row):
                    if hasattr(cell, "year"):
                        sheet.write_datetime(at, column, cell, day)
                    else:
                        sheet.write(at, column, cell)
    return out.getvalue()


def workbook_with_cell(place: str) -> bytes:
    """A workbook whose second cell says of itself that it is somewhere else."""
    out = BytesIO()
    with ZipFile(BytesIO(workbook(A=[["a", "b"]]))) as before, ZipFile(out, "w") as packed:
        for name in before.namelist():
            data = before.read(name)
            packed.writestr(name, data.replace(b'r="B1"', f'r="{place}"'.encode()))
    return out.getvalue()


def open_document(**sheets: list[list[object]]) -> bytes:
    kind, text = "application/vnd.oasis.opendocument.spreadsheet", ""
    for title, rows in sheets.items():
        text += f'<table:table table:name="{title}">'
        for row in rows:
            cells = [
                f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p>'
                "</table:table-cell>"
                for cell in row
            ]
            text += f"<table:table-row>{''.join(cells)}</table:table-row>"
        text += "</table:table>"
    names = " ".join(
        f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"'
        for one in ("office", "table", "text")
    )
    body = f"<office:body><office:spreadsheet>{text}</office:spreadsheet></office:body>"
    with ZipFile(out := BytesIO(), "w") as packed:
        packed.writestr("mimetype", kind)
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
        packed.writestr(
            "content.xml", f"<office:document-content {names}>{body}</office:document-content>"
        )
    return out.getvalue()


TABLES = (
    ClubTable(
        "french, semicolons, a title above, days and totals",
        lines(
            "Club des Atouts, saison 2023-2024;;;;;;;;",
            "",
            "Date;Preneur;Contrat;Bouts;Points;Anna;Boris;Chloé;Dario",
            "12/01/2024;Anna;Garde;2;45;174;-58;-58;-58",
            ";Boris;G;1;49;54;-162;54;54",
            "19/01/2024;Chloé;GS;2;45,0;-116;-116;348;-116",
            "Total;;;;;112;-336;344;-120",
        ),
        3,
    ),
    ClubTable(
        "shiny",
        lines(
            '"Anna","Boris","Chloé","Dario","Preneur","Contrat","Score","Bouts","Date"',
            '174,-58,-58,-58,"Anna","garde",45,2,2023-01-02 20:11:12',
            '-28,84,-28,-28,"Boris","petite",44,2,2023-01-02 20:31:12',
        ),
        2,
    ),
    ClubTable(
        "running",
        (
            "\ufeff"
            '"Anna";"Boris";"Chloé";"Dario";"Couleur";"Contrat";"Annonces";"Petit";"Bouts";"Points"'
            ';"Preneur";"Appele"\n'
            '174;-58;-58;-58;"";"Garde";"";"";2;45;"Anna";""\n'
            '146;26;-86;-86;"";"Petite";"";"";2;44;"Boris";""\n'
            '88;-32;88;-144;"";"Garde";"";"";2;45,0;"Chloé";""\n'
        ).encode(),
        3,
        (("Day", "2022-05-06"),),
    ),
    ClubTable(
        "qt",
        lines(
            "date\tpreneur\tcontrat\tnb_bout\tpoint\tpoignee\tpetit\tAnna\tBoris\tChloé\tDario",
            "2021-03-05\tAnna\tGarde\t2\t45\tSimple\t\t234\t-78\t-78\t-78",
            "2021-03-05\tBoris\tGarde\t2\t45\t\tAttaque\t-78\t234\t-78\t-78",
        ),
        2,
    ),
    ClubTable(
        "german, the difference, who deals, cp1252",
        (
            "Tag;Tisch;Geber;Spieler am Zug;Kontrakt;Honneurs;Differenz;Anna;Boris;Chloé;Dario\n"
            "3.2.2023;1;Dario;Anna;x2;2;+4;174;-58;-58;-58\n"
            "3.2.2023;1;Anna;Boris;x1;1;-3;28;-84;28;28\n"
        ).encode("cp1252"),
        2,
    ),
    ClubTable(
        "five at the table, the dealer sits out, UTF-16",
        (
            "Date\tTable\tTaker\tContract\tBouts\tPoints\tAnna\tBoris\tChloé\tDario\tEmma\n"
            "2020-10-02\t1\tBoris\tG\t2\t45\t\t174\t-58\t-58\t-58\n"
            "2020-10-02\t1\tChloé\tG\t2\t45\t-58\t\t174\t-58\t-58\n"
            "2020-10-02\t1\tDario\tG\t2\t45\t-58\t-58\t\t174\t-58\n"
        ).encode("utf-16"),
        3,
    ),
    ClubTable(
        "five play, the partner shows in the scores, slips to decide",
        lines(
            "sep=,",
            "Date,Preneur,Contrat,Bouts,Points,Anna,Boris,Chloé,Dario,Emma,Remarque",
            "7 sept. 2019,Anna,Garde,2,45,116,58,-58,-58,-58,",
            ",Emma,Garde,2,45,-58,-58,-58,-58,232,seule",
            ",Boris,Garde,2,45,-62,124,62,-62,-62,compté de tête",
        ),
        3,
        (("Those of the table count, with a remark", "on"),),
    ),
    ClubTable(
        "names in cells, one new and one unsure",
        lines(
            "Jour;J1;S1;J2;S2;J3;S3;J4;S4;Preneur;Enchère;Bouts;Pts",
            "vendredi 4 octobre 2019;Anna;174;Boris;-58;Chloe;-58;Gustave;-58;Anna;G;2;45",
        ),
        1,
    ),
    ClubTable(
        "a signed difference in the points, no taker but in the scores, a row that is no hand",
        lines(
            "Date;Contrat;Bouts;Points;Anna;Boris;Chloé;Dario",
            "11/10/19;G;2;+4;174;-58;-58;-58",
            "11/10/19;Passe;;;0;0;0;0",
            "11/10/19;?;2;+4;174;-58;-58;-58",
        ),
        1,
        (("Leave these rows out", "on"),),
    ),
    ClubTable(
        "a sheet of Scarto with the points of each",
        lines("Datum;Anna;Boris;Chloé", "1.5.2018;30;24;24", "1.5.2018;20;28;30"),
        2,
    ),
    ClubTable(
        "Tarok, an evening below its title",
        lines("Tarok;;", "Spiel;Anna;Boris;Chloé", "Abend 5.6.2018;;;", "1;300;250;300"),
        1,
    ),
    ClubTable(
        "Droggn, short bids, a pagat, a slam",
        lines(
            "Datum;Spieler am Zug;Ansage;Augen;Pagat;Anna;Boris;Chloé",
            "2.3.2018;Anna;Ans;45;;56;-28;-28",
            "2.3.2018;Boris;Solo;40;Boris;-53;106;-53",
            "2.3.2018;Chloé;Schlemm;;;-167;-167;334",
        ),
        3,
    ),
    ClubTable(
        "Taroux, pairs opposite each other",
        lines(
            "Date,Taker,Bid,Honours,Points,Sparrow,Anna,Boris,Chloé,Dario,Emma,Farid",
            "2018-02-03,Anna & Dario,Take,2,45,,116,-58,-58,116,-58,-58",
            "2018-02-03,Boris & Emma,Without,2,40,,104,-208,104,104,-208,104",
        ),
        2,
    ),
    ClubTable(
        "evenings below their titles, headings again with others, subtotals, a king called",
        lines(
            "Preneur;Appel;Contrat;Bouts;Points;Anna;Boris;Chloé;Dario;Emma",
            "Soirée;12/01/2024;;;;;;;;",
            "Anna;Roi de coeur;G;2;45,5;120;60;-60;-60;-60",
            "Sous-total;;;;;120;60;-60;-60;-60",
            "Preneur;Appel;Contrat;Bouts;Points;Farid;Boris;Chloé;Dario;Emma",
            "Soirée;19/01/2024;;;;;;;;",
            "Boris;Emma;GS + chelem;3;91;-520;1040;-520;-520;520",
        ),
        2,
    ),
    ClubTable(
        "Le Jeu de Taros, two rows of headings: tricks and card points below each player",
        lines(
            "Datum;Anna;;Boris;;Chloé;;Dario;",
            ";Stiche;Punkte;Stiche;Punkte;Stiche;Punkte;Stiche;Punkte",
            "3.4.2017;5;18;4;12;2;6;1;6",
            "3.4.2017;6;21;4;10;2;11;0;0",
            "10.4.2017;1;6;5;18;4;12;2;6",
            "10.4.2017;2;11;0;0;6;21;4;10",
        ),
        4,
    ),
    ClubTable(
        "who took is marked next to the scores, a partner below a ring",
        lines(
            "Datum;Kontrakt;Trull;Augen;Anna (Pkt);Boris (Pkt);Chloé (Pkt);Dario (Pkt);Emma (Pkt)",
            "4.4.2016;G;2;45;116 x;58 o;-58;-58;-58",
            "4.4.2016;G;2;45;-58;-58;232 x;-58;-58",
            ";;;;58;0;174;-116;-116",
            "4.4.2016;P;1;49;27;-54 x;27;-27 o;27",
            "4.4.2016;P;1;49;27;27;-54 x;27;-27 o",
            ";;;;54;-27;-27;0;0",
            ";;;;112;-27;147;-116;-116",
        ),
        4,
    ),
    ClubTable(
        "marks below the taker and below the contract, no scores",
        lines(
            "Date,Petite,Garde,GS,GC,Bouts,Points,Anna,Boris,Chloé,Dario",
            "5/4/2016,,•,,,2,45,•,,,",
            "5/4/2016,✓,,,,2,44,,✓,,",
            "5/4/2016,,,•,,1,49,,,,•",
            "5/4/2016,,•,,,0,60,•,,,",
        ),
        4,
    ),
    ClubTable(
        "Scarto with scores that run on from hand to hand",
        lines(
            "Spiel;Anna;Boris;Chloé",
            "Abend 7.4.2016;;;",
            "1;4;-2;-2",
            "2;-2;0;2",
            "3;18;-10;-8",
            "4;38;-22;-16",
            "5;60;-34;-26",
            "6;80;-44;-36",
        ),
        6,
    ),
    ClubTable(
        "announcements in words of the club's own",
        lines(
            "Jour;Preneur;Contrat;Annonces;Oudlers;Pts;Anna;Boris;Chloé;Dario",
            "8 avril 2016;Anna;Garde;poignée;2;45;234;-78;-78;-78",
            ";Boris;Garde;petit au bout;2;45;-78;234;-78;-78",
            ";Chloé;Garde;double poignée, petit au bout défense;2;45;-68;-68;204;-68",
            ";Dario;Garde;chelem annoncé et réussi;3;91;-560;-560;-560;1680",
            ";Anna;Garde;chelem annoncé, chuté;2;81;-210;70;70;70",
            ";Boris;Garde;petit au bout + poignée Chloé;2;45;-98;294;-98;-98",
            ";Chloé;Garde;-;2;45;-58;-58;174;-58",
        ),
        7,
    ),
    ClubTable(
        "Taroux, a column for each pair",
        lines(
            "Date;Bid;Honours;Points;Anna & Dario;Boris & Emma;Chloé & Farid",
            "9/4/2016;Take;2;45;116 x;-58;-58",
            "9/4/2016;Without;2;40;104;-208 x;104",
            ";;;;220;-266;46",
        ),
        2,
    ),
    ClubTable(
        "headings in two rows, the second begun late, the bouts to be seen by the difference",
        lines(
            ";Kontrakt;Augen;Differenz;Anna;;Boris;;Chloé;;Dario;",
            ";;;;Spielt;Punkte;Spielt;Punkte;Spielt;Punkte;Spielt;Punkte",
            "10.4.2016;G;45;+4;X;;;;;;;",
            "10.4.2016;P;44;+3;;;X;;;;;",
            "10.4.2016;G;49;-2;;;;;;;X;",
        ),
        3,
    ),
)
