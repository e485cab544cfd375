"""An invitation; the account of the person who follows one."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext_lazy as _

from games.access.forms import NameField, OnceForm
from games.models import Club, Player, Role, User
from games.people.inviting import MOST_PLACES
from games.people.member_forms import free_players
from games.writing.names import read_account_name

DAYS = ((1, _("a day")), (7, _("a week")), (30, _("30 days")))


class InvitationForm(OnceForm):
    """Whom an invitation to `club` is for, how many, as what, and for how long."""

    name = NameField(label=_("Whom it is for"))
    role = forms.ChoiceField(
        label=_("They come in as"),
        choices=Role.choices,
        initial=Role.MEMBER,
        error_messages={"invalid_choice": _("There is no such choice.")},
    )
    player = forms.ModelChoiceField(
        label=_("At the table they are"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        required=False,
        empty_label=_("nobody yet"),
    )
    places = forms.IntegerField(
        label=_("How many may use it"), min_value=1, max_value=MOST_PLACES, initial=1
    )
    days = forms.TypedChoiceField(label=_("Good for"), choices=DAYS, coerce=int, initial=7)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = free_players(club)  # type: ignore[attr-defined]


class NewAccountForm(UserCreationForm):
    """The name and the password of a new account; what a password must be is in the settings."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Account name")}
        error_messages = {
            "username": {"unique": _("Somebody already has this account name. Choose another one.")}
        }
        help_texts = {"username": _("You sign in with it, and the club sees it.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["username"].widget.attrs |= {"autocomplete": "username"}

    def clean_username(self) -> str:
        """Refuse a name that could be taken for that of somebody else."""
        username: str | None = super().clean_username()
        if username is None:  # somebody has it already
            return ""
        names = User.objects.exclude(username=username).values_list("username", flat=True)
        return read_account_name(username, names.iterator())
