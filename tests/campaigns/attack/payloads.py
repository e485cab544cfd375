"""Texts that somebody might write to take over a page, a table or a sheet. Each marks what it
would make, so that a browser can be asked whether it is there."""

MARK = "owned"  # an id, a class or a variable that none of our pages has

PAYLOADS = (
    f"<script>window.{MARK}=1</script>",
    f"<img src=x id={MARK} onerror=alert(1)>",
    f"<svg id={MARK} onload=alert(1)>",
    f'"><b id={MARK}>',
    f"'><b id={MARK}>",
    f"</title><b id={MARK}>",
    f"</textarea><b id={MARK}>",
    f"</script><b id={MARK}>",
    f"</style><b id={MARK}>",
    f"--><b id={MARK}>",
    f"]]><b id={MARK}>",
    f'" autofocus onfocus=alert(1) id={MARK} x="',
    f"' onmouseover=alert(1) id={MARK} x='",
    f"<a id={MARK} href=javascript:alert(1)>x",
    f"<iframe id={MARK} src=//evil.example>",
    f"<form id={MARK} action=//evil.example>",
    f"<base id={MARK} href=//evil.example/>",
    f"<meta id={MARK} http-equiv=refresh content=0>",
    f"<link id={MARK} rel=stylesheet href=//e.x>",
    f"<b id={MARK} hx-get=/ hx-trigger=load>",
    f"<b id={MARK} hx-on:click=alert(1)>",
    f"<math><mi id={MARK} xlink:href=data:x>",
    f"<details id={MARK} open ontoggle=alert(1)>",
    "{{ 7*7 }}",
    "{% debug %}",
    "${7*7}",
    f"&lt;b id={MARK}&gt;",
    f"<b\tid={MARK}>",
    f"<B ID={MARK}>",
    f"\\u003cb id={MARK}\\u003e",
)
FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", '=HYPERLINK("//e.x")', "=cmd|'/c calc'!A0")
