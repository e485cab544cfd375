"""Sessions in the database, as Django keeps them, each read by one plain statement."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from games.models import SignedIn, statements


class SessionStore(db.SessionStore):
    """Django's store. The name is part of what sessions are signed with."""

    def load(self) -> dict[str, Any]:
        """Return what the session holds; drop a key that is unknown or too old, as Django does."""
        data = statements.find_session(self.session_key)
        return super().load() if data is None else self.decode(data)

    def cycle_key(self) -> None:
        """Go on under a new key, and note again whose the session is.

        What was noted went with the old key, and after a new password Django's admin does not
        report that somebody stays signed in.
        """
        super().cycle_key()
        if SESSION_KEY in self:
            whose = {"user_id": self[SESSION_KEY]}
            SignedIn.objects.get_or_create(session_id=self.session_key, defaults=whose)
