"""`python -m tests.e2e.screens`: pictures of every screen, phone and desk, light and dark, into docs/screens."""

from __future__ import annotations

import struct
import tempfile
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, WebSocketRoute, sync_playwright

from tests.e2e.browser import find_chromium
from tests.e2e.people import Person
from tests.e2e.served import ROOT, Served, build_pages

FOLDER = ROOT / "docs" / "screens"
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PLAIN = {"lobby": "/", "new-table": "/new/rage", "settings": "/settings", "rules": "/rules/rage"}


# The 256 most frequent colours of a picture and, for each pixel, which of them it has or comes nearest to.
PALETTE = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const brush = canvas.getContext('2d');
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Map();
  const code = (i) => (data[i] & 0xfc) << 16 | (data[i + 1] & 0xfc) << 8 | (data[i + 2] & 0xfc);
  for (let i = 0; i < data.length; i += 4) colours.set(code(i), (colours.get(code(i)) ?? 0) + 1);
  const kept = [...colours].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([one]) => one);
  const parts = (one) => [one >> 16, one >> 8 & 255, one & 255];
  const far = (a, b) => parts(a).reduce((sum, part, k) => sum + (part - parts(b)[k]) ** 2, 0);
  const place = new Map(kept.map((one, k) => [one, k]));
  for (const one of colours.keys()) {
    const nearer = (best, other, k) => (far(one, other) < far(one, kept[best]) ? k : best);
    if (!place.has(one)) place.set(one, kept.reduce(nearer, 0));
  }
  let text = '';
  for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(place.get(code(i)));
  return { width: image.width, height: image.height, palette: kept.flatMap(parts), pixels: btoa(text) };
}"""


def small_png(desk: Page, picture: bytes) -> bytes:
    """The picture with 256 colours: a quarter of the weight."""
    found = desk.evaluate(PALETTE, b64encode(picture).decode())
    width, height, pixels = found["width"], found["height"], b64decode(found["pixels"])
    lines = b"".join(b"\0" + pixels[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    chunks = [struct.pack(">I", len(body)) + kind + body + check_of(kind + body) for kind, body in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def check_of(chunk: bytes) -> bytes:
    """The check sum behind a chunk."""
    return struct.pack(">I", zlib.crc32(chunk))


def take(desk: Page, person: Person, name: str) -> None:
    """Four pictures of what a person sees."""
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            person.page.emulate_media(color_scheme=scheme)
            person.page.wait_for_timeout(250)
            (FOLDER / f"{name}-{size}-{scheme}.png").write_bytes(small_png(desk, person.page.screenshot()))


class CutLine:
    """The line of somebody's page, which can be cut and mended."""

    def __init__(self, person: Person) -> None:
        self.lines: list[WebSocketRoute] = []
        self.is_cut = False
        person.page.route_web_socket("**/ws/*", self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        """Through to the server, or nowhere."""
        if self.is_cut:
            line.close()
        else:
            line.connect_to_server()
            self.lines.append(line)

    def cut(self) -> None:
        """Nothing passes any more."""
        self.is_cut = True
        self.lines[-1].close()

    def mend(self) -> None:
        """The next attempt gets through."""
        self.is_cut = False


def take_all(desk: Page, ana: Person, ben: Person) -> None:
    """Through the whole house."""
    line = CutLine(ana)
    for name, path in PLAIN.items():
        ana.open(path)
        ana.page.wait_for_timeout(600)
        take(desk, ana, name)
    ana.play_now("rage")
    ana.sees("() => document.querySelector('.pad') !== null")
    take(desk, ana, "rage-bidding")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 8)
    take(desk, ana, "rage-trick")
    ana.page.get_by_role("button", name="Menu of the table").click()
    take(desk, ana, "table-menu")
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="Hint").click()
    ana.page.get_by_test_id("hint").wait_for()
    take(desk, ana, "hint")
    ana.page.get_by_test_id("hint").get_by_role("button", name="Close").click()
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".pad .key").count() == 9)  # the third round
    ana.page.get_by_role("button", name="Score sheet").click()
    take(desk, ana, "score-sheet")
    ana.page.keyboard.press("Escape")
    line.cut()
    ana.page.get_by_test_id("reconnecting").wait_for()
    take(desk, ana, "reconnecting")
    line.mend()

    take_table(desk, ana, ben)
    ana.play_now("rurare")
    ana.play(ana.act_in_rurare)
    take(desk, ana, "final-score")


def take_table(desk: Page, ana: Person, ben: Person) -> None:
    """Two people and a screen on the wall; then two on one device."""
    ana.open("/new/rurare")
    ana.page.get_by_role("button", name="Open the table").click()
    ana.page.wait_for_url("**/t/*")
    table = ana.page.url
    ben.open(table)
    ben.take_name()
    ben.page.get_by_role("button", name="Sit here").first.click()
    ana.page.wait_for_timeout(800)
    take(desk, ana, "gathering")
    ben.open(f"{table}/screen")
    ben.page.wait_for_timeout(800)
    take(desk, ben, "big-screen-gathering")
    ana.page.get_by_test_id("start").click()
    ana.sees("() => document.querySelector('.lane.may') !== null")
    take(desk, ana, "rurare")
    take(desk, ben, "big-screen")
    ben.open(table)
    ben.page.set_viewport_size({"width": 360, "height": 740})
    ben.page.get_by_role("button", name="Chat").click()
    ben.page.get_by_placeholder("Write something").fill("Good luck, everybody!")
    ben.page.keyboard.press("Enter")
    ben.page.get_by_role("button", name="Bravo!").click()
    ben.page.wait_for_timeout(400)
    take(desk, ben, "chat")
    ben.page.keyboard.press("Escape")
    for person, button in ((ana, "Pause"), (ben, "Agree")):
        if button == "Pause":
            person.page.get_by_role("button", name="Menu of the table").click()
        person.page.get_by_role("button", name=button, exact=True).click()
    ben.page.locator(".paused").wait_for()
    take(desk, ben, "pause")
    ben.page.get_by_role("button", name="Go on playing").click()

    ana.open("/new/rurare")
    ana.page.get_by_role("button", name="Open the table").click()
    ana.page.get_by_label("One more player on this device").fill("Carla")
    ana.page.keyboard.press("Enter")
    ana.page.locator("li.mine").nth(1).wait_for()
    ana.page.get_by_test_id("start").click()
    ana.page.get_by_role("alertdialog").wait_for()
    take(desk, ana, "curtain")


def main() -> None:
    """A server, a browser, two people."""
    build_pages()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        served.start()
        program, arguments = find_chromium()
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        try:
            take_all(browser.new_page(), Person(browser, served.address, "Ana"), Person(browser, served.address, "Ben"))
        finally:
            browser.close()
            served.stop()
    weight = sum(path.stat().st_size for path in FOLDER.glob("*.png"))
    print(f"{len(list(FOLDER.glob('*.png')))} pictures, {weight / 1e6:.1f} MB, in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
