"""What a password must be, and that a new one ends what the old one let in."""

from typing import Any

from django.contrib.auth.password_validation import MinimumLengthValidator

from games.access.signed_in import end_all
from games.models import User


class LongPassword(MinimumLengthValidator):
    """A minimum length for passwords.

    Django tells its validators of every new password, wherever it is set: on the pages, in the
    admin, by a command. All sessions of the account and all its keys for programs then end, since
    somebody else may have them; the page that sets one makes a new session for its user.
    """

    def password_changed(self, password: str, user: Any) -> None:
        """End what the old password of an account has let in."""
        if isinstance(user, User) and user.pk:
            end_all(user)
