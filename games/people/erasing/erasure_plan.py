"""What erasing a person from a club would take, judged before anything is written."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.book.sealing import ERASED
from games.models import (
    Club,
    Hand,
    Match,
    MatchSeat,
    Membership,
    Player,
    Role,
    SealedText,
    User,
)
from games.models.folding import folded
from games.people.belonging import admins_but
from games.people.erasing.erasable import (
    NamingSpot,
    in_open_hands,
    spots_by,
    spots_in_entries,
    spots_in_rows,
    spots_in_seals,
)
from games.people.erasing.naming import WORD, Naming
from games.rules import LAST_HAND
from games.writing.durably import require_admin
from games.writing.once import facts_digest


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a club: as a player, with an account, or both."""

    club: Club
    player: Player | None = None
    account: User | None = None

    @property
    def name(self) -> str:
        """What they are called now."""
        if self.player is not None:
            return self.player.name
        return self.account.get_username() if self.account else ""


class NamingText(NamedTuple):
    """A text that names the person, with the number of its places.

    `key` represents it in a form; `address` is the last of its places; `others` are players of the
    club whose name has the same part, and who may be meant.
    """

    key: str
    text: str
    address: str
    places: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """What would be erased.

    `players`: the player and all who were merged into them; `names`: every name in use or once in
    use; `spots`: the texts, including those that are spared; `why_not`: sentences that say what
    stands in the way; `others`: the names of the club's other players. `account_goes`: whether the
    account belongs to this club alone.
    """

    person: Person
    players: tuple[Player, ...]
    naming: Naming
    spots: tuple[NamingSpot, ...]
    sealed_names: tuple[int, ...]
    account_goes: bool
    why_not: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that is looked for."""
        return self.naming.names

    def texts(self) -> list[NamingText]:
        """Return the texts, each once."""
        by_text: dict[str, list[NamingSpot]] = {}
        for spot in self.spots:
            if not spot.is_name:
                by_text.setdefault(spot.text, []).append(spot)
        return [
            NamingText(key_of(text), text, spots[-1].address, len(spots), self.meant_others(text))
            for text, spots in by_text.items()
        ]

    def meant_others(self, text: str) -> tuple[str, ...]:
        """Return players who may be meant by the name in a text: it is part of theirs too."""
        words = self.naming.words_in(text)
        return tuple(name for name in self.others if words & set(WORD.findall(folded(name))))

    def going(self, spared: Collection[str]) -> list[NamingSpot]:
        """Return the texts that go: all but those whose keys are in `spared`."""
        return [spot for spot in self.spots if spot.is_name or key_of(spot.text) not in spared]

    @property
    def seen(self) -> str:
        """A digest of all that a preview shows."""
        facts = [
            [player.pk for player in self.players],
            self.person.account and self.person.account.pk,
            sorted({spot.address + spot.text for spot in self.spots}),
            [len(self.sealed_names), self.names, self.account_goes, self.why_not],
        ]
        return facts_digest(facts)


def key_of(text: str) -> str:
    """Return the key that represents a text in a form."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def person_of(player: Player) -> Person:
    """Return a player, with the account of that person. One statement."""
    mine = Membership.objects.filter(club=player.club_id, player=player).select_related("user")
    member = mine.first()
    return Person(player.club, player, member.user if member else None)


def plan_erasure(*, user: User, person: Person) -> ErasurePlan:
    """Return what would go, from reading every text of the club. Raises NotAllowed."""
    require_admin(user, person.club)
    return read_plan(person)


def read_plan(person: Person, also: Iterable[str] = ()) -> ErasurePlan:
    """Return the plan of an erasure without asking who wants it. `also`: further names."""
    club, account = person.club, person.account
    players = _players_of(person)
    sealed = list(_sealed_names(club, players))
    sealed_as = {name for _pk, name in sealed} | {*also}
    naming = Naming({*_names_of(players, account), *sealed_as} - {ERASED})
    spots = [
        *spots_in_entries(club, naming),
        *spots_in_seals(club, naming),
        *spots_in_rows(club, naming, account),
    ]
    there = {spot.address for spot in spots}
    spots += [spot for spot in spots_by(club, account) if spot.address not in there]
    return ErasurePlan(
        person,
        players,
        naming,
        tuple(spots),
        tuple(pk for pk, _name in sealed),
        account is not None and _is_here_alone(account, club),
        tuple(_why_not(person, players, spots)),
        tuple(_names_of_others(club, players)),
    )


def _players_of(person: Person) -> tuple[Player, ...]:
    """Return the player and everybody who was merged into them, one level after the other."""
    players: list[Player] = []
    level = [person.player] if person.player else []
    while level:
        players += level
        level = list(Player.every.filter(merged_into__in=level).order_by("pk"))
    return tuple(players)


def _sealed_names(club: Club, players: Sequence[Player]) -> Iterator[tuple[int, str]]:
    """Yield the names under which they were sealed, with the keys of the rows."""
    ids = Q(pk=None)
    for player in players:
        ids |= Q(text__startswith=f"{player.public_id} ")
    rows = SealedText.objects.filter(ids, seal__club=club, place__startswith="players/")
    for pk, text in rows.order_by("pk").values_list("pk", "text"):
        yield pk, text.partition(" ")[2]


def _names_of(players: Sequence[Player], account: User | None) -> Iterator[str]:
    for player in players:
        yield from (player.name, player.own_name, player.nickname)
    if account is not None:
        yield from (account.get_username(), account.email)
        yield from (account.get_full_name(), account.first_name, account.last_name)


def _names_of_others(club: Club, players: Sequence[Player]) -> list[str]:
    others = club.players.exclude(pk__in=[player.pk for player in players])
    return list(others.values_list("name", flat=True))


def _is_here_alone(account: User, club: Club) -> bool:
    """Return whether an account has no other club and does not run the site."""
    elsewhere = Membership.objects.filter(user=account).exclude(club=club)
    return not (account.is_staff or account.is_superuser or elsewhere.exists())


def _why_not(person: Person, players: Sequence[Player], spots: list[NamingSpot]) -> Iterator[str]:
    if any(player.erased_at is not None for player in players):
        yield _("This player has been erased already.")
    yield from _where_they_sit(players)
    for hand in in_open_hands(spots):
        facts = {"number": hand.number, "match": hand.match.title}
        yield (
            _(
                "Hand %(number)d of “%(match)s” is being recorded, and a text in it names this "
                "person: finish it first, or give it up."
            )
            % facts
        )
    if person.account is not None and is_last_admin(person.account, person.club):
        yield _("A club needs an administrator: make somebody else one first.")


def _where_they_sit(players: Sequence[Player]) -> Iterator[str]:
    """Yield a sentence for each match that goes on with them: its next hand has their name."""
    seats = MatchSeat.objects.filter(player__in=[player.pk for player in players])
    recorded = Hand.objects.filter(state=Hand.State.OPEN).values("match", "number")
    at_table = {(row["match"], row["number"]) for row in recorded}
    rows = seats.order_by("match").values_list("match", "match__closed_at", "since", "until")
    open_ones = {
        match
        for match, closed_at, since, until in rows
        if (closed_at is None and until == LAST_HAND)
        or any(match == one and since <= number <= until for one, number in at_table)
    }
    for match in Match.objects.filter(pk__in=open_ones).order_by("played_on", "pk"):
        facts: dict[str, Any] = {"match": match.title, "day": date_format(match.played_on)}
        yield (
            _(
                "This person sits in “%(match)s” of %(day)s, which is still open: close it, or put "
                "somebody else in their place, and then erase them."
            )
            % facts
        )


def is_last_admin(account: User, club: Club) -> bool:
    """Return whether nobody else who can sign in looks after the club."""
    mine = Membership.objects.filter(club=club, role=Role.ADMIN, user=account)
    return mine.exists() and not admins_but(club.pk, [account.pk]).exists()
