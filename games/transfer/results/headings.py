"""What a heading names, in three languages: what its column holds, and of which player."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from games.models.folding import folded
from games.transfer.results.values import OTHERS
from games.writing.errors import Sentence

SKIPPED, PLAYER = "", "player"

MEANINGS: Mapping[str, Sentence] = {
    SKIPPED: _("leave out"),
    PLAYER: _("score of this player"),
    "day": _("day"),
    "event": _("event"),
    "table": _("table"),
    "round": _("round"),
    "number": _("number or rank"),
    "dealer": _("dealer"),
    "taker": _("taker"),
    "partner": _("partner"),
    "contract": _("contract"),
    "bouts": _("bouts"),
    "points": _("card points of the taker"),
    "against": _("card points of the others"),
    "difference": _("points over or short"),
    "short": _("points short"),
    "outcome": _("made or lost"),
    "handfuls": _("handful"),
    "petit": _("petit in the last trick"),
    "slam": _("slam"),
    "misere": _("misère"),
    "challenge": _("Contra"),
    "pagat_lost": _("Pagat lost"),
    "bonuses": _("bonuses, in words"),
    "mark": _("mark for the taker"),
    "tricks": _("tricks of this player"),
    "counted": _("card points of this player"),
    "name": _("name of a player"),
    "forename": _("first name of a player"),
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
    "number": "number no nr n° # donne hand deal spiel board num numero game ligne donne_n° "
    "rang rank classement place platz",
    "dealer": "dealer donneur geber distributeur distribue gibt kartengeber",
    "taker": "taker takers preneur preneurs declarer attaquant attaque nehmer spielmacher prend "
    "qui_prend wer_spielt alleinspieler pris_par taken_by bidder declarant spieler_am_zug "
    "taker_name",
    "partner": "partner partenaire appele appelee appel roi ruft gerufener called "
    "associe mitspieler gerufen roi_appele partnerin avec",
    "contract": "contract contrat bid enchere kontrakt ansage gebot prise gespielt",
    "bouts": "bouts bout oudlers oudler honneurs nb_bouts nb_bout nombre_de_bouts honours honors "
    "trull nb_de_bouts",
    "points": "points point pts punkte card_points points_attaque points_preneur points_faits "
    "augen kartenpunkte card_pts score score_preneur points_du_preneur pts_preneur taker_points",
    "against": "points_defense points_de_la_defense defence_points punkte_gegner pts_defense "
    "defense defence defenders gegner gegenpartei",
    "short": "chute chute_de chutee_de short short_by down undertricks verloren_mit fehlt manque -",
    "difference": "+ difference ecart diff differenz made_by fait_de reussi_de over_or_short "
    "plus_ou_moins resultat result ergebnis +/- de gemacht_mit marge margin",
    "outcome": "outcome made reussite reussi gewonnen won issue gagne fait contrat_rempli "
    "bestanden",
    "handfuls": "handful handfuls poignee poignees poignée handvoll tarock_handvoll shown "
    "abundance abundances abondance abondances fullen",
    "petit": "petit petit_au_bout petit_in_the_last_trick pab kleiner pagat petit_ultimo ultimo "
    "petit_bout kleiner_am_ende sparrow moineau spatz pagat_ultimo",
    "slam": "slam chelem schlag schlemm chlem grand_chelem vole matsch",
    "misere": "misere miseres",
    "challenge": "contra kontra contre recontra surcontre",
    "pagat_lost": "pagat_lost pagat_verloren pagat_perdu",
    "bonuses": "bonuses bonus annonce annonces ansage ansagen declarations announcements primes "
    "pramien",
    "tricks": "tricks trick stiche stich plis pli levees levee",
    "name": "player joueur spieler name nom player_name defenseur defender adversaire j nord sud "
    "est ouest north south east west sued ost n e o w",
    "forename": "prenom vorname forename first_name",
    "score": "score_joueur player_score s gain gains",
    "paid": "score_du_preneur taker_score marque score_taker mise",
    "total": "total totaux cumul summe sum somme gesamt check controle σ",
    "remark": "remark remarque bemerkung comment commentaire note notes notiz observation "
    "observations",
}
# Next to somebody's name, as in "Points Anna", "Anna (pts)", or "Stiche" below "Anna".
OF_PLAYER: Mapping[str, str] = {
    PLAYER: "round hand donne score scores gain gains ergebnis resultat solde geld argent € eur",
    "points": "points point pts pt punkte pkt augen",
    "tricks": HEADINGS["tricks"],
    "total": HEADINGS["total"],
    "mark": "prend pris preneur taker took nehmer spielt",
}


def _by_word(meanings: Mapping[str, str]) -> Mapping[str, str]:
    return {one.replace("_", " "): key for key, words in meanings.items() for one in words.split()}


MEANING_OF, OF_PLAYER_BY_WORD = _by_word(HEADINGS), _by_word(OF_PLAYER)
SIGNS = re.compile(r"[^\w°#+/ -]|_")
NUMBERED = re.compile(r"(.*?)\s*\d$")
WORDS = re.compile(r"[^\s()\[\]:|/_]+")
LINKS = ("de", "of", "von", "d", "-", "–", "pour", "par", "für")


def meaning_of(title: str) -> str:
    """Return what a heading names; "" for anything else."""
    words = " ".join(SIGNS.sub(" ", folded(title.replace("_", " "))).split())
    plain = NUMBERED.sub(r"\1", words)
    if plain != words and plain in MEANING_OF and plain != "-":
        # "Score 1" is the score of "Player 1".
        return {"points": "score"}.get(MEANING_OF[plain], MEANING_OF[plain])
    if words == "s":  # south, as n, e, o and w are; S1 is the score of J1
        return "name"
    known = words
    while known and known not in MEANING_OF:
        known = known.rpartition(" ")[0]
    meaning = MEANING_OF.get(known, "")
    others = any(word.startswith(OTHERS) for word in words.removeprefix(known).split())
    return "against" if meaning == "points" and others else meaning


def is_word(title: str) -> bool:
    """Return whether a heading is a word for something, alone or next to a player's name."""
    return bool(meaning_of(title)) or folded(title) in OF_PLAYER_BY_WORD


def columns_of_players(titles: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return what the headings name that name a player as well, and whom, where several do so."""
    named = {title: one for title in titles if (one := _with_player(title))}
    whom: dict[str, set[str]] = {}
    for meaning, name in named.values():
        whom.setdefault(meaning, set()).add(name)
    named = {title: one for title, one in named.items() if len(whom[one[0]]) > 1}
    if any(meaning_of(title) == "name" for title in titles):  # who plays stands in the rows
        return {title: ("score", name) for title, (meaning, name) in named.items()}
    has = {meaning for meaning, _name in named.values()}
    for wanted, company in (("points", {PLAYER, "tricks"}), ("total", {PLAYER, "points"})):
        if not has & company:
            named = {
                title: (PLAYER if one == wanted else one, name)
                for title, (one, name) in named.items()
            }
    return {
        title: ("counted" if one == "points" else one, name) for title, (one, name) in named.items()
    }


def _with_player(title: str) -> tuple[str, str] | None:
    """Return what a heading names of a player, and the player: a word before or behind a name."""
    words = [word for word in WORDS.findall(title) if folded(word) not in LINKS]
    if folded(" ".join(words)) in MEANING_OF:
        return None
    for word, rest in ((words[:1], words[1:]), (words[-1:], words[:-1])):
        meaning = OF_PLAYER_BY_WORD.get(folded(" ".join(word)))
        name = " ".join(rest)
        if meaning and any(map(str.isalpha, name)) and not meaning_of(name):
            return meaning, name
    return None
