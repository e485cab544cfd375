"""A new match: which game, which options, who sits where, what is written down."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.forms.clubs import NameField, PlainForm
from games.models import Club, Player
from games.models.table import Writes
from games.rules import Choice, Option, Preset, Variant

OPTION = "option-"
SEAT = "seat-"
MOST_HANDS = 200
LONGEST_VALUE = 200


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """One choice of an option: its words, its value as the form writes it, its radio button (None
    where the value is edited), and the presets that choose it."""

    choice: Choice
    text: str
    radio: Any
    presets: list[Preset]


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A preset, its options as JSON for the script, and whether the page shows just these."""

    preset: Preset
    options: str
    chosen: bool


class MatchForm(PlainForm):
    """A new match of `variant` in `club`.

    Who sits where stands in the fields `seat-0` … in turn order; only the first `places` of them
    count. After validation `cleaned_data` holds the players as `seats`, every option as `options`,
    and as `preset` the key of the preset that the options are, or nothing.
    """

    title = NameField(
        label=gettext_lazy("Title"),
        error_messages={"required": gettext_lazy("Give the match a title.")},
    )
    table = NameField(label=gettext_lazy("Table"), max_length=32, required=False)
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
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
        self.players = list(club.players.all())
        self.fields["places"] = forms.TypedChoiceField(
            label=_("Players at the table"),
            coerce=int,
            choices=[(number, number) for number in variant.seats],
            widget=forms.RadioSelect,
        )
        known = {player.public_id: player for player in self.players}
        nobody = ("", pgettext("a seat", "empty"))
        for seat in range(max(variant.seats)):
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
            choices=[(seat, self[f"{SEAT}{seat}"].label) for seat in range(max(variant.seats))],
            widget=forms.RadioSelect,
        )
        for option in variant.options:
            self.fields[OPTION + option.key] = option_field(option)

    # --- what the page shows ------------------------------------------------------------------

    def seat_fields(self) -> list[forms.BoundField]:
        """The fields of the seats, in turn order."""
        return [self[f"{SEAT}{seat}"] for seat in range(max(self.variant.seats))]

    def option_lines(self) -> Iterator[tuple[Option, forms.BoundField, list[ChoiceLine]]]:
        """For each option its field and its choices, with their radio buttons where they have
        some."""
        for option in self.variant.options:
            field = self[OPTION + option.key]
            radios = [None] * len(option.choices) if option.form else list(field)
            pairs = zip(option.choices, radios, strict=True)
            yield option, field, [self._line(option, *pair) for pair in pairs]

    def _line(self, option: Option, choice: Choice, radio: Any) -> ChoiceLine:
        takers = [p for p in self.variant.presets if p.options[option.key] == choice.value]
        return ChoiceLine(choice, option.text(choice.value), radio, takers)

    def option_errors(self) -> bool:
        """Whether something is wrong with an option, so that the list of them has to be open."""
        return any(OPTION + option.key in self.errors for option in self.variant.options)

    def preset_lines(self) -> list[PresetLine]:
        """The presets, and which of them the options on the page are."""
        keys = [option.key for option in self.variant.options]
        now = {key: str(self[OPTION + key].value()) for key in keys}
        presets = [
            (preset, texts_of(self.variant, preset.options)) for preset in self.variant.presets
        ]
        return [PresetLine(preset, json.dumps(texts), texts == now) for preset, texts in presets]

    def own_choice(self) -> bool:
        """Whether the options on the page are no preset."""
        return not any(line.chosen for line in self.preset_lines())

    # --- what is read -------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """Put seats and options together; errors stand at the field that they are about."""
        data = super().clean() or self.cleaned_data
        data["seats"] = self._seated(data)
        data["options"] = self._chosen(data)
        presets = self.variant.presets
        data["preset"] = next((p.key for p in presets if p.options == data["options"]), "")
        if data.get("first_dealer", 0) >= data.get("places", max(self.variant.seats)):
            self.add_error("first_dealer", _("Say who of these players deals first."))
        return data

    def _chosen(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the options; an error at each that says nothing the game knows."""
        values = {}
        for option in self.variant.options:
            name = OPTION + option.key
            try:
                values[option.key] = option.parse(data.get(name, ""))
            except ValueError:
                if option.form is not None and name not in self.errors:
                    self.add_error(name, _(option.form.hint))
        return values

    def _seated(self, data: Mapping[str, Any]) -> list[Player]:
        """The players in turn order; an error at each seat that is empty or taken twice."""
        seated: dict[Player, int] = {}
        for seat in range(data.get("places", 0)):
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


def option_field(option: Option) -> forms.Field:
    """The field of an option: its choices to tap, or its value to edit."""
    label = _(option.label)
    if option.form is not None:
        listed = forms.TextInput(attrs={"list": f"suggestions-{option.key}"})
        return forms.CharField(label=label, max_length=LONGEST_VALUE, widget=listed)
    choices = [(option.text(choice.value), _(choice.label)) for choice in option.choices]
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


def texts_of(variant: Variant, options: Mapping[str, Any]) -> dict[str, str]:
    """Options of a game, as a match keeps them, as a form writes them."""
    known = {option.key: option for option in variant.options}
    return {key: known[key].text(known[key].read(value)) for key, value in options.items()}
