"""Every column that can hold a text names what erasing a person does to it."""

import pytest
from django.apps import apps
from django.db import models

from games.people.erasing.erasable import COLUMNS

pytestmark = pytest.mark.both_databases

TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)

# What stands in a column that names nobody.
ID = "a random id, or a digest, that says nothing of anybody"
WORD = "one of a few words of ours, or a number written out"
SEALED = "the cards, bids and scores of a hand; what people wrote is kept apart"
GOES = "emptied, or put as [erased], in the row of the person erased"
DERIVED = "follows from texts that go, and is written again where one goes"
ROW_GOES = "the row goes with the account"
CLUBS_OWN = "what a club calls itself, and how it does things"
FILE_GOES = "the files of the club's jobs go, and what an import said of them"
LOOKED_THROUGH = "texts that name the person are found here and go"

SAID: dict[str, dict[str, str]] = {
    "admin.LogEntry": {
        "object_id": "a key",
        "object_repr": "erased where it is about an account that goes",
        "change_message": "erased where it is about an account that goes",
    },
    "auth.Group": {"name": "there are none: what somebody may do hangs on the role in a club"},
    "auth.Permission": {"name": "Django's own words", "codename": "Django's own words"},
    "contenttypes.ContentType": {"app_label": "Django's own words", "model": "Django's own words"},
    "sessions.Session": {
        "session_key": ID,
        "session_data": "goes with the account; sentences that wait for others and name them go",
    },
    "games.TableChange": {"what": WORD, "before": ID, "after": ID},
    "games.Analysis": {"digest": ID, "course": SEALED},
    "games.ApiToken": {"digest": ID, "token_key": ID, "scope": WORD},
    "games.Career": {"variant": WORD, "period": WORD},
    "games.Club": {
        "public_id": ID,
        "name": CLUBS_OWN,
        "slug": CLUBS_OWN,
        "head": ID,
        "league": CLUBS_OWN,
        **dict.fromkeys(("confirms", "recorded_by", "writes", "running_seen_by"), WORD),
        **dict.fromkeys(("guests_see", "public_sees", "language", "deck", "suits"), WORD),
        **dict.fromkeys(("games", "first_rules"), WORD),
    },
    "games.ClubRecord": {"variant": WORD, "kind": WORD},
    "games.Confirmation": {"public_id": ID, "how": WORD},
    "games.Consent": {"public_id": ID, "what": WORD, "role": WORD},
    "games.DailyAnswer": {"answer": WORD},
    "games.DailyHand": {"kind": WORD, "digest": ID, "prospects": SEALED},
    "games.Dispute": {"public_id": ID, "ended_as": WORD},
    "games.Entry": {
        "key": ID,
        "fingerprint": "emptied with the text: a digest of a short note could be guessed back",
        "change": LOOKED_THROUGH,
        "device": LOOKED_THROUGH,
    },
    "games.Erasure": {
        "public_id": ID,
        "places": "ids of rows, never what stood there",
        "spared": "ids of rows, never what stands there",
    },
    "games.Evening": {
        **dict.fromkeys(("public_id", "plan", "printed", "code", "wall"), ID),
        **dict.fromkeys(("variant", "preset", "writes", "ties", "method", "wall_table"), WORD),
    },
    "games.Board": {"deal": "cards by seat, which name nobody"},
    "games.EveningPoints": {"kind": WORD},
    "games.BroughtForward": {"variant": WORD},
    "games.EveningRound": {"tables": ID},
    "games.Bucket": {"key": "a digest that nobody asks for after the window"},
    "games.FailedSignIn": {"key": "a digest that nobody asks for after an hour"},
    "games.FormerMember": {"role": WORD},
    "games.Hand": {
        "public_id": ID,
        "words": DERIVED,
        "writes": WORD,
        "state": WORD,
        "void_as": WORD,
        "variant": WORD,
        "status": WORD,
        "level": WORD,
        "contract": WORD,
        "sheet": SEALED,
    },
    "games.HandSeat": {"role": WORD, "variant": WORD, "contract": WORD},
    "games.Invitation": {"public_id": ID, "digest": ID, "role": WORD},
    "games.Job": {
        "public_id": ID,
        **dict.fromkeys(("kind", "state", "phase"), WORD),
        "worker": ID,
        **dict.fromkeys(("wishes", "file_name", "report"), FILE_GOES),
    },
    "games.JobPiece": {"data": FILE_GOES},
    "games.Match": {
        "public_id": ID,
        "variant": WORD,
        "options": WORD,
        "preset": WORD,
        "settings": WORD,
        "writes": WORD,
    },
    "games.Membership": {"role": WORD, "feed": ID},
    "games.Merge": {"public_id": ID, "moved": "keys of rows; nothing can be undone by them then"},
    "games.OneTimeCodes": {"secret": ROW_GOES},
    "games.PaperCode": {"digest": ROW_GOES},
    "games.Passkey": dict.fromkeys(("name", "credential_id", "credential"), ROW_GOES),
    "games.Player": dict.fromkeys(("name", "own_name", "sort_key", "nickname", "number"), GOES)
    | {"public_id": "stays: seals and entries name it", "pin": GOES},
    "games.PublishedHead": {"head": ID},
    "games.RecoveryCode": {"digest": ROW_GOES},
    "games.Remark": {"public_id": ID, "place": WORD},
    "games.Seal": {
        "game": SEALED,
        "game_digest": ID,
        "provenance": "ids and keys: of the match, of the players, of who sealed it",
        "commitments": "salted: without its salt nobody can guess a text back",
        "content": ID,
        "previous": ID,
        "link": ID,
    },
    "games.SealedText": {
        "place": WORD,
        "salt": "goes with its text",
        "text": "names by the id before them; other texts are found by what they say",
    },
    "games.SignedIn": {"browser": ROW_GOES},
    "games.Study": {"public_id": ID},
    "games.StudyItem": {"place": WORD, "cards": SEALED},
    "games.Tally": {"variant": WORD, "period": WORD, "kind": WORD, "key": WORD},
    "games.TypedSheet": {"lines": "the row goes where the person erased sat at its match"},
    "games.UsedKey": {
        "key": ID,
        "fingerprint": "emptied where it is a digest of the name, or of what the account sent",
        "made": ID,
    },
    "games.User": {
        **dict.fromkeys(("username", "first_name", "last_name", "email", "password"), GOES),
        "language": GOES,
    },
}


def columns() -> dict[str, set[str]]:
    """The columns of every table that can hold a text, but for those with nothing to say of."""
    found: dict[str, set[str]] = {}
    for model in apps.get_models(include_auto_created=True):
        names = {
            field.name
            for field in model._meta.local_concrete_fields
            if isinstance(field, TEXTS) and not isinstance(field, models.UUIDField)
        }
        if names and model._meta.managed:
            found[model._meta.label] = names
    return found


def test_every_column_with_texts_names_what_erasing_does_to_it() -> None:
    said = {label: set(names) for label, names in SAID.items()}
    for column in COLUMNS:
        said.setdefault(column.model._meta.label, set()).add(column.name)
    there = columns()
    unsaid = {label: names - said.get(label, set()) for label, names in there.items()}
    assert {label: names for label, names in unsaid.items() if names} == {}
    gone = {label: names - there.get(label, set()) for label, names in said.items()}
    assert {label: names for label, names in gone.items() if names} == {}


def test_no_column_is_both_searched_and_listed_as_naming_nobody() -> None:
    both = [
        (column.model._meta.label, column.name)
        for column in COLUMNS
        if column.name in SAID.get(column.model._meta.label, {})
    ]
    assert both == []
