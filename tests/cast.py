"""The people that every test knows.

The club *Les Atouts* has an administrator, a scorer and a member, who each can sign in, and five
players who never do, Anna to Emma. *The Trumps* is another club, with its own scorer and players of
the same names: nobody of the one may see anything of the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils import timezone

from games import people
from games.club.opening_clubs import open_club, set_up
from games.models import Club, Hand, Match, Membership, Player, Role, User
from tests import factories

NAMES = ("Anna", "Boris", "Chloé", "Dario", "Emma")


@dataclass
class Cast:
    """Both clubs. What a test plays, it plays with `anna` to `emma`."""

    club: Club
    admin: User
    scorer: User
    member: User
    players: tuple[Player, ...]
    other_club: Club
    other_scorer: User
    other_players: tuple[Player, ...]

    @cached_property
    def match(self) -> Match:
        """A Friday of four, tricks only, first dealt by Dario; opened when first asked for."""
        return self.open_match()

    def open_match(self, players: int = 4, **facts: Any) -> Match:
        """A match of the first `count` players; `facts` are arguments of `open_match`."""
        return factories.open_match(self.scorer, self.club, self.players[:players], **facts)

    def open_hand(self, changes: Iterable[dict[str, Any]] = ()) -> Hand:
        """The next hand of the Friday, with these changes written into it by the scorer."""
        return factories.open_hand(self.scorer, self.match, changes)

    def tablets_judge(self) -> None:
        """Switch the engine on; a club of a test has none, so that not every page starts it."""
        set_up(user=self.admin, club=self.club, tablets_judge=True)

    def sealed_hand(self, changes: Iterable[dict[str, Any]] = factories.THROWN_IN) -> Hand:
        """The next hand of the Friday, sealed by the scorer."""
        return factories.sealed_hand(self.scorer, self.match, changes)


def gather() -> Cast:
    """Found both clubs."""
    admin, scorer, member, other_scorer = (
        factories.UserFactory(username=name)
        for name in ("admin", "scorer", "member", "other_scorer")
    )
    club = open_club(user=admin, name="Les Atouts")
    set_up(user=admin, club=club, tablets_judge=False)
    other_club = open_club(user=other_scorer, name="The Trumps")
    Membership.objects.create(user=scorer, club=club, role=Role.SCORER)
    Membership.objects.create(user=member, club=club, role=Role.MEMBER)
    Membership.objects.update(last_seen=timezone.localdate())  # a first visit writes it
    return Cast(
        club=club,
        admin=admin,
        scorer=scorer,
        member=member,
        players=_seat(admin, club),
        other_club=other_club,
        other_scorer=other_scorer,
        other_players=_seat(other_scorer, other_club),
    )


def rename_player(*, user: User, player: Player, name: str) -> Player:
    """Give a player another name, and leave everything else."""
    facts = replace(people.facts_of(player), name=name)
    return people.change_player(user=user, player=player, facts=facts)


def _seat(user: User, club: Club) -> tuple[Player, ...]:
    return tuple(people.add_player(user=user, club=club, name=name) for name in NAMES)
