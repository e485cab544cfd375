"""Passkeys (WebAuthn): made in an account, used at the sign-in. The library is Yubico's fido2.

A passkey belongs to the name of the site, and browsers know it only where that name is served by
https, or is `localhost`. The device asks its owner for a finger, a face or a PIN, so that a passkey
replaces the password and a code together.

What is asked of a browser is kept in its session while somebody is signed in, and before that in a
signed cookie: a visitor writes nothing to the database. Each answer works once all the same, since
none is taken to a question older than the last use of its passkey.
"""

import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any, TypeVar

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import Q
from django.http import HttpRequest, QueryDict
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.translation import gettext as _
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from games.models import Passkey, User
from games.writing.durably import durably

Checked = TypeVar("Checked")
logger = logging.getLogger(__name__)

MOST = 20  # passkeys of an account
KEPT_AS = "passkey"  # in the session, while one is made
SALT = "games.access.passkeys"
GOOD_FOR = 5 * 60  # seconds, to make or to use one
LONGEST_ID = 1023  # bytes, as WebAuthn has it
LARGEST = 8192  # bytes of the public half: the largest kind of key takes a third of it


class PasskeyRefused(Exception):
    """What a browser sent is no answer to what it was asked."""


def passkeys_work(request: HttpRequest) -> bool:
    """Return whether browsers know passkeys here: that takes https and a name, or localhost."""
    host, _port = split_domain_port(request.get_host())
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or request.is_secure()
    return False


def server_for(request: HttpRequest) -> Fido2Server:
    """Return what asks and checks at the address of the site: no other origin, no other name."""
    host, _port = split_domain_port(request.get_host())
    origins = {f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS}
    site = PublicKeyCredentialRpEntity(name="ClubTarot", id=host)
    return Fido2Server(site, verify_origin=lambda origin: origin in origins)


def handle_of(user: User) -> bytes:
    """Return what a device calls the account: its number, which says nothing of its owner."""
    return str(user.pk).encode()


def checked(check: Callable[[], Checked]) -> Checked:
    """Return the result of a check by fido2. Raises PasskeyRefused.

    What a browser sends can be broken in more ways than the library has errors for. The reason is
    logged: behind a server that changes the address of the site nobody finds it otherwise.
    """
    try:
        return check()
    except Exception as error:
        logger.info("The answer to a question for a passkey is refused: %.200r", error)
        raise PasskeyRefused from error


def read_answer(sent: QueryDict) -> dict[str, Any]:
    """Return the answer of a browser in a form. Raises PasskeyRefused."""
    try:
        answer = json.loads(sent.get("answer", ""))
    except (ValueError, RecursionError):
        raise PasskeyRefused from None
    if not isinstance(answer, dict):  # of null the library makes nothing, and no error
        raise PasskeyRefused
    return answer


# --- making one -----------------------------------------------------------------------------------


def ask_for_new(request: HttpRequest, user: User, name: str) -> dict[str, Any]:
    """Return what to ask the browser for a new passkey. Raises ValidationError for too many."""
    there = [bytes(row.credential) for row in user.passkeys.all()]
    if len(there) >= MOST:
        raise ValidationError(_("Your account has too many passkeys. Remove one first."))
    options, state = server_for(request).register_begin(
        PublicKeyCredentialUserEntity(
            id=handle_of(user), name=user.get_username(), display_name=user.get_username()
        ),
        [
            PublicKeyCredentialDescriptor(
                type=PublicKeyCredentialType.PUBLIC_KEY,
                id=AttestedCredentialData(one).credential_id,
            )
            for one in there
        ],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    request.session[KEPT_AS] = {"state": dict(state), "name": name, "at": time.time()}
    return dict(options)


def add_passkey(request: HttpRequest, user: User, answer: Any) -> Passkey:
    """Keep the passkey that a browser has made. Raises PasskeyRefused, ValidationError."""
    kept = request.session.pop(KEPT_AS, None)
    if kept is None or not 0 <= time.time() - kept["at"] <= GOOD_FOR:
        raise PasskeyRefused
    made = checked(lambda: server_for(request).register_complete(kept["state"], answer))
    credential = made.credential_data
    if (
        credential is None
        or len(credential.credential_id) > LONGEST_ID
        or len(credential) > LARGEST
    ):
        raise PasskeyRefused
    row = Passkey(
        user=user,
        name=kept["name"],
        credential_id=websafe_encode(credential.credential_id),
        credential=bytes(credential),
        sign_count=made.counter,
    )
    try:
        durably(row.save)
    except IntegrityError:
        raise ValidationError(_("This passkey has already been added.")) from None
    return row


def remove_passkey(user: User, number: int) -> bool:
    """Delete a passkey, and return whether the account had it."""
    return durably(lambda: bool(user.passkeys.filter(pk=number).delete()[0]))


# --- using one ------------------------------------------------------------------------------------


def ask_for_one(request: HttpRequest) -> tuple[dict[str, Any], str]:
    """Return what to ask the browser of any visitor, and what its cookie has to hold."""
    options, state = server_for(request).authenticate_begin(
        user_verification=UserVerificationRequirement.REQUIRED
    )
    cookie = signing.dumps({"state": dict(state), "at": time.time()}, salt=SALT)
    return dict(options), cookie


def find_owner(request: HttpRequest, cookie: str, answer: Any) -> User:
    """Return whose passkey has answered what the cookie holds. Raises PasskeyRefused."""
    try:
        kept = signing.loads(cookie, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        raise PasskeyRefused from None
    sent = checked(lambda: AuthenticationResponse.from_dict(answer))
    rows = Passkey.objects.select_related("user")
    row = rows.filter(credential_id=websafe_encode(sent.raw_id), user__is_active=True).first()
    if row is None or sent.response.user_handle != handle_of(row.user):
        raise PasskeyRefused
    known = AttestedCredentialData(bytes(row.credential))
    checked(lambda: server_for(request).authenticate_complete(kept["state"], [known], sent))
    asked_at = datetime.fromtimestamp(kept["at"], UTC)
    if not note_use(row, sent.response.authenticator_data.counter, asked_at):
        raise PasskeyRefused
    return row.user


def note_use(row: Passkey, count: int, asked_at: datetime) -> bool:
    """Note that a passkey was used; False where it may have been before, or was copied."""
    unused = Passkey.objects.filter(Q(used_at=None) | Q(used_at__lt=asked_at), pk=row.pk)
    further = Q(sign_count__lt=count) if count else Q(sign_count=0)
    note = unused.filter(further)
    return durably(lambda: bool(note.update(sign_count=count, used_at=timezone.now())))
