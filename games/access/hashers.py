"""How passwords and PINs are hashed: with little memory, and few at one time.

Nobody needs an account to make the site hash, so that the memory of all of them together
must fit a small server: OWASP's first choice for Argon2id, at most two at a time in a process.
"""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
GATE = BoundedSemaphore(AT_ONCE)


class GatedArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB. Hashes with other costs are checked, and made again at the sign-in."""

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with GATE:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a hash was made of this password."""
        with GATE:
            return super().verify(password, encoded)
