"""A club in which one person stands wherever a name can stand, and what is left of her."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from games import book, people
from games.access.sessions import SessionStore
from games.access.tokens import make_token
from games.club.opening_clubs import set_up
from games.confirming.confirmations import confirm
from games.confirming.disputes import dispute, rule
from games.matches.match_changes import close_match
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating, plan_reseating
from games.models import Hand, Job, JobPiece, Match, Membership, Player, Role, User
from games.models.folding import folded
from games.people.codes import make_code
from games.people.inviting import make_invitation
from games.people.pins import set_pin
from games.replay import remarking
from games.writing.once import Once
from tests.cast import Cast
from tests.factories import (
    PASSWORD,
    act,
    calls,
    claimed_by_seat_0,
    new_key,
    open_hand,
    open_match,
    stated,
    write,
)
from tests.games import hand_by_chance

# Of no word, of no other name: where one of these stands, it is hers.
TRACES = ("zwetlan", "quirrelm", "zwetti", "zqlana")
IPAD = "Zwétlanas iPad"


@dataclass
class Forgotten:
    """The person, as a player and with an account, and what she stands in."""

    player: Player
    merged: Player
    account: User
    match: Match
    hand: Hand
    amended: Hand
    void: Hand
    merge: Any


def fill(cast: Cast) -> Forgotten:
    """Let her stand everywhere."""
    account, player, merged = _person(cast)
    anna, boris, chloe, *_others = cast.players
    match = open_match(
        cast.scorer,
        cast.club,
        [player, anna, boris, chloe],
        title="Zwétlanas Abend",
        table="Zwétlana",
        preset="",
    )
    hand = _talked_about(cast, account, match, player)
    amended = _amended(cast, account, match)
    void = open_hand(cast.scorer, match, calls("pass"))
    write(cast.scorer, void, act("note", text="Quirrelmann has gone home."), device=IPAD)
    why = "Frau Quirrelmann felt ill."
    book.give_up(user=cast.scorer, hand=void, version=void.version, void_as="misdealt", because=why)
    _result_only(cast, merged)
    _four_for_three(cast, player)
    _reseated(cast, player)
    merge = people.merge_players(user=cast.admin, kept=player, gone=merged)
    facts = people.PlayerFacts("Zwétlana Quirrelmann", "Zwetti", "Q-77123")
    people.change_player(user=cast.scorer, player=player, facts=facts)
    close_match(user=cast.scorer, match=match)
    _around_the_tables(cast, account, player)
    _imported(cast, account)
    player.refresh_from_db()
    return Forgotten(player, merged, account, match, hand, amended, void, merge)


def _imported(cast: Cast, account: User) -> None:
    """A file in which she stands was sent once, and checked."""
    fault = [
        ["Quirrelmann.ndjson", 1],
        "name-invalid",
        "Zwétlana Quirrelmann sits on two seats.",
        None,
    ]
    job = Job.objects.create(
        club=cast.club,
        kind="import",
        asked_by=account,
        file_name="Quirrelmann.ndjson",
        wishes={"names": ["Zwétlana"]},
        report={"faults": [fault]},
        state=Job.State.REFUSED,
    )
    JobPiece.objects.create(job=job, number=0, data="Zwétlana Quirrelmann".encode())


def _person(cast: Cast) -> tuple[User, Player, Player]:
    account = User.objects.create_user(
        "zqlana",
        email="zwetlana@quirrelmann.example",
        password=PASSWORD,
        first_name="Zwétlana",
        last_name="Quirrelmann",
        language="de",
    )
    once = Once(new_key())
    add: dict[str, Any] = {"user": cast.scorer, "club": cast.club}
    # She was called Zwetlanova when the first hands were sealed.
    player = people.add_player(**add, name="Zwetlanova", nickname="Zwetti", once=once)
    merged = people.add_player(**add, name="Zwétlana Q.", number="zwetti-9")
    invitation, _token = make_invitation(
        user=cast.admin,
        club=cast.club,
        name="For Zwétlana",
        role=Role.SCORER,
        places=1,
        days=7,
        player=player,
    )
    Membership.objects.create(
        user=account, club=cast.club, role=Role.SCORER, player=player, invitation=invitation
    )
    set_pin(user=cast.scorer, player=player, pin="4711")
    return account, player, merged


def _talked_about(cast: Cast, account: User, match: Match, player: Player) -> Hand:
    """A hand with every text that a hand can have."""
    hand = open_hand(cast.scorer, match)
    write(cast.scorer, hand, act("note", text="Zwétlana came late."), device=IPAD)
    write(cast.scorer, hand, {"op": "undo"})
    deal, *bids, lead, claim, _note = claimed_by_seat_0(3)
    deal["deal"]["_seen"] = {"by": "Zwetti"}
    for change in (deal, *bids, lead, claim):
        write(account, hand, change, device=IPAD)
    noted = {**lead["action"], "seat": 0, "note": "Said by ZWETLANA", "_who": ["Zwetti"]}
    at = 1 + len(bids) - 1
    write(cast.scorer, hand, {"op": "change", "edits": [[at, noted]]})
    write(cast.scorer, hand, act("note", text="Quirrelmann’s best hand."))
    write(cast.scorer, hand, act("note", text="Anna dealt twice."))
    meta = {"comment": "Zwétlana, as ever.", "Zwetti": "said so"}
    about = {"op": "about", "meta": meta, "extra": {"_app": {"Zwétlana": [1]}}}
    write(cast.scorer, hand, about)
    hand.refresh_from_db()
    boris = cast.players[1]
    disputed = dispute(
        user=account, hand=hand, player=player, because="I, Zwetlana, say no.", device=IPAD
    )
    rule(user=account, dispute=disputed, answer="Zwetlana was wrong.")
    confirm(user=account, hand=hand, version=hand.version, player=boris, device=IPAD)
    book.seal(user=account, hand=hand, version=hand.version)
    hand = Hand.objects.get(pk=hand.pk)
    remarking.publish(user=account, hand=hand, names=True)
    for user, text in ((account, "Well played by us all."), (cast.member, "Bravo, Zwétlana!")):
        remarking.add_remark(user=user, hand=hand, place="1.1", text=text, once=Once(new_key()))
    dispute(user=cast.scorer, hand=hand, player=boris, because="Quirrelmann held the fool.")
    return hand


def _amended(cast: Cast, account: User, match: Match) -> Hand:
    """A hand whose result was amended because of her and by her."""
    hand = open_hand(cast.scorer, match, claimed_by_seat_0(0))
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    hand = Hand.objects.get(pk=hand.pk)
    book.amend(
        user=account,
        hand=hand,
        version=hand.version,
        key=new_key(),
        because="Zwétlana Quirrelmann counted again.",
        wanted=book.Wanted(changes=[{"op": "undo"}, act("note", text="Ask Zwetti.")]),
        device=IPAD,
    )
    return Hand.objects.get(pk=hand.pk)


def _result_only(cast: Cast, merged: Player) -> None:
    """A hand as somebody who was then found to be her, sealed without anybody to ask."""
    seats = [cast.players[0], merged, cast.players[2], cast.players[3]]
    match = open_match(cast.scorer, cast.club, seats, title="Cup", writes="result-only")
    set_up(user=cast.admin, club=cast.club, confirms="tap")
    hand = open_hand(cast.scorer, match, [stated()])
    why = "Zwetti was the only one there."
    book.seal(
        user=cast.scorer, hand=hand, version=hand.version, unconfirmed=why, device="Quirrelmann 2"
    )
    set_up(user=cast.admin, club=cast.club, confirms="no")
    close_match(user=cast.scorer, match=match)


def _four_for_three(cast: Cast, player: Player) -> None:
    """A hand that she sits out."""
    seats = [player, *cast.players[:3]]
    match = open_match(cast.scorer, cast.club, seats, variant="droggn", first_dealer=0)
    deal = match.deal(1, 4)
    hand = open_hand(cast.scorer, match, hand_by_chance("droggn", 3, seed=1, dealer=deal.dealer))
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    close_match(user=cast.scorer, match=match)


def _reseated(cast: Cast, player: Player) -> None:
    """A hand that was sealed under another name and in which she really sat."""
    match = open_match(cast.scorer, cast.club, cast.players[:4], title="Sunday")
    hand = open_hand(cast.scorer, match, calls("pass pass pass pass"))
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    wanted = Reseating(people=(player, *cast.players[1:4]))
    plan = plan_reseating(user=cast.scorer, match=match, wanted=wanted)
    why = "It was Zwétlana, not Anna."
    reseat(user=cast.scorer, match=match, wanted=wanted, because=why, seen=plan.seen)
    close_match(user=cast.scorer, match=match)


def _around_the_tables(cast: Cast, account: User, player: Player) -> None:
    """Keys, codes, sessions, sentences that wait, and what the site's administration wrote."""
    make_token(user=account, name="Zwetlana’s laptop", scope="read", once=Once(new_key()))
    make_token(user=cast.member, name="for Zwetti", scope="read")
    make_code(user=cast.admin, membership=Membership.objects.get(user=account))
    make_invitation(
        user=cast.admin, club=cast.club, name="Zwetlana’s son", role=Role.MEMBER, places=1, days=7
    )
    for user in (account, cast.scorer):
        client = Client(HTTP_USER_AGENT="Firefox on the Android of Zwetlana")
        client.force_login(user)
        session = client.session
        session["_messages"] = '[["__json_message",0,25,"Zwétlana has been added."]]'
        session.save()
    log = {"user": cast.admin, "action_flag": CHANGE}
    about = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        **log, content_type=about, object_id=str(account.pk), object_repr="zqlana"
    )
    LogEntry.objects.create(
        **log, object_repr="zqlana, scorer", change_message="Deleted membership of zqlana."
    )


def traces(texts: Iterable[Any]) -> list[str]:
    """Those of the texts in which something of her is left."""
    plain = ((text, folded(text)) for text in map(str, texts))
    return [text for text, one in plain if any(trace in one for trace in TRACES)]


def database() -> Iterable[str]:
    """Every value of every column of every table, with where it stands; sessions unpacked too."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column.name if hasattr(column, "name") else column[0]
                       for column in cursor.description]  # fmt: skip
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    plain = (
                        bytes(value).decode("utf-8", "replace")
                        if isinstance(value, bytes | memoryview)
                        else value
                    )
                    yield f"{table}.{column}: {plain}"
    for session in Session.objects.all():
        yield f"session: {SessionStore().decode(session.session_data)}"
