"""The filters of a player's page, read from its address."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.archive.fields import DayInput, PlainSelect
from games.archive.stretches import Stretches
from games.display.headlines import variant_name
from games.models import HandSeat, Player
from games.rules import VARIANTS, find_variant
from games.statistics.periods import NotAPeriod, days_of, period_name
from games.statistics.scope import Scope

# Fields that stand apart, since they are seldom used.
APART = ("event", "since", "until")


class CareerForm(Stretches):
    """Game, role, contract, partner, opponent, period; event and days."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    role = forms.ChoiceField(label=gettext_lazy("Role"), required=False)
    contract = forms.ChoiceField(label=gettext_lazy("Contract"), required=False)
    partner = forms.TypedChoiceField(
        label=gettext_lazy("Together with"), required=False, empty_value=None, widget=PlainSelect
    )
    opponent = forms.TypedChoiceField(
        label=gettext_lazy("Against"), required=False, empty_value=None, widget=PlainSelect
    )
    period = forms.CharField(label=gettext_lazy("Period"), required=False)
    event = forms.CharField(label=gettext_lazy("Event"), required=False, max_length=80)
    since = forms.DateField(label=gettext_lazy("From"), required=False, widget=DayInput)
    until = forms.DateField(label=gettext_lazy("To"), required=False, widget=DayInput)

    def __init__(
        self,
        *args: Any,
        others: Sequence[Player],
        games: Sequence[str],
        periods: Iterable[str],
        events: Iterable[str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = _("There is no such choice.")
        known_others = {other.public_id: other for other in others}
        for name in ("partner", "opponent"):
            self.fields[name].coerce = known_others.__getitem__  # type: ignore[attr-defined]
            self._choose(name, _("Anybody"), [(other.public_id, other.name) for other in others])
        variants = [(variant.key, _(variant.name)) for variant in VARIANTS]
        self._choose("variant", _("Any game"), variants)
        self._choose("role", _("Any role"), HandSeat.Role.choices)
        self._choose("contract", _("Any contract"), contracts_of(games))
        known = [(period, period_name(period)) for period in sorted(periods, reverse=True)]
        # A period without hands is not refused: it finds nothing.
        chosen = self.data.get("period", "")
        if chosen and chosen not in dict(known):
            known.append((chosen, _name_if_known(chosen)))
        self.fields["period"].widget = forms.Select(choices=[("", _("All time")), *known])
        self.events = list(events)
        self.fields["event"].widget = forms.TextInput(attrs={"list": "events"})

    def _choose(self, name: str, none: str, choices: Iterable[Any]) -> None:
        self.fields[name].choices = [("", none), *choices]  # type: ignore[attr-defined]

    def clean_period(self) -> str:
        """A year, a month, or a season by its first and its last day."""
        period = str(self.cleaned_data["period"])
        try:
            days_of(period)
        except NotAPeriod:
            raise forms.ValidationError(
                _("A period is a year or a month, such as 2026 or 2026-11."), code="period"
            ) from None
        return period

    @property
    def scope(self) -> Scope:
        """What was chosen. Only of a valid form."""
        return Scope(**{name: value for name, value in self.cleaned_data.items() if value})

    @property
    def near(self) -> list[forms.BoundField]:
        """The fields that are used often."""
        return [field for field in self if field.name not in APART]

    @property
    def apart(self) -> list[forms.BoundField]:
        """The other ones."""
        return [field for field in self if field.name in APART]

    @property
    def shows_all(self) -> bool:
        """Whether one of the fields that stand apart is used, or cannot be read."""
        return any(self.data.get(name) for name in APART)

    def words(self, name: str) -> str:
        """A chosen filter in words: "Against Samir"."""
        value = self.cleaned_data[name]
        if isinstance(value, date):
            value = date_format(value)
        elif isinstance(value, Player):
            value = value.name
        elif name == "period":
            value = period_name(value)
        elif isinstance(self.fields[name], forms.ChoiceField) and isinstance(value, str):
            value = dict(self.fields[name].choices).get(value, value)  # type: ignore[attr-defined]
        return f"{self.fields[name].label} {value}"


def contracts_of(games: Sequence[str]) -> list[tuple[str, str]]:
    """The contracts of these games, of several each with the name of its game."""
    found: dict[str, str] = {}
    for variant in filter(None, map(find_variant, games)):
        for bid in variant.bids:
            if bid.wins:
                label = _(bid.label)
                named = label if len(games) == 1 else f"{label} ({variant_name(variant.key)})"
                found.setdefault(bid.key, named)
    return list(found.items())


def _name_if_known(period: str) -> str:
    """A period in words; what was said where it is none."""
    try:
        return period_name(period)
    except NotAPeriod:
        return period
