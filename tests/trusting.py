"""A home folder in which Chromium trusts one authority more, as a tablet is taught to."""

import ctypes
from ctypes import byref, c_char_p, c_int, c_uint, c_ulong, c_void_p
from ctypes.util import find_library
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

NSS = find_library("nss3")  # what Chromium itself reads, so that it is where Chromium is


class Item(ctypes.Structure):
    _fields_ = (("type", c_int), ("data", c_char_p), ("len", c_uint))


class Trust(ctypes.Structure):
    _fields_ = (("ssl", c_uint), ("email", c_uint), ("signing", c_uint))


def trust(home: Path, certificate: bytes) -> None:
    """Let a Chromium with that HOME trust an authority, given as PEM."""
    folder = home / ".pki" / "nssdb"
    folder.mkdir(parents=True)
    nss = ctypes.CDLL(NSS or "")
    for name in ("PK11_GetInternalKeySlot", "CERT_GetDefaultCertDB", "CERT_NewTempCertificate"):
        getattr(nss, name).restype = c_void_p
    nss.PK11_InitPin.argtypes = (c_void_p, c_char_p, c_char_p)
    nss.CERT_NewTempCertificate.argtypes = (c_void_p, c_void_p, c_char_p, c_int, c_int)
    nss.PK11_ImportCert.argtypes = (c_void_p, c_void_p, c_ulong, c_char_p, c_int)
    nss.CERT_ChangeCertTrust.argtypes = (c_void_p, c_void_p, c_void_p)
    assert nss.NSS_InitReadWrite(f"sql:{folder}".encode()) == 0
    slot, known = nss.PK11_GetInternalKeySlot(), nss.CERT_GetDefaultCertDB()
    assert nss.PK11_InitPin(slot, None, b"") == 0
    der = x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER)
    one = nss.CERT_NewTempCertificate(known, byref(Item(0, der, len(der))), None, 0, 1)
    assert nss.PK11_ImportCert(slot, one, 0, b"club room", 0) == 0
    how = Trust()
    assert nss.CERT_DecodeTrustString(byref(how), b"C,,") == 0
    assert nss.CERT_ChangeCertTrust(known, one, byref(how)) == 0
    nss.NSS_Shutdown()
