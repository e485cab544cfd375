"""A club and its people on an empty site, without a shell: founded, let in, looked after, let go.

What each step takes is counted; it may become less, not more. Every page is looked at on a tablet
and on a telephone, in each language."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.access import tokens
from games.club.founding import make_founding_code
from games.matches.match_changes import close_match
from games.models import Club, FormerMember, HandSeat, Membership, Player, User
from tests.browser.walking import SLUG, TABLET, Walk, Walker
from tests.factories import PASSWORD, claimed_by_seat_0, open_match, sealed_hand
from tests.thorough import amount

NEXT, LATER = "six-knights-and-a-dog", "seven-knights-and-a-cat"
NAMES = "berta carl dora emil frida georg hanna ivo jana karl lena".split()
PLAYERS = "Alice\nMarta\nBerta\nCarl\nBertha\n"  # Bertha is Berta, added a second time


@pytest.fixture
def people(open_page: Callable[..., Page], walk: Walk) -> Callable[[], Walker]:
    """Everybody comes with a tablet of their own, which speaks their language."""

    def comes() -> Walker:
        return Walker(open_page(viewport=TABLET, has_touch=True, locale=walk.language), walk)

    return comes


@pytest.fixture
def walk(language: str) -> Walk:
    """What is counted and looked at."""
    return Walk(language)


@pytest.mark.timeout(360)  # some fifty pages, of which most are looked at four times
@pytest.mark.smoke("en")
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_club_is_founded_and_run_without_a_shell(
    people: Callable[[], Walker], walk: Walk, transactional_db: None, settings
) -> None:
    settings.SENDS_EMAIL = True
    admin, other, tablet = people(), people(), people()
    founds_the_club(admin)
    adds_players(admin)
    lets_one_in_as_scorer(admin, tablet)
    lets_everybody_in(admin, other)
    makes_scorers(admin, ["berta", "carl"])
    leaves(other)
    merges_two_players(admin)
    finds_the_password_by_a_code_on_paper(admin, other)
    finds_the_password_by_e_mail(other)
    signs_a_stolen_tablet_out(admin, tablet)
    signs_out_elsewhere(other, tablet)
    forgets_somebody(admin)
    call_command("verify_archive")
    print(walk)
    assert walk.faults == []


def new_account(who: Walker, name: str) -> None:
    """What everybody fills in who comes in."""
    who.types(username=name, password1=PASSWORD, password2=PASSWORD)


def role_of(name: str) -> str:
    return Membership.objects.get(user__username=name).role


def founds_the_club(admin: Walker) -> None:
    code = make_founding_code()
    with admin.walk.step("the club is founded", taps=2, fields=5):
        admin.opens("/")
        admin.looks("founding")
        admin.types(code=code, club="Les Atouts")
        new_account(admin, "alice")
        admin.sends()
    assert role_of("alice") == "admin"
    admin.looks("an empty club")


def adds_players(admin: Walker) -> None:
    with admin.walk.step("players are added from a list", taps=4, fields=1):
        admin.follows("player-add", SLUG)
        admin.looks("add a player")
        admin.follows("players-list", SLUG)
        admin.looks("a list of players")
        admin.types(listed=PLAYERS)
        admin.sends("button[name=do][value=look]")
        admin.looks("a list of players, judged")
        admin.sends("button[name=do][value=add]")
    admin.looks("players")
    play_a_hand()


def play_a_hand() -> None:
    """At which Berta sat under her other name."""
    alice = User.objects.get()
    club, players = Club.objects.get(), list(Player.objects.exclude(name="Berta"))
    assert [player.name for player in players] == ["Alice", "Bertha", "Carl", "Marta"]
    match = open_match(alice, club, players)
    sealed_hand(alice, match, claimed_by_seat_0())
    close_match(user=alice, match=match)


def invites(admin: Walker) -> str:
    """Makes the invitation that is filled in; what its code leads to."""
    admin.sends()
    admin.looks("an invitation made")
    return admin.page.locator("#made-link").input_value()


def lets_one_in_as_scorer(admin: Walker, marta: Walker) -> None:
    with admin.walk.step("one is invited, as scorer and as a player", taps=8, fields=1):
        admin.taps_on(".bar-club")
        admin.follows("members", SLUG)
        admin.looks("members, alone")
        admin.follows("invitations", SLUG)
        admin.looks("invitations")
        admin.types(name="Marta")
        admin.chooses("scorer", admin.page.locator("[name=role]"))
        admin.chooses("Marta", admin.page.locator("[name=player]"))
        link = invites(admin)
    with admin.walk.step("they come in", taps=2, fields=3):
        marta.opens(link)
        marta.looks("invited")
        new_account(marta, "marta")
        marta.sends()
    expect(marta.page).to_have_url(re.compile(f"/c/{SLUG}/$"))
    marta.looks("a club seen by a scorer")
    mine = Membership.objects.get(user__username="marta")
    assert (mine.role, mine.player and mine.player.name) == ("scorer", "Marta")


def lets_everybody_in(admin: Walker, other: Walker) -> None:
    """One link for all of them, each on a tablet of their own: cleared, it is anybody's."""
    with admin.walk.step("one link for eleven people", taps=1, fields=2):
        admin.types(name="Friday", places="11")
        link = invites(admin)
    for name in NAMES[: amount(2, thorough=11)]:
        other.page.context.clear_cookies()
        with admin.walk.step(f"{name} comes in", taps=2, fields=3):
            other.opens(link)
            new_account(other, name)
            other.sends()
        assert role_of(name) == "member"
    other.looks("a club seen by a member")
    other.page.goto(link)  # who is in stays in
    expect(other.page).to_have_url(re.compile(f"/c/{SLUG}/$"))


def member(admin: Walker, name: str) -> Locator:
    """What can be done with a member, on the page of members."""
    row = admin.page.locator(".action-row", has=admin.page.get_by_text(name, exact=True))
    admin.taps_on(row.locator("summary"))
    return row


def makes_scorers(admin: Walker, names: list[str]) -> None:
    with admin.walk.step("two are made scorers", taps=10):
        admin.follows("members", SLUG)
        for name in names:
            row = member(admin, name)
            admin.looks("members")
            admin.chooses("scorer", row.locator("[name=role]"))
            admin.sends(row.locator("form[action*=change] button"))
    assert {role_of(name) for name in names} == {"scorer"}


def opens_account(who: Walker) -> None:
    who.taps_on("#menu summary")
    who.follows("account")
    who.looks("account")


def leaves(somebody: Walker) -> None:
    with somebody.walk.step("one leaves", taps=4):
        opens_account(somebody)
        somebody.follows("club-leave", SLUG)
        somebody.looks("leaving")
        somebody.sends()
    assert FormerMember.objects.count() == 1
    somebody.looks("in no club")


def merges_two_players(admin: Walker) -> None:
    berta = Player.objects.get(name="Berta")
    with admin.walk.step("two players who are one are merged", taps=7):
        admin.follows("players", SLUG)
        admin.follows("player", SLUG, berta.public_id)
        admin.looks("a player")
        admin.follows("player-merge", SLUG, berta.public_id)
        admin.looks("merging")
        admin.chooses("Bertha", admin.page.locator("[name=other]"))
        admin.sends("form[method=get] button")
        admin.looks("merging, judged")
        admin.sends("#_merging button")
    assert HandSeat.objects.filter(player=berta).count() == 1
    admin.looks("a player, merged")


def finds_the_password_by_a_code_on_paper(admin: Walker, berta: Walker) -> None:
    with admin.walk.step("a code is printed for a lost password", taps=4):
        admin.taps_on(".bar-club")
        admin.follows("members", SLUG)
        admin.sends(member(admin, "berta").locator("form[action*=code] button"))
        admin.looks("a code on paper")
    code = admin.page.locator(".code").inner_text()
    berta.page.context.clear_cookies()
    with admin.walk.step("a password is found by the code", taps=4, fields=4):
        berta.opens("/")
        berta.looks("sign-in")
        berta.follows("forgotten")
        berta.looks("password forgotten")
        berta.follows("code")
        berta.looks("typing a code")
        berta.types(username="berta", code=code, new_password1=NEXT, new_password2=NEXT)
        berta.sends()
    assert User.objects.get(username="berta").check_password(NEXT)
    expect(berta.page).to_have_url(re.compile(f"/c/{SLUG}/$"))


def finds_the_password_by_e_mail(berta: Walker) -> None:
    with berta.walk.step("an e-mail address is given", taps=3, fields=2):
        opens_account(berta)
        berta.types(email="berta@example.org", password=NEXT)
        berta.sends()
    berta.follows("password")
    berta.looks("another password")
    berta.page.context.clear_cookies()
    with berta.walk.step("a password is found by e-mail", taps=6, fields=5):
        berta.opens("/")
        berta.follows("forgotten")
        berta.types(email="berta@example.org")
        berta.sends()
        (link,) = re.findall(r"http\S+", str(mail.outbox[-1].body))
        berta.opens(link)
        berta.looks("a link from an e-mail")
        berta.types(new_password1=LATER, new_password2=LATER)
        berta.sends()
        signs_in(berta, "berta", LATER)
    expect(berta.page).to_have_url(re.compile(f"/c/{SLUG}/$"))


def signs_in(who: Walker, name: str, password: str) -> None:
    who.types(username=name, password=password)
    who.sends("main form button")


def signs_a_stolen_tablet_out(admin: Walker, stolen: Walker) -> None:
    """Marta's. Its owner has made a key as well, to come back as a program."""
    marta = User.objects.get(username="marta")
    _row, key = tokens.make_token(user=marta, name="mine now", scope="record")
    clubs, ask = reverse("api:clubs"), {"Authorization": f"Bearer {key}"}
    assert stolen.page.request.get(clubs, headers=ask).ok
    with admin.walk.step("an administrator signs a stolen tablet out", taps=4):
        admin.taps_on(".bar-club")
        admin.follows("members", SLUG)
        admin.sends(member(admin, "marta").locator("form[action*=sign-out] button"))
    is_signed_out(stolen)
    assert stolen.page.request.get(clubs, headers=ask).status == 401


def signs_out_elsewhere(owner: Walker, stolen: Walker) -> None:
    """The same by its owner, from another one."""
    signs_in(stolen, "marta", PASSWORD)
    owner.page.context.clear_cookies()
    owner.page.goto("/")
    signs_in(owner, "marta", PASSWORD)
    with owner.walk.step("its owner signs it out from another one", taps=3):
        opens_account(owner)
        owner.sends("form[action*=elsewhere] button")
    is_signed_out(stolen)


def forgets_somebody(admin: Walker) -> None:
    """Marta asks for it. Her account belongs to this club alone and goes with her."""
    marta = Player.objects.get(name="Marta")
    with admin.walk.step("somebody is forgotten", taps=5, fields=1):
        admin.follows("players", SLUG)
        admin.follows("player", SLUG, marta.public_id)
        admin.follows("player-erase", SLUG, marta.public_id)
        admin.looks("what would be erased")
        admin.sends("#_erasing button.act")
        admin.looks("erasing, asked once more")
        admin.types(typed="Marta")
        admin.sends("#_erasing_sure button.refuse")
    assert not User.objects.filter(username="marta").exists()
    assert not Player.every.filter(name="Marta").exists()
    hand = HandSeat.objects.get(player=marta.pk).hand
    admin.page.goto(f"/c/{SLUG}/hands/{hand.public_id}/")
    expect(admin.page.get_by_text("[erased]").first).to_be_visible()
    expect(admin.page.get_by_text("Marta")).to_have_count(0)


def is_signed_out(stolen: Walker) -> None:
    stolen.page.goto(f"/c/{SLUG}/")
    expect(stolen.page).to_have_url(re.compile("/accounts/sign-in/"))
