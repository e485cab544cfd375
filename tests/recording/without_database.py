"""The score screen and what comes next, drawn by an interpreter that has no database, no addresses
and no requests: as a tablet does it.

A program: it reads a JSON list of hands (`Asked`) and writes the drawn templates of each.
"""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypedDict

ROOT = Path(__file__).parent.parent.parent
BLOCKED = (
    *("games.models", "games.access", "games.book", "games.confirming", "games.archive"),
    *("django.db.models", "django.urls", "django.http", "django.forms", "django.contrib"),
)
LIBRARIES = ("cards", "charts", "headlines", "numbers", "replays", "rules", "saying")


class Asked(TypedDict):
    """What a tablet has: the reader's language, the match as it was before the hand was over, the
    hand and its record, the addresses by name and arguments; and what cannot be worked out here."""

    language: str
    match: dict[str, Any]
    hand: dict[str, Any]
    record: str
    last: list[Any]
    club: str
    addresses: dict[str, str]
    written: str


def main() -> None:
    for name in BLOCKED:
        sys.modules[name] = None  # type: ignore[assignment]  # an import of it fails
    set_up()
    json.dump([*map(draw, json.load(sys.stdin))], sys.stdout)


def set_up() -> None:
    """Django's templates and translations; ``{% url %}`` looks up a table in the context."""
    from django.apps import apps
    from django.conf import settings

    settings.configure(
        LOCALE_PATHS=[ROOT / "games" / "locale"],
        FORMAT_MODULE_PATH="clubtarot.formats",
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [ROOT / "templates"],
                "OPTIONS": {
                    "loaders": ["clubtarot.templates.Loader"],
                    "libraries": {name: f"games.templatetags.{name}" for name in LIBRARIES},
                },
            }
        ],
    )
    apps.populate([])

    from django.template import Context, Library, engines

    library = Library()

    @library.simple_tag(takes_context=True)
    def url(context: Context, name: str, *args: object) -> str:
        return str(context["addresses"][" ".join(map(str, (name, *args)))])

    engines["django"].engine.template_builtins.append(library)  # type: ignore[attr-defined]


def draw(asked: Asked) -> dict[str, str]:
    """The score of the hand, and, as if it had been sealed, the parts of the page after it."""
    from django.template.loader import render_to_string
    from django.utils import translation

    from games.display.reasons import Voice
    from games.matches.match_so_far import match_from_json
    from games.matches.standings import stand_of
    from games.recording.drawing import Addresses, draw_screen
    from games.recording.score import score_context, standing_context
    from games.recording.screen import screen_of
    from games.rules import LastTap, parse_record, replay

    translation.activate(asked["language"])
    match, end = match_from_json(asked["match"]), replay(parse_record(asked["record"]))
    hand = match.hand(asked["hand"]["number"])
    screen = screen_of(end, sits_out=hand.sits_out, last=LastTap(*asked["last"]))
    voice, addresses = Voice(screen.names, screen.game), asked["addresses"]
    common = {"club": SimpleNamespace(slug=asked["club"]), "addresses": addresses}
    score = {
        **common,
        "screen": screen,
        "voice": voice,
        "drawn": draw_screen(
            screen, voice, Addresses(entry=addresses["entries"], panel=addresses["panel"])
        ),
        "hand": SimpleNamespace(**asked["hand"]),
        "game_key": screen.game,
        **score_context(match, hand.number, end, None),
    }
    after = match.with_hand(hand.as_sealed(end))
    following = {
        **common,
        "match": after,
        "written": asked["written"],
        **standing_context(stand_of(after)),
    }
    return {
        "recording/_score.html": render_to_string("recording/_score.html", score),
        **{name: render_to_string(name, following) for name in AFTER},
    }


# The parts of the page between two hands.
AFTER = ("recording/_last_hand.html", "matches/_standings.html", "recording/_go_on.html")

if __name__ == "__main__":
    main()
