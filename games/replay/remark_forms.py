"""What readers write about a hand, and whether everybody may read it."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.access.forms import OnceForm, PlainForm
from games.models.remarks import REMARK_LENGTH
from games.replay.places import Place


class RemarkForm(OnceForm):
    """A comment at a step. How long it may be the service says, in words that count the signs."""

    place = forms.CharField(widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Comment"),
        strip=False,
        widget=forms.Textarea({"rows": 3, "maxlength": REMARK_LENGTH, "autocomplete": "off"}),
        error_messages={"required": _("Write something first.")},
    )


class PublishForm(PlainForm):
    """Whether everybody may read a hand, and with the players' names or without.

    Also the step at which the page stands.
    """

    publish = forms.BooleanField(required=False)
    place = forms.RegexField(Place.regex, required=False, widget=forms.HiddenInput)
    names = forms.BooleanField(label=_("with the players’ names"), required=False)
