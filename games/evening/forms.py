"""The forms of an evening."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access.forms import DayField, NameField, OnceForm, PlainForm
from games.archive.fields import PointsField
from games.display.headlines import variant_name
from games.matches.usual import usual_title, usual_variant
from games.models import Club, Evening, Player
from games.models.club_choices import Writes
from games.models.evenings import MOST_HANDS, MOST_MINUTES, MOST_ROUNDS
from games.models.people import TEAM_LENGTH
from games.rules import Preset, Variant

MOST_POINTS = 100_000


class RoundsForm(PlainForm):
    """What may change while an evening is played: its title, the rounds, how people are drawn."""

    title = NameField(label=gettext_lazy("Title"))
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5
    )
    hands = forms.IntegerField(
        label=gettext_lazy("Hands a round"), min_value=1, max_value=MOST_HANDS, required=False
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a round"), min_value=1, max_value=MOST_MINUTES, required=False
    )
    fives = forms.BooleanField(
        label=gettext_lazy("Tables of five rather than of three"), required=False
    )
    by_rank = forms.BooleanField(
        label=gettext_lazy("From round 2 on, neighbours on the list meet"), required=False
    )


class EveningForm(OnceForm, RoundsForm):
    """A new evening: the game, the rounds, and how people are drawn."""

    field_order = ("title", "played_on", "game", "writes")

    played_on = DayField(label=gettext_lazy("Date"))
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    writes = forms.ChoiceField(
        label=gettext_lazy("What gets written down"),
        choices=[(key, capfirst(label)) for key, label in Writes.choices],
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("With equal totals"),
        choices=[(key, capfirst(label)) for key, label in Evening.Ties.choices],
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Duplicate: every board at several tables"),
        choices=[
            ("", gettext_lazy("No, each table deals its own hands")),
            *((key, capfirst(label)) for key, label in Evening.Method.choices),
        ],
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        usual = usual_variant(club)
        last = club.evenings.first()
        initial = {
            "title": usual_title(),
            "played_on": timezone.localdate(),
            "game": f"{usual.key}:",
            "writes": club.writes or Writes.RESULT_ONLY,
            "hands": 4,
        }
        if last is not None:
            same = ("writes", "rounds", "hands", "minutes", "ties", "fives", "by_rank")
            initial |= {name: getattr(last, name) for name in same}
            initial["game"] = f"{last.variant}:{last.preset}"
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["game"].choices = game_choices(club)  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """Return the columns of a valid form."""
        facts = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        variant, _colon, preset = facts.pop("game").partition(":")
        return {**facts, "variant": variant, "preset": preset}


def game_choices(club: Club, people: int | None = None) -> list[tuple[str, str]]:
    """Return the games of a club with their presets, or those that this many people can play."""
    return [
        (f"{variant.key}:{preset.key if preset else ''}", _game_name(variant, preset))
        for variant in club.played
        for preset in (None, *variant.presets)
        if people is None or any(seating.people == people for seating in variant.seatings)
    ]


def _game_name(variant: Variant, preset: Preset | None) -> str:
    name = variant_name(variant.key)
    return f"{name}, {_(preset.label)}" if preset else name


class WrittenPoints(PointsField):
    """Points as people write them, with a comma, a dot or ½; read as half points."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=-MOST_POINTS, max_value=MOST_POINTS, widget=forms.TextInput, **kwargs
        )
        self.widget.attrs |= {"inputmode": "text", "autocomplete": "off", "class": "points"}

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip().replace("−", "-").replace(",", ".").replace("½", ".5")
        return super().to_python(text)


class PointsForm(OnceForm):
    """Points that the director gives or takes, and why."""

    player = forms.ChoiceField(label=gettext_lazy("Player"))
    points = WrittenPoints(label=gettext_lazy("Points"))
    because = forms.CharField(label=gettext_lazy("Why"), max_length=200)

    def __init__(self, *args: Any, players: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, auto_id="director-%s", **kwargs)
        self.players = {player.public_id: player for player in players}
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            (key, player.name) for key, player in self.players.items()
        ]

    def halves(self) -> dict[Player, int]:
        """Return the half points of a valid form by player."""
        sent = self.cleaned_data
        return {self.players[sent["player"]]: sent["points"]}


class PeopleForm(PlainForm):
    """A field for each of some people, by public id: what `field` makes of them."""

    def __init__(
        self,
        *args: Any,
        players: Sequence[Player],
        field: Callable[[Player], forms.Field],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        self.fields |= {player.public_id: field(player) for player in players}

    def by_player(self) -> dict[Player, Any]:
        """Return what a valid form says of each."""
        return {one: self.cleaned_data[one.public_id] for one in self.players}

    def changes(self) -> dict[Player, Any]:
        """Return the same of those whose field was changed since the page was drawn."""
        changed = self.changed_data
        return {one: value for one, value in self.by_player().items() if one.public_id in changed}


def team_field(player: Player, team: str) -> forms.Field:
    """Return the field of somebody's team. It sends what was there as well: see `changes`."""
    return forms.CharField(
        label=player.name,
        required=False,
        max_length=TEAM_LENGTH,
        initial=team,
        show_hidden_initial=True,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
