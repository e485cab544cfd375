"""A club and its players."""

import secrets
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models.days import FIRST_DAY, LAST_DAY, check_day
from games.models.people import NAME_LENGTH, NICKNAME_LENGTH, NUMBER_LENGTH
from games.writing.names import read_name
from games.writing.once import Once


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


class DayInput(forms.DateInput):
    """A day as browsers' calendars read and write it, of the years that are taken."""

    input_type = "date"

    def __init__(self) -> None:
        bounds = {"min": FIRST_DAY.isoformat(), "max": LAST_DAY.isoformat()}
        super().__init__(attrs=bounds, format="%Y-%m-%d")


class DayField(forms.DateField):
    """A day, with its year in four digits, on which a club can have played."""

    widget = DayInput
    default_error_messages: ClassVar = {"invalid": _("Write a day as YYYY-MM-DD.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **kwargs)

    def clean(self, value: Any) -> Any:
        day = super().clean(value)
        if day is not None:
            check_day(day)
        return day


class PlainForm(forms.Form):
    """A form whose errors the server words: the browser's own bubbles stay away."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


def new_key() -> str:
    """Return a random key for what is sent once."""
    return secrets.token_urlsafe(16)


class OnceForm(PlainForm):
    """A form that makes something: sent twice with its hidden `key` it makes one."""

    key = forms.CharField(required=False, initial=new_key, widget=forms.HiddenInput)

    @property
    def once(self) -> Once | None:
        """Return the key of a valid form, for the service; None where it was sent without one."""
        key = self.cleaned_data["key"]
        return Once(key) if key else None

    def renew_key(self) -> None:
        """Give the form, as it was filled in, a new key, so that it can be sent again."""
        self.show_instead(key=new_key())

    def show_instead(self, **values: str) -> None:
        """Draw the form with these values in the place of what was sent."""
        data: Any = self.data
        data = data.copy()
        for name, value in values.items():
            data[self.add_prefix(name)] = value
        self.data = data


class ClubForm(forms.ModelForm):
    """A club in the operator's view: its name keeps the same rules."""

    name = NameField(label=_("Name of the club"))


class PlayerForm(OnceForm):
    """What a club knows of a player: the name, and what helps to tell two of one name apart."""

    name = NameField(label=_("Name"))
    nickname = NameField(
        label=_("Nickname"),
        max_length=NICKNAME_LENGTH,
        required=False,
        help_text=_(
            "Two players may have the same name if a nickname or a number tells them apart."
        ),
    )
    number = NameField(
        label=_("Number of the federation"), max_length=NUMBER_LENGTH, required=False
    )
    joined_on = DayField(label=_("At the club from"), required=False)


class PlayerChangeForm(PlayerForm):
    """The same of somebody who is there, and who may have left."""

    name = NameField(
        label=_("Name"),
        help_text=_("Hands that are sealed keep the name they were sealed with."),
    )
    left_on = DayField(label=_("At the club until"), required=False)
