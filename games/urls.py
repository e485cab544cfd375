"""The addresses of the site's pages, by feature."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path, register_converter

from games.replays.places import Place
from games.views import (
    accounts,
    amending,
    archive,
    club_archive,
    clubs,
    developers,
    keys,
    league_settings,
    leagues,
    match_sheets,
    matches,
    matches_close,
    matches_new,
    people,
    players,
    published,
    recording,
    recording_entries,
    recording_panels,
    remarks_write,
    replays,
    rules,
    sharing,
)

register_converter(Place, "place")

urlpatterns: list[URLPattern | URLResolver] = [
    # first, since it is asked for with every card
    path("c/<slug:club>/hands/<slug:hand>/entries/", recording_entries.entries, name="entries"),
    path("", clubs.home, name="home"),
    path("accounts/sign-in/", accounts.SignInView.as_view(), name="sign-in"),
    path("accounts/keys/", keys.keys, name="keys"),
    path("accounts/keys/end/", keys.key_end, name="key-end"),
    path("developers/", developers.developers, name="developers"),
    path("developers/<slug:name>/", developers.developers, name="developers"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/open/", clubs.club_open, name="club-open"),
    # a club
    path("c/<slug:club>/", clubs.club_page, name="club"),
    path("c/<slug:club>/archive/", club_archive.archive, name="club-archive"),
    path("c/<slug:club>/archive/everything.zip", club_archive.everything, name="club-everything"),
    path("c/<slug:club>/rules/", rules.rules, name="rules"),
    path("c/<slug:club>/rules/<slug:variant>/", rules.sheet, name="rule-sheet"),
    # the archive
    path("c/<slug:club>/hands/", archive.hands, name="hands"),
    path("c/<slug:club>/search/", archive.search, name="search"),
    path("c/<slug:club>/hands.<slug:kind>", archive.hands_file, name="hands-file"),
    path("c/<slug:club>/hands/<slug:hand>/", replays.hand, name="hand"),
    path("c/<slug:club>/hands/<slug:hand>/<place:place>", replays.hand, name="hand-place"),
    path("c/<slug:club>/hands/<slug:hand>/<int:step>/", replays.hand, name="hand-step"),
    path(
        "c/<slug:club>/hands/<slug:hand>/revisions/<int:revision>/",
        replays.former,
        name="hand-revision",
    ),
    path(
        "c/<slug:club>/hands/<slug:hand>/revisions/<int:revision>/<place:place>",
        replays.former,
        name="hand-revision-place",
    ),
    path("c/<slug:club>/hands/<slug:hand>/record.json", replays.hand_record, name="hand-record"),
    path("c/<slug:club>/hands/<slug:hand>/amend/", amending.amend, name="hand-amend"),
    path("c/<slug:club>/hands/<slug:hand>/publish/", sharing.publish, name="hand-publish"),
    path("c/<slug:club>/hands/<slug:hand>/comments/", remarks_write.add, name="remark-add"),
    path(
        "c/<slug:club>/hands/<slug:hand>/comments/<slug:remark>/erase/",
        remarks_write.erase,
        name="remark-erase",
    ),
    path(
        "c/<slug:club>/hands/<slug:hand>/comments/<slug:remark>/hide/",
        remarks_write.hide,
        name="remark-hide",
    ),
    # a hand by its lasting address: for everybody, where its club has published it
    path("hands/<slug:hand>/", published.hand, name="shared-hand"),
    path("hands/<slug:hand>/<place:place>", published.hand, name="shared-place"),
    path("hands/<slug:hand>/<place:place>.png", published.picture, name="shared-picture"),
    # players
    path("c/<slug:club>/players/", players.players, name="players"),
    path("c/<slug:club>/players/add/", people.player_add, name="player-add"),
    path("c/<slug:club>/players/<slug:player>/", players.player, name="player"),
    path("c/<slug:club>/players/<slug:player>/rename/", people.player_rename, name="player-rename"),
    # league tables
    path("c/<slug:club>/league/", leagues.league, name="league"),
    path("c/<slug:club>/league.csv", leagues.league_file, name="league-file"),
    path("c/<slug:club>/league/ranking/", league_settings.ranking, name="league-ranking"),
    path("c/<slug:club>/how-we-count/", leagues.how_we_count, name="how-we-count"),
    # matches
    path("c/<slug:club>/matches/", matches.matches, name="matches"),
    path("c/<slug:club>/matches/new/", matches_new.match_new, name="match-new"),
    path("c/<slug:club>/matches/<slug:match>/", matches.match, name="match"),
    path("c/<slug:club>/matches/<slug:match>/sheet/", match_sheets.sheet, name="match-sheet"),
    path(
        "c/<slug:club>/matches/<slug:match>/sheet.pdf",
        match_sheets.sheet_pdf,
        name="match-sheet-pdf",
    ),
    path("c/<slug:club>/matches/<slug:match>/close/", matches_close.close, name="match-close"),
    # recording
    path("c/<slug:club>/matches/<slug:match>/record/", recording.record, name="record"),
    path("c/<slug:club>/matches/<slug:match>/record/open/", recording.open_hand, name="hand-open"),
    path("worker.js", recording.worker, name="worker"),
    path("c/<slug:club>/hands/<slug:hand>/desk/", recording.desk, name="desk"),
    path("c/<slug:club>/hands/<slug:hand>/seal/", recording.seal, name="hand-seal"),
    path("c/<slug:club>/hands/<slug:hand>/give-up/", recording.give_up, name="hand-give-up"),
    path(
        "c/<slug:club>/hands/<slug:hand>/entries/<int:index>/",
        recording_panels.entry,
        name="entry",
    ),
    path(
        "c/<slug:club>/hands/<slug:hand>/preview/",
        recording_panels.preview,
        name="entry-preview",
    ),
    path("c/<slug:club>/hands/<slug:hand>/paste/", recording_panels.paste, name="entry-paste"),
    path("c/<slug:club>/hands/<slug:hand>/choosing/", recording_panels.choosing, name="choosing"),
    path(
        "c/<slug:club>/hands/<slug:hand>/panel/<slug:name>/",
        recording_panels.panel,
        name="panel",
    ),
]
