"""Accounts over HTTP: coming back with a code, a passkey or a link of the operator, and everything that is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from erre.server.accounts.operator_links import make_link
from erre.server.accounts.passkey_proof import EDDSA, ES256
from tests.server.accounts.authenticator import Authenticator
from tests.server.running import Running, read, run, running, served

EVIL = "https://evil.example"


async def ask(
    http: aiohttp.ClientSession, here: Running, method: str, path: str, body: Any = None, **headers: str
) -> tuple[int, Any]:
    async with http.request(method, f"{at_name(here)}{path}", json=body, headers=headers) as answer:
        text = await answer.text()
        return answer.status, (await answer.json() if text else None)


def at_name(here: Running) -> str:
    """The server under a name: passkeys need one."""
    return here.base.replace("127.0.0.1", "localhost")


async def newcomer(here: Running) -> aiohttp.ClientSession:
    """A device that nobody has used yet."""
    http = aiohttp.ClientSession()
    here.people.append(http)
    return http


async def known(here: Running, name: str) -> aiohttp.ClientSession:
    """Somebody whose name is unique, known under the server's name."""
    http = await newcomer(here)
    await ask(http, here, "GET", "/api/me")
    await ask(http, here, "PUT", "/api/me", {"name": name})
    assert (await ask(http, here, "POST", "/api/me/claim"))[0] == 200
    return http


@served()
async def test_a_code_brings_a_person_back_until_it_is_replaced(here: Running) -> None:
    ana = await known(here, "Ana")
    assert (await ask(ana, here, "GET", "/api/me"))[1]["can_recover"] is False
    assert (await ask(ana, here, "GET", "/api/me/recovery"))[1] == {"made": 0}
    status, code = await ask(ana, here, "POST", "/api/me/recovery")
    assert status == 201
    assert len(code["words"]) == 8
    assert code["link"].endswith("/recover#" + "-".join(code["words"]))
    assert code["qr"].startswith("<svg")
    assert (await ask(ana, here, "GET", "/api/me"))[1]["can_recover"] is True
    phone = await newcomer(here)
    status, me = await ask(phone, here, "POST", "/api/recover", {"code": " ".join(code["words"]).upper()})
    assert (status, me["name"], me["is_named"]) == (200, "Ana", True)
    assert (await ask(phone, here, "GET", "/api/me"))[1]["name"] == "Ana"
    await ask(ana, here, "POST", "/api/me/recovery")
    status, problem = await ask(await newcomer(here), here, "POST", "/api/recover", {"code": "-".join(code["words"])})
    assert (status, problem["code"]) == (400, "bad_code")
    await ask(ana, here, "DELETE", "/api/me/recovery")
    assert (await ask(ana, here, "GET", "/api/me"))[1]["can_recover"] is False


@served()
async def test_codes_of_others_and_of_other_sites_are_refused(here: Running) -> None:
    ana = await known(here, "Ana")
    for path in ("/api/me/recovery", "/api/me/passkeys/task", "/api/passkeys/task"):
        assert (await ask(ana, here, "POST", path, Origin=EVIL))[0] == 403, path
    assert (await ask(ana, here, "POST", "/api/recover", {"code": "x"}, Origin=EVIL))[0] == 403
    assert (await ask(ana, here, "DELETE", "/api/me/devices", Origin=EVIL))[0] == 403
    stranger = await newcomer(here)
    for method, path in (("GET", "/api/me/recovery"), ("POST", "/api/me/recovery"), ("GET", "/api/me/passkeys")):
        assert (await ask(stranger, here, method, path))[0] == 401, path
    wishes: list[Any] = [{}, {"code": 5}, {"code": "x" * 9000}, {"code": "\0"}, [], {"code": "a", "more": 1}]
    for wish in wishes:
        assert (await ask(stranger, here, "POST", "/api/recover", wish))[0] == 400, wish


def test_attempts_are_limited_for_each_address(tmp_path: Path) -> None:
    async def body() -> None:
        async with running(tmp_path, limits=1.0) as here:
            http = await newcomer(here)
            good = "benel morog degep zugal batuk kobop vubev hepan"
            statuses = [(await ask(http, here, "POST", "/api/recover", {"code": good}))[0] for _ in range(11)]
            assert statuses == [400] * 10 + [429]

    run(body)


@served()
async def test_a_link_of_the_operator_is_good_once(here: Running) -> None:
    ana = await known(here, "Ana")
    person = (await read(ana, f"{at_name(here)}/api/me/data"))[1]["id"]
    path = await make_link(here.server.store, person)
    assert path is not None
    word = path.partition("#")[2]
    phone = await newcomer(here)
    status, me = await ask(phone, here, "POST", "/api/restore", {"word": word})
    assert (status, me["name"]) == (200, "Ana")
    status, problem = await ask(await newcomer(here), here, "POST", "/api/restore", {"word": word})
    assert (status, problem["code"]) == (400, "pass_gone")


async def with_passkey(here: Running, device: Authenticator, name: str = "Ana") -> aiohttp.ClientSession:
    """Somebody who has a passkey on a device."""
    ana = await known(here, name)
    task = (await ask(ana, here, "POST", "/api/me/passkeys/task"))[1]
    assert task["site"] == "localhost"
    status, made = await ask(ana, here, "POST", "/api/me/passkeys", device.made(task, at_name(here)))
    assert status == 201, made
    return ana


async def enter(here: Running, device: Authenticator, origin: str = "", **wrong: Any) -> tuple[int, Any]:
    """A new device asks for a task and answers it."""
    http = await newcomer(here)
    task = (await ask(http, here, "POST", "/api/passkeys/task"))[1]
    return await ask(http, here, "POST", "/api/passkeys/enter", device.proof(task, origin or at_name(here), **wrong))


@served()
async def test_a_passkey_brings_a_person_back_until_it_is_removed(here: Running) -> None:
    device = Authenticator(ES256, counter=1)
    ana = await with_passkey(here, device)
    device.counter = 2
    status, me = await enter(here, device)
    assert (status, me["name"]) == (200, "Ana")
    (listed,) = (await ask(ana, here, "GET", "/api/me/passkeys"))[1]
    assert listed["seen"] > 0
    assert (await ask(ana, here, "GET", "/api/me"))[1]["can_recover"] is True
    status, problem = await enter(here, device)  # the counter has not grown
    assert (status, problem["code"]) == (400, "bad_passkey")
    other = await known(here, "Ben")
    assert (await ask(other, here, "DELETE", f"/api/me/passkeys/{listed['id']}"))[0] == 404
    assert (await ask(ana, here, "DELETE", f"/api/me/passkeys/{listed['id']}"))[0] == 204
    device.counter = 3
    assert (await enter(here, device))[0] == 400


@served()
async def test_a_challenge_is_good_once_and_for_its_purpose(here: Running) -> None:
    device = Authenticator(EDDSA)
    ana = await with_passkey(here, device)
    http = await newcomer(here)
    task = (await ask(http, here, "POST", "/api/passkeys/task"))[1]
    proof = device.proof(task, at_name(here))
    assert (await ask(http, here, "POST", "/api/passkeys/enter", proof))[0] == 200
    status, problem = await ask(http, here, "POST", "/api/passkeys/enter", proof)
    assert (status, problem["code"]) == (400, "bad_passkey")
    made_up = {**task, "challenge": "A" * 43}
    assert (await ask(http, here, "POST", "/api/passkeys/enter", device.proof(made_up, at_name(here))))[0] == 400
    entry = (await ask(http, here, "POST", "/api/passkeys/task"))[1]
    other = Authenticator(ES256)
    assert (await ask(ana, here, "POST", "/api/me/passkeys", other.made(entry, at_name(here))))[0] == 400
    mine = (await ask(ana, here, "POST", "/api/me/passkeys/task"))[1]
    ben = await known(here, "Ben")
    assert (await ask(ben, here, "POST", "/api/me/passkeys", other.made(mine, at_name(here))))[0] == 400


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "https://localhost"},
        {"altered": True},
        {"site": "evil.example"},
        {"flags": 0},
        {"framed": True},
        {"type": "webauthn.create"},
        {"user": "bm9ib2R5"},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_wrong_proof_never_signs_anybody_in(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def body() -> None:
        async with running(tmp_path) as here:
            device = Authenticator(EDDSA)
            await with_passkey(here, device)
            status, problem = await enter(here, device, **wrong)
            assert (status, problem["code"]) == (400, "bad_passkey")

    run(body)


@served()
async def test_an_address_of_numbers_has_no_passkeys(here: Running) -> None:
    ana = await here.person("Ana")
    async with ana.post(f"{here.base}/api/me/passkeys/task") as answer:
        assert (await answer.json())["code"] == "bad_passkey"


@served()
async def test_signing_out_everywhere_leaves_this_device(here: Running) -> None:
    ana = await known(here, "Ana")
    code = (await ask(ana, here, "POST", "/api/me/recovery"))[1]["words"]
    phone = await newcomer(here)
    await ask(phone, here, "POST", "/api/recover", {"code": " ".join(code)})
    (mine, theirs) = sorted((await ask(ana, here, "GET", "/api/me/devices"))[1], key=lambda one: not one["is_this"])
    assert (await ask(ana, here, "PUT", f"/api/me/devices/{theirs['id']}", {"name": "Kitchen"}))[0] == 204
    assert (await ask(ana, here, "PUT", "/api/me/devices/nothing", {"name": "Kitchen"}))[0] == 404
    names = {one["id"]: one["name"] for one in (await ask(ana, here, "GET", "/api/me/devices"))[1]}
    assert names[theirs["id"]] == "Kitchen"
    assert (await ask(ana, here, "DELETE", "/api/me/devices"))[1] == {"devices": 1}
    assert (await ask(phone, here, "GET", "/api/me/devices"))[0] == 401
    assert [one["id"] for one in (await ask(ana, here, "GET", "/api/me/devices"))[1]] == [mine["id"]]
    assert (await ask(ana, here, "DELETE", f"/api/me/devices/{mine['id']}"))[0] == 204
    assert (await ask(ana, here, "GET", "/api/me"))[1]["name"] == ""


@served()
async def test_the_export_names_what_is_new_without_secrets(here: Running) -> None:
    ana = await with_passkey(here, Authenticator(ES256))
    words = (await ask(ana, here, "POST", "/api/me/recovery"))[1]["words"]
    assert (await ask(ana, here, "PUT", "/api/me/portrait", {"portrait": "fox"}))[1]["portrait"] == "fox"
    assert (await ask(ana, here, "PUT", "/api/me/portrait", {"portrait": "../fox"}))[0] == 400
    status, kept = await ask(ana, here, "GET", "/api/me/data")
    assert status == 200
    assert kept["portrait"] == "fox"
    assert len(kept["passkeys"]) == len(kept["recovery_code"]) == 1
    assert not any(word in str(kept) for word in words)
    assert (await ask(ana, here, "DELETE", "/api/me"))[0] == 204
    assert (await ask(await newcomer(here), here, "POST", "/api/recover", {"code": " ".join(words)}))[0] == 400


@served()
async def test_a_portrait_is_seen_at_the_table_and_on_the_profile(here: Running) -> None:
    ana, ben = await here.claimed("Ana"), await here.person("Ben")
    async with ana.put(f"{here.base}/api/me/portrait", json={"portrait": "owl"}) as answer:
        assert answer.status == 200
    table = await here.open(ben, game="rurare", seats=2)
    pages = [await here.page(http, table) for http in (ana, ben)]
    for seat, (page, name) in enumerate(zip(pages, ("Ana", "Ben"), strict=True)):
        await page.ask("sit", seat=seat, name=name)
    await pages[1].until(lambda: [seat["portrait"] for seat in pages[1].info["seats"]] == ["owl", ""])
    async with ana.put(f"{here.base}/api/me/portrait", json={"portrait": "fox"}) as answer:
        assert answer.status == 200
    await pages[1].until(lambda: pages[1].info["seats"][0]["portrait"] == "fox")
    assert (await read(ben, f"{here.base}/api/players/Ana/statistics"))[1]["portrait"] == "fox"
