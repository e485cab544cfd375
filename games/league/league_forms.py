"""How a club ranks its players: the criteria one after the other. And what its seasons are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.access.forms import DayField, PlainForm
from games.archive.stretches import Stretches
from games.league.ranking import MOST_HANDS, MOST_NAMED, SEASON_NAME, Championship
from games.statistics.leagues import CRITERIA, PRESETS, Rules, preset_of
from games.statistics.periods import days_of, period_of
from games.statistics.rating import RATED_FROM
from games.statistics.seasons import Named, Seasons

STEPS = 4
DETAILS = [*(f"step_{step}" for step in range(STEPS)), "least"]
EMPTY_LINES = 2  # for seasons with a name, below those that are there


@dataclass(frozen=True, slots=True)
class RankingWay:
    """A way to rank that is chosen by one tap: what it is called, and what it does."""

    name: Any
    explained: Any
    example: Any

    def __str__(self) -> str:
        return f"{self.explained % {'least': RATED_FROM}} {self.example}"


WAYS = {
    "points": RankingWay(
        gettext_lazy("By points"),
        gettext_lazy("The player with the most points is first: it pays to play often."),
        gettext_lazy("Anna with +800 from 80 hands is ahead of Boris with +600 from 40."),
    ),
    "average": RankingWay(
        gettext_lazy("By points a hand"),
        gettext_lazy(
            "The player with the highest average per hand is first, however often they play,"
            " from %(least)s hands on."
        ),
        gettext_lazy("Boris with +600 from 40 hands, 15 a hand, is ahead of Anna with 10 a hand."),
    ),
    "share": RankingWay(
        gettext_lazy("By share of hands won"),
        gettext_lazy(
            "The player who wins the largest share of their hands is first, whatever they were"
            " worth, from %(least)s hands on."
        ),
        gettext_lazy("Chloé with 14 of 20 hands won, 70 %, is ahead of Anna with 48 of 80, 60 %."),
    ),
}
IN_DETAIL = "detail"


class RankingForm(PlainForm):
    """How a league ranks, and which records are shown.

    One of three ways to rank; or up to four criteria, and the number of hands from which on
    somebody has a rank.
    """

    way = forms.ChoiceField(
        label=gettext_lazy("Players are ranked"),
        choices=[
            *((key, way.name) for key, way in WAYS.items()),
            (IN_DETAIL, gettext_lazy("As set in detail below")),
        ],
        widget=forms.RadioSelect,
    )
    hide_losses = forms.BooleanField(
        label=gettext_lazy("Hide the records that hurt"), required=False
    )
    least = forms.IntegerField(
        label=gettext_lazy("Minimum number of hands to be ranked"),
        min_value=1,
        max_value=MOST_HANDS,
    )

    def __init__(self, *args: Any, rules: Rules, hides: bool, **kwargs: Any) -> None:
        way = preset_of(rules) or IN_DETAIL
        initial = {"way": way, "hide_losses": hides, "least": rules.least}
        super().__init__(*args, initial=initial, **kwargs)
        criteria = [(key, criterion.label) for key, criterion in CRITERIA.items()]
        for step in range(STEPS):
            none = [("", _("no further criterion: they share the rank"))] if step else []
            self.fields[f"step_{step}"] = forms.ChoiceField(
                label=_("Ties broken by") if step else _("Ranked by"),
                choices=[*none, *criteria],
                required=not step,
                initial=rules.order[step] if step < len(rules.order) else "",
            )
        self.order_fields(["way", *DETAILS, "hide_losses"])

    def clean(self) -> dict[str, Any]:
        """Decide between a way and the details by what was changed.

        Details that were set are used although a way is chosen that was chosen before. With another
        way they contradict it.
        """
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        if chosen.get("way") in WAYS and set(DETAILS) & set(self.changed_data):
            if "way" in self.changed_data:
                message = _("The details below say something else: choose one or the other.")
                self.add_error("way", forms.ValidationError(message, code="contradiction"))
            chosen["way"] = IN_DETAIL
        return chosen

    @property
    def rules(self) -> Rules:
        """How the club is to rank. Only of a valid form."""
        chosen = self.cleaned_data
        if chosen["way"] in PRESETS:
            return PRESETS[chosen["way"]]
        steps = (chosen[f"step_{step}"] for step in range(STEPS))
        return Rules(tuple(dict.fromkeys(filter(None, steps))), chosen["least"])

    @property
    def ways(self) -> list[tuple[Any, RankingWay | None]]:
        """Return each choice with its description."""
        return [(choice, WAYS.get(choice.data["value"])) for choice in self["way"]]

    @property
    def details(self) -> list[forms.BoundField]:
        """Return the fields that only count in detail."""
        return [self[name] for name in DETAILS]

    @property
    def shows_details(self) -> bool:
        """Return whether the details are open: when they count, or one of them is wrong."""
        return self["way"].value() not in WAYS or bool(self.errors)


class SeasonForm(PlainForm):
    """When a season begins, and how long it lasts."""

    month = forms.TypedChoiceField(
        label=gettext_lazy("A season begins in"), choices=list(MONTHS.items()), coerce=int
    )
    months = forms.TypedChoiceField(
        label=gettext_lazy("and lasts"),
        choices=[
            (12, pgettext_lazy("how long a season lasts", "a year")),
            (6, pgettext_lazy("how long a season lasts", "half a year")),
            (3, pgettext_lazy("how long a season lasts", "a quarter")),
        ],
        coerce=int,
    )

    def __init__(self, *args: Any, seasons: Seasons, **kwargs: Any) -> None:
        initial = {"month": seasons.month, "months": seasons.months}
        super().__init__(*args, initial=initial, **kwargs)


class ChampionshipForm(PlainForm):
    """How the evenings of a season count."""

    best = forms.IntegerField(
        label=gettext_lazy("How many of a player’s best evenings count"),
        min_value=1,
        max_value=400,
        required=False,
        help_text=gettext_lazy("Empty: all of them."),
    )
    places = forms.RegexField(
        r"\A\d{1,4}([\s,;]+\d{1,4}){0,119}\Z",
        label=gettext_lazy("Points by place"),
        required=False,
        help_text=gettext_lazy("Empty: the points of each evening’s list."),
        error_messages={"invalid": gettext_lazy("Whole numbers, the first place first: 25 18 15.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "placeholder": "25 18 15 12 10"}),
    )

    def __init__(self, *args: Any, rules: Championship, **kwargs: Any) -> None:
        initial = {"best": rules.best, "places": " ".join(map(str, rules.places))}
        super().__init__(*args, initial=initial, **kwargs)

    @property
    def rules(self) -> Championship:
        """How evenings are to count. Only of a valid form."""
        places = re.findall(r"\d+", self.cleaned_data["places"])
        return Championship(self.cleaned_data["best"], tuple(map(int, places)))


class NamedForm(Stretches):
    """A season with a name and days of its own; all of it empty where there is none."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=SEASON_NAME, required=False)
    since = DayField(label=gettext_lazy("From"), required=False)
    until = DayField(label=gettext_lazy("To"), required=False)

    def clean(self) -> dict[str, Any]:
        """Require both days of a season with a name. A season without a name is taken away."""
        season = super().clean()
        for name in ("since", "until"):
            if season.get("name") and name not in self.errors and not season.get(name):
                self.add_error(name, forms.ValidationError(_("Which day?"), code="required"))
        return season


class NamedForms(forms.BaseFormSet):
    """The seasons of a club that have a name, and some empty lines."""

    def clean(self) -> None:
        """Check that each name is used once: seasons are looked up by it."""
        seen: set[str] = set()
        for form in self.forms:
            name = form.cleaned_data.get("name", "")
            if name and name in seen:
                form.add_error("name", forms.ValidationError(_("This name is taken."), code="name"))
            seen.add(name)

    @property
    def named(self) -> tuple[Named, ...]:
        """What was filled in, the season that begins last first. Only of valid forms."""
        filled = [form.cleaned_data for form in self.forms if form.cleaned_data.get("name")]
        filled.sort(key=lambda one: one["since"], reverse=True)
        return tuple(Named(one["name"], period_of(one["since"], one["until"])) for one in filled)


_NamedForms = forms.formset_factory(
    NamedForm, NamedForms, extra=EMPTY_LINES, max_num=MOST_NAMED, validate_max=True
)


def named_forms(data: Any, seasons: Seasons) -> NamedForms:
    """Return the lines for the seasons that the club has named."""
    bounds = ((one.name, *days_of(one.period)) for one in seasons.named)
    initial = [{"name": name, "since": since, "until": until} for name, since, until in bounds]
    forms = _NamedForms(data, initial=initial, prefix="named")
    return cast(NamedForms, forms)


class DaysForm(Stretches):
    """Two days, for a table of what lies between them."""

    since = DayField(label=gettext_lazy("From"))
    until = DayField(label=gettext_lazy("To"))
