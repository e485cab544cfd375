"""Studies: what a member keeps of hands for teaching; the club reads it, its author changes it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis import studies
from games.models import Hand, Study, StudyItem
from games.people.erasing.erasable import spots_in_rows
from games.people.erasing.naming import Naming
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import new_key

pytestmark = pytest.mark.both_databases


def test_a_study_is_made_read_changed_and_erased(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.member)
    keep = reverse("study-keep", args=[petite.club.slug, petite.public_id, "16.1"])
    assert (
        keep + "?cards=T14"
        in client.get(keep.replace("/keep/", "/what-if/") + "?cards=T14").content.decode()
    )
    assert client.post(keep, {"title": ""}).status_code == 422
    assert client.post(keep + "?cards=T99", {"title": "Slips"}).status_code == 404
    sent = {"title": "Slips", "text": "The last trump.", "key": new_key()}
    for _ in range(2):  # sent twice, kept once
        made = client.post(keep + "?cards=T14", sent)
    study = Study.objects.get()
    here = reverse("study", args=[petite.club.slug, study.public_id])
    assert made.headers["Location"] == here
    client.post(keep, {"study": study.public_id, "text": "As it was."})
    page = client.get(here).content.decode()
    assert f"/hands/{petite.public_id}/what-if/16.1?cards=T14" in page
    assert page.index("The last trump.") < page.index("As it was.")
    study.items.filter(number=2).update(number=3)
    hidden = cast.sealed_hand()
    Hand.objects.filter(pk=hidden.pk).update(held=True)  # nobody sees its item in between
    StudyItem.objects.create(study=study, hand=hidden, number=2, place="1.1")
    client.post(here, {"up": "3"})
    page = client.get(here).content.decode()
    assert page.index("The last trump.") > page.index("As it was.")
    client.post(here, {"out": "3"})
    study.items.filter(hand=hidden).delete()
    assert StudyItem.objects.get().text == "As it was."
    assert client.post(here, {"title": "", "text": ""}).status_code == 422
    client.post(here, {"title": "Ends", "text": "What was lost."})
    assert "Ends" in client.get(reverse("studies", args=[petite.club.slug])).content.decode()
    assert "What was lost." in client.get(here).content.decode()
    others = [Study(club=petite.club, author=cast.member, title="One more") for _ in range(99)]
    Study.objects.bulk_create(others)
    full = client.post(keep, {"title": "One too many"})
    assert (full.status_code, "maximum number of studies" in full.content.decode()) == (422, True)
    Hand.objects.filter(pk=petite.pk).update(held=True)  # its board is played again elsewhere
    assert petite.public_id not in client.get(here).content.decode()
    client.post(here, {"drop": "1"})
    assert Study.objects.count() == 99


def test_only_its_author_and_administrators_change_a_study(cast: Cast, petite: Hand) -> None:
    study = studies.keep(
        user=cast.member,
        hand=petite,
        study=None,
        title="Slips",
        once=None,
        place="1.1",
        text="",
        cards="",
    )
    for other in (cast.scorer, cast.other_scorer):
        for change in (
            lambda user: studies.describe(user=user, study=study, title="Mine", text=""),
            lambda user: studies.move_up(user=user, study=study, number=1),
            lambda user: studies.drop(user=user, study=study),
            lambda user: studies.keep(
                user=user,
                hand=petite,
                study=study,
                title="",
                once=None,
                place="1.1",
                text="",
                cards="",
            ),
        ):
            with pytest.raises(NotAllowed):
                change(other)
    studies.drop(user=cast.admin, study=study, number=1)
    assert not study.items.exists()


def test_what_an_erased_author_wrote_goes(cast: Cast, petite: Hand) -> None:
    """Erasing finds the texts of an author's studies, and of others those that name the person."""
    kept: Any = {"hand": petite, "study": None, "once": None, "place": "1.1", "cards": ""}
    studies.keep(user=cast.member, title="Slips", text="The last trump.", **kept)
    studies.keep(user=cast.scorer, title="About Boris", text="Well played.", **kept)
    found = spots_in_rows(cast.club, Naming(["Boris"]), cast.member)
    texts = [spot.text for spot in found if spot.model in (Study, StudyItem)]
    assert sorted(texts) == ["About Boris", "The last trump."]
