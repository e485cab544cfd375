"""Between a right password and the code that is asked for after it.

The session holds for five minutes whose password was right; nobody is signed in by that. It is a
new session, so that nobody who knew the old one can go on with it, and `login` makes another. A
password that was changed meanwhile, or an account that was closed, ends it.
"""

import time
from typing import Any

from django.contrib.auth import get_backends
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from games.access.one_time_codes import SecondFactor, prove
from games.access.signin import SECOND_STEP, guessed
from games.models import User

KEPT_AS = "second_step"
GOOD_FOR = 5 * 60  # seconds


def wait_for_code(request: HttpRequest, user: User) -> None:
    """Remember whose password was right."""
    request.session.cycle_key()
    request.session[KEPT_AS] = {
        "user": user.pk,
        "password": user.get_session_auth_hash(),
        "at": time.time(),
    }


def who_waits(request: HttpRequest) -> User | None:
    """Return whose code is asked for in this session; None once it is too late."""
    kept: dict[str, Any] | None = request.session.get(KEPT_AS)
    if kept is None or not 0 <= time.time() - kept["at"] <= GOOD_FOR:
        return None
    (backend,) = get_backends()
    user = backend.get_user(kept["user"])
    if isinstance(user, User) and constant_time_compare(
        kept["password"], user.get_session_auth_hash()
    ):
        return user
    return None


def check_code(request: HttpRequest, user: User, text: str) -> SecondFactor | None:
    """Return what a code proves, None for a wrong one.

    Guesses are counted for the account wherever they come from. Raises PermissionDenied for one
    that has to wait, as `guessed` does.
    """
    # No account has this name: there are blanks in it. What is counted for the password is cleared
    # by the right one, which anybody who guesses codes already knows.
    return guessed(request, f"one-time codes of {user.pk}", lambda: prove(user, text), SECOND_STEP)


def leave_second_step(request: HttpRequest) -> None:
    """Forget whose password was right."""
    request.session.pop(KEPT_AS, None)
