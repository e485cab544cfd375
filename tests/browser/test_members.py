"""A club and its people, let in without a shell: founded, invited, changed, left, found again."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.members.founding import make_founding_code
from games.models import Membership
from tests.browser.barriers import no_barriers
from tests.factories import PASSWORD

NEXT = "six-knights-and-a-dog"
PHONE = {"width": 390, "height": 844}
SCREENS = (PHONE, {"width": 820, "height": 1180}, {"width": 1180, "height": 820})


def reads_well(page: Page, what: str) -> None:
    """On a telephone and on a tablet: nothing sideways, targets large enough, no barriers."""
    for screen in SCREENS:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"], what
        no_barriers(page, f"{what} {screen['width']}")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]


def fill_in(page: Page, **fields: str) -> None:
    """Fill in the fields of a form by their names."""
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)


def new_account(page: Page, name: str) -> None:
    """What everybody fills in who comes in."""
    fill_in(page, username=name, password1=PASSWORD, password2=PASSWORD)


def open_member(page: Page, name: str) -> None:
    """The forms of a member, on the page of members."""
    page.goto("/")
    page.get_by_role("link", name="Members").click()
    page.locator("summary", has_text=f"Change what {name} is").click()


@pytest.mark.smoke
def test_a_club_is_founded_and_its_people_come_in_without_a_shell(open_page) -> None:
    admin, denis = open_page(viewport=PHONE), open_page(viewport=PHONE)
    code = make_founding_code()
    admin.goto("/")
    reads_well(admin, "founding")
    fill_in(admin, code=code, club="Les Atouts")
    new_account(admin, "alice")
    admin.get_by_role("button", name="Set up the club").click()
    expect(admin.get_by_text("Les Atouts is open")).to_be_visible()

    admin.get_by_role("link", name="Members").click()
    admin.get_by_role("link", name="Invite people").click()
    admin.get_by_label("Whom it is for").fill("Denis")
    admin.get_by_role("button", name="Make the invitation").click()
    expect(admin.locator("svg.qr-code")).to_be_visible()
    reads_well(admin, "invitation made")
    link = admin.get_by_label("Link", exact=True).input_value()

    denis.goto(link)
    reads_well(denis, "invited")
    new_account(denis, "denis")
    denis.get_by_role("button", name="Make the account and join").click()
    expect(denis.get_by_text("Welcome to Les Atouts")).to_be_visible()

    open_member(admin, "denis")
    reads_well(admin, "members")
    form = admin.locator("details[open]")
    form.get_by_label("Role").select_option("scorer")
    form.get_by_role("button", name="Save").click()
    expect(admin.get_by_text("What denis is in the club has been saved")).to_be_visible()
    assert Membership.objects.get(user__username="denis").role == "scorer"

    denis.goto(link)
    expect(denis.get_by_text("You belong to this club already")).to_be_visible()
    denis.goto("/accounts/")
    reads_well(denis, "account")
    denis.get_by_role("link", name="Leave Les Atouts").click()
    reads_well(denis, "leaving")
    denis.get_by_role("button", name="Leave the club").click()
    expect(denis.get_by_text("You have left Les Atouts")).to_be_visible()
    denis.goto("/c/les-atouts/")
    expect(denis.get_by_role("heading", level=1)).not_to_have_text("Les Atouts")


def test_a_lost_password_is_found_by_a_code_on_paper(open_page, cast) -> None:
    admin, member = open_page(viewport=PHONE), open_page(viewport=PHONE)
    admin.goto("/accounts/sign-in/")
    fill_in(admin, username="admin", password=PASSWORD)
    admin.get_by_role("button", name="Sign in", exact=True).click()
    expect(admin).to_have_url(re.compile("/c/les-atouts/"))
    open_member(admin, "member")
    admin.get_by_role("button", name="Make a code for member").click()
    code = admin.locator(".code").inner_text()
    reads_well(admin, "code printed")

    member.goto("/accounts/sign-in/")
    member.get_by_role("link", name="Password forgotten?").click()
    reads_well(member, "forgotten")
    member.get_by_role("link", name="I have a code").click()
    reads_well(member, "code")
    fill_in(member, username="member", code=code, new_password1=NEXT, new_password2=NEXT)
    member.get_by_role("button", name="Change the password").click()
    expect(member.get_by_text("you are signed in")).to_be_visible()
    member.goto("/accounts/password/")
    reads_well(member, "password")
