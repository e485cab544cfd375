"""The addresses of `access`."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from games.access import (
    account_pages,
    forgotten_pages,
    keys,
    live,
    safer_pages,
    second_step_pages,
)

urlpatterns = [
    path("live/<str:token>/", live.live, name="live"),
    path("accounts/sign-in/code/", second_step_pages.SecondStepView.as_view(), name="second-step"),
    path(
        "accounts/sign-in/passkey/",
        second_step_pages.PasskeySignInView.as_view(),
        name="passkey-sign-in",
    ),
    path(
        "accounts/sign-in/passkey/options/",
        second_step_pages.passkey_options,
        name="passkey-options",
    ),
    path("accounts/", account_pages.account, name="account"),
    path("accounts/passkeys/add/", safer_pages.passkey_add, name="passkey-add"),
    path("accounts/passkeys/made/", safer_pages.passkey_made, name="passkey-made"),
    path(
        "accounts/passkeys/<int:number>/remove/", safer_pages.passkey_remove, name="passkey-remove"
    ),
    path("accounts/one-time-codes/", safer_pages.one_time_codes, name="one-time-codes"),
    path("accounts/one-time-codes/end/", safer_pages.one_time_codes_end, name="one-time-codes-end"),
    path("accounts/recovery-codes/", safer_pages.recovery_codes, name="recovery-codes"),
    path("accounts/password/", account_pages.password, name="password"),
    path("accounts/elsewhere/end/", account_pages.end_elsewhere_page, name="elsewhere-end"),
    path("accounts/places/<int:number>/end/", account_pages.end_one_page, name="place-end"),
    path("accounts/forgotten/", forgotten_pages.forgotten, name="forgotten"),
    path(
        "accounts/forgotten/<str:uidb64>/<str:token>/",
        forgotten_pages.ResetView.as_view(),
        name="reset",
    ),
    path("accounts/keys/", keys.keys, name="keys"),
    path("accounts/keys/end/", keys.key_end, name="key-end"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
]
