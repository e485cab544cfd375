"""The filters of hands: the same names, checks and words on pages and in the interface."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.archive.conditions import PEOPLE, fitting, hits_of
from games.archive.fields import (
    Cards,
    Day,
    Names,
    Number,
    OneOf,
    PlainSelect,
    Points,
    PublicId,
    Text,
)
from games.archive.stretches import Stretches
from games.models import Club, Hand, HandSeat, Tally
from games.models.paging import Count, Hits
from games.models.statistics import ALL_TIME
from games.rules import VARIANTS

CONTRACTS = {
    bid.key: format_lazy("{} ({})", gettext_lazy(bid.label), gettext_lazy(variant.name))
    for variant in VARIANTS
    for bid in variant.bids
    if bid.wins
}
MOST_HONOURS = 3
MOST_SHOWN = 78


class SearchForm(Stretches):
    """The filters as a form: what bounds a stretch has its order."""

    stretches = (
        *Stretches.stretches,
        ("margin_from", "margin_to", gettext_lazy("This is less than the first number.")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.help_text = ""  # it is for programs; pages have their own words


class PlayerOf(django_filters.ChoiceFilter):
    """One of the players of a club: their public ids and names."""

    def __init__(self, players: Names, **kwargs: Any) -> None:
        super().__init__(
            choices=players,
            empty_label=gettext_lazy("any"),
            widget=PlainSelect,
            error_messages={"invalid_choice": gettext_lazy("The club has no such player.")},
            **kwargs,
        )


class HandSearch(django_filters.FilterSet):
    """What hands are found by. Player, role, result, companions and cards are of one and the same
    seat."""

    player = PublicId(label=gettext_lazy("Player"), help_text="A player's id")
    role = OneOf(HandSeat.Role.values, HandSeat.Role.labels, label=gettext_lazy("Role"))
    result = OneOf(
        ("won", "lost"),
        (gettext_lazy("won the hand"), gettext_lazy("lost the hand")),
        label=gettext_lazy("Result"),
    )
    partner = PublicId(
        label=gettext_lazy("Together with"), help_text="The id of a player on the same side"
    )
    opponent = PublicId(
        label=gettext_lazy("Against"), help_text="The id of a player on another side"
    )
    variant = OneOf(
        [variant.key for variant in VARIANTS],
        [gettext_lazy(variant.name) for variant in VARIANTS],
        label=gettext_lazy("Game"),
    )
    contract = OneOf(CONTRACTS, CONTRACTS.values(), label=gettext_lazy("Contract"))
    called = Cards(label=gettext_lazy("Called card"), most=1, help_text="A card, as HK")
    outcome = OneOf(
        ("made", "lost", "passed-out", "annulled"),
        (
            gettext_lazy("contract made"),
            gettext_lazy("contract lost"),
            gettext_lazy("passed out"),
            gettext_lazy("annulled"),
        ),
        label=gettext_lazy("Outcome"),
    )
    margin_from = Points(
        label=gettext_lazy("Points over, from"), help_text="So many points over; below 0: short"
    )
    margin_to = Points(
        label=gettext_lazy("Points over, to"), help_text="So many points over; below 0: short"
    )
    honours = OneOf(
        [str(number) for number in range(MOST_HONOURS + 1)],
        label=gettext_lazy("Honours of the declarers"),
    )
    last_trick = OneOf(
        ("won", "announced", "failed", "lost"),
        (
            gettext_lazy("won"),
            gettext_lazy("announced and won"),
            gettext_lazy("attempted and failed"),
            gettext_lazy("lost before"),
        ),
        label=gettext_lazy("Trump 1 in the last trick"),
    )
    slam = OneOf(
        ("made", "announced", "missed"),
        (
            gettext_lazy("made"),
            gettext_lazy("announced and made"),
            gettext_lazy("announced and missed"),
        ),
        label=gettext_lazy("All tricks"),
    )
    shown = Number(
        most=MOST_SHOWN,
        label=gettext_lazy("Cards shown, at least"),
        help_text="A handful or abundance of so many cards",
    )
    irregular = OneOf(
        ("true", "false"),
        (gettext_lazy("with one"), gettext_lazy("without")),
        label=gettext_lazy("Irregularity"),
    )
    amended = OneOf(
        ("true", "false"),
        (gettext_lazy("with one"), gettext_lazy("without")),
        label=gettext_lazy("Amendment"),
    )
    match = PublicId(label=gettext_lazy("Match"), help_text="A match's id")
    event = Text(label=gettext_lazy("Event"), help_text="A part of the match's title")
    since = Day(label=gettext_lazy("From"), help_text="Played on this day or later")
    until = Day(label=gettext_lazy("To"), help_text="Played on this day or earlier")
    text = Text(
        label=gettext_lazy("Words"), help_text="All of these words in comment, notes and reasons"
    )
    card_held = Cards(label=gettext_lazy("Held"), help_text="Cards held in the play, as T21 F")
    card_led = Cards(label=gettext_lazy("Led"), help_text="Cards led to a trick")
    card_won = Cards(label=gettext_lazy("Won"), help_text="Cards in the tricks won")
    card_lost = Cards(label=gettext_lazy("Lost"), help_text="Cards lost to the other side")

    class Meta:
        model = Hand
        form = SearchForm
        fields: list[str] = []

    def __init__(
        self,
        data: Any = None,
        queryset: QuerySet[Hand] | None = None,
        *,
        club: Club | None = None,
        shown: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        """With a `club`, as on its pages, a player is one of its players: one statement. `shown`:
        the filters that a page shows; of all others only those are made that the address names."""
        if shown:
            every = self.base_filters.items()
            needed = {name for name in data or () if data[name]} | set(shown)
            self.base_filters = OrderedDict(pair for pair in every if pair[0] in needed)
        super().__init__(data, queryset, **kwargs)
        self.queryset: QuerySet[Hand]
        self.keys: dict[str, int] = {}  # of the club's players, by public id
        if club is not None:
            players = list(club.players.order_by("name").values_list("public_id", "name", "pk"))
            self.keys = {public_id: key for public_id, _name, key in players}
            names = Names((public_id, name) for public_id, name, _key in players)
            for name in self.filters.keys() & PEOPLE:
                self.filters[name] = PlayerOf(names, label=self.filters[name].label)

    @property
    def sealed(self) -> bool:
        """Whether all the hands are sealed, as those on pages are."""
        return True

    @property
    def chosen(self) -> dict[str, Any]:
        """The filters that narrow the list down, by name."""
        found = self.form.cleaned_data
        return {name: found[name] for name in self.filters if found.get(name) not in EMPTY}

    @property
    def asked(self) -> dict[str, Any]:
        """The same as the database is asked: players of the club by their keys."""
        found = self.chosen
        return found | {
            name: self.keys[found[name]] for name in PEOPLE if found.get(name) in self.keys
        }

    @cached_property
    def hits(self) -> Hits:
        """The hands that fit, to be read page by page. Only of valid filters."""
        return hits_of(self.queryset, self.asked, sealed=self.sealed)

    def count(self) -> Count:
        """How many hands fit, of valid filters. One statement: how many a player has played is
        kept, all else is counted."""
        asked = self.asked
        if not self.keys or "player" not in asked or asked.keys() - {"player", "variant"}:
            return self.hits.count()
        kept = Tally.objects.filter(**asked, period=ALL_TIME, kind=Tally.Kind.WHOLE)
        return Count(sum(kept.values_list("hands", flat=True)))

    def filter_queryset(self, queryset: QuerySet[Hand]) -> QuerySet[Hand]:
        """All hands that fit."""
        return fitting(queryset, self.chosen)


EMPTY = (None, "", ())
