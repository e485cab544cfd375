"""Sessions in the database, as Django keeps them. Every request reads one, each card of a hand
among them, so that it is one plain statement."""

from typing import Any

from django.contrib.sessions.backends import db

from games.models import statements


class SessionStore(db.SessionStore):
    """Django's store. The name is part of what sessions are signed with."""

    def load(self) -> dict[str, Any]:
        """What the session holds; a key that is unknown or too old is dropped, as Django does."""
        data = statements.find_session(self.session_key)
        return super().load() if data is None else self.decode(data)
