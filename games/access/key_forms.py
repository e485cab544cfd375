"""A key for a program."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.access.forms import NameField, OnceForm
from games.access.tokens import LONGEST
from games.models import ApiToken, Club, User

DAYS = ((30, _("30 days")), (90, _("90 days")), (LONGEST, _("a year")))


class KeyForm(OnceForm):
    """What a key is for, what it may do, in which of the user's clubs, for how long."""

    name = NameField(label=_("What it is for"))
    scope = forms.ChoiceField(
        label=_("The program may"),
        choices=ApiToken.Scope.choices,
        initial=ApiToken.Scope.READ,
        widget=forms.RadioSelect,
    )
    club = forms.ModelChoiceField(
        label=_("In"),
        queryset=Club.objects.none(),
        to_field_name="public_id",
        required=False,
        empty_label=_("all my clubs"),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=90)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs: Any = self.fields["club"]
        clubs.queryset = Club.objects.visible_to(user).order_by("name")
