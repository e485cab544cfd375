"""The addresses of the site's pages, by feature."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path, register_converter

from games.access import (
    account_pages,
    accounts,
    forgotten_pages,
    keys,
    live,
    safer_pages,
    second_step_pages,
)
from games.amending import amending_pages
from games.api import guide_pages
from games.archive import list_pages
from games.club import (
    changing_players,
    heads,
    help_pages,
    home,
    league,
    league_settings,
    listing_players,
    merging_players,
    player,
    rules,
    settings,
)
from games.confirming import answering_pages, pin_pages
from games.engine import engine_pages
from games.jobs import job_pages
from games.matches import closing, editing, match_pages, opening, reseating_pages, sheets
from games.members import (
    code_pages,
    erasing_pages,
    founding_pages,
    invitation_pages,
    join_pages,
    member_pages,
    own_data_pages,
)
from games.recording import entry_pages, evening_pages, kept_pages, panel_pages, screen_pages
from games.replay import (
    log_pages,
    published,
    remark_pages,
    sharing,
    step_pages,
)
from games.replay.places import Place
from games.transfer import archive_pages

register_converter(Place, "place")

urlpatterns: list[URLPattern | URLResolver] = [
    # first, since they are asked for with every card, and by every open page
    path("c/<slug:slug>/hands/<slug:hand_id>/entries/", entry_pages.entries, name="entries"),
    path("live/<str:token>/", live.live, name="live"),
    path("", home.home, name="home"),
    path("founding/", founding_pages.founding, name="founding"),
    path("accounts/sign-in/", accounts.SignInView.as_view(), name="sign-in"),
    path("accounts/sign-in/code/", second_step_pages.SecondStepView.as_view(), name="second-step"),
    path(
        "accounts/sign-in/passkey/",
        second_step_pages.PasskeySignInView.as_view(),
        name="passkey-sign-in",
    ),
    path(
        "accounts/sign-in/passkey/options/",
        second_step_pages.passkey_options,
        name="passkey-options",
    ),
    path("accounts/", account_pages.account, name="account"),
    path("accounts/data/", own_data_pages.own_data_file, name="own-data"),
    path("accounts/passkeys/add/", safer_pages.passkey_add, name="passkey-add"),
    path("accounts/passkeys/made/", safer_pages.passkey_made, name="passkey-made"),
    path(
        "accounts/passkeys/<int:number>/remove/", safer_pages.passkey_remove, name="passkey-remove"
    ),
    path("accounts/one-time-codes/", safer_pages.one_time_codes, name="one-time-codes"),
    path("accounts/one-time-codes/end/", safer_pages.one_time_codes_end, name="one-time-codes-end"),
    path("accounts/recovery-codes/", safer_pages.recovery_codes, name="recovery-codes"),
    path("accounts/password/", account_pages.password, name="password"),
    path("accounts/elsewhere/end/", account_pages.end_elsewhere_page, name="elsewhere-end"),
    path("accounts/places/<int:number>/end/", account_pages.end_one_page, name="place-end"),
    path("accounts/forgotten/", forgotten_pages.forgotten, name="forgotten"),
    path(
        "accounts/forgotten/<str:uidb64>/<str:token>/",
        forgotten_pages.ResetView.as_view(),
        name="reset",
    ),
    path("accounts/keys/", keys.keys, name="keys"),
    path("accounts/keys/end/", keys.key_end, name="key-end"),
    path("developers/", guide_pages.developers, name="developers"),
    path("developers/<slug:name>/", guide_pages.developers, name="developers"),
    path("help/", help_pages.help_page, name="help"),
    path("help/<slug:name>/", help_pages.help_page, name="help"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("clubs/", home.clubs, name="clubs"),
    path("clubs/open/", home.club_open, name="club-open"),
    # a club
    path("c/<slug:slug>/", home.club_page, name="club"),
    path("c/<slug:slug>/archive/", archive_pages.archive, name="club-archive"),
    path("c/<slug:slug>/archive/everything.zip", archive_pages.everything, name="club-everything"),
    path("c/<slug:slug>/archive/export/", archive_pages.export_ask, name="export-ask"),
    path("c/<slug:slug>/archive/recount/", archive_pages.recount, name="recount"),
    path("c/<slug:slug>/jobs/<slug:job_id>/", job_pages.job_page, name="job"),
    path("c/<slug:slug>/jobs/<slug:job_id>/cancel/", job_pages.job_cancel, name="job-cancel"),
    path("c/<slug:slug>/jobs/<slug:job_id>/file/", job_pages.job_file, name="job-file"),
    path("c/<slug:slug>/jobs/<slug:job_id>/import/", archive_pages.take_in, name="job-take-in"),
    path("c/<slug:slug>/settings/", settings.settings, name="club-settings"),
    path("c/<slug:slug>/heads/", heads.heads, name="club-heads"),
    path("c/<slug:slug>/heads.ndjson", heads.heads_file, name="club-heads-file"),
    path("c/<slug:slug>/rules/", rules.rules, name="rules"),
    path("c/<slug:slug>/rules/<slug:variant>/", rules.sheet, name="rule-sheet"),
    # its people
    path("join/<str:token>/", join_pages.join_page, name="join"),
    path("c/<slug:slug>/invitations/", invitation_pages.invitations, name="invitations"),
    path(
        "c/<slug:slug>/invitations/<slug:invitation_id>/revoke/",
        invitation_pages.invitation_revoke,
        name="invitation-revoke",
    ),
    path("c/<slug:slug>/members/", member_pages.members, name="members"),
    path(
        "c/<slug:slug>/members/<int:member>/change/",
        member_pages.member_change,
        name="member-change",
    ),
    path("c/<slug:slug>/members/<int:member>/code/", code_pages.member_code, name="member-code"),
    path("accounts/code/", code_pages.code, name="code"),
    path("c/<slug:slug>/members/<int:member>/end/", member_pages.member_end, name="member-end"),
    path("c/<slug:slug>/members/consents/<slug:consent_id>/", member_pages.consent, name="consent"),
    path(
        "c/<slug:slug>/members/<int:member>/sign-out/",
        member_pages.member_sign_out,
        name="member-sign-out",
    ),
    path(
        "c/<slug:slug>/members/<int:member>/erase/", erasing_pages.member_erase, name="member-erase"
    ),
    path("c/<slug:slug>/leave/", member_pages.leave, name="club-leave"),
    # the archive
    path("c/<slug:slug>/hands/", list_pages.hands, name="hands"),
    path("c/<slug:slug>/search/", list_pages.search, name="search"),
    path("c/<slug:slug>/hands.<slug:kind>", list_pages.hands_file, name="hands-file"),
    path("c/<slug:slug>/hands/<slug:hand_id>/", step_pages.hand, name="hand"),
    path("c/<slug:slug>/hands/<slug:hand_id>/<place:place>", step_pages.hand, name="hand-place"),
    path("c/<slug:slug>/hands/<slug:hand_id>/<int:step>/", step_pages.hand, name="hand-step"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/revisions/<int:revision>/",
        step_pages.former,
        name="hand-revision",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/revisions/<int:revision>/<place:place>",
        step_pages.former,
        name="hand-revision-place",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/record.json", step_pages.hand_record, name="hand-record"
    ),
    path("c/<slug:slug>/hands/<slug:hand_id>/amend/", amending_pages.amend, name="hand-amend"),
    path("c/<slug:slug>/hands/<slug:hand_id>/log/", log_pages.hand_log, name="hand-log"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/confirm/", answering_pages.confirm, name="hand-confirm"
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/disputes/",
        answering_pages.dispute,
        name="hand-dispute",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/disputes/<slug:dispute_id>/end/",
        answering_pages.end,
        name="dispute-end",
    ),
    path("c/<slug:slug>/hands/<slug:hand_id>/publish/", sharing.publish, name="hand-publish"),
    path("c/<slug:slug>/hands/<slug:hand_id>/comments/", remark_pages.add, name="remark-add"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/comments/<slug:remark_id>/erase/",
        remark_pages.erase,
        name="remark-erase",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/comments/<slug:remark_id>/hide/",
        remark_pages.hide,
        name="remark-hide",
    ),
    # a hand by its lasting address: for everybody, where its club has published it
    path("hands/<slug:hand_id>/", published.hand, name="shared-hand"),
    path("hands/<slug:hand_id>/<place:place>", published.hand, name="shared-place"),
    path("hands/<slug:hand_id>/<place:place>.png", published.picture, name="shared-picture"),
    # players
    path("c/<slug:slug>/players/", player.players, name="players"),
    path("c/<slug:slug>/players/pins/", pin_pages.first_pins, name="first-pins"),
    path("c/<slug:slug>/players/add/", changing_players.player_add, name="player-add"),
    path("c/<slug:slug>/players/list/", listing_players.players_list, name="players-list"),
    path("c/<slug:slug>/players/<slug:player_id>/", player.player, name="player"),
    path(
        "c/<slug:slug>/players/<slug:player_id>/change/",
        changing_players.player_change,
        name="player-change",
    ),
    path(
        "c/<slug:slug>/players/<slug:player_id>/erase/",
        erasing_pages.player_erase,
        name="player-erase",
    ),
    path(
        "c/<slug:slug>/players/<slug:player_id>/merge/",
        merging_players.player_merge,
        name="player-merge",
    ),
    path(
        "c/<slug:slug>/players/<slug:player_id>/merge/<slug:merge_id>/undo/",
        merging_players.merge_undo,
        name="merge-undo",
    ),
    path("c/<slug:slug>/players/<slug:player_id>/pin/", pin_pages.pin, name="player-pin"),
    # league tables
    path("c/<slug:slug>/league/", league.league, name="league"),
    path("c/<slug:slug>/league.csv", league.league_file, name="league-file"),
    path("c/<slug:slug>/league/ranking/", league_settings.ranking, name="league-ranking"),
    path("c/<slug:slug>/how-we-count/", league.how_we_count, name="how-we-count"),
    # matches
    path("c/<slug:slug>/matches/", match_pages.matches, name="matches"),
    path("c/<slug:slug>/matches/new/", opening.match_new, name="match-new"),
    path("c/<slug:slug>/matches/<slug:match_id>/", match_pages.match, name="match"),
    path("c/<slug:slug>/matches/<slug:match_id>/sheet/", sheets.sheet, name="match-sheet"),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/sheet.pdf",
        sheets.sheet_pdf,
        name="match-sheet-pdf",
    ),
    path("c/<slug:slug>/matches/<slug:match_id>/close/", closing.close, name="match-close"),
    path("c/<slug:slug>/matches/<slug:match_id>/edit/", editing.edit, name="match-edit"),
    path("c/<slug:slug>/matches/<slug:match_id>/delete/", editing.delete, name="match-delete"),
    path("c/<slug:slug>/matches/<slug:match_id>/seats/", reseating_pages.seats, name="match-seats"),
    # recording
    path("kept/", kept_pages.kept, name="kept"),
    path("c/<slug:slug>/matches/<slug:match_id>/record/", screen_pages.record, name="record"),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/record/open/",
        screen_pages.open_hand,
        name="hand-open",
    ),
    path(
        "c/<slug:slug>/matches/<slug:match_id>/tablet/deal/",
        evening_pages.deal,
        name="tablet-deal",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/seal/",
        evening_pages.seal,
        name="tablet-seal",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/confirm/",
        evening_pages.confirm,
        name="tablet-confirm",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/dispute/",
        evening_pages.dispute,
        name="tablet-dispute",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/give-up/",
        evening_pages.give_up,
        name="tablet-give-up",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/tablet/take-up/",
        evening_pages.take_up,
        name="tablet-take-up",
    ),
    path("worker.js", screen_pages.worker, name="worker"),
    # the engine on the tablet
    path("engine/", engine_pages.engine, name="engine"),
    path("engine/worker.js", engine_pages.engine_worker, name="engine-worker"),
    path("engine/<slug:folder>/<str:name>", engine_pages.engine_file, name="engine-file"),
    path("c/<slug:slug>/hands/<slug:hand_id>/recording/", screen_pages.recording, name="recording"),
    # as pages of before 0.3 know it: their scripts take a redirect for the way to the sign-in page
    path("c/<slug:slug>/hands/<slug:hand_id>/desk/", screen_pages.recording, name="recording-0.2"),
    path("c/<slug:slug>/hands/<slug:hand_id>/seal/", screen_pages.seal, name="hand-seal"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/take-over/",
        screen_pages.take_over,
        name="hand-take-over",
    ),
    path("c/<slug:slug>/hands/<slug:hand_id>/give-up/", screen_pages.give_up, name="hand-give-up"),
    path("c/<slug:slug>/hands/<slug:hand_id>/take-up/", screen_pages.take_up, name="hand-take-up"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/entries/<int:index>/",
        panel_pages.entry,
        name="entry",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/preview/",
        panel_pages.preview,
        name="entry-preview",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/difference/",
        entry_pages.difference,
        name="difference",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/conflict/",
        panel_pages.conflict,
        name="conflict",
    ),
    path("c/<slug:slug>/hands/<slug:hand_id>/paste/", panel_pages.paste, name="entry-paste"),
    path("c/<slug:slug>/hands/<slug:hand_id>/choosing/", panel_pages.choosing, name="choosing"),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/panel/<slug:name>/",
        panel_pages.panel,
        name="panel",
    ),
]
