"""The filters of a list: what it is narrowed down to, read from the address."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.archive.fields import DayInput
from games.archive.stretches import Stretches
from games.matches.listing import Filters
from games.models import Club, HandSeat, Player
from games.rules import VARIANTS


class FilterForm(Stretches):
    """Player, game, role and days. A page leaves out the fields that its list does not know."""

    player = forms.ModelChoiceField(
        label=gettext_lazy("Player"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        required=False,
        empty_label=gettext_lazy("Any player"),
    )
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    role = forms.ChoiceField(label=gettext_lazy("Role"), required=False)
    since = forms.DateField(label=gettext_lazy("From"), required=False, widget=DayInput)
    until = forms.DateField(label=gettext_lazy("To"), required=False, widget=DayInput)

    def __init__(
        self, *args: Any, club: Club, without: tuple[str, ...] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields["player"].queryset = club.players.all()  # type: ignore[attr-defined]
        games = [(variant.key, _(variant.name)) for variant in VARIANTS]
        self.fields["variant"].choices = [("", _("Any game")), *games]  # type: ignore[attr-defined]
        roles = [("", _("Any role")), *HandSeat.Role.choices]
        self.fields["role"].choices = roles  # type: ignore[attr-defined]
        for name in without:
            del self.fields[name]

    @property
    def filters(self) -> Filters:
        """What was chosen. Only of a valid form."""
        return Filters(**{name: value for name, value in self.cleaned_data.items() if value})

    def words(self, name: str) -> str:
        """A chosen filter in words: "Player Samir"."""
        value = self.cleaned_data[name]
        if isinstance(value, date):
            value = date_format(value)
        elif isinstance(value, str):
            value = dict(self.fields[name].choices)[value]  # type: ignore[attr-defined]
        return f"{self.fields[name].label} {value}"
