"""The addresses of the site's pages, by feature."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path, register_converter

from games.access import accounts, keys
from games.api import guide_pages
from games.archive import list_pages
from games.club import home, league, league_settings, player, player_names, rules
from games.matches import closing, match_pages, opening, sheets
from games.recording import entry_pages, panel_pages, screen_pages
from games.replay import amending_pages, published, remark_pages, sharing, step_pages
from games.replay.places import Place
from games.transfer import archive_pages

register_converter(Place, "place")

urlpatterns: list[URLPattern | URLResolver] = [
    # first, since it is asked for with every card
    path("c/<slug:club>/hands/<slug:hand>/entries/", entry_pages.entries, name="entries"),
    path("", home.home, name="home"),
    path("accounts/sign-in/", accounts.SignInView.as_view(), name="sign-in"),
    path("accounts/keys/", keys.keys, name="keys"),
    path("accounts/keys/end/", keys.key_end, name="key-end"),
    path("developers/", guide_pages.developers, name="developers"),
    path("developers/<slug:name>/", guide_pages.developers, name="developers"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("clubs/", home.clubs, name="clubs"),
    path("clubs/open/", home.club_open, name="club-open"),
    # a club
    path("c/<slug:club>/", home.club_page, name="club"),
    path("c/<slug:club>/archive/", archive_pages.archive, name="club-archive"),
    path("c/<slug:club>/archive/everything.zip", archive_pages.everything, name="club-everything"),
    path("c/<slug:club>/rules/", rules.rules, name="rules"),
    path("c/<slug:club>/rules/<slug:variant>/", rules.sheet, name="rule-sheet"),
    # the archive
    path("c/<slug:club>/hands/", list_pages.hands, name="hands"),
    path("c/<slug:club>/search/", list_pages.search, name="search"),
    path("c/<slug:club>/hands.<slug:kind>", list_pages.hands_file, name="hands-file"),
    path("c/<slug:club>/hands/<slug:hand>/", step_pages.hand, name="hand"),
    path("c/<slug:club>/hands/<slug:hand>/<place:place>", step_pages.hand, name="hand-place"),
    path("c/<slug:club>/hands/<slug:hand>/<int:step>/", step_pages.hand, name="hand-step"),
    path(
        "c/<slug:club>/hands/<slug:hand>/revisions/<int:revision>/",
        step_pages.former,
        name="hand-revision",
    ),
    path(
        "c/<slug:club>/hands/<slug:hand>/revisions/<int:revision>/<place:place>",
        step_pages.former,
        name="hand-revision-place",
    ),
    path("c/<slug:club>/hands/<slug:hand>/record.json", step_pages.hand_record, name="hand-record"),
    path("c/<slug:club>/hands/<slug:hand>/amend/", amending_pages.amend, name="hand-amend"),
    path("c/<slug:club>/hands/<slug:hand>/publish/", sharing.publish, name="hand-publish"),
    path("c/<slug:club>/hands/<slug:hand>/comments/", remark_pages.add, name="remark-add"),
    path(
        "c/<slug:club>/hands/<slug:hand>/comments/<slug:remark>/erase/",
        remark_pages.erase,
        name="remark-erase",
    ),
    path(
        "c/<slug:club>/hands/<slug:hand>/comments/<slug:remark>/hide/",
        remark_pages.hide,
        name="remark-hide",
    ),
    # a hand by its lasting address: for everybody, where its club has published it
    path("hands/<slug:hand>/", published.hand, name="shared-hand"),
    path("hands/<slug:hand>/<place:place>", published.hand, name="shared-place"),
    path("hands/<slug:hand>/<place:place>.png", published.picture, name="shared-picture"),
    # players
    path("c/<slug:club>/players/", player.players, name="players"),
    path("c/<slug:club>/players/add/", player_names.player_add, name="player-add"),
    path("c/<slug:club>/players/<slug:player>/", player.player, name="player"),
    path(
        "c/<slug:club>/players/<slug:player>/rename/",
        player_names.player_rename,
        name="player-rename",
    ),
    # league tables
    path("c/<slug:club>/league/", league.league, name="league"),
    path("c/<slug:club>/league.csv", league.league_file, name="league-file"),
    path("c/<slug:club>/league/ranking/", league_settings.ranking, name="league-ranking"),
    path("c/<slug:club>/how-we-count/", league.how_we_count, name="how-we-count"),
    # matches
    path("c/<slug:club>/matches/", match_pages.matches, name="matches"),
    path("c/<slug:club>/matches/new/", opening.match_new, name="match-new"),
    path("c/<slug:club>/matches/<slug:match>/", match_pages.match, name="match"),
    path("c/<slug:club>/matches/<slug:match>/sheet/", sheets.sheet, name="match-sheet"),
    path(
        "c/<slug:club>/matches/<slug:match>/sheet.pdf",
        sheets.sheet_pdf,
        name="match-sheet-pdf",
    ),
    path("c/<slug:club>/matches/<slug:match>/close/", closing.close, name="match-close"),
    # recording
    path("c/<slug:club>/matches/<slug:match>/record/", screen_pages.record, name="record"),
    path(
        "c/<slug:club>/matches/<slug:match>/record/open/", screen_pages.open_hand, name="hand-open"
    ),
    path("worker.js", screen_pages.worker, name="worker"),
    path("c/<slug:club>/hands/<slug:hand>/desk/", screen_pages.desk, name="desk"),
    path("c/<slug:club>/hands/<slug:hand>/seal/", screen_pages.seal, name="hand-seal"),
    path("c/<slug:club>/hands/<slug:hand>/give-up/", screen_pages.give_up, name="hand-give-up"),
    path(
        "c/<slug:club>/hands/<slug:hand>/entries/<int:index>/",
        panel_pages.entry,
        name="entry",
    ),
    path(
        "c/<slug:club>/hands/<slug:hand>/preview/",
        panel_pages.preview,
        name="entry-preview",
    ),
    path("c/<slug:club>/hands/<slug:hand>/paste/", panel_pages.paste, name="entry-paste"),
    path("c/<slug:club>/hands/<slug:hand>/choosing/", panel_pages.choosing, name="choosing"),
    path(
        "c/<slug:club>/hands/<slug:hand>/panel/<slug:name>/",
        panel_pages.panel,
        name="panel",
    ),
]
