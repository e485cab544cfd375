"""The filters of a player's page, read from its address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import django_filters
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_filters.fields import ChoiceField

from games.archive.conditions import NEWEST_SEAT, PEOPLE, seats_where
from games.archive.fields import Names, OneOfFilter, PlainSelect, TextFilter
from games.archive.filters import SeatSearch
from games.display.headlines import variant_name
from games.models import Hand, Player
from games.models.paging import Hits
from games.models.statistics import ALL_TIME
from games.rules import find_variant
from games.statistics.periods import NotAPeriod, days_of, period_name
from games.statistics.scope import HandScope

# The fields that are used often, and those that stand apart.
NEAR = ("variant", "role", "contract", "partner", "opponent", "period")
APART = ("event", "since", "until")


class PeriodField(ChoiceField):
    """A period. One without hands, which is not offered, is not refused: it finds nothing."""

    def valid_value(self, value: Any) -> bool:
        """Return whether this is a year, a month, or a season by its first and its last day."""
        try:
            days_of(str(value))
        except NotAPeriod:
            return False
        return True


class PeriodFilter(django_filters.ChoiceFilter):
    """A period, of which some are offered."""

    field_class = PeriodField

    def __init__(self, offered: Iterable[str]) -> None:
        super().__init__(
            label=gettext_lazy("Period"),
            choices=Names((period, _name_if_known(period)) for period in offered),
            empty_label=gettext_lazy("All time"),
            widget=PlainSelect,
            error_messages={
                "invalid_choice": gettext_lazy(
                    "A period is a year or a month, such as 2026 or 2026-11."
                )
            },
        )


class CareerSearch(SeatSearch):
    """Game, role, contract, partner, opponent, period; event and days."""

    player = None  # type: ignore[assignment]  # leaves the filter out
    period = PeriodFilter(())
    event = TextFilter(
        label=gettext_lazy("Event"), widget=forms.TextInput(attrs={"list": "events"})
    )

    unchosen = {
        "variant": None,  # always one: points of several games do not add up
        "role": gettext_lazy("Any role"),
        "partner": gettext_lazy("Anybody"),
        "opponent": gettext_lazy("Anybody"),
    }

    fixed = ("variant",)

    class Meta(SeatSearch.Meta):
        pass

    def __init__(
        self,
        data: Mapping[str, Any],
        person: Player,
        *,
        players: Sequence[Player],
        games: Sequence[str],
        periods: Iterable[str],
    ) -> None:
        """Set up what there is to choose from.

        That is the `players` of the club who have not left or for whom the address asks, and what
        `person` has played.
        """
        asked = {data.get(name) for name in PEOPLE}
        others = [
            (one.public_id, one.name, one.pk)
            for one in players
            if one != person and (one.public_id in asked or not one.has_left())
        ]
        hands = Hand.objects.filter(club=person.club_id).shown()
        super().__init__(data, hands, players=others)
        self.person = person
        contracts = contracts_of(games)
        self.filters["contract"] = OneOfFilter(
            contracts,
            contracts.values(),
            label=self.filters["contract"].label,
            empty_label=gettext_lazy("Any contract"),
        )
        offered = {*periods, data.get("period", "")} - {ALL_TIME}
        self.filters["period"] = PeriodFilter(sorted(offered, reverse=True))

    @property
    def near(self) -> list[forms.BoundField]:
        return [self.form[name] for name in NEAR]

    @property
    def apart(self) -> list[forms.BoundField]:
        return [self.form[name] for name in APART]

    @property
    def shows_all(self) -> bool:
        """Return whether one of the fields that stand apart is used, or is invalid."""
        return any(self.form.data.get(name) for name in APART)

    @property
    def scope(self) -> HandScope:
        """What was chosen."""
        return self._scope(self.chosen)

    def _scope(self, chosen: Mapping[str, Any]) -> HandScope:
        asked = self.asked(chosen)
        variant, period = asked.pop("variant", ""), asked.pop("period", ALL_TIME)
        return HandScope(variant, period, seats_where(asked))

    @property
    def bounds(self) -> tuple[date | None, date | None]:
        """Return the first and last day both in the period and between the two days."""
        chosen = self.chosen
        first, last = days_of(chosen.get("period", ALL_TIME))
        return (
            max(filter(None, (first, chosen.get("since"))), default=None),
            min(filter(None, (last, chosen.get("until"))), default=None),
        )

    def hits_of(self, chosen: Mapping[str, Any]) -> Hits:
        """Return the player's seats in the hands that fit some of the chosen filters."""
        return Hits(self._scope(chosen).seats_of(self.person), NEWEST_SEAT)


def contracts_of(games: Sequence[str]) -> dict[str, str]:
    """Return the contracts of these games by key, with the name of the game if several."""
    names: dict[str, str] = {}
    for variant in filter(None, map(find_variant, games)):
        for bid in variant.bids:
            if bid.wins:
                label = _(bid.label)
                named = label if len(games) == 1 else f"{label} ({variant_name(variant.key)})"
                names.setdefault(bid.key, named)
    return names


def _name_if_known(period: str) -> str:
    """Return a period in words, or the text itself where it is no period."""
    try:
        return period_name(period)
    except NotAPeriod:
        return period
