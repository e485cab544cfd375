"""What is asked where a club is founded, so that its first match is proposed as it plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access.forms import NameField, OnceForm, PlainForm
from games.models.club_choices import Writes
from games.rules import VARIANTS

PRESETS = {
    f"{game.key}:{preset.key}": (game, preset) for game in VARIANTS for preset in game.presets
}


def named_presets() -> list[tuple[str, str]]:
    """Return each preset of each game with its key, in the reader's language."""
    labelled = ((key, game.name, preset.label) for key, (game, preset) in PRESETS.items())
    return [(key, f"{_(game)}: {_(label)}") for key, game, label in labelled]


class FirstEveningForm(PlainForm):
    """What is usually written down, and by which rules."""

    writes = forms.ChoiceField(
        label=gettext_lazy("What do you usually write down?"),
        choices=[(key, capfirst(label)) for key, label in Writes.choices],
        initial=Writes.RESULT_ONLY,
        required=False,
        widget=forms.RadioSelect,
    )
    first_rules = forms.ChoiceField(
        label=gettext_lazy("By which rules do you usually play?"),
        choices=named_presets,
        initial=next(iter(PRESETS)),
        required=False,
        widget=forms.RadioSelect,
    )

    def rules_lines(self) -> Iterator[tuple[Any, str]]:
        """Return each choice of rules with its sentence, which the page translates."""
        for radio in self["first_rules"]:
            yield radio, PRESETS[radio.data["value"]][1].help

    def account_fields(self) -> list[forms.BoundField]:
        """Return the fields that the page draws one below the other, without these two."""
        return [
            one for one in self.visible_fields() if one.name not in FirstEveningForm.base_fields
        ]

    def first_match(self) -> dict[str, str]:
        """Return what a valid form says of the first match, as `open_club` takes it."""
        return {name: self.cleaned_data[name] for name in FirstEveningForm.base_fields}


class OpenClubForm(FirstEveningForm, OnceForm):
    """The name of a new club, and its first evening."""

    name = NameField(label=gettext_lazy("Name of the club"))
