"""`erre serve`: the server, its address, and a code for phones on the same network."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import io
import os
import socket
import ssl
import sys
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from rich.console import Console

from erre.cli.gathering import gathering
from erre.core.errors import BadOptions, Refusal
from erre.games.compiling import missing
from erre.puzzles.files import read as read_puzzles
from erre.server.app import Server, home_address, open_bus, open_patiently, open_store
from erre.server.bus.contract import BusFailed
from erre.server.cluster.processes import Workers
from erre.server.config import Config, read_config
from erre.server.https.tls import Tls
from erre.server.https.trust_page import fingerprint_of
from erre.server.logs import set_up_logs
from erre.server.operator.entrance import hash_of, new_code
from erre.server.storage.contract import StorageFailed, Store

Ready = Callable[[Server], None]
SWITCH = 0.0005  # seconds that a thinking bot may keep the event loop waiting, where it thinks in Python


def serve(
    host: str | None = None,
    port: int | None = None,
    data: str | None = None,
    address: str | None = None,
    *,
    browser: bool | None = None,
    quiet: bool | None = None,
    more: Mapping[str, object] | None = None,
) -> None:
    """Serve until Ctrl-C; by default the browser opens if there is a screen."""
    flags = {"host": host, "port": port, "data": data, "address": address, "quiet": quiet, **(more or {})}
    config = read_config(flags, os.environ)
    console = Console(highlight=False)
    set_up_logs(config.log_file, config.quiet or console.is_terminal)
    if config.puzzles:
        read_puzzles(Path(config.puzzles))  # refused here rather than at the first question
    if config.parent:
        console = Console(file=io.StringIO())  # the parent process prints for all workers, and has checked the ports
    else:
        check_port(config)
        if config.is_secure:
            check_port(msgspec.structs.replace(config, port=config.plain_port or (config.port and config.port + 1)))
            Tls(config)  # says what is wrong with the files, and makes those of our own before workers need them
    if os.environ.get("ERRE_ARGUMENTS_ONLY"):  # the launcher asks before it builds the client
        return
    if config.warm:
        missing()  # imports all games before the heap is frozen for the garbage collector
    gc.freeze()  # what is loaded by now stays; scanning it in every collection would stall the event loop
    gc.enable()
    opens = has_screen() if browser is None else browser
    try:
        if config.workers > 1:
            asyncio.run(run_workers(config, console))
        else:
            run_loop(config, lambda server: greet(server, console, opens))
    except (StorageFailed, BusFailed) as error:
        raise BadOptions(str(error)) from None
    except OSError as error:
        raise BadOptions(why_not(config, error)) from None


def check_port(config: Config) -> None:
    """Refuse an address that cannot be listened on, before anything is loaded."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
            probe.listen()
        except OSError as error:
            raise BadOptions(why_not(config, error)) from None


def why_not(config: Config, error: OSError) -> str:
    """Why an address cannot be listened on, and what helps."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {config.port} is in use already, perhaps by another Erre: end that one, or choose another port, "
            f"for example --port {config.port + 1} (0 takes any free one)"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {config.port} is not yours to use: choose one above 1023, for example --port 8377"
    return f"{config.host}:{config.port} cannot be listened on: {error.strerror or error}; see --host and --port"


def run_loop(config: Config, ready: Ready, store: Store | None = None) -> None:
    """Run the server on the fastest event loop there is."""
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):  # not on every system
        import uvloop

        factory = uvloop.new_event_loop
    sys.setswitchinterval(SWITCH)
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve_config(config, ready, store))


async def serve_config(config: Config, ready: Ready, store: Store | None) -> None:
    """One server, from its start to its end; one that has failed says so with its exit code."""
    server = Server(config, store)
    async with gathering(config, lambda: server.workshop.is_done):
        await server.run(ready)
    if server.is_failed:
        sys.exit(1)


async def run_workers(config: Config, console: Console) -> None:
    """Start the workers once the shared storage and bus are available."""
    bus, store = open_bus(config), open_store(config)
    await open_patiently(bus, store, config)
    await store.close()
    await bus.close()
    code = new_code()
    if console.is_terminal:
        config = msgspec.structs.replace(config, operator_code=hash_of(code))
    last = config.port + config.workers - 1
    where = f"ports {config.port} to {last}" if config.own_ports else f"port {config.port}"

    def ready() -> None:
        console.print(f"\n[bold]Erre[/bold] is served by {config.workers} workers at {config.host}, {where}")
        if console.is_terminal:
            say_code(console, f"http://127.0.0.1:{config.port}", code)
        console.print("Ctrl-C stops them; SIGHUP restarts them one by one while games continue.")

    async with gathering(config):
        await Workers(config).run(ready)


def greet(server: Server, console: Console, opens: bool) -> None:
    """Say where the server is."""
    is_secure = server.config.is_secure
    here = f"https://localhost:{server.port}" if is_secure else f"http://127.0.0.1:{server.port}"
    there = server.address()
    console.print(f"\n[bold]Erre[/bold] is served at [bold]{here}[/bold]")
    if server.config.host not in ("127.0.0.1", "localhost", "::1"):
        console.print(f"Phones on the same network: [bold]{there}[/bold]\n")
        scanned = explain_https(server, console) if is_secure else there
        if console.is_terminal:
            import segno

            picture = io.StringIO()
            segno.make(scanned, micro=False).terminal(picture, compact=True)
            print(picture.getvalue())
    if console.is_terminal:  # a code in a log would not be one-time for long
        say_code(console, here, server.entrance.make_code())
    console.print("Ctrl-C ends it; games go on where they stood when it starts again.")
    if opens:
        webbrowser.open(here)


def explain_https(server: Server, console: Console) -> str:
    """Say where devices learn to trust the certificate; the address that they scan first."""
    if server.tls.is_given:
        return server.address()
    page = f"http://{home_address()}:{server.plain_port}"
    fingerprint = fingerprint_of(ssl.PEM_cert_to_DER_cert(server.tls.files.authority.read_text("ascii")))
    console.print(f"Each device first opens [bold]{page}[/bold], which explains in two steps how to trust this server.")
    console.print(f"Fingerprint of its certificate: {fingerprint}\n")
    return page


def say_code(console: Console, address: str, code: str) -> None:
    """Say how the operator gets in, in the terminal only."""
    console.print(f"Operator's page: [bold]{address}/operator[/bold], with the one-time code [bold]{code}[/bold]")


def has_screen() -> bool:
    """Whether a browser can open here."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def main() -> None:
    """`python -m erre.cli.serve`, to start the server without the command: for tests and measurements."""
    parser = argparse.ArgumentParser(description="Serve Erre's tables.")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--data")
    parser.add_argument("--address")
    parser.add_argument("--tempo", type=float)
    parser.add_argument("--log-file")
    parser.add_argument("--quiet", action="store_true", default=None)
    parser.add_argument("--db")
    parser.add_argument("--bus")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--own-ports", action="store_true", default=None)
    parser.add_argument("--https", action="store_true", default=None)
    parser.add_argument("--cert")
    parser.add_argument("--key")
    parser.add_argument("--plain-port", type=int)
    parser.add_argument("--child-safe", action="store_true", default=None)
    parser.add_argument("--browser", action="store_true", default=False)
    try:
        given = vars(parser.parse_args())
        given["offline"] = None if "ERRE_OFFLINE" in os.environ else False
        usual = {name: given.pop(name) for name in ("host", "port", "data", "address", "browser", "quiet")}
        serve(**usual, more=given)
    except Refusal as refusal:
        sys.exit(f"That will not do. {refusal}")


if __name__ == "__main__":
    main()
