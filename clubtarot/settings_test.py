"""Settings for tests: those of production, with what a test may not wait for taken away."""

import os
import tempfile
from pathlib import Path

os.environ.update(DEBUG="0", HTTPS="0", SECRET_KEY="only-for-tests-and-never-on-a-server")

from clubtarot.settings import *
from clubtarot.settings import DATABASES, STORAGES

# Tests call the worker themselves: a process of its own would look into another database.
STARTS_WORKERS = os.environ.get("STARTS_WORKERS") == "1"
# Tests look at what was sent as soon as they are answered.
LETTERS_BESIDE = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The live server finds files by their plain names; test_static.py looks at the hashed ones.
STATIC_ROOT = None
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# A file, since a database in memory has no log and shares one connection among all threads; one
# for each process, so that two runs on one machine leave each other alone.
if "sqlite3" in DATABASES["default"]["ENGINE"]:
    folder = Path(tempfile.gettempdir())
    DATABASES["default"]["TEST"] = {"NAME": folder / f"clubtarot-test-{os.getpid()}.sqlite3"}
