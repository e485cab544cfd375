"""What a member of a club is there."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.access.forms import PlainForm
from games.models import Club, Membership, Player, Role


def free_players(club: Club) -> QuerySet[Player]:
    """Return the players of a club whom no member is yet."""
    taken = club.memberships.exclude(player=None).values("player")
    return club.players.exclude(pk__in=taken)


class MemberForm(PlainForm):
    """The role of a member, and who of `free` players, or of themselves, they are."""

    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        error_messages={"invalid_choice": _("There is no such choice.")},
    )
    player = forms.ChoiceField(
        label=_("Player"),
        required=False,
        error_messages={"invalid_choice": _("Somebody in the club is this player already.")},
    )

    def __init__(
        self, *args: Any, membership: Membership, free: Iterable[Player], **kwargs: Any
    ) -> None:
        own = membership.player
        initial = {"role": membership.role, "player": own.public_id if own else ""}
        names = {"initial": initial, "auto_id": f"member-{membership.pk}-%s"}
        super().__init__(*args, **names | kwargs)
        self.membership = membership
        self.players = {player.public_id: player for player in [*([own] if own else []), *free]}
        choices = [(key, player.name) for key, player in self.players.items()]
        self.fields["player"].choices = [("", _("nobody")), *choices]  # type: ignore[attr-defined]

    @property
    def chosen_player(self) -> Player | None:
        """Who a valid form says that the member is."""
        return self.players.get(self.cleaned_data["player"])
