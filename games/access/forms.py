"""A club and its players."""

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.access.names import read_name
from games.access.once import Once, made_with
from games.models import Club, Player, User
from games.models.people import NAME_LENGTH


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


def new_key() -> str:
    """A random key for what is sent once."""
    return secrets.token_urlsafe(16)


class OnceForm(PlainForm):
    """A form that makes something: sent twice with its hidden `key` it makes one."""

    key = forms.CharField(required=False, initial=new_key, widget=forms.HiddenInput)

    @property
    def once(self) -> Once | None:
        """The key of a valid form, for the service; None where it was sent without."""
        key = self.cleaned_data["key"]
        return Once(key) if key else None

    def renew_key(self) -> None:
        """Let the form, as it was filled in, be sent as a new one."""
        self.data = {**self.data, self.add_prefix("key"): new_key()}


class OpenClubForm(OnceForm):
    """The name of a new club."""

    name = NameField(label=_("Name of the club"))


class ClubForm(forms.ModelForm):
    """A club in the operator's view: its name keeps the same rules."""

    name = NameField(label=_("Name of the club"))


class PlayerForm(OnceForm):
    """The name of a player of `club`, filled in by `user`; `player` is who is renamed, if any."""

    name = NameField(label=_("Name"))

    def __init__(
        self, *args: Any, club: Club, user: User, player: Player | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.user = user
        self.player = player

    def clean_name(self) -> str:
        """Refuse a name that another player of the club has, however it is written."""
        name: str = self.cleaned_data["name"]
        others = self.club.players.filter(name__iexact=name)
        if self.player is not None:
            others = others.exclude(pk=self.player.pk)
        # Whom this very form has added already is no namesake.
        others = others.exclude(public_id__in=made_with(self.user, self.cleaned_data["key"]))
        if namesake := others.first():
            raise ValidationError(
                _("There is already a player called %(name)s. Add an initial or a nickname."),
                code="taken",
                params={"name": namesake.name},
            )
        return name
