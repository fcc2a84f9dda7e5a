"""Windows of a browser. One that somebody has left serves the next who wants the same: to open one costs a lot."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

MOST_FREE = 6  # windows that wait; the one that has waited longest is closed
# Whoever does one of these to a window changes it for good.
ROUTES = ("route", "route_web_socket")
CHANGES_PAGE = ("add_init_script", "close", "emulate_media", "expose_binding", "expose_function", "on", "once", *ROUTES)
CHANGES_CONTEXT = ("add_init_script", "grant_permissions", "new_cdp_session", "new_page", "on", "set_offline", *ROUTES)


class Window:
    """A window with cookies and a memory of its own."""

    def __init__(self, browser: Browser, address: str, scripts: list[str], options: dict[str, Any]) -> None:
        self.kind = kind_of(address, scripts, options)
        self.address, self.viewport = address, options["viewport"]
        self.context = browser.new_context(base_url=address, locale="en-GB", service_workers="block", **options)
        for script in scripts:
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.listeners: dict[Any, Callable[[Any], None]] = {}
        self.is_changed = False
        for owner, names in ((self.page, CHANGES_PAGE), (self.context, CHANGES_CONTEXT)):
            for name in names:
                setattr(owner, name, self.noting(getattr(owner, name)))

    def noting(self, change: Callable[..., Any]) -> Callable[..., Any]:
        """The same, and it is noted."""

        def noted(*args: Any, **kwargs: Any) -> Any:
            self.is_changed = True
            return change(*args, **kwargs)

        return noted

    def listen(self, **listeners: Callable[[Any], None]) -> None:
        """Tell whoever sits here now what happens in the page."""
        self.listeners = dict(listeners)
        for event, tell in self.listeners.items():
            Page.on(self.page, event, tell)

    def clear(self) -> bool:
        """Leave nothing behind; False where that is not possible."""
        if self.is_changed or len(self.context.pages) != 1:
            return False
        for event, tell in self.listeners.items():
            self.page.remove_listener(event, tell)
        try:
            self.page.evaluate("sessionStorage.clear()")
            self.page.goto("about:blank")
            line = BrowserContext.new_cdp_session(self.context, self.page)
            line.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
            line.detach()
        except Error:  # the page has crashed, or shows that the server is gone
            return False
        self.context.clear_cookies()
        self.page.set_viewport_size(self.viewport)
        return True


class Windows:
    """Opens windows of a browser, and keeps some that are free."""

    def __init__(self, browser: Browser, most_free: int = MOST_FREE) -> None:
        self.browser, self.most_free = browser, most_free
        self.free: list[Window] = []

    def open(self, address: str, scripts: list[str], options: dict[str, Any]) -> Window:
        """A free window of that kind, or a new one."""
        kind = kind_of(address, scripts, options)
        for window in self.free:
            if window.kind == kind:
                self.free.remove(window)
                return window
        return Window(self.browser, address, scripts, options)

    def leave(self, window: Window) -> None:
        """Give a window back."""
        if self.most_free == 0 or not window.clear():
            window.context.close()
            return
        self.free.append(window)
        if len(self.free) > self.most_free:
            self.free.pop(0).context.close()


def kind_of(address: str, scripts: list[str], options: dict[str, Any]) -> str:
    """What was wanted of a window."""
    return json.dumps([address, scripts, options], sort_keys=True)
