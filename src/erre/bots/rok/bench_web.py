"""Throws of ROK in the browser: how smoothly runes fly, and how still the table stands."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from erre.core.comparison import PageFigure

THROWS = 3
SLOWER = 4  # times, the processor
LONGEST = 120_000  # milliseconds until a measurement ends

# Notes the time between frames while runes fly.
FLIGHT = """
() => {
  window.frames = [];
  let before = null;
  const look = (now) => {
    const flying = document.querySelector('.rok')?.dataset.scene === 'flying';
    if (flying && before !== null) window.frames.push(now - before);
    if (!flying && before !== null) window.throws = (window.throws ?? 0) + 1;
    before = flying ? now : null;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""


def measure(browser: Any, address: str, new_page: Callable[[Any], tuple[Any, list[float]]]) -> list[PageFigure]:
    """Some throws against bots: the time between frames while runes fly, and how much the table shifted."""
    page, _ = new_page(browser)
    page.goto(address)
    page.locator("[data-game=rok] .main").click()
    page.locator(".rok").wait_for(timeout=30_000)
    page.locator(".ready .button").click(timeout=30_000)
    page.wait_for_function("() => document.querySelector('.rok').dataset.scene === 'open'", timeout=30_000)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate("() => { window.shifts = 0; }")
    page.evaluate(FLIGHT)
    page.wait_for_function(f"() => window.throws >= {THROWS}", timeout=LONGEST, polling=500)
    frames: list[float] = page.evaluate("() => window.frames")
    shift: float = page.evaluate("() => window.shifts")
    page.context.close()
    frame = statistics.quantiles(frames, n=20)[-1]
    between = f"between frames while runes fly (95 %), processor {SLOWER} times slower"
    return [
        PageFigure("frame", between, frame, 17.5, "ms"),
        PageFigure("scramble", f"layout shift over {THROWS} throws of ROK", shift, 0.01),
    ]
