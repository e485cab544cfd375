"""A club and its players."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player
from games.models.people import NAME_LENGTH
from games.services.names import read_name


class NameField(forms.CharField):
    """A name that can stand in a record, as it is stored."""

    def __init__(self, *, max_length: int = NAME_LENGTH, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "autocapitalize": "words"}

    def clean(self, value: Any) -> Any:
        name = super().clean(value)
        if not name:
            return name
        try:
            return read_name(name)
        except ValidationError as error:
            raise ValidationError(error.messages) from None


class PlainForm(forms.Form):
    """A form whose errors the server words: the browser's own bubbles stay away."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class OpenClubForm(PlainForm):
    """The name of a new club."""

    name = NameField(label=_("Name of the club"))


class ClubForm(forms.ModelForm):
    """A club in the operator's view: its name keeps the same rules."""

    name = NameField(label=_("Name of the club"))


class PlayerForm(PlainForm):
    """The name of a player of `club`; `player` is the one who is renamed, if somebody is."""

    name = NameField(label=_("Name"))

    def __init__(self, *args: Any, club: Club, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.player = player

    def clean_name(self) -> str:
        """Refuse a name that another player of the club has, however it is written."""
        name: str = self.cleaned_data["name"]
        others = self.club.players.filter(name__iexact=name)
        if self.player is not None:
            others = others.exclude(pk=self.player.pk)
        if namesake := others.first():
            raise ValidationError(
                _("There is already a player called %(name)s. Add an initial or a nickname."),
                code="taken",
                params={"name": namesake.name},
            )
        return name
