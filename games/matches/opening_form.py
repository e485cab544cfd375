"""A new match: which game, which options, who sits where, what is written down."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.access.forms import DayField, NameField, OnceForm, PlainForm
from games.matches.match_seats import Elsewhere, here_first
from games.models import Club, Player
from games.models.club_choices import Writes
from games.rules import DIRECTION, Choice, Option, Preset, Seating, Variant

OPTION = "option-"
SETTING = "setting-"
SEAT = "seat-"
MOST_HANDS = 200
LONGEST_VALUE = 200
NOT_SAID = object()


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A choice of an option: words, form value, radio button, the presets that choose it."""

    choice: Choice
    text: str
    radio: Any
    presets: list[Preset]


OptionLine = tuple[Option, forms.BoundField, list[ChoiceLine]]


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A preset, its options as JSON for the script, and whether the page shows just these."""

    preset: Preset
    options: str
    chosen: bool


class MatchEditForm(PlainForm):
    """What may be changed of a match once it is open."""

    title = NameField(
        label=gettext_lazy("Title"),
        error_messages={"required": gettext_lazy("Give the match a title.")},
    )
    table = NameField(label=gettext_lazy("Table"), max_length=32, required=False)
    played_on = DayField(label=gettext_lazy("Date"))


class MatchForm(MatchEditForm, OnceForm):
    """A new match of `variant` in `club`.

    Who sits where stands in the fields `seat-0` … in turn order; only as many of them count as
    `places` says. After validation `cleaned_data` holds the people as `seats`, whether the
    `dealer_sits_out`, every option as `options`, every setting as `settings`, and as `preset` the
    key of the preset that the options are, or nothing.
    """

    hands_planned = forms.IntegerField(
        label=gettext_lazy("Number of hands"),
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
        widget=forms.NumberInput(attrs={"placeholder": gettext_lazy("open end")}),
    )
    writes = forms.ChoiceField(
        label=gettext_lazy("What gets written down"), choices=Writes, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, club: Club, variant: Variant, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.variant = variant
        self.elsewhere: list[Elsewhere] = []  # who is asked about before the match is opened
        players = club.players.at_the_club()
        self.players = here_first(club, players, timezone.localdate())
        self.most = max(seating.people for seating in variant.seatings)
        seatings = {key_of(seating): seating for seating in variant.seatings}
        self.fields["places"] = forms.TypedChoiceField(
            label=_("Players at the table"),
            coerce=seatings.__getitem__,
            choices=[(key, seating_label(seating)) for key, seating in seatings.items()],
            widget=forms.RadioSelect,
        )
        known = {player.public_id: player for player in self.players}
        nobody = ("", pgettext("a seat", "empty"))
        for seat in range(self.most):
            self.fields[f"{SEAT}{seat}"] = forms.TypedChoiceField(
                label=_("Seat %(number)d") % {"number": seat + 1},
                choices=[nobody, *((key, player.name) for key, player in known.items())],
                coerce=known.__getitem__,
                empty_value=None,
                required=False,
            )
        self.fields["first_dealer"] = forms.TypedChoiceField(
            label=_("First dealer"),
            coerce=int,
            choices=[(seat, self[f"{SEAT}{seat}"].label) for seat in range(self.most)],
            widget=forms.RadioSelect,
        )
        if variant.ending.hands is not None:
            self.fields["hands_planned"].widget.attrs["placeholder"] = variant.ending.hands
        for option in variant.options:
            self.fields[OPTION + option.key] = option_field(option)
        for setting in variant.settings:
            self.fields[SETTING + setting.key] = option_field(setting)

    # --- what the page shows ------------------------------------------------------------------

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields of the seats, in turn order."""
        return [self[f"{SEAT}{seat}"] for seat in range(self.most)]

    def option_lines(self) -> Iterator[OptionLine]:
        """Return the options, one after the other."""
        return (self._lines(OPTION, option) for option in self.variant.options)

    def setting_lines(self) -> Iterator[OptionLine]:
        """Return the settings of the match, one after the other."""
        return (self._lines(SETTING, setting) for setting in self.variant.settings)

    def _lines(self, prefix: str, option: Option) -> OptionLine:
        field = self[prefix + option.key]
        radios = [None] * len(option.choices) if option.form else list(field)
        pairs = zip(option.choices, radios, strict=True)
        return option, field, [self._line(option, *pair) for pair in pairs]

    def _line(self, option: Option, choice: Choice, radio: Any) -> ChoiceLine:
        presets = self.variant.presets
        takers = [p for p in presets if p.options.get(option.key, NOT_SAID) == choice.value]
        return ChoiceLine(choice, option.text(choice.value), radio, takers)

    def option_errors(self) -> bool:
        """Return whether something is wrong with an option, so that their list has to be open."""
        return any(OPTION + option.key in self.errors for option in self.variant.options)

    def setting_errors(self) -> bool:
        """Return whether something is wrong with a setting, so that their list has to be open."""
        return any(SETTING + setting.key in self.errors for setting in self.variant.settings)

    def turns(self) -> str:
        """Return which way round the table on the page is drawn."""
        name = SETTING + DIRECTION
        return str(self[name].value()) if name in self.fields else self.variant.direction

    def preset_lines(self) -> list[PresetLine]:
        """Return the presets, and which of them the options on the page are."""
        keys = [option.key for option in self.variant.options]
        now = {key: str(self[OPTION + key].value()) for key in keys}
        presets = [
            (preset, texts_of(self.variant, preset.options)) for preset in self.variant.presets
        ]
        return [PresetLine(preset, json.dumps(texts), texts == now) for preset, texts in presets]

    def own_choice(self) -> bool:
        """Return whether the options on the page match no preset."""
        return not any(line.chosen for line in self.preset_lines())

    # --- what is read -------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """Put seats and options together; errors stand at the field that they are about."""
        data = super().clean() or self.cleaned_data
        data["seats"] = self._seated(data)
        data["options"] = self._chosen(data, OPTION, self.variant.options)
        data["settings"] = self._chosen(data, SETTING, self.variant.settings)
        data["dealer_sits_out"] = "places" in data and data["places"].dealer_sits_out
        presets = self.variant.presets
        data["preset"] = next((p.key for p in presets if p.options == data["options"]), "")
        people = data["places"].people if "places" in data else self.most
        if data.get("first_dealer", 0) >= people:
            self.add_error("first_dealer", _("Say which of these players deals first."))
        return data

    def _chosen(
        self, data: Mapping[str, Any], prefix: str, options: Sequence[Option]
    ) -> dict[str, Any]:
        """Return the values of the options; add an error at each that the game does not know."""
        values = {}
        for option in options:
            name = prefix + option.key
            try:
                values[option.key] = option.parse(data.get(name, ""))
            except ValueError:
                if option.form is not None and name not in self.errors:
                    self.add_error(name, _(option.form.hint))
        return values

    def _seated(self, data: Mapping[str, Any]) -> list[Player]:
        """Return the players in turn order; add an error at each seat empty or taken twice."""
        seated: dict[Player, int] = {}
        for seat in range(data["places"].people if "places" in data else 0):
            name = f"{SEAT}{seat}"
            player = data.get(name)
            if player is None and name not in self.errors:
                self.add_error(name, _("Nobody sits on seat %(seat)d yet.") % {"seat": seat + 1})
            elif player in seated:
                facts = {"name": player, "one": seated[player] + 1, "other": seat + 1}
                message = _("%(name)s cannot sit on seats %(one)d and %(other)d.")
                self.add_error(name, ValidationError(message, code="twice", params=facts))
            elif player is not None:
                seated[player] = seat
        return list(seated)


def key_of(seating: Seating) -> str:
    """Return a seating as the form writes it: "4", or "3+1" where the fourth sits out."""
    return f"{seating.players}+1" if seating.dealer_sits_out else str(seating.people)


def seating_label(seating: Seating) -> str:
    if seating.dealer_sits_out:
        return _("%(number)d, dealer sits out") % {"number": seating.people}
    return _("%(number)d players") % {"number": seating.people}


def option_field(option: Option) -> forms.Field:
    """Return the field of an option: its choices to tap, or its value to edit."""
    label = _(option.label)
    if option.form is not None:
        listed = forms.TextInput(attrs={"list": f"suggestions-{option.key}"})
        return forms.CharField(label=label, max_length=LONGEST_VALUE, widget=listed)
    choices = [(option.text(choice.value), _(choice.label)) for choice in option.choices]
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


def texts_of(variant: Variant, options: Mapping[str, Any]) -> dict[str, str]:
    """Return options of a game, as a match keeps them, as a form writes them."""
    known = {option.key: option for option in variant.options}
    return {key: known[key].text(known[key].read(value)) for key, value in options.items()}
