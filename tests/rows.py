"""Who may do what, at every address of the site: a row for each route."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLES = ("visitor", "stranger", "guest", "member", "scorer", "admin")
# What each role gets by a method that the route knows: "in", or why not.
LETS_IN = {
    "everybody": ("in", "in", "in", "in", "in", "in"),
    "accounts": ("sign-in", "in", "in", "in", "in", "in"),
    "guests": ("sign-in", "404", "in", "in", "in", "in"),
    "members": ("sign-in", "404", "404", "in", "in", "in"),
    "scorers": ("sign-in", "404", "404", "403", "in", "in"),
    "admins": ("sign-in", "404", "404", "403", "403", "in"),
    "whoever asked": ("sign-in", "404", "404", "404", "404", "in"),  # here an administrator
    "nobody": ("404", "404", "404", "404", "404", "404"),  # once somebody has an account
    "leaving": ("sign-in", "sign-in", "sign-in", "sign-in", "sign-in", "sign-in"),
}
READ, SEND, FORM = "GET", "POST", "GET POST"


class Row(NamedTuple):
    """A route: who is let in, by which methods; `hand`: which hand stands in its address."""

    who: str
    methods: str
    hand: str = "sealed"


ROWS = {
    # accounts
    "kept": Row("accounts", FORM),
    "home": Row("accounts", READ),
    "sign-in": Row("everybody", "GET POST PUT PATCH DELETE"),
    "second-step": Row("accounts", FORM),  # visitors by the page before it
    "passkey-options": Row("everybody", READ),
    "passkey-sign-in": Row("leaving", SEND),  # what no passkey has answered leads back
    "passkey-add": Row("accounts", FORM),
    "passkey-made": Row("accounts", SEND),
    "passkey-remove": Row("accounts", FORM),
    "one-time-codes": Row("accounts", FORM),
    "one-time-codes-end": Row("accounts", FORM),
    "recovery-codes": Row("accounts", FORM),
    "sign-out": Row("leaving", SEND),
    "founding": Row("nobody", FORM),
    "room": Row("nobody", READ),  # but in a club room
    "room-certificate": Row("nobody", READ),
    "account": Row("accounts", FORM),
    "own-data": Row("accounts", READ),
    "password": Row("accounts", FORM),
    "elsewhere-end": Row("accounts", SEND),
    "place-end": Row("accounts", SEND),
    "forgotten": Row("everybody", FORM),
    "reset": Row("everybody", FORM),
    "code": Row("everybody", FORM),
    "keys": Row("accounts", FORM),
    "key-end": Row("accounts", SEND),
    "choose-language": Row("everybody", SEND),
    "developers": Row("everybody", READ),
    "help": Row("everybody", READ),
    "worker": Row("everybody", READ),
    "engine": Row("everybody", READ),
    "engine-worker": Row("everybody", READ),
    "engine-file": Row("everybody", READ),
    "live": Row("everybody", READ),  # the address itself is signed, and says nothing of a club
    # clubs
    "clubs": Row("accounts", READ),
    "club-open": Row("accounts", FORM),
    "club": Row("guests", READ),
    "feeds": Row("members", FORM),
    "mail-end": Row("everybody", FORM),  # who has the link
    "feed-news": Row("everybody", READ),  # who has the address
    "feed-calendar": Row("everybody", READ),
    "club-archive": Row("members", FORM),
    "bring-results": Row("admins", FORM),
    "club-everything": Row("members", READ),
    "club-heads": Row("guests", READ),
    "club-heads-file": Row("guests", READ),
    "export-ask": Row("members", SEND),
    "job": Row("whoever asked", READ),
    "job-cancel": Row("whoever asked", SEND),
    "job-file": Row("whoever asked", READ),
    "job-take-in": Row("admins", SEND),
    "job-take-back": Row("admins", FORM),
    "rules": Row("members", READ),
    "rule-sheet": Row("members", READ),
    "league": Row("members", READ),
    "league-file": Row("members", READ),
    "league-pdf": Row("members", READ),
    "season-pdf": Row("members", READ),
    "season-png": Row("members", READ),
    "league-ranking": Row("admins", FORM),
    "how-we-count": Row("members", READ),
    "club-settings": Row("admins", FORM),
    # its people
    "join": Row("everybody", FORM),
    "invitations": Row("admins", FORM),
    "invitation-revoke": Row("admins", SEND),
    "members": Row("admins", READ),
    "consent": Row("admins", SEND),
    "member-change": Row("admins", SEND),
    "member-code": Row("admins", SEND),
    "member-end": Row("admins", SEND),
    "member-sign-out": Row("admins", SEND),
    "member-erase": Row("admins", FORM),
    "club-leave": Row("guests", FORM),
    # hands
    "hands": Row("members", READ),
    "search": Row("members", READ),
    "hands-file": Row("members", READ),
    "hand": Row("members", READ),
    "hand-place": Row("members", READ),
    "hand-step": Row("members", READ),
    "hand-record": Row("members", READ),
    "best-play": Row("members", READ),
    "best-play-hide": Row("members", SEND),
    "what-if": Row("members", READ),
    "daily": Row("guests", FORM),
    "study-keep": Row("members", FORM),
    "studies": Row("members", READ),
    "study": Row("members", FORM),
    "hand-revision": Row("members", READ),
    "hand-revision-place": Row("members", READ),
    "hand-amend": Row("scorers", FORM),
    "hand-publish": Row("scorers", SEND),
    "hand-log": Row("members", READ),
    # members as the player that they are, and nobody here is one
    "hand-confirm": Row("scorers", SEND, "open"),
    "hand-dispute": Row("scorers", SEND),
    "dispute-end": Row("scorers", SEND),
    "remark-add": Row("members", SEND),
    "remark-erase": Row("members", SEND),
    "remark-hide": Row("scorers", SEND),
    "shared-hand": Row("everybody", READ),
    "shared-place": Row("everybody", READ),
    "shared-picture": Row("everybody", READ),
    # players and matches
    "players": Row("members", READ),
    "player-add": Row("scorers", FORM),
    "here-tonight": Row("scorers", FORM),
    "players-list": Row("scorers", FORM),
    "player": Row("members", READ),
    "player-change": Row("scorers", FORM),
    "player-erase": Row("admins", FORM),
    "player-merge": Row("admins", FORM),
    "merge-undo": Row("admins", SEND),
    "first-pins": Row("admins", SEND),
    "player-pin": Row("scorers", FORM),
    "matches": Row("members", READ),
    "match-new": Row("scorers", FORM),
    "match": Row("members", READ),
    "match-sheet": Row("members", READ),
    "match-sheet-pdf": Row("members", READ),
    "sheets-pdf": Row("members", READ),
    "match-close": Row("scorers", SEND),
    "match-edit": Row("scorers", FORM),
    "match-delete": Row("scorers", SEND),
    "match-seats": Row("scorers", FORM),
    # evenings
    "evenings": Row("members", READ),
    "evening-new": Row("scorers", FORM),
    "evening": Row("members", READ),
    "evening-change": Row("scorers", FORM),
    "evening-draw": Row("scorers", SEND),
    "evening-move": Row("scorers", SEND),
    "evening-announce": Row("scorers", SEND),
    "evening-points": Row("scorers", SEND),
    "evening-people": Row("scorers", FORM),
    "evening-here": Row("scorers", SEND),
    "evening-clock": Row("scorers", SEND),
    "evening-teams": Row("scorers", FORM),
    "evening-codes": Row("scorers", FORM),
    "table": Row("everybody", FORM),
    "evening-wall": Row("scorers", FORM),
    "wall": Row("everybody", READ),  # who has the address
    "evening-table": Row("scorers", FORM),
    "evening-game": Row("scorers", SEND),
    "evening-counts": Row("scorers", SEND),
    "championship": Row("members", READ),
    "championship-pdf": Row("members", READ),
    "championship-png": Row("members", READ),
    "player-evenings": Row("members", READ),
    "evening-list": Row("members", READ),
    "evening-list-pdf": Row("members", READ),
    "evening-printed": Row("scorers", SEND),
    "evening-list-png": Row("members", READ),
    "evening-paper": Row("members", READ),
    "boards": Row("members", READ),
    "boards-pdf": Row("admins", READ),  # who opened the evening
    "boards-deal": Row("scorers", SEND),
    "boards-show": Row("scorers", SEND),
    # recording
    "record": Row("scorers", READ),
    "typed-sheet": Row("scorers", FORM),
    "typed-sheet-do": Row("scorers", SEND),
    "hand-open": Row("scorers", SEND),
    "tablet-deal": Row("scorers", SEND),
    "entries": Row("scorers", SEND, "open"),
    "recording": Row("scorers", READ, "open"),
    "recording-0.2": Row("scorers", READ, "open"),
    "hand-seal": Row("scorers", SEND, "open"),
    "tablet-seal": Row("scorers", SEND, "open"),
    "tablet-confirm": Row("scorers", SEND, "open"),
    "tablet-dispute": Row("scorers", SEND, "open"),
    "tablet-give-up": Row("scorers", SEND, "open"),
    "hand-give-up": Row("scorers", SEND, "open"),
    "tablet-take-up": Row("scorers", SEND, "open"),
    "hand-take-up": Row("scorers", SEND, "open"),
    "hand-take-over": Row("scorers", SEND, "open"),
    "entry": Row("scorers", READ, "open"),
    "entry-preview": Row("scorers", SEND, "open"),
    "entry-paste": Row("scorers", SEND, "open"),
    "choosing": Row("scorers", READ, "open"),
    "conflict": Row("scorers", SEND, "open"),
    "difference": Row("scorers", SEND, "open"),
    "panel": Row("scorers", READ, "open"),
    # the interface for programs
    "api:index": Row("everybody", READ),
    "api:clubs": Row("accounts", READ),
    "api:club-league": Row("members", READ),
    "api:club-events": Row("members", READ),
    "api:club": Row("members", READ),
    "api:players": Row("accounts", FORM),
    "api:player": Row("members", "GET PATCH"),
    "api:evenings": Row("accounts", READ),
    "api:evening": Row("members", READ),
    "api:evening-people": Row("members", FORM),
    "api:evening-rounds": Row("members", READ),
    "api:evening-points": Row("scorers", SEND),
    "api:club-championship": Row("members", READ),
    "api:evening-list": Row("members", READ),
    "api:evening-boards": Row("members", READ),
    "api:evening-board": Row("whoever asked", READ),
    "api:matches": Row("accounts", FORM),
    "api:match": Row("members", "GET PATCH DELETE"),
    "api:standings": Row("members", READ),
    "api:match-close": Row("scorers", SEND),
    "api:match-seats": Row("scorers", SEND),
    "api:seats-preview": Row("scorers", SEND),
    "api:match-hands": Row("scorers", SEND),
    "api:match-hands-preview": Row("scorers", SEND),
    "api:hands": Row("accounts", FORM),
    "api:hand": Row("members", READ),
    "api:record": Row("members", READ),
    "api:events": Row("members", READ),
    "api:comments": Row("members", FORM),
    "api:comment": Row("members", "DELETE"),
    "api:hand-best-play": Row("members", READ),
    "api:position": Row("members", READ),
    "api:entries": Row("scorers", FORM),
    "api:entry-preview": Row("scorers", SEND, "open"),
    "api:confirmations": Row("members", FORM),
    "api:disputes": Row("members", FORM),
    "api:dispute-end": Row("members", SEND),
    "api:hand-seal": Row("scorers", SEND, "open"),
    "api:hand-void": Row("scorers", SEND, "open"),
    "api:hand-amend": Row("scorers", SEND),
    "api:amend-preview": Row("scorers", SEND),
    "api:revisions": Row("members", READ),
    "api:revision": Row("members", READ),
    "api:variants": Row("everybody", READ),
    "api:variant": Row("everybody", READ),
    "api:sheet": Row("everybody", READ),
    "api:published": Row("everybody", READ),
    "api:record-schema": Row("everybody", READ),
    "api:verify": Row("accounts", SEND),
    "api:problem": Row("everybody", READ),
    "api:schema": Row("everybody", READ),
    "api:docs": Row("everybody", READ),
}


# Where one method is for others than the rest of the page, or its sender leaves something behind.
ODD = {
    # the page tells everybody apart itself, since some clubs show it to all
    **{
        (name, method, "visitor"): "405"
        for name in ("club", "club-heads", "club-heads-file")
        for method in METHODS[1:]
    },
    **{("daily", method, "visitor"): "405" for method in METHODS[2:]},
    ("daily", "POST", "guest"): "404",  # only members answer for good
    ("sign-in", "PATCH", "visitor"): "405",  # people signed in are sent on, by whatever method
    ("sign-in", "DELETE", "visitor"): "405",
    ("passkey-sign-in", "GET", "visitor"): "405",  # open to visitors, who are sent back by POST
    ("passkey-sign-in", "PUT", "visitor"): "405",
    ("passkey-sign-in", "PATCH", "visitor"): "405",
    ("passkey-sign-in", "DELETE", "visitor"): "405",
    ("second-step", "PUT", "visitor"): "405",
    ("second-step", "PATCH", "visitor"): "405",
    ("second-step", "DELETE", "visitor"): "405",
    ("club-archive", "POST", "member"): "403",  # everybody takes copies, administrators bring back
    ("club-archive", "POST", "scorer"): "403",
    # only who opened the evening, here the administrator, directs it
    ("boards-deal", "POST", "scorer"): "403",
    ("boards-show", "POST", "scorer"): "403",
    ("boards-pdf", "GET", "admin"): "404",  # nothing has been dealt
    # all boards are of one game
    **{("evening-game", "POST", role): "404" for role in ("scorer", "admin")},
    # only players themselves, and nobody of these is the player
    **{("best-play-hide", "POST", role): "403" for role in ("member", "scorer", "admin")},
    ("job-take-back", "GET", "admin"): "404",  # this job has brought nothing in
    ("job-take-back", "POST", "admin"): "404",
    ("api:evening-people", "POST", "member"): "403",
    ("api:player", "PATCH", "member"): "403",  # everybody reads it, scorers change it
    ("api:match", "PATCH", "member"): "403",
    ("api:match", "DELETE", "member"): "403",
    ("api:comment", "DELETE", "scorer"): "404",  # who wrote it has erased it
    ("api:comment", "DELETE", "admin"): "404",
    ("study", "POST", "scorer"): "403",  # here a member has made it
    ("remark-erase", "POST", "scorer"): "404",
    ("remark-erase", "POST", "admin"): "404",
}
# What is sent where an empty form would name nothing that there is.
SENT = {
    "club-settings": "section=name",
    "match-new": "variant=french",
    "evening-move": "round=1&who={player_id}&table=1",
    "evening-announce": "round=1",
    "evening-points": "round=1",
    "evening-game": "game=french:",
    "evening-clock": "round=1&minutes=5&ends=",
    "evening-wall": "off=1",
    "member-change": "role=guest",
    "hand-confirm": "player={player_id}",
    "hand-dispute": "player={player_id}",
    "api:dispute-end": '{{"answer": 1}}',
}


def routes(resolver: Any = None, prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of every route of the site but Django's admin, and the variables of its address."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
                yield from routes(pattern, inner)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{prefix}{pattern.name}", tuple(pattern.pattern.converters)


ROUTES = dict(sorted(routes()))
