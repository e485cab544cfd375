"""What the columns of a table hold: recognised by their headings, in three languages, or chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.models.folding import folded
from games.transfer.results.cells import TableRow
from games.transfer.results.values import amount_of
from games.writing.errors import Sentence

MOST_ABOVE = 12  # rows that may stand above the headings
LOOKED_AT = 40
SKIPPED, PLAYER = "", "player"

MEANINGS: Mapping[str, Sentence] = {
    SKIPPED: _("leave out"),
    PLAYER: _("score of this player"),
    "day": _("day"),
    "event": _("event"),
    "table": _("table"),
    "round": _("round"),
    "number": _("number of the hand"),
    "dealer": _("dealer"),
    "taker": _("taker"),
    "partner": _("partner"),
    "contract": _("contract"),
    "bouts": _("bouts"),
    "points": _("card points of the taker"),
    "against": _("card points of the others"),
    "difference": _("points over or short"),
    "outcome": _("made or lost"),
    "handfuls": _("handful"),
    "petit": _("petit in the last trick"),
    "slam": _("slam"),
    "challenge": _("Contra"),
    "pagat_lost": _("Pagat lost"),
    "tricks": _("tricks of this player"),
    "counted": _("card points of this player"),
    "name": _("name of a player"),
    "score": _("score of the player named before"),
    "paid": _("score of the taker"),
    "total": _("total"),
    "remark": _("remark"),
}
# Folded, without signs. A heading that begins with one of these and goes on is recognised too.
HEADINGS: Mapping[str, str] = {
    "day": "day date played on jour le tag datum am spieltag soiree abend evening seance",
    "event": "event evenement tournoi turnier anlass tournament partie session match",
    "table": "table tables tisch tbl",
    "round": "round ronde manche tour runde durchgang position",
    "number": "number no nr n° # donne hand deal spiel board num numero game ligne donne_n°",
    "dealer": "dealer donneur geber distributeur distribue gibt kartengeber",
    "taker": "taker preneur declarer attaquant attaque nehmer spielmacher alleinspieler prend "
    "pris_par taken_by bidder declarant spieler_am_zug taker_name",
    "partner": "partner partenaire appele appelee appel roi ruft gerufener called "
    "associe mitspieler gerufen roi_appele partnerin avec",
    "contract": "contract contrat bid enchere kontrakt ansage gebot prise annonce gespielt",
    "bouts": "bouts bout oudlers oudler honneurs nb_bouts nb_bout nombre_de_bouts honours honors "
    "trull nb_de_bouts",
    "points": "points point pts punkte card_points points_attaque points_preneur points_faits "
    "augen kartenpunkte score score_preneur points_du_preneur pts_preneur taker_points",
    "against": "points_defense points_de_la_defense defence_points punkte_gegner pts_defense",
    "difference": "difference ecart diff differenz made_by fait_de reussi_de over_or_short "
    "plus_ou_moins resultat result ergebnis +/- de gemacht_mit marge margin",
    "outcome": "outcome made reussite reussi gewonnen won issue gagne fait contrat_rempli "
    "bestanden",
    "handfuls": "handful handfuls poignee poignees poignée handvoll tarock_handvoll shown "
    "abundance abundances abondance abondances fullen",
    "petit": "petit petit_au_bout petit_in_the_last_trick pab kleiner pagat petit_ultimo ultimo "
    "petit_bout kleiner_am_ende sparrow moineau spatz pagat_ultimo",
    "slam": "slam chelem schlag schlemm chlem grand_chelem vole matsch",
    "challenge": "contra kontra contre recontra surcontre",
    "pagat_lost": "pagat_lost pagat_verloren pagat_perdu",
    "name": "player joueur spieler name nom player_name j nord sud est ouest north south east "
    "west sued ost",
    "score": "score_joueur player_score s gain gains",
    "paid": "score_du_preneur taker_score marque score_taker mise",
    "total": "total totaux cumul summe sum somme gesamt check controle classement rang rank",
    "remark": "remark remarque bemerkung comment commentaire note notes notiz observation "
    "observations",
}
MEANING_OF = {
    word.replace("_", " "): meaning for meaning, words in HEADINGS.items() for word in words.split()
}
TELLING = {"taker", "contract", "points", "difference", "bouts", "day", "dealer", "against"}
SIGNS = re.compile(r"[^\w°#+/ -]|_")
NUMBERED = re.compile(r"(.*?)\s*\d$")


class Heading(NamedTuple):
    """A column: its heading as it stands there, and what it holds."""

    title: str
    meaning: str

    @property
    def key(self) -> str:
        """Return the heading as it is remembered."""
        return folded(self.title)


class TableColumns(NamedTuple):
    """The columns of a table, and the rows below their headings."""

    headings: tuple[Heading, ...]
    rows: tuple[TableRow, ...]

    def at(self, *meanings: str) -> list[int]:
        """Return which columns have one of these meanings."""
        return [at for at, one in enumerate(self.headings) if one.meaning in meanings]


def recognised(
    rows: Sequence[TableRow], chosen: Mapping[int, str], remembered: Mapping[str, str]
) -> TableColumns:
    """Return what each column holds: as chosen now, else as before, else as its heading says."""
    above = max(range(min(MOST_ABOVE, len(rows))), key=lambda at: (_known(rows[at]), -at))
    titles, below = rows[above].cells, tuple(rows[above + 1 :])
    width = max(len(row.cells) for row in rows[above:])
    titles = (*titles, *[""] * (width - len(titles)))
    taken: set[str] = set()
    headings = []
    for at, title in enumerate(titles):
        guess = remembered.get(folded(title)) or meaning_of(title)
        if guess in taken and guess not in ("name", "score", "remark", "total"):
            guess = ""
        if not guess and _is_player(title, [_at(row, at) for row in below[:LOOKED_AT]]):
            guess = PLAYER
        taken.add(guess)
        headings.append(Heading(title, chosen.get(at, guess)))
    return TableColumns(tuple(headings), below)


def meaning_of(title: str) -> str:
    """Return what a heading names; "" for anything else."""
    words = " ".join(SIGNS.sub(" ", folded(title.replace("_", " "))).split())
    plain = NUMBERED.sub(r"\1", words)
    if plain != words and plain in MEANING_OF:
        # "Score 1" is the score of "Player 1".
        return {"points": "score"}.get(MEANING_OF[plain], MEANING_OF[plain])
    while words:
        if words in MEANING_OF:
            return MEANING_OF[words]
        words = words.rpartition(" ")[0]
    return ""


def repeats_headings(row: TableRow) -> bool:
    """Return whether a row has headings again, as where several evenings are one below another."""
    telling = TELLING & {meaning_of(cell) for cell in row.cells}
    return len(telling) > 1 and not any(amount_of(cell) is not None for cell in row.cells)


def _known(row: TableRow) -> int:
    """Return how much a row looks like headings; one cell alone is a title."""
    if len([cell for cell in row.cells if cell]) == 1:
        return 0
    found = [meaning_of(cell) for cell in row.cells]
    return sum(bool(one) for one in found) + 3 * len(TELLING & set(found))


def _at(row: TableRow, at: int) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _is_player(title: str, cells: Sequence[str]) -> bool:
    """Return whether a column may hold the scores of whoever its heading names."""
    numbers = [amount_of(cell) is not None for cell in cells if cell]
    return any(map(str.isalpha, title)) and bool(numbers) and sum(numbers) > len(numbers) // 2
