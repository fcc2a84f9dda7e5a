"""Previews of links: who invites to what, with a picture; nothing in them is taken for HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from erre.server.api import link_preview
from erre.server.api.link_preview import Preview, with_preview
from erre.server.net import client_files
from tests.server.running import run, running

PAGE = """<!doctype html>
<html><head>
    <title>Erre</title>
    <meta property="og:title" content="Erre" />
  </head><body></body></html>"""


HOSTILE = (
    '"><script>alert(1)</script>',
    "</title></head><body onload=alert(1)>",
    "' onerror='alert(1)",
    r"\\1 \\g<0> $& {0}",
    "\u202eevil\u0000\n",
)


def metas_of(page: str) -> dict[str, str]:
    """The `og:` tags as a parser finds them; anything else inside the head is a fault."""
    found: dict[str, str] = {}

    class Head(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag in {"html", "head", "title", "meta", "body"}
            if tag == "meta":
                values = dict(attrs)
                assert set(values) == {"property", "content"}
                found[values["property"] or ""] = values["content"] or ""

    Head().feed(page)
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_words(name: str) -> None:
    page = with_preview(PAGE, Preview(f"{name} invites you", name), f"https://erre.example/{name}", f"/t/{name}")
    metas = metas_of(page)
    assert metas["og:title"] == f"{name} invites you"
    assert metas["og:description"] == name
    assert page.count("</head>") == 1
    assert page.count("</title>") == 1


def test_tags_replace_the_general_ones_and_are_escaped() -> None:
    page = with_preview(PAGE, Preview('<b>"Ana"</b> invites', "a & b"), "https://erre.example", "/t/x")
    assert page.count("og:title") == 1
    assert 'content="&lt;b&gt;&quot;Ana&quot;&lt;/b&gt; invites"' in page
    assert "<title>&lt;b&gt;&quot;Ana&quot;&lt;/b&gt; invites · Erre</title>" in page
    assert 'property="og:url" content="https://erre.example/t/x"' in page
    assert "<b>" not in page


def test_an_invitation_says_who_invites_to_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = tmp_path / "client"
    (client / "covers").mkdir(parents=True)
    (client / "covers" / "rage.jpg").write_bytes(b"picture")
    (client / "index.html").write_text(PAGE)
    for module in (client_files, link_preview):
        monkeypatch.setattr(module, "CLIENT", client)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana <script>")
            table = await here.open(ana, game="rage", seats=4)
            for path, title in (
                (f"/t/{table}", "Ana &lt;script&gt; invites you to Rage"),
                ("/rules/rage", "The rules of Rage"),
                ("/t/nothing", "Erre"),
                ("/", "Erre"),
            ):
                async with ana.get(f"{here.base}{path}") as answer:
                    text = await answer.text()
                assert f'property="og:title" content="{title}"' in text, path
                assert "<script>" not in text
                assert ("covers/rage.jpg" in text) == ("Rage" in title)

    run(test)
