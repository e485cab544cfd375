"""Somebody who runs an evening by its page alone."""

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.evening.totals import list_of
from games.models import Evening, EveningRound, Match, Player
from games.people.players import add_player
from games.people.presence import note_presence
from tests import factories
from tests.cast import Cast
from tests.factories import new_key, stated

FACTS = {
    "title": "Friday",
    "played_on": f"{timezone.localdate()}",
    "game": "french:",
    "writes": "result-only",
    "rounds": "3",
    "hands": "2",
    "ties": "shared",
}


class Director:
    """Somebody who runs an evening by its page alone."""

    def __init__(self, client: Client, cast: Cast, people: int) -> None:
        self.client, self.cast = client, cast
        client.force_login(cast.scorer)
        names = [f"Guest {number}" for number in range(len(cast.players), people)]
        added = [add_player(user=cast.admin, club=cast.club, name=name) for name in names]
        self.people = [*cast.players, *added][:people]
        self.come(*self.people)

    def come(self, *players: Player, went: tuple[Player, ...] = ()) -> None:
        facts = {"user": self.cast.scorer, "club": self.cast.club, "day": timezone.localdate()}
        note_presence(**facts, came=players, went=went)  # type: ignore[arg-type]

    def opens(self, **facts: str) -> Evening:
        sent = {**FACTS, "key": new_key(), **facts}
        for _again in range(2):  # a double tap opens one
            response = self.client.post(reverse("evening-new", args=[self.cast.club.slug]), sent)
            assert response.status_code == 302, response.content.decode()
        return Evening.objects.get()

    def page(self, **query: str) -> str:
        return self.client.get(self.at("evening"), query).content.decode()

    def at(self, name: str, *more: str) -> str:
        return reverse(name, args=[self.cast.club.slug, Evening.objects.get().public_id, *more])

    def taps(self, what: str, *, follow: bool = False, **sent: Any) -> Any:
        """Tap a button; the page that comes is read with the next one."""
        again = EveningRound.objects.filter(announced_at=None).exists()
        sent = {"round": EveningRound.objects.count() + (what == "draw" and not again), **sent}
        sent |= {"again": "1"} if what == "draw" and again else {}
        response = self.client.post(self.at(f"evening-{what}"), sent, follow=follow)
        assert response.status_code == (200 if follow else 302)
        return response

    def does(self, what: str, **sent: Any) -> str:
        """Tap a button, and read the page that comes."""
        return str(self.taps(what, follow=True, **sent).content.decode())

    @property
    def newest(self) -> EveningRound:
        return EveningRound.objects.latest("number")

    def matches(self) -> list[Match]:
        return list(self.newest.matches.order_by("pk"))

    def records(self, match: Match, **facts: Any) -> Any:
        """Boris's garde at that table, made by four unless stated otherwise."""
        return factories.sealed_hand(self.cast.scorer, match, [stated(**facts)])

    def totals(self) -> dict[str, int]:
        """The list, in whole points."""
        return {line.player.name: line.total // 2 for line in list_of(Evening.objects.get())}
