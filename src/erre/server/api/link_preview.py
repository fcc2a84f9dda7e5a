"""Link previews for messengers: the title, text and picture of a page, as `og:` tags in its head."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

import msgspec
from aiohttp import web

from erre.games import all_games
from erre.server.net.client_files import CLIENT, page_of, serve_client
from erre.server.tables.live_table import LiveTable

Address = Callable[[web.Request], str]

GAME_PAGES = {"rules": "The rules of {game}", "learn": "Learn {game} by playing", "new": "A new table of {game}"}
PLAIN = "Play with friends or against bots, on any screen."
GENERAL = re.compile(r'\s*<meta property="og:[^>]*>')
TITLE = re.compile(r"<title>.*?</title>")


class Preview(msgspec.Struct, frozen=True):
    """The words and the picture of one page."""

    title: str
    words: str
    game: str = ""


class Pages:
    """The client's pages, each with a preview of its own where there is something to say."""

    def __init__(self, tables: Mapping[str, LiveTable], address: Address) -> None:
        self.tables = tables
        self.address = address
        self.titles = {game.name: game.title for game in all_games()}

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file of the client, or its page; pages about a table or a game say so."""
        page, preview = page_of(request), self.preview_of(request.match_info["path"])
        if page is None or preview is None:
            return await serve_client(request)
        text = with_preview(page.read_text("utf-8"), preview, self.address(request), request.path)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-cache"})

    def preview_of(self, path: str) -> Preview | None:
        """What there is to say of a page; None where the general words will do."""
        kind, _, rest = path.partition("/")
        name = rest.partition("/")[0]
        if kind == "t" and (live := self.tables.get(name)) is not None and live.table.access != "closed":
            return self.table_preview(live)  # a closed table tells strangers nothing, not even whose it is
        if kind in GAME_PAGES and name in self.titles:
            return Preview(GAME_PAGES[kind].format(game=self.titles[name]), PLAIN, name)
        return None

    def table_preview(self, live: LiveTable) -> Preview:
        """An invitation, as long as there is a seat."""
        table = live.table
        title = table.game.title
        free = sum(chair.kind == "empty" for chair in table.chairs)
        if table.stage == "gathering" and free:
            seats = "one free seat" if free == 1 else f"{free} free seats"
            return Preview(f"{table.host_name} invites you to {title}", f"{title}: {seats}. {PLAIN}", table.game.name)
        return Preview(f"{table.host_name}’s table of {title}", PLAIN, table.game.name)


def with_preview(page: str, preview: Preview, address: str, path: str) -> str:
    """The page with these tags in its head, instead of the general ones; nothing in them is taken for HTML."""
    cover = f"covers/{preview.game}.jpg"
    picture = cover if (CLIENT / cover).is_file() else "icon-512.png"
    tags = {
        "og:type": "website",
        "og:site_name": "Erre",
        "og:title": preview.title,
        "og:description": preview.words,
        "og:url": address + path,
        "og:image": f"{address}/{picture}",
    }
    lines = "".join(f'\n    <meta property="{name}" content="{escape(text)}" />' for name, text in tags.items())
    titled = TITLE.sub(lambda _: f"<title>{escape(preview.title)} · Erre</title>", GENERAL.sub("", page), count=1)
    return titled.replace("</head>", f"{lines.lstrip()}\n  </head>", 1)
