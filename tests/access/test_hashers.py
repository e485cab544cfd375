"""What a password costs: little memory, few at one time, and nobody has to choose a new one."""

from threading import Barrier, Lock, Thread

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import override_settings

from clubtarot import settings as production
from games.access import hashers
from games.access.hashers import AT_ONCE, GatedArgon2Hasher
from games.models import User

pytestmark = pytest.mark.filterwarnings("error")
AS_SERVED = override_settings(PASSWORD_HASHERS=production.PASSWORD_HASHERS)


@AS_SERVED
def test_a_hash_needs_as_little_memory_as_owasp_recommends_first() -> None:
    digest = make_password("cards-on-the-table")
    assert digest.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password("cards-on-the-table", digest)
    assert not check_password("cards-under-the-table", digest)


@AS_SERVED
def test_an_older_hash_still_lets_in_and_is_replaced_at_the_sign_in(db: None) -> None:
    hasher = Argon2PasswordHasher()
    before = hasher.encode("cards-on-the-table", hasher.salt())
    assert "m=102400" in before
    User.objects.create(username="anna", password=before)
    assert authenticate(username="anna", password="cards-on-the-table") is not None
    after = User.objects.get(username="anna").password
    assert "m=19456" in after
    assert authenticate(username="anna", password="cards-on-the-table") is not None


def test_no_more_than_two_are_worked_out_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    begins, counting, now, most = Barrier(8), Lock(), [0], [0]
    both = Barrier(AT_ONCE)

    def slowly(self: object, password: str, salt: str) -> str:
        with counting:
            now[0] += 1
            most[0] = max(most[0], now[0])
        both.wait(timeout=60)  # until as many as may are at it
        with counting:
            now[0] -= 1
        return "x"

    def hash_one() -> None:
        begins.wait(timeout=60)
        GatedArgon2Hasher().encode("x", "salt")

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slowly)
    monkeypatch.setattr(hashers, "GATE", hashers.BoundedSemaphore(AT_ONCE))
    threads = [Thread(target=hash_one) for _one in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=60)
    assert most == [AT_ONCE]
