"""How a club ranks its players: the criteria one after the other."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.services.leagues import MOST_HANDS
from games.statistics.leagues import CRITERIA, Rules

STEPS = 4


class RankingForm(forms.Form):
    """Up to four criteria, and from how many hands on somebody has a rank."""

    least = forms.IntegerField(
        label=gettext_lazy("Ranked from so many hands on"), min_value=1, max_value=MOST_HANDS
    )

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        plain = {"label_suffix": "", "initial": {"least": rules.least}}
        super().__init__(*args, **plain | kwargs)
        criteria = [(key, criterion.label) for key, criterion in CRITERIA.items()]
        for step in range(STEPS):
            none = [("", _("nothing more: they share the rank"))] if step else []
            self.fields[f"step_{step}"] = forms.ChoiceField(
                label=_("Where they are level, by") if step else _("Ranked by"),
                choices=[*none, *criteria],
                required=not step,
                initial=rules.order[step] if step < len(rules.order) else "",
            )
        self.order_fields([*(f"step_{step}" for step in range(STEPS)), "least"])

    @property
    def order(self) -> list[str]:
        """The criteria that were chosen, each once. Only of a valid form."""
        steps = (self.cleaned_data[f"step_{step}"] for step in range(STEPS))
        return list(dict.fromkeys(filter(None, steps)))
