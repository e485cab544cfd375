"""Many players at once: what a list would add, line by line, and adding them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from games.models import Club, Player, User
from games.models.folding import alike, sort_key
from games.people.players import PlayerFacts, facts_of, make_player, read_facts
from games.writing.durably import require_scorer
from games.writing.once import Once, facts_digest, make_once


class Listing(StrEnum):
    """What becomes of a line: added, added if that is wanted, not added, or to be corrected."""

    NEW = "new"
    DOUBTFUL = "doubtful"
    KNOWN = "known"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line of a list by its number from 1: who stands there, or why it cannot be read."""

    number: int
    facts: PlayerFacts | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class JudgedPlayer:
    """A line and what becomes of it.

    `why` is in words, "" for a player who is simply new. The name of a line that cannot be read is
    "".
    """

    number: int
    facts: PlayerFacts
    listing: Listing
    why: str = ""


@dataclass(frozen=True, slots=True)
class JudgedList:
    """A list as it was judged; `seen` identifies that judgement."""

    lines: tuple[JudgedPlayer, ...]

    @property
    def seen(self) -> str:
        """A digest of what becomes of each line."""
        facts = [[one.number, one.listing, asdict(one.facts)] for one in self.lines]
        return facts_digest(facts)

    def of(self, listing: str) -> list[JudgedPlayer]:
        return [one for one in self.lines if one.listing == listing]

    def wanted(self, also: Collection[int]) -> list[JudgedPlayer]:
        """Return the lines to add: the new ones, and the doubtful ones whose numbers `also` has."""
        doubtful = [one for one in self.of(Listing.DOUBTFUL) if one.number in also]
        return sorted([*self.of(Listing.NEW), *doubtful], key=lambda one: one.number)


class ListChanged(ValidationError):
    """The club's players have changed since the list was looked at."""

    def __init__(self) -> None:
        message = _("The players of the club have changed in the meantime. Look once more.")
        super().__init__(message, code="changed")


def judge_list(club: Club, lines: Iterable[ListedLine]) -> JudgedList:
    """Judge each line by the players of the club and the lines before it. One statement."""
    there = [(facts_of(player), _whose(player)) for player in club.players.all()]
    judged = []
    for line in lines:
        one = _judged(line, there)
        judged.append(one)
        if one.listing in (Listing.NEW, Listing.DOUBTFUL):
            place = _("line %(number)d") % {"number": line.number}
            there.append((one.facts, place))
    return JudgedList(tuple(judged))


def _whose(player: Player) -> str:
    if player.has_left():
        return _("%(name)s, who has left") % {"name": player.name}
    return player.name


def _judged(line: ListedLine, there: Sequence[tuple[PlayerFacts, str]]) -> JudgedPlayer:
    if line.facts is None:
        return JudgedPlayer(line.number, PlayerFacts(""), Listing.WRONG, line.fault)
    try:
        facts = read_facts(line.facts)
    except ValidationError as error:
        return JudgedPlayer(line.number, line.facts, Listing.WRONG, " ".join(error.messages))
    listing, why = _compared(facts, there)
    return JudgedPlayer(line.number, facts, listing, why)


def _compared(facts: PlayerFacts, there: Sequence[tuple[PlayerFacts, str]]) -> tuple[Listing, str]:
    """Compare a player with those who are there: the closest of them decides."""
    namesakes = [(one, who) for one, who in there if alike(one.name) == alike(facts.name)]
    for one, who in namesakes:
        if _is_same(facts, one):
            return Listing.KNOWN, "" if who == facts.name else who
    holder = next((who for one, who in there if facts.number and one.number == facts.number), "")
    if holder:
        return Listing.KNOWN, _("has the same number: %(who)s") % {"who": holder}
    if namesakes:
        sentence = _("has the same name, with something else to tell them apart: %(who)s")
        return Listing.DOUBTFUL, sentence % {"who": namesakes[0][1]}
    words = _words(facts.name)
    near = next((who for one, who in there if _words(one.name) == words), "")
    if near:
        return Listing.DOUBTFUL, _("is written nearly the same: %(who)s") % {"who": near}
    return Listing.NEW, ""


def _is_same(facts: PlayerFacts, other: PlayerFacts) -> bool:
    """Return whether `other`, of the same name, is meant: no fact given by both differs."""
    if facts.number and other.number:
        return facts.number == other.number
    given = {facts.nickname.casefold(), facts.number.casefold()} - {""}
    return not given or bool(given & {other.nickname.casefold(), other.number.casefold()})


def _words(name: str) -> list[str]:
    """Return the words of a name in any order, without accents."""
    return sorted(sort_key(name).split())


def add_listed(
    *,
    user: User,
    club: Club,
    lines: Sequence[ListedLine],
    also: Collection[int] = (),
    seen: str | None = None,
    once: Once | None = None,
) -> list[Player]:
    """Add the new players of a list, and the doubtful ones whose line numbers are in `also`.

    All of them or nobody. Returns the players added: with `once` nobody the second time.

    `seen`: of the list that was looked at, which must still be true (ListChanged). Raises
    ValidationError for a list with lines that are wrong, or with nobody to add; NotAllowed,
    KeyReused, KeyMalformed.
    """
    require_scorer(user, club)
    made: list[Player] = []

    def make() -> Player:
        made[:] = _add_all(club, lines, also, seen)
        return made[0]

    sent: list[Any] = [
        club.public_id,
        [[one.number, asdict(one.facts or PlayerFacts(""))] for one in lines],
    ]
    sent.append(sorted(also))
    rows = club.players.all()
    try:
        make_once(once, user=user, sent=sent, rows=rows, make=make)
    except IntegrityError:  # somebody else has added one of them just now
        raise ListChanged from None
    return made


def _add_all(
    club: Club, lines: Sequence[ListedLine], also: Collection[int], seen: str | None
) -> list[Player]:
    # Another who adds players from a list at the same moment waits for this row.
    Club.objects.select_for_update().get(pk=club.pk)
    judged = judge_list(club, lines)
    if seen not in (None, judged.seen):
        raise ListChanged
    if wrong := judged.of(Listing.WRONG):
        raise at_line(wrong[0].number, wrong[0].why)
    wanted = judged.wanted(also)
    if not wanted:
        raise ValidationError(_("Nobody in the list is new."), code="nobody")
    return [_added(club, one) for one in wanted]


def _added(club: Club, line: JudgedPlayer) -> Player:
    try:
        return make_player(club, line.facts)
    except ValidationError as error:
        raise at_line(line.number, " ".join(error.messages)) from None


def at_line(number: int, why: str) -> ValidationError:
    message = _("Line %(number)d: %(why)s") % {"number": number, "why": why}
    return ValidationError(message, code="line")
