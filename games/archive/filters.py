"""The filters of lists: pages and programs have the same names, checks and words.

Every list can be filtered by player, game and days; lists of hands by more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.archive.conditions import NEWEST, PEOPLE, fitting, hits_of
from games.archive.fields import (
    CardsFilter,
    DayFilter,
    Names,
    NumberFilter,
    OneOfFilter,
    PlayerFilter,
    PointsFilter,
    PublicIdFilter,
    TextFilter,
    in_words,
)
from games.archive.stretches import Stretches
from games.models import Club, Hand, HandSeat
from games.models.fields import PUBLIC_ID
from games.models.paging import Hits, Order
from games.rules import VARIANTS, Variant

CONTRACTS = {
    bid.key: format_lazy("{} ({})", gettext_lazy(bid.label), gettext_lazy(variant.name))
    for variant in VARIANTS
    for bid in variant.bids
    if bid.wins
}
YES_OR_NO = ("true", "false")
WITH_OR_WITHOUT = (gettext_lazy("with one"), gettext_lazy("without"))
OVER_OR_SHORT = "Points over; below 0, or with a lost contract: points short"
MOST_HONOURS = 3
MOST_SHOWN = 78
EMPTY = (None, "", ())
PlayerRow = tuple[str, str, int]  # public id, name, key


def players_of(club: Club, asked: Mapping[str, Any]) -> list[PlayerRow]:
    """Return the players to choose from: those here or asked for. One statement."""
    named = [asked[name] for name in PEOPLE if PUBLIC_ID.fullmatch(asked.get(name) or "")]
    here = club.players.at_the_club()
    if named:
        here |= club.players.filter(public_id__in=named)
    return list(here.values_list("public_id", "name", "pk"))


def games_apart(folded: Sequence[Variant]) -> list[tuple[Any, Any]]:
    """Return the games to choose from, with these below the others, in a group."""
    first = [(game.key, _(game.name)) for game in VARIANTS if game not in folded]
    return [*first, (_("Other games"), [(game.key, _(game.name)) for game in folded])]


class SearchForm(Stretches):
    """The filters as a form; it also checks that a range does not end before it starts."""

    stretches = (
        *Stretches.stretches,
        ("margin_from", "margin_to", gettext_lazy("This is less than the first number.")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.help_text = ""  # it is for programs; pages have their own words


class ListSearch(django_filters.FilterSet):
    """The filters that every list has. The columns are those of matches."""

    player = PublicIdFilter(
        "seats__player__public_id", label=gettext_lazy("Player"), help_text="A player's id"
    )
    variant = OneOfFilter(
        [variant.key for variant in VARIANTS],
        [gettext_lazy(variant.name) for variant in VARIANTS],
        label=gettext_lazy("Game"),
    )
    since = DayFilter(
        "played_on",
        "gte",
        label=gettext_lazy("From"),
        help_text="Played on this day or later",
    )
    until = DayFilter(
        "played_on",
        "lte",
        label=gettext_lazy("To"),
        help_text="Played on this day or earlier",
    )

    class Meta:
        form = SearchForm
        fields: list[str] = []

    order: ClassVar[Order]
    # What pages offer first in the place of "any".
    unchosen: ClassVar[Mapping[str, Any]] = {}
    # What is always chosen on a page, so that there it cannot be taken away.
    fixed: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        data: Any = None,
        queryset: QuerySet[Any] | None = None,
        *,
        players: Sequence[PlayerRow] | None = None,
        shown: Sequence[str] = (),
        folded: Sequence[Variant] = (),
        **kwargs: Any,
    ) -> None:
        """Make the filters of a list.

        With `players`, as on the pages of a club, a player must be one of these. `shown`: the
        filters that a page always shows; other filters are only made if the address names them.
        `folded`: games that are offered apart from the others.
        """
        if shown:
            every = self.base_filters.items()
            needed = {name for name in data or () if data[name]} | set(shown)
            self.base_filters = OrderedDict(pair for pair in every if pair[0] in needed)
        super().__init__(data, queryset, **kwargs)
        if folded and "variant" in self.filters:
            offered = self.filters["variant"].extra
            self.filters["variant"].extra = offered | {"choices": games_apart(folded)}
        self.queryset: QuerySet[Any]
        self.keys = {public_id: key for public_id, _name, key in players or ()}
        if players is not None:
            names = Names((public_id, name) for public_id, name, _key in players)
            for name in self.filters.keys() & PEOPLE:
                one = self.filters[name]
                self.filters[name] = PlayerFilter(one.field_name, names, label=one.label)
            for name, label in self.unchosen.items():
                self.filters[name].extra = self.filters[name].extra | {"empty_label": label}

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the filters in use, by name. Like everything below, only for valid filters."""
        values = self.form.cleaned_data
        return {name: values[name] for name in self.filters if values.get(name) not in EMPTY}

    def words(self, name: str) -> str:
        """Return a filter in use, in words: "Player Samir", "Held trump 21 and Fool"."""
        field, game = self.form.fields[name], self.chosen.get("variant", "")
        return f"{field.label} {in_words(field, self.chosen[name], game)}"

    @cached_property
    def hits(self) -> Hits:
        """Return the rows that match, to be read page by page."""
        return self.hits_of(self.chosen)

    def hits_of(self, chosen: Mapping[str, Any]) -> Hits:
        """Return the rows that match some of the filters in use."""
        rows = self.queryset
        for name, value in chosen.items():
            rows = self.filters[name].filter(rows, value)
        return Hits(rows, self.order)


class SeatSearch(ListSearch):
    """The filters for one player's hands, the same on their own page as in the search."""

    role = OneOfFilter(HandSeat.Role.values, HandSeat.Role.labels, label=gettext_lazy("Role"))
    contract = OneOfFilter(CONTRACTS, CONTRACTS.values(), label=gettext_lazy("Contract"))
    partner = PublicIdFilter(
        label=gettext_lazy("Together with"), help_text="The id of a player on the same side"
    )
    opponent = PublicIdFilter(
        label=gettext_lazy("Against"), help_text="The id of a player on another side"
    )
    event = TextFilter(label=gettext_lazy("Event"), help_text="A part of the match's title")

    order = NEWEST

    class Meta(ListSearch.Meta):
        model = Hand

    def asked(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the filters as the database needs them: players of the club by primary key."""
        keys = {name: self.keys[chosen[name]] for name in PEOPLE if chosen.get(name) in self.keys}
        return {**chosen, **keys}


class HandSearch(SeatSearch):
    """The filters for hands; player, role, result, companions and cards are of the same seat."""

    result = OneOfFilter(
        ("won", "lost"),
        (gettext_lazy("won the hand"), gettext_lazy("lost the hand")),
        label=gettext_lazy("Result"),
    )
    called = CardsFilter(label=gettext_lazy("Called card"), most=1, help_text="A card, as HK")
    outcome = OneOfFilter(
        ("made", "lost", "passed-out", "annulled"),
        (
            gettext_lazy("contract made"),
            gettext_lazy("contract lost"),
            gettext_lazy("passed out"),
            gettext_lazy("annulled"),
        ),
        label=gettext_lazy("Outcome"),
    )
    margin_from = PointsFilter(label=gettext_lazy("Made or lost by, from"), help_text=OVER_OR_SHORT)
    margin_to = PointsFilter(label=gettext_lazy("Made or lost by, to"), help_text=OVER_OR_SHORT)
    honours = OneOfFilter(
        [str(number) for number in range(MOST_HONOURS + 1)],
        label=gettext_lazy("Honours of the declarers"),
    )
    last_trick = OneOfFilter(
        ("won", "announced", "failed", "lost"),
        (
            gettext_lazy("won"),
            gettext_lazy("announced and won"),
            gettext_lazy("attempted and failed"),
            gettext_lazy("lost before"),
        ),
        label=gettext_lazy("Trump 1 in the last trick"),
    )
    slam = OneOfFilter(
        ("made", "announced", "missed"),
        (
            gettext_lazy("made"),
            gettext_lazy("announced and made"),
            gettext_lazy("announced and missed"),
        ),
        label=gettext_lazy("All tricks"),
    )
    misere = OneOfFilter(("declared",), (gettext_lazy("declared"),), label=gettext_lazy("Misère"))
    shown = NumberFilter(
        most=MOST_SHOWN,
        label=gettext_lazy("Cards shown, at least"),
        help_text="A handful or abundance of that many cards",
    )
    irregular = OneOfFilter(YES_OR_NO, WITH_OR_WITHOUT, label=gettext_lazy("Irregularity"))
    amended = OneOfFilter(YES_OR_NO, WITH_OR_WITHOUT, label=gettext_lazy("Amendment"))
    level = OneOfFilter(Hand.Level.values, Hand.Level.labels, label=gettext_lazy("Level"))
    disputed = OneOfFilter(
        YES_OR_NO,
        (gettext_lazy("an open one"), gettext_lazy("without an open one")),
        label=gettext_lazy("Dispute"),
        help_text="Whether somebody says the score is wrong, and nothing has ended it",
    )
    best_play = OneOfFilter(
        ("one-card",),
        (gettext_lazy("lost by one card"),),
        label=gettext_lazy("Best play"),
        help_text="Who lost would have won but for one card; only hands somebody asked about",
    )
    match = PublicIdFilter(label=gettext_lazy("Match"), help_text="A match's id")
    text = TextFilter(
        label=gettext_lazy("Words"), help_text="All of these words in comment, notes and reasons"
    )
    card_held = CardsFilter(
        label=gettext_lazy("Held"), help_text="Cards held in the play, as T21 F"
    )
    card_led = CardsFilter(label=gettext_lazy("Led"), help_text="Cards led to a trick")
    card_won = CardsFilter(label=gettext_lazy("Won"), help_text="Cards in the tricks won")
    card_lost = CardsFilter(label=gettext_lazy("Lost"), help_text="Cards lost to the other side")

    @property
    def sealed(self) -> bool:
        """Return whether all the hands are sealed, as those on pages are."""
        return True

    def hits_of(self, chosen: Mapping[str, Any]) -> Hits:
        """Return the hands that match some of the filters in use."""
        return hits_of(self.queryset, self.asked(chosen), sealed=self.sealed)

    def filter_queryset(self, queryset: QuerySet[Hand]) -> QuerySet[Hand]:
        """Return all hands that match."""
        return fitting(queryset, self.chosen)
