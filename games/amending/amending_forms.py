"""Why a sealed hand is amended."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.access.forms import PlainForm
from games.display.typed_reasons import REASON_LENGTH


class AmendForm(PlainForm):
    """The reason; `version` and `key` go with what is sent, so that sending it twice is once."""

    because = forms.CharField(
        label=_("Why?"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("Say in a few words why the hand is amended.")},
    )
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
