"""The addresses of `people`."""

from django.urls import path

from games.people import (
    changing_players,
    code_pages,
    erasing_pages,
    invitation_pages,
    join_pages,
    listing_players,
    member_pages,
    merging_players,
    own_data_pages,
    presence_pages,
)

urlpatterns = [
    path("accounts/data/", own_data_pages.own_data_file, name="own-data"),
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
    path("c/<slug:slug>/here/", presence_pages.here_tonight, name="here-tonight"),
    path("c/<slug:slug>/players/add/", changing_players.player_add, name="player-add"),
    path("c/<slug:slug>/players/list/", listing_players.players_list, name="players-list"),
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
]
