"""Settings of the site. What differs from place to place comes from the environment.

The table of variables is in games/operation/guide.md. A value that cannot be read, or one that
is needed and missing, stops the program with its name.
"""

import tomllib
from pathlib import Path

from clubtarot import environment, room
from clubtarot.databases import with_profile

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

# --- where it runs ---------------------------------------------------------------------------

DEBUG = environment.flag("DEBUG", default=False)
# A laptop that serves the tablets around it, by http and https: `make room`.
ROOM = environment.flag("ROOM", default=False)
# Off only for a club room: `check --deploy` then warns, on purpose.
HTTPS = environment.flag("HTTPS", default=not (DEBUG or ROOM))
UNSET_KEY = "for-development-only" if DEBUG else "" if ROOM else None
SECRET_KEY = environment.text("SECRET_KEY", default=UNSET_KEY)
# In a room the address changes with the network: RoomMiddleware compares it with what was dialled.
HERE = ["*"] if ROOM else ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", default=HERE)
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", default=[])
# `make serve` reads the same variable: where the site listens.
HOST = environment.text("HOST", default="127.0.0.1")
# gunicorn reads the same variable: how many processes serve the site.
SERVER_PROCESSES = environment.count("WEB_CONCURRENCY", default=1)

STATEMENT_TIMEOUT = environment.count("STATEMENT_TIMEOUT", default=8_000)
# Behind PgBouncer, which gives a connection for a transaction only.
POOLED = environment.flag("POOLED", default=False)
DATABASES = {
    "default": with_profile(
        environment.database("DATABASE_URL", default=BASE_DIR / "clubtarot.sqlite3"),
        statement_timeout=STATEMENT_TIMEOUT,
        pooled=POOLED,
    )
}
# What a room keeps: its certificate authority, and a key to sign with.
ROOM_FOLDER = room.folder_beside(DATABASES["default"], BASE_DIR)
if ROOM and not SECRET_KEY:
    SECRET_KEY = room.secret_key(ROOM_FOLDER)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- what it is made of ----------------------------------------------------------------------

INSTALLED_APPS = [
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",
    # Before staticfiles: runserver then leaves static files to the same code as production.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    *(["games.operation.room.RoomMiddleware"] if ROOM else []),
    "games.operation.probes.ProbesMiddleware",
    "games.operation.request_lines.RequestLinesMiddleware",
    "clubtarot.middleware.SecurityHeadersMiddleware",
    "clubtarot.middleware.DeadlineMiddleware",
    "clubtarot.middleware.BodyLimitMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubtarot.middleware.SessionMiddleware",
    "clubtarot.middleware.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Before the CSRF protection, which reads the whole form: nobody sends one without signing in.
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubtarot.middleware.SignInMiddleware",
    "games.evening.tablets.TableTabletMiddleware",
    "clubtarot.middleware.QuotaMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.access.recent_password.RecentPasswordMiddleware",
]

ROOT_URLCONF = "clubtarot.urls"
WSGI_APPLICATION = "clubtarot.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "clubtarot.templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
# Widgets have templates among ours, and else Django's own.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- who may come in -------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = ["games.access.signin.PatientBackend"]
# Behind a proxy: the header in which it says whom it speaks for. Guesses are counted by it; without
# it they can only be answered slowly, and `make serve` warns.
CLIENT_ADDRESS_HEADER = environment.text("CLIENT_ADDRESS_HEADER", default="")
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
PASSWORD_HASHERS = [
    "games.access.hashers.GatedArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "games.access.passwords.LongPassword",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
# What was drawn of sealed hands: a table of a replay is some 180 kB.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 200},
    }
}
SESSION_ENGINE = "games.access.sessions"
SESSION_COOKIE_AGE = 14 * 60 * 60  # one club evening, and never longer

# --- letters -----------------------------------------------------------------------------------

# Without a mail server nothing is sent, and who has lost a password asks for a code on paper.
MAIL = environment.mail("EMAIL_URL")
SENDS_EMAIL = bool(MAIL)
EMAIL_BACKEND = MAIL.get("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend")
EMAIL_HOST = MAIL.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = MAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = MAIL.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 5
LETTERS_BESIDE = True  # the link for a new password is sent outside the request
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", default="ClubTarot <noreply@localhost>")

# --- what the browser may do ----------------------------------------------------------------

if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SESSION_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_SECURE = True
    CSRF_COOKIE_NAME = "__Host-csrftoken"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token in their forms
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Joining the browsers' preload list is for a club to decide; the header must not offer it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]

# --- languages, time, files ------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
# A language is offered once its catalogue is there; tests see to it that a catalogue is whole.
LANGUAGES = [
    (code, name)
    for code, name in [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
    if code == "en" or (LOCALE_PATHS[0] / code / "LC_MESSAGES" / "django.po").is_file()
]
FORMAT_MODULE_PATH = "clubtarot.formats"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
OWN_TIME_ZONE = environment.text("TIME_ZONE", default=room.own_time_zone() if ROOM else "")
TIME_ZONE_IS_SET = bool(OWN_TIME_ZONE)
TIME_ZONE = OWN_TIME_ZONE or "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = None if DEBUG else BASE_DIR / "staticfiles"  # with DEBUG, files are read in place
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "clubtarot.storage.StaticStorage"
        )
    },
}

# --- the interface for programs --------------------------------------------------------------

KNOX_TOKEN_MODEL = "games.ApiToken"
# Knox would make its own table for tokens besides ours, and PostgreSQL could not empty the users'.
MIGRATION_MODULES = {"knox": None}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.api.http.auth.Token", "games.api.http.auth.Session"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.http.strict.StrictJson"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.http.negotiation.Negotiation",
    "DEFAULT_SCHEMA_CLASS": "games.api.http.schema.Schema",
    "EXCEPTION_HANDLER": "games.api.http.handler.exception_handler",
}
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "ct_"}
SPECTACULAR_SETTINGS = {
    "TITLE": "ClubTarot",
    "DESCRIPTION": "Clubs, matches, players and hands of tarot, for programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DEFAULT_GENERATOR_CLASS": "games.api.http.schema.Generator",
    "SERVE_INCLUDE_SCHEMA": False,
    "PREPROCESSING_HOOKS": ["drf_spectacular.hooks.preprocess_exclude_path_format"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.http.schema.add_components",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # The page offers to send the description to a checker elsewhere unless the setting says no.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}

# --- copies ------------------------------------------------------------------------------------

# Where `manage.py backup` writes, and where a backup is made before each migration.
BACKUP_FOLDER = environment.text("BACKUP_FOLDER", default="")
# The key with which backups are encrypted; without one they are not.
BACKUP_KEY_FILE = environment.text("BACKUP_KEY_FILE", default="")

# --- who hears when something is wrong -----------------------------------------------------------

# Where requests note what went wrong, for `manage.py watch`; none: nothing is noted.
WATCH_FOLDER = environment.text("WATCH_FOLDER", default="")
ALERT_TO = environment.words("ALERT_TO", default=[])

# --- long jobs ----------------------------------------------------------------------------------

# The site starts `manage.py work` by itself where a job waits; without, a timer has to.
STARTS_WORKERS = environment.flag("STARTS_WORKERS", default=True)
# The largest file that can be imported on the page; unpacked it may be ten times as large.
IMPORT_MEGABYTES = environment.count("IMPORT_MEGABYTES", default=100)

# --- how much of the disk a club gets ---------------------------------------------------------

# Clubs that an account may open by itself; the commands of the server have no limits.
CLUBS_AN_ACCOUNT = environment.count("CLUBS_AN_ACCOUNT", default=3)
# Hands that a club may seal in a day, brought in or recorded; also how many a file may bring.
HANDS_A_DAY = environment.count("HANDS_A_DAY", default=10_000)

# --- what it says while it runs --------------------------------------------------------------

# One line a request on the standard output: `make serve` asks for it.
REQUEST_LINES = environment.flag("REQUEST_LINES", default=False)
# Behind a proxy that numbers its requests: the header in which it says so.
REQUEST_ID_HEADER = environment.text("REQUEST_ID_HEADER", default="")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "outages": {"()": "clubtarot.logs.OutagesInOneLine"},
        "tokens": {"()": "clubtarot.logs.WithoutTokens"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["tokens"],
        },
        "output": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout"},
    },
    "loggers": {
        "django.request": {"filters": ["outages"]},
        "games.operation.request_lines": {
            "handlers": ["output"],
            "level": "INFO" if REQUEST_LINES else "CRITICAL",
            "propagate": False,
        },
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "games": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # runserver and the tests print their own lines for each request
        "django.server": {"level": "WARNING" if not DEBUG else "INFO"},
    },
}
