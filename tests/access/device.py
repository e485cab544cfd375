"""A telephone that makes and uses passkeys, in place of a browser."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

ORIGIN = "http://localhost"
FLAG = AuthenticatorData.FLAG
SEEN = FLAG.UP | FLAG.UV  # somebody was there, and the device knew them


@dataclass
class Device:
    """A device with one passkey. What it claims can be bent, as somebody would who attacks."""

    origin: str = ORIGIN
    site: str = "localhost"
    flags: AuthenticatorData.FLAG = SEEN
    count: int = 0
    handle: str = ""
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> str:
        """The answer to the options for a new passkey, as the script sends it."""
        self.handle = options["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.credential_id, public)
        data = self.says(self.flags | FLAG.AT, credential)
        attestation = AttestationObject.create("none", data, {})
        return self.answer("webauthn.create", options["challenge"], attestationObject=attestation)

    def use(self, options: dict[str, Any]) -> str:
        """The answer to the options of the sign-in page."""
        data = self.says(self.flags)
        told = self.client_data("webauthn.get", options["challenge"])
        signature = self.key.sign(data + told.hash, ec.ECDSA(SHA256()))
        return self.answer(
            "webauthn.get",
            options["challenge"],
            authenticatorData=data,
            signature=signature,
            userHandle=self.handle,
        )

    def says(self, flags: AuthenticatorData.FLAG, credential: bytes = b"") -> AuthenticatorData:
        site = hashlib.sha256(self.site.encode()).digest()
        return AuthenticatorData.create(site, flags, self.count, credential)

    def client_data(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(kind, challenge, self.origin)

    def answer(self, kind: str, challenge: str, **parts: Any) -> str:
        parts["clientDataJSON"] = self.client_data(kind, challenge)
        sent = {
            name: part if isinstance(part, str) else websafe_encode(part)
            for name, part in parts.items()
        }
        name = websafe_encode(self.credential_id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": sent})
