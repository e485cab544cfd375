"""Template tags for what is there at some steps of a replay and not at others."""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.display.when import ALWAYS, NEVER, When

register = template.Library()


@register.simple_tag(takes_context=True)
def shown(context: Context, when: When | bool) -> SafeString:
    """Return attributes of an element that is there at some steps.

    It is hidden unless the page's `step` is one of them. The script gets the steps where there are
    some at which this changes. What recording draws is there or not.
    """
    here = SafeString("" if _holds(context, when) else " hidden")
    return here if _lasts(when) else format_html(' data-shown="{}"{}', str(when), here)


@register.simple_tag(takes_context=True)
def marks(context: Context, classes: str = "", **flags: When | bool | str) -> SafeString:
    """Return the attribute of an element's classes.

    That is those that it always has, and those of `flags` that hold here. Of flags that hold at
    some steps and not at others, the script gets the steps.
    """
    here = [name for name, flag in flags.items() if _holds(context, flag)]
    steps = "".join(f' data-{name}="{flag}"' for name, flag in flags.items() if not _lasts(flag))
    names = " ".join([classes, *here] if classes else here)
    # Names of classes and numbers of steps: nothing in it comes from people.
    return mark_safe(f' class="{names}"{steps}' if names else steps)  # noqa: S308


def _holds(context: Context, flag: When | bool | str) -> bool:
    return context["step"] in flag if isinstance(flag, When) else bool(flag)


def _lasts(flag: When | bool | str) -> bool:
    """Return whether nothing changes from the first step to the last."""
    return not isinstance(flag, When) or flag in (ALWAYS, NEVER)


@register.simple_tag(takes_context=True)
def lying(context: Context, when: When) -> SafeString:
    """Return attributes of a card that lies somewhere at some steps.

    At the others it keeps its form, so that it takes little to show it again, and is hidden from
    screen readers as well.
    """
    here = context["step"] in when
    gone = mark_safe("") if here else mark_safe(' hidden aria-hidden="true"')
    return format_html('data-lying="{}"{}', str(when), gone)


@register.simple_tag(takes_context=True)
def to_step(context: Context, step: int, query: str | None = None) -> str:
    """Return the address of a step, with the page's `query` or another one.

    A page whose steps do not lie next to each other has their `addresses`.
    """
    if "addresses" in context:
        return str(context["addresses"][step])
    key = context["film"].steps[step].key
    return f"{context['address']}{key}{context['query'] if query is None else query}"


@register.filter
def at(when: When, step: int) -> bool:
    """Return whether a step is one of them: `{% if row.now|at:step %}`."""
    return step in when
