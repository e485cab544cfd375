"""The addresses of `people`."""

from django.urls import path

from games.access.addresses import CLUB, PLAYER
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
    path(f"{CLUB}/invitations/", invitation_pages.invitations, name="invitations"),
    path(
        f"{CLUB}/invitations/<slug:invitation_id>/revoke/",
        invitation_pages.invitation_revoke,
        name="invitation-revoke",
    ),
    path(f"{CLUB}/members/", member_pages.members, name="members"),
    path(f"{CLUB}/members/<int:member>/change/", member_pages.member_change, name="member-change"),
    path(f"{CLUB}/members/<int:member>/code/", code_pages.member_code, name="member-code"),
    path("accounts/code/", code_pages.code, name="code"),
    path(f"{CLUB}/members/<int:member>/end/", member_pages.member_end, name="member-end"),
    path(f"{CLUB}/members/consents/<slug:consent_id>/", member_pages.consent, name="consent"),
    path(
        f"{CLUB}/members/<int:member>/sign-out/",
        member_pages.member_sign_out,
        name="member-sign-out",
    ),
    path(f"{CLUB}/members/<int:member>/erase/", erasing_pages.member_erase, name="member-erase"),
    path(f"{CLUB}/leave/", member_pages.leave, name="club-leave"),
    path(f"{CLUB}/here/", presence_pages.here_tonight, name="here-tonight"),
    path(f"{CLUB}/players/add/", changing_players.player_add, name="player-add"),
    path(f"{CLUB}/players/list/", listing_players.players_list, name="players-list"),
    path(f"{PLAYER}/change/", changing_players.player_change, name="player-change"),
    path(f"{PLAYER}/erase/", erasing_pages.player_erase, name="player-erase"),
    path(f"{PLAYER}/merge/", merging_players.player_merge, name="player-merge"),
    path(f"{PLAYER}/merge/<slug:merge_id>/undo/", merging_players.merge_undo, name="merge-undo"),
]
