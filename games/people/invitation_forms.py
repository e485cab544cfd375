"""An invitation; the account of the person who follows one."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext_lazy as _

from games.access.forms import NameField, OnceForm
from games.models import Club, Player, Role, User
from games.people.inviting import MOST_PLACES
from games.writing.names import read_account_name

DAYS = ((1, _("a day")), (7, _("a week")), (30, _("30 days")))


class PlayerChoice(forms.ModelChoiceField):
    """One of the players of a club whom no member is yet, or nobody."""

    def __init__(self, **kwargs: Any) -> None:
        facts = {"queryset": Player.objects.none(), "to_field_name": "public_id"}
        super().__init__(required=False, empty_label=_("nobody yet"), **facts | kwargs)

    def offer(self, club: Club, keep: Player | None = None) -> None:
        """Offer the players of a club; `keep` is who somebody is already."""
        taken = club.memberships.exclude(player=None).values("player")
        free = club.players.exclude(pk__in=taken)
        self.queryset = free | club.players.filter(pk=keep.pk) if keep else free


class InvitationForm(OnceForm):
    """Whom an invitation to `club` is for, how many, as what, and for how long."""

    name = NameField(label=_("Whom it is for"))
    role = forms.ChoiceField(
        label=_("They come in as"),
        choices=Role.choices,
        initial=Role.MEMBER,
        error_messages={"invalid_choice": _("There is no such choice.")},
    )
    player = PlayerChoice(label=_("At the table they are"))
    places = forms.IntegerField(
        label=_("How many may use it"), min_value=1, max_value=MOST_PLACES, initial=1
    )
    days = forms.TypedChoiceField(label=_("Good for"), choices=DAYS, coerce=int, initial=7)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].offer(club)  # type: ignore[attr-defined]


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
