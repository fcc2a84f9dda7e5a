"""`erre site`: it writes over nothing but an older site, and uses the pieces that are there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from erre.cli.offline import write_site
from erre.core.errors import BadOptions
from erre.offline import site
from erre.offline.site import NotOurs, make_site


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small client and small pieces; the folder in which they are."""
    client, pieces = tmp_path / "client", tmp_path / "pieces"
    (client / "assets").mkdir(parents=True)
    (pieces / "0123456789abcdef").mkdir(parents=True)
    texts = {
        "index.html": '<link href="/a.css"><script src="/assets/new.js"></script>',
        "manifest.webmanifest": '{"start_url": "/"}',
        "assets/new.js": "new",
        "assets/new.js.gz": "packed",
        "client.json": '["index.html", "manifest.webmanifest", "assets/new.js", "client.json"]',
    }
    for name, text in texts.items():
        (client / name).write_text(text)
    (pieces / "0123456789abcdef" / "erre.zip").write_text("sources")
    index = {"folder": "0123456789abcdef", "bytes": 7, "files": [{"name": "erre.zip", "bytes": 7}], "games": []}
    (pieces / "index.json").write_text(json.dumps(index))
    monkeypatch.setattr(site, "CLIENT", client)
    monkeypatch.setenv("ERRE_PIECES", str(pieces))
    return tmp_path


def test_a_site_has_the_client_with_its_own_addresses_and_the_pieces(parts: Path) -> None:
    assert make_site(parts / "out").bytes == 7
    page = (parts / "out" / "index.html").read_text()
    assert '<script src="./site.js">' in page
    assert 'src="./assets/new.js"' in page
    assert 'href="/' not in page
    assert (parts / "out" / "offline" / "0123456789abcdef" / "erre.zip").read_text() == "sources"
    assert not (parts / "out" / "assets" / "new.js.gz").exists()
    assert "site.js" in json.loads((parts / "out" / "client.json").read_text())


def test_an_older_site_is_replaced_and_what_else_is_there_stays(parts: Path) -> None:
    docs = parts / "built"
    docs.mkdir()
    (docs / "index.html").write_text("documentation")
    (docs / "old.html").write_text("a page that is gone later")
    out = parts / "out"
    make_site(out, docs)
    (out / "assets" / "old.js").write_text("old")
    (out / "client.json").write_text('["index.html", "assets/old.js", "../built/index.html"]')
    (out / "offline" / "fedcba9876543210").mkdir()
    (out / "CNAME").write_text("games.example")
    (docs / "old.html").unlink()
    make_site(out, docs)
    assert not (out / "assets" / "old.js").exists()
    assert not (out / "docs" / "old.html").exists()
    assert not (out / "offline" / "fedcba9876543210").exists()
    assert (out / "CNAME").read_text() == "games.example"
    assert (docs / "index.html").read_text() == "documentation"  # a list that leads outside is not followed


def test_nothing_else_is_written_over(parts: Path) -> None:
    (parts / "mine").mkdir()
    (parts / "mine" / "index.html").write_text("a page of mine")
    for out, docs, why in (
        (parts / "mine", None, "is not empty"),
        (parts / "mine" / "index.html", None, "is a file"),
        (parts / "new", parts / "nowhere", "holds no built documentation"),
    ):
        with pytest.raises(NotOurs, match=why):
            make_site(out, docs)
    assert (parts / "mine" / "index.html").read_text() == "a page of mine"
    assert not (parts / "new").exists()


def test_a_folder_that_cannot_be_written_is_refused_in_a_sentence(parts: Path) -> None:
    (parts / "file").write_text("")
    with pytest.raises(BadOptions, match="cannot be written"):
        write_site(parts / "file" / "out", None)
