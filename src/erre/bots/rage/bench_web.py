"""A round of Rage in the browser: how heavy the table is, how still it stands, how long its tasks are."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from erre.core.comparison import PageFigure

ROUNDS = 3
SLOWER = 4  # times, the processor
LONGEST = 120_000  # milliseconds until a measurement ends
TRACED = ["toplevel", "blink.user_timing"]
FIRST_CARD, ROUND_OVER = "erre-first-card", "erre-round-over"  # marks in a trace, between which are the tricks

# Plays whatever is allowed, a hand's breadth slower than the page can follow; over at the first round's score, whose
# coming is marked in the very task that brings it.
PLAYER = """
([first_card, round_over]) => {
  const first = (selector) => document.querySelector(selector);
  const mark = (name) => performance.getEntriesByName(name).length || performance.mark(name);
  const score = new MutationObserver(() => first('.paper table') && mark(round_over));
  score.observe(document, { childList: true, subtree: true });
  setInterval(() => {
    if (first('.paper table')) return void (window.round_over ??= { shifts: window.shifts });
    if (window.round_over) return;
    const card = first('.picker .colour') ?? first('.held.lit.picked') ?? first('.held.lit');
    if (card) mark(first_card);
    const bid = first('.pad .key[aria-pressed=true]') ? first('.pad .button.main') : first('.pad .key:enabled');
    (card ?? bid)?.click();
  }, 300);
}
"""


def measure(browser: Any, address: str, new_page: Callable[[Any], tuple[Any, list[float]]]) -> list[PageFigure]:
    """Some rounds, played by a script against bots."""
    rounds = [play_round(browser, address, new_page) for _ in range(ROUNDS)]
    tables, shifts, longest = zip(*rounds, strict=True)
    task = f"longest task in its tricks, processor {SLOWER} times slower, most of {ROUNDS}"
    return [
        PageFigure("table", "a table of Rage, more", tables[0], 150, "kB"),
        PageFigure("shift", f"layout shift over a round of Rage, most of {ROUNDS}", max(shifts), 0.01),
        PageFigure("longest", task, max(longest), 50, "ms"),
    ]


def play_round(
    browser: Any, address: str, new_page: Callable[[Any], tuple[Any, list[float]]]
) -> tuple[float, float, float]:
    """One round: the kilobytes of the table, how much it shifted, and its longest task."""
    page, sizes = new_page(browser)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    before = sum(sizes)
    page.locator("[data-game=rage] .main").click()
    page.locator(".pad, .held.lit").first.wait_for(timeout=30_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    weight = (sum(sizes) - before) / 1000
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate("() => { window.shifts = 0; }")
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(PLAYER, [FIRST_CARD, ROUND_OVER])
    page.wait_for_function("() => window.round_over", timeout=LONGEST, polling=500)
    trace = json.loads(browser.stop_tracing())
    shift: float = page.evaluate("() => window.round_over.shifts")
    page.context.close()
    return weight, shift, longest_task(trace["traceEvents"])


def longest_task(events: list[dict[str, Any]]) -> float:
    """The longest task of the page's own thread in all tricks of a round, in milliseconds of that thread."""
    named = [one for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"]
    threads = {(one["pid"], one["tid"]) for one in named}
    tasks = [one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in threads]
    begin, end = (min(one["ts"] for one in events if one["name"] == mark) for mark in (FIRST_CARD, ROUND_OVER))
    counted = [one for one in tasks if one["ts"] >= begin and one["ts"] + one.get("dur", 0) <= end]
    longest: float = max(one.get("tdur", one.get("dur", 0)) for one in counted) / 1000
    return longest
