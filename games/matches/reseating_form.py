"""Who really sat where: from which hand to which, who at each chair, who dealt."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.access.forms import OnceForm
from games.display.typed_reasons import REASON_LENGTH
from games.matches.match_seats import here_first
from games.matches.opening_form import SEAT
from games.matches.reseating_plan import Reseating
from games.models import Match, Player
from games.rules import SeatingPlan


class ReseatingForm(OnceForm):
    """Who sat where in some hands of a match, and who dealt the first of them.

    After validation `wanted` is the reseating. `seen` represents what the preview was judged by.
    """

    dealers_after = forms.BooleanField(
        label=gettext_lazy("and the dealers after it, in turn"), required=False
    )
    because = forms.CharField(
        label=gettext_lazy("Why"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    back = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, match: Match, seats: SeatingPlan[Player], coming: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        there = {row.player.pk for row in seats.rows}
        day = match.played_on
        everybody = Player.every.filter(club=match.club_id, merged_into=None)
        offered = [one for one in everybody if one.pk in there or one.is_offered(day)]
        known = {one.public_id: one for one in here_first(match.club, offered, day)}
        hands = [(number, str(number)) for number in range(1, coming + 1)]
        self.chairs = range(len(seats.first))
        self.fields["since"] = forms.TypedChoiceField(
            label=_("From hand"), choices=hands, coerce=int
        )
        self.fields["until"] = forms.TypedChoiceField(
            label=_("to hand"),
            choices=[("", pgettext("to hand", "for good")), *hands],
            coerce=int,
            empty_value=None,
            required=False,
        )
        for chair in self.chairs:
            self.fields[f"{SEAT}{chair}"] = forms.TypedChoiceField(
                label=_("Seat %(number)d") % {"number": chair + 1},
                choices=[(key, player.name) for key, player in known.items()],
                coerce=known.__getitem__,
            )
        self.fields["dealer"] = forms.TypedChoiceField(
            label=_("The first of these hands was dealt by"),
            choices=[
                ("", pgettext("the dealer", "as it is")),
                *((chair, self[f"{SEAT}{chair}"].label) for chair in self.chairs),
            ],
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
        )

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields of the chairs, in turn order."""
        return [self[f"{SEAT}{chair}"] for chair in self.chairs]

    @property
    def wanted(self) -> Reseating:
        """Return what a valid form asks for."""
        data = self.cleaned_data
        return Reseating(
            people=tuple(data[f"{SEAT}{chair}"] for chair in self.chairs),
            since=data["since"],
            until=data["until"],
            dealer=data["dealer"],
            dealers_after=data["dealers_after"],
        )
